"""What a viewer has not seen: the others' forecast pairs, the blind ones, the deck and the rounds to come.

Everything else lies open, and nothing anybody does binds what is hidden, so all that fits is equally likely.
"""

from engine.contract import Draw, Seat
from engine.games.great_crash.observing import is_revealed
from engine.games.great_crash.position import BAILOUT, Position
from engine.market.forecasts import deal_pairs
from engine.streams import shuffle


def redeal(position: Position, viewer: Seat, draw: Draw, *, future: bool) -> None:
    """Change what `viewer` has never seen. Without `future` only the pairs that other seats hold."""
    if future:
        deck = position.deck[position.deck_at :]
        fill_hidden(position, viewer, deck, draw)
    else:
        held = [slot for slot in unseen_slots(position, viewer) if slot < position.rulebook.players]
        _shuffle_pairs(position, held, draw)


def fill_hidden(position: Position, viewer: Seat, deck: list[int], draw: Draw) -> None:
    """Fill everything hidden from `viewer`; the cards of `deck` are those still to be drawn."""
    shuffle(deck, draw, "hidden_deck")
    position.deck = deck
    position.deck_at = 0
    _shuffle_pairs(position, unseen_slots(position, viewer), draw)
    past = position.round - 1 if position.phase_number == BAILOUT else position.round
    coming = [deal_pairs(draw, number) for number in range(past + 1, position.rulebook.rounds + 1)]
    position.future = [*position.future[: past - 1], position.pairs, *coming]


def unseen_slots(position: Position, viewer: Seat) -> list[int]:
    """Slots of the round's pairs that the viewer has not seen."""
    open_slot = position.rulebook.players
    slots = range(len(position.pairs))
    return [slot for slot in slots if slot not in (viewer, open_slot) and not is_revealed(position, slot)]


def _shuffle_pairs(position: Position, slots: list[int], draw: Draw) -> None:
    """Deal the companies and the forecasts of these slots anew among them."""
    companies = [position.pairs[slot][0] for slot in slots]
    forecasts = [position.pairs[slot][1] for slot in slots]
    shuffle(companies, draw, "hidden_companies")
    shuffle(forecasts, draw, "hidden_forecasts")
    pairs = list(position.pairs)
    for slot, company, forecast in zip(slots, companies, forecasts, strict=True):
        pairs[slot] = (company, forecast)
    position.pairs = tuple(pairs)
