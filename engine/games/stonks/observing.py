"""Building an observation by adding what the viewer has seen, never by hiding."""

from typing import Final

from engine.contract import Seat
from engine.games.stonks.deck import NO_CARD
from engine.games.stonks.observation import PHASE_BY_NUMBER, StonksObservation
from engine.games.stonks.position import DRAFT, LED, NOBODY, PLAIN, Numbers, Position

PLAIN_PLAYS: Final[list[Numbers]] = [(PLAIN,) * plays for plays in range(6)]


def observe(position: Position, seat: Seat) -> StonksObservation:
    """What `seat`, or SPECTATOR, may know now."""
    drafting = position.phase_number == DRAFT
    position.fold_past()
    start = [0]
    cards: Numbers = ()
    for portfolio in position.portfolios:
        cards += portfolio
        start.append(len(cards))
    observation = object.__new__(StonksObservation)
    # Filled at once: a frozen dataclass's own __init__ sets the fields one by one, which takes 3 us more.
    observation.__dict__.update(
        seat=seat,
        round=position.round,
        phase=PHASE_BY_NUMBER[position.phase_number],
        row=position.row,
        value=tuple(position.values),
        dot=position.dot,
        trump=position.trump,
        points=position.points,
        scored_down=position.scored_down,
        hand=position.hands[seat] if seat >= 0 else (),
        hand_size=tuple([len(hand) for hand in position.hands]),
        committed=tuple([int(up > 0) for up in position.ups]) if drafting else (0,) * position.rulebook.players,
        up=position.ups[seat] if drafting and seat >= 0 else NO_CARD,
        down=position.downs[seat] if seat >= 0 else NO_CARD,
        portfolio_start=tuple(start),
        portfolio_card=cards,
        unused=tuple(position.unused),
        void=tuple(position.voids),
        deck_size=len(position.deck) - position.deck_at,
        discard=position.discard,
        leader=position.leader,
        offer=position.offer,
        lead_suit=position.lead_suit,
        play_card=seen_plays(position, seat),
        play_speculation=speculations(position),
        play_moved=tuple(position.moved),
        play_steps=tuple(position.steps),
        symbols=position.symbols,
        winner=position.winner,
        past_leader=position.past_leader,
        past_offer=position.past_offer,
        past_suit=position.past_suit,
        past_winner=position.past_winner,
        past_picked=position.past_picked,
        past_card=position.past_card,
        past_speculation=position.past_speculation,
        past_moved=position.past_moved,
        past_steps=position.past_steps,
    )
    return observation


def lead_is_hidden(position: Position) -> bool:
    """Whether the first card of the trick lies face down."""
    return position.speculation == LED and position.winner == NOBODY


def seen_plays(position: Position, viewer: Seat) -> Numbers:
    """The cards of the running trick; 0 for a card that lies face down, but for its player."""
    if lead_is_hidden(position) and viewer != position.leader:
        return (NO_CARD, *position.plays[1:])
    return tuple(position.plays)


def speculations(position: Position) -> Numbers:
    """By play of the running trick: what part Speculation has in it."""
    plays = PLAIN_PLAYS[len(position.plays)]
    if position.speculator < 0:
        return plays
    return (*plays[: position.speculator], position.speculation, *plays[position.speculator + 1 :])
