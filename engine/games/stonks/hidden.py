"""Fill in what one viewer has not seen, with any cards that fit all it knows.

Of the cards a viewer has not seen, each other seat holds some in its hand, has one drafted face down, and as leader
may have one face down in the trick; the rest is the draw deck. What a seat cannot have is known from its failing to
follow: no card of that company is left in its hand, or is the one it has led face down (a hand only shrinks). The
card drafted face down is free of that, because it left the hand before the first trick. A card that follows was
perhaps forced, which is no evidence (17.11).

Every possibility has a chance (exact support). Places that may take few companies are filled first, each with a card
as likely as any other that leaves enough for the rest. With one seat that has failed to follow all possibilities are
equally likely; with several, nearly.
"""

from engine.contract import Draw, Seat
from engine.games.stonks.dealing import deck_of_round
from engine.games.stonks.observing import lead_is_hidden
from engine.games.stonks.places import Place, fill, fits
from engine.games.stonks.position import DRAFT, NO_COMPANY, PLAY, Position
from engine.games.stonks.turn import legal_now


def redeal(position: Position, viewer: Seat, draw: Draw, *, future: bool) -> None:
    """Change what `viewer` has never seen; without `future` the decks stay."""
    if future:
        fill_hidden(position, viewer, draw)
    elif position.to_act is not None:
        _fill(position, viewer, _held_unseen(position, viewer), draw)
    if position.to_act is not None:
        position.legal = legal_now(position, position.to_act)


def fill_hidden(position: Position, viewer: Seat, draw: Draw) -> None:
    """Deal all that `viewer` has not seen: to the others, into the draw deck, and in the rounds to come."""
    if position.to_act is None:
        return
    rest = _fill(position, viewer, _unseen(position, viewer), draw)
    position.deck = tuple(rest)
    position.deck_at = 0
    rounds = range(position.round + 1, position.rulebook.rounds + 1)
    later = [deck_of_round(position.rulebook, number, draw) for number in rounds]
    position.decks = (*position.decks[: position.round], *later)


def _unseen(position: Position, viewer: Seat) -> list[int]:
    """The cards the viewer has not seen in this round."""
    return sorted([*_held_unseen(position, viewer), *position.deck[position.deck_at :]])


def _held_unseen(position: Position, viewer: Seat) -> list[int]:
    """Those of them that others hold, in their hands or face down on the table."""
    cards: list[int] = []
    for seat, hand in enumerate(position.hands):
        if seat != viewer:
            cards += hand
            if position.phase_number != DRAFT:
                cards.append(position.downs[seat])
    if lead_is_hidden(position) and position.leader != viewer:
        cards.append(position.plays[0])
    return sorted(cards)


def _fill(position: Position, viewer: Seat, pool: list[int], draw: Draw) -> list[int]:
    """Fill all hidden places from the pool, which is in order; what is left of it, shuffled."""
    places = _places(position, viewer)
    _keep_the_question(position, viewer, places, pool, draw)
    rest = fill(places, pool, position.rulebook.company, draw)
    if rest is None:
        raise ValueError("no deal fits what was seen")
    _lay_out(position, viewer, places, draw)
    return rest


def _places(position: Position, viewer: Seat) -> list[Place]:
    """Hand, face-down draft and face-down lead of every other seat."""
    free = (1 << position.rulebook.company_count) - 1
    places = []
    for seat, hand in enumerate(position.hands):
        if seat != viewer:
            allowed = free & ~position.voids[seat]
            places.append(Place(seat, allowed, len(hand)))
            if position.phase_number != DRAFT:
                places.append(Place(seat, free, 1))
            if lead_is_hidden(position) and position.leader == seat:
                places.append(Place(seat, allowed, 1))
    return places


def _keep_the_question(position: Position, viewer: Seat, places: list[Place], pool: list[int], draw: Draw) -> None:
    """A follower that is being asked has no card of the lead suit, or at least two: with one it would not be asked."""
    seat = position.to_act
    suit = position.lead_suit
    if position.phase_number != PLAY or suit == NO_COMPANY or seat is None or seat == viewer:
        return
    at = next(at for at, place in enumerate(places) if place.seat == seat)
    hand = places[at]
    if not hand.allowed >> suit & 1:
        return
    void = [Place(seat, hand.allowed & ~(1 << suit), hand.size)]
    holding = [Place(seat, hand.allowed, hand.size - 2), Place(seat, 1 << suit, 2)]
    options = [
        option
        for option in (void, holding)
        if fits([*places[:at], *option, *places[at + 1 :]], pool, position.rulebook.company)
    ]
    places[at : at + 1] = options[draw("question", len(options))]


def _lay_out(position: Position, viewer: Seat, places: list[Place], draw: Draw) -> None:
    """Put the cards where the places are: of each seat first the hand, then the draft, then the lead."""
    for seat, hand in enumerate(position.hands):
        if seat == viewer:
            continue
        cards = [card for place in places if place.seat == seat for card in place.cards]
        size = len(hand)
        position.hands[seat] = tuple(sorted(cards[:size]))
        if position.phase_number != DRAFT:
            position.downs[seat] = cards[size]
        elif position.ups[seat]:
            _draft_any(position, seat, draw)
        if len(cards) > size + 1:
            position.plays[0] = cards[size + 1]


def _draft_any(position: Position, seat: Seat, draw: Draw) -> None:
    """A seat that has committed has chosen any two cards of its hand."""
    hand = list(position.hands[seat])
    position.ups[seat] = hand.pop(draw("drafted", len(hand)))
    position.downs[seat] = hand[draw("drafted", len(hand))]
