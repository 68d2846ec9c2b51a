"""Stonks in words: one line per action and event, and the whole table."""

from collections.abc import Callable
from typing import Final

from engine.contract import Action, Seat
from engine.games.stonks.actions import Adjust, Draft, Follow, Lead, Pick, Play
from engine.games.stonks.events import EventType, Speculation, StonksEvent
from engine.games.stonks.observing import lead_is_hidden, speculations
from engine.games.stonks.position import CANCELLED, DRAFT, FOLLOWED, LED, PHASES, Position
from engine.games.stonks.rulebook import Rulebook


def action_text(rulebook: Rulebook, action: Action) -> str:
    """What a seat does, in one line without its name."""
    names, companies = rulebook.card_names, rulebook.companies
    match action:
        case Draft(up, down):
            return f"drafts {names[up]} up, {names[down]} down"
        case Play(card):
            return f"plays {names[card]}"
        case Follow(card):
            return f"speculates with {names[card]}"
        case Lead(card, company):
            return f"speculates with {names[card]} face down, calling {companies[company]}"
        case Adjust(company, direction):
            return f"adjusts {companies[company]} {'up' if direction > 0 else 'down'}"
        case Pick(card):
            return f"takes {names[card]}"
        case _:
            return "leaves the market alone"


def state_text(position: Position) -> str:
    """The whole table, secrets included, as lines of text."""
    position.fold_past()
    rulebook = position.rulebook
    asked = "the match is over" if position.to_act is None else f"seat {position.to_act} is asked"
    market = "  ".join(f"{rulebook.companies[company]} {position.values[company]}" for company in position.row)
    dot = rulebook.companies[position.dot] if position.dot >= 0 else "nobody"
    return "\n".join(
        [
            f"Round {position.round} of {rulebook.rounds}, {PHASES[position.phase_number]}; {asked}.",
            f"Market   {market}; trump {rulebook.companies[position.trump]}, dot {dot}",
            _trick(position),
            *(_seat(position, seat) for seat in range(rulebook.players)),
            f"Deck {_names(rulebook, position.deck[position.deck_at :])}; discarded: "
            f"{_names(rulebook, position.discard)}",
        ]
    )


def _names(rulebook: Rulebook, cards: tuple[int, ...]) -> str:
    return " ".join([rulebook.card_names[card] for card in cards]) or "none"


def _trick(position: Position) -> str:
    if not position.offer:
        return "Trick    none"
    names = position.rulebook.card_names
    parts = [f"offer {names[position.offer]}", f"seat {position.leader} leads"]
    if position.lead_suit >= 0:
        parts.append(f"suit {position.rulebook.companies[position.lead_suit]}")
    for at, (card, speculation) in enumerate(zip(position.plays, speculations(position), strict=True)):
        name = f"[{names[card]}]" if at == 0 and lead_is_hidden(position) else names[card]
        parts.append(name + MARKS.get(speculation, ""))
    if position.symbols:
        parts.append(f"to adjust by {position.symbols}")
    return "Trick    " + "; ".join(parts)


MARKS: Final = {LED: " (speculation)", FOLLOWED: " (as lead suit)", CANCELLED: " (countered)"}


def _seat(position: Position, seat: Seat) -> str:
    rulebook = position.rulebook
    parts = [f"{position.totals[seat]} points", f"hand {_names(rulebook, position.hands[seat])}"]
    if position.phase_number == DRAFT:
        if position.ups[seat]:
            parts.append(
                f"chose {rulebook.card_names[position.ups[seat]]}, [{rulebook.card_names[position.downs[seat]]}]"
            )
    else:
        portfolio = _names(rulebook, position.portfolios[seat])
        parts.append(f"portfolio {portfolio} [{rulebook.card_names[position.downs[seat]]}]")
    parts.append("Speculation " + ("unused" if position.unused[seat] else "used"))
    void = [letters for company, letters in enumerate(rulebook.companies) if position.voids[seat] >> company & 1]
    if void:
        parts.append(f"void in {' '.join(void)}")
    return f"Seat {seat}   " + "; ".join(parts)


