"""Nothing is made or lost: all cards and experts are somewhere, and every K in cash is explained by an event."""

from typing import Final

from engine.contract import Game, State
from engine.games.great_crash.events import EventType
from engine.games.great_crash.position import GONE, Position
from engine.games.great_crash.rulebook import CASH, MARKET_COPIES, PAIR, PURCHASE_LIMIT
from engine.market.cards import BOOM, CARD_NAMES, COMPANIES, FEE

EXPENSES: Final = (EventType.WON, EventType.FEE_PAID, EventType.BOUGHT, EventType.HIRED, EventType.DISMISSED)
"""Events whose amount leaves the seat's cash; every other amount comes in."""


def imbalance(game: Game, state: State) -> str:
    """What is out of balance, in words; empty if nothing is. Money needs a state that records events."""
    assert isinstance(state, Position)
    return _market_cards(state) or _shares(state) or _experts(state) or _money(state)


def _market_cards(position: Position) -> str:
    counts = position.discard[:]
    for kind in position.deck[position.deck_at :]:
        counts[kind] += 1
    for kind in position.track_card:
        if kind >= 0:
            counts[kind] += 1
    for at, owed in enumerate(position.debt):
        counts[FEE + at % 3] += owed
    for at, held in enumerate(position.action_cards):
        counts[BOOM + at % 2] += held
    for kind, (have, copies) in enumerate(zip(counts, MARKET_COPIES, strict=True)):
        if have != copies:
            return f"there are {have} cards {CARD_NAMES[kind]}, not {copies}"
    return ""


def _shares(position: Position) -> str:
    counts = [left + aside for left, aside in zip(position.supply, position.aside, strict=True)]
    for held in (position.regular, position.split, [PAIR * shown for shown in position.on_show]):
        for at, count in enumerate(held):
            counts[at % 6] += count
    for company, have in enumerate(counts):
        if have != 10:
            return f"there are {have} cards {COMPANIES[company]}, not 10"
    over = position.to_act is None
    if min(*position.debt, *position.regular, *position.split, *position.supply, *([] if over else position.cash)) < 0:
        return "a number is below zero"
    return ""


def _experts(position: Position) -> str:
    """Each has one owner or waits in his row; who has one has hired one, and may buy one card more for each."""
    rows = [expert for row in position.expert_rows for expert in row]
    for expert, owner in enumerate(position.expert_owner):
        if expert not in rows and owner != GONE:
            return f"expert {expert} is in play without a row"
    for seat, hires in enumerate(position.hires):
        held = position.expert_owner.count(seat)
        if held > hires or position.limit[seat] != PURCHASE_LIMIT + held:
            return f"seat {seat} has {held} experts, {hires} hires and a limit of {position.limit[seat]}"
    return ""


def _money(position: Position) -> str:
    if position.journal is None:
        return ""
    cash = [CASH] * position.rulebook.players
    for event in position.journal.seen[-1]:
        if event.seat is not None and event.amount is not None:
            cash[event.seat] += -event.amount if event.type in EXPENSES else event.amount
    if cash != position.cash:
        return f"cash is {position.cash}, but events explain {cash}"
    return ""
