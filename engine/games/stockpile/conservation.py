"""Nothing is made or lost: all 80 cards are somewhere, and every K in cash is explained by an event."""

from typing import Final

from engine.contract import Game, State
from engine.games.stockpile.entries import KIND_MASK
from engine.games.stockpile.events import EventType
from engine.games.stockpile.position import Position
from engine.market.cards import BOOM, CARD_NAMES, COPIES, FEE
from engine.market.investors import cards_in

EXPENSES: Final = (EventType.WON, EventType.FEE_PAID)
"""Events whose amount leaves the seat's cash; every other amount comes in."""


def imbalance(game: Game, state: State) -> str:
    """What is out of balance, in words; empty if nothing is. Money needs a state that records events."""
    assert isinstance(state, Position)
    return _cards(state) or _sums(state) or _money(state) or _investors(state)


def _cards(position: Position) -> str:
    counts = position.discard[:]
    for kind in position.deck[position.deck_at :]:
        counts[kind] += 1
    for entry in position.table:
        counts[entry & KIND_MASK] += 1
    for kind in position.hands:
        if kind >= 0:
            counts[kind] += 1
    for seat in range(position.rulebook.players):
        for company in range(6):
            counts[company] += position.regular[seat * 6 + company] + position.split[seat * 6 + company]
        for value in range(3):
            counts[FEE + value] += position.debt[seat * 3 + value]
        for card in range(2):
            counts[BOOM + card] += position.action_cards[seat * 2 + card]
    for kind, (have, copies) in enumerate(zip(counts, COPIES, strict=True)):
        if have != copies:
            return f"there are {have} cards {CARD_NAMES[kind]}, not {copies}"
    return ""


def _sums(position: Position) -> str:
    """The public numbers of cards held are those of the cards held, and nothing is below zero."""
    for seat in range(position.rulebook.players):
        at = slice(seat * 6, seat * 6 + 6)
        if sum(position.regular[at]) != position.regular_cards[seat]:
            return f"seat {seat} holds other than {position.regular_cards[seat]} regular cards"
        if sum(position.split[at]) != position.split_cards[seat]:
            return f"seat {seat} holds other than {position.split_cards[seat]} split cards"
    if min(*position.cash, *position.debt, *position.regular, *position.split, *position.meeples) < 0:
        return "a number is below zero"
    return ""


def _money(position: Position) -> str:
    if position.journal is None:
        return ""
    cash = [position.rulebook.cash] * position.rulebook.players
    for event in position.journal.seen[-1]:
        if event.seat is not None and event.amount is not None:
            cash[event.seat] += -event.amount if event.type in EXPENSES else event.amount
    if cash != position.cash:
        return f"cash is {position.cash}, but events explain {cash}"
    return ""


def _investors(position: Position) -> str:
    """Each is dealt once at most, and kept only by who was dealt it."""
    dealt = [investor for cards in position.investors_dealt for investor in cards]
    if len(set(dealt)) != len(dealt):
        return f"an investor is dealt twice: {position.investors_dealt}"
    for seat, cards in enumerate(position.investors_dealt):
        if any(investor not in cards for investor in cards_in(position.investors_chosen[seat])):
            return f"seat {seat} keeps an investor it was not dealt"
    return ""