def event_text(rulebook: Rulebook, event: StonksEvent) -> str:
    """What was seen, in one line."""
    return EVENT_TEXTS[event.type](rulebook, event)


def _company(rulebook: Rulebook, company: int | None) -> str:
    return "-" if company is None else rulebook.companies[company]


def _card(rulebook: Rulebook, card: int | None) -> str:
    return "a card" if card is None else rulebook.card_names[card]


def _round_text(rulebook: Rulebook, event: StonksEvent) -> str:
    market = " ".join(f"{rulebook.companies[company]}{event.values[company]}" for company in event.row)
    trump, dot = _company(rulebook, event.trump), _company(rulebook, event.company)
    return f"round {event.round} begins: {market}, trump {trump}, dot {dot}"


def _committed_text(rulebook: Rulebook, event: StonksEvent) -> str:
    if event.up is None:
        return f"seat {event.seat} drafts two cards"
    return f"seat {event.seat} drafts {_card(rulebook, event.up)} up, {_card(rulebook, event.down)} down"


def _played_text(rulebook: Rulebook, event: StonksEvent) -> str:
    card, company = _card(rulebook, event.card), _company(rulebook, event.company)
    if event.speculation == Speculation.LEAD:
        return f"seat {event.seat} speculates with {card} face down, calling {company}"
    if event.speculation == Speculation.FOLLOW:
        return f"seat {event.seat} speculates with {card} as {company}"
    return f"seat {event.seat} plays {card}"


def _adjusted_text(rulebook: Rulebook, event: StonksEvent) -> str:
    company, trump = _company(rulebook, event.company), _company(rulebook, event.trump)
    direction = "up" if (event.steps or 0) > 0 else "down"
    steps = abs(event.steps or 0)
    return f"seat {event.seat} adjusts {company} {direction} by {steps} to {event.value}; trump is {trump}"


def _scored_text(rulebook: Rulebook, event: StonksEvent) -> str:
    shares = " ".join(f"{count}x{name}" for count, name in zip(event.shares, rulebook.companies, strict=True) if count)
    bonus = "" if event.company is None else f" with Speculation as {_company(rulebook, event.company)}"
    card = _card(rulebook, event.card)
    return f"seat {event.seat} turns up {card} and has {shares}{bonus}: {event.points} points, {event.total} in all"


EVENT_TEXTS: Final[dict[EventType, Callable[[Rulebook, StonksEvent], str]]] = {
    EventType.ROUND: _round_text,
    EventType.DEALT: lambda book, event: f"seat {event.seat} is dealt {_names(book, event.cards)}",
    EventType.COMMITTED: _committed_text,
    EventType.DRAFTED: lambda book, event: f"the drafts are {_names(book, event.cards)}; seat {event.seat} leads first",
    EventType.TRICK: lambda book, event: f"{_card(book, event.card)} is on offer; seat {event.seat} leads",
    EventType.PLAYED: _played_text,
    EventType.COUNTERED: lambda book, event: f"seat {event.by} counters the Speculation of seat {event.seat}",
    EventType.ADJUSTED: _adjusted_text,
    EventType.DECLINED: lambda book, event: f"seat {event.seat} leaves the market alone",
    EventType.REVEALED: lambda book, event: f"the hidden card of seat {event.seat} is {_card(book, event.card)}",
    EventType.WON: lambda book, event: (
        f"seat {event.seat} wins with {_card(book, event.card)}; trump is {_company(book, event.trump)}"
    ),
    EventType.NOBODY: lambda book, event: (
        f"nobody wins, trump is {_company(book, event.trump)}; seat {event.seat} leads again"
    ),
    EventType.TAKEN: lambda book, event: f"seat {event.seat} takes {_card(book, event.card)}",
    EventType.SCORED: _scored_text,
    EventType.OVER: lambda book, event: f"the match is over; places {' '.join(map(str, event.places))}",
}
