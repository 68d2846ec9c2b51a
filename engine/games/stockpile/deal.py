"""What chance decides in a match of Stockpile, all of it before the first decision."""

from collections import Counter
from dataclasses import dataclass

from engine.contract import Deal, Draw, InvalidDeal, Seat
from engine.games.stockpile.rulebook import Rulebook
from engine.market.cards import CARD_NAMES, COMPANIES, COPIES
from engine.market.forecasts import Pairs, check_pairs, deal_pairs
from engine.market.investors import INVESTORS
from engine.streams import shuffle


@dataclass(frozen=True, slots=True)
class StockpileDeal(Deal):
    """First player, starting shares, the deck and the forecast pairs of every round."""

    first: Seat
    starting_shares: tuple[int, ...]
    """Company dealt to each seat; all different."""
    market_deck: tuple[int, ...]
    """Card kinds, top first: the 80 cards less the starting shares."""
    rounds: tuple[Pairs, ...]
    """The six (company, forecast card) pairs of each round, by slot: seats' own, then public, then blind."""
    investors: tuple[tuple[int, ...], ...] = ()
    """Investors dealt to each seat, in order; empty in a game without."""


def deal(rulebook: Rulebook, draw: Draw) -> StockpileDeal:
    """Draw a deal; each thing has a stream of its own, so none shifts another."""
    shares = list(range(len(COMPANIES)))
    shuffle(shares, draw, "starting_shares")
    starting_shares = tuple(shares[: rulebook.players])
    deck = [kind for kind, left in enumerate(_left_after(starting_shares)) for _ in range(left)]
    shuffle(deck, draw, "market_deck")
    return StockpileDeal(
        first=draw("first", rulebook.players),
        starting_shares=starting_shares,
        market_deck=tuple(deck),
        rounds=tuple(deal_pairs(draw, number) for number in range(1, rulebook.rounds + 1)),
        investors=_deal_investors(rulebook, draw) if rulebook.investors else (),
    )


def _deal_investors(rulebook: Rulebook, draw: Draw) -> tuple[tuple[int, ...], ...]:
    """All ten are shuffled; seat 0 gets the first ones, then seat 1, and so on."""
    cards = list(range(len(INVESTORS)))
    shuffle(cards, draw, "investors")
    each = rulebook.investors_dealt
    return tuple(tuple(cards[seat * each : (seat + 1) * each]) for seat in range(rulebook.players))


def check_deal(rulebook: Rulebook, deal: Deal) -> StockpileDeal:
    """The same deal, if it is one of these rules; InvalidDeal says what is wrong."""
    if not isinstance(deal, StockpileDeal):
        raise InvalidDeal(f"a {type(deal).__name__} is no deal of stockpile")
    if not 0 <= deal.first < rulebook.players:
        raise InvalidDeal(f"first is {deal.first}; seats are 0 to {rulebook.players - 1}")
    _check_shares(rulebook, deal.starting_shares)
    _check_deck(deal)
    if len(deal.rounds) != rulebook.rounds:
        raise InvalidDeal(f"rounds has {len(deal.rounds)} entries; {rulebook.players} players play {rulebook.rounds}")
    for number, pairs in enumerate(deal.rounds, start=1):
        check_pairs(number, pairs)
    _check_investors(rulebook, deal.investors)
    return deal


def _left_after(starting_shares: tuple[int, ...]) -> list[int]:
    return [copies - starting_shares.count(kind) for kind, copies in enumerate(COPIES)]


def _check_shares(rulebook: Rulebook, shares: tuple[int, ...]) -> None:
    if len(shares) != rulebook.players:
        raise InvalidDeal(f"starting_shares has {len(shares)} entries; there are {rulebook.players} seats")
    if any(not 0 <= share < len(COMPANIES) for share in shares):
        raise InvalidDeal(f"starting_shares names no company: {list(shares)}; companies are 0 to {len(COMPANIES) - 1}")
    if len(set(shares)) != len(shares):
        names = ", ".join(COMPANIES[share] for share in shares)
        raise InvalidDeal(f"starting_shares must be of different companies, not {names}")


def _check_deck(deal: StockpileDeal) -> None:
    counts = Counter(deal.market_deck)
    for kind, left in enumerate(_left_after(deal.starting_shares)):
        if counts.pop(kind, 0) != left:
            have = deal.market_deck.count(kind)
            raise InvalidDeal(f"market_deck has {have} cards {CARD_NAMES[kind]}; it must have {left}")
    if counts:
        raise InvalidDeal(f"market_deck has a card of kind {min(counts)}; kinds are 0 to {len(CARD_NAMES) - 1}")


def _check_investors(rulebook: Rulebook, dealt: tuple[tuple[int, ...], ...]) -> None:
    seats, each = (rulebook.players, rulebook.investors_dealt) if rulebook.investors else (0, 0)
    if len(dealt) != seats:
        raise InvalidDeal(f"investors has {len(dealt)} entries; there must be {seats}")
    for seat, hand in enumerate(dealt):
        if len(hand) != each:
            raise InvalidDeal(f"investors of seat {seat} has {len(hand)} cards; it must have {each}")
        if any(not 0 <= card < len(INVESTORS) for card in hand):
            raise InvalidDeal(f"investors of seat {seat} names no investor: {list(hand)}")
    cards = [card for hand in dealt for card in hand]
    if len(set(cards)) != len(cards):
        twice = max(cards, key=cards.count)
        raise InvalidDeal(f"investors deals {INVESTORS[twice]} twice")
