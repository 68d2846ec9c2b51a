"""Dealing cards to places that may take some companies only, so that it always comes out.

Companies and places are the two sides of a bipartite graph. A dealing exists if and only if, for every set S of
companies, the places that may take companies of S only ask for no more cards than the pool has of S (Hall). Only
unions of the places' own sets matter, and giving a card of company c to a place of set m lowers the spare cards of
just those S that hold c but not all of m: with these numbers kept, each card is given without looking ahead or back.
"""

from engine.contract import Draw
from engine.streams import shuffle


class Place:
    """A seat's hand, or a single card of it that lies face down."""

    __slots__ = ("allowed", "cards", "seat", "size")

    def __init__(self, seat: int, allowed: int, size: int) -> None:
        self.seat = seat
        self.allowed = allowed
        """Bit c: it may take cards of company c."""
        self.size = size
        """Cards it takes."""
        self.cards: list[int] = []


def fits(places: list[Place], pool: list[int], company: list[int]) -> bool:
    """Whether the pool can fill the places."""
    return all(left >= 0 for left in _spare(places, pool, company).values())


def fill(places: list[Place], pool: list[int], company: list[int], draw: Draw) -> list[int] | None:
    """Fill the places from the pool, in order of cards; what is left of it, shuffled. None if it cannot be done."""
    spare = _spare(places, pool, company)
    if any(left < 0 for left in spare.values()):
        return None
    everything = 0
    for card in pool:
        everything |= 1 << company[card]
    bound = list(spare.items())
    left = pool[:]
    for place in sorted(places, key=lambda place: place.allowed.bit_count()):
        if everything & ~place.allowed:
            bound = _fill_one(place, left, company, bound, draw)
    shuffle(left, draw, "hidden_cards")
    for place in places:
        if not everything & ~place.allowed:
            place.cards = left[: place.size]
            del left[: place.size]
    return left


def _fill_one(
    place: Place, left: list[int], company: list[int], bound: list[tuple[int, int]], draw: Draw
) -> list[tuple[int, int]]:
    """Fill a place that may not take everything; the spare cards afterwards."""
    for _ in range(place.size):
        able = place.allowed & ~_barred(bound, place.allowed)
        cards = [card for card in left if able >> company[card] & 1]
        card = cards[draw("hidden_cards", len(cards))]
        place.cards.append(card)
        left.remove(card)
        bit = 1 << company[card]
        bound = [
            (companies, spare - 1) if companies & bit and place.allowed & ~companies else (companies, spare)
            for companies, spare in bound
        ]
    return bound


def _spare(places: list[Place], pool: list[int], company: list[int]) -> dict[int, int]:
    """By union S of the places' sets: cards of S in the pool beyond those that places within S ask for."""
    unions = {0}
    for allowed in {place.allowed for place in places if place.size}:
        unions |= {union | allowed for union in unions}
    spare = {}
    for union in unions:
        supply = sum([union >> company[card] & 1 for card in pool])
        spare[union] = supply - sum([place.size for place in places if not place.allowed & ~union])
    return spare


def _barred(bound: list[tuple[int, int]], allowed: int) -> int:
    """Companies of which a place of that set may take no card, as other places need all of them."""
    barred = 0
    for companies, spare in bound:
        if not spare and allowed & ~companies:
            barred |= companies
    return barred
