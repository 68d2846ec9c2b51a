"""Stockpile in words: one line per action and event, and the whole table."""

from collections.abc import Callable
from typing import Final

from engine.contract import Action, Seat
from engine.games.stockpile.actions import (
    Bid,
    Cramer,
    Deborah,
    Keep,
    KeepTwo,
    Mark,
    Martha,
    Place,
    PlaceDown,
    Play,
    SaleKind,
    Sell,
    Show,
    Warren,
)
from engine.games.stockpile.audit import piles
from engine.games.stockpile.entries import FACE_UP, KIND_MASK
from engine.games.stockpile.events import EventType, StockpileEvent
from engine.games.stockpile.position import PHASES, Position
from engine.market.cards import BIDS, BOOM, CARD_NAMES, COMPANIES
from engine.market.investors import INVESTORS, cards_in
from engine.market.text import counts_text, forecast_text, holder_text, number


def action_text(action: Action) -> str:
    """What a seat does, in one line without its name."""
    match action:
        case Place(up, up_pile, down, down_pile):
            return f"places {CARD_NAMES[up]} up on pile {up_pile + 1}, {CARD_NAMES[down]} down on pile {down_pile + 1}"
        case Bid(track, space):
            return f"bids {BIDS[space]} on track {track + 1}"
        case Play(card, company):
            return f"plays {CARD_NAMES[card]} on {COMPANIES[company]}"
        case Sell(company, kind):
            return f"sells {SALES[kind]} {COMPANIES[company]}"
        case Show(regular, split):
            return f"shows {regular} regular and {split} split" if regular or split else "shows nothing"
        case _:
            return _ability_text(action)


def _ability_text(action: Action) -> str:
    match action:
        case Keep(investor):
            return f"keeps {INVESTORS[investor]}"
        case KeepTwo(investor, second):
            return f"keeps {INVESTORS[investor]} and {INVESTORS[second]}"
        case PlaceDown(down, down_pile, other, other_pile):
            cards = (
                f"{CARD_NAMES[down]} down on pile {down_pile + 1}, {CARD_NAMES[other]} down on pile {other_pile + 1}"
            )
            return f"places {cards}"
        case Mark(from_pile, index, to_pile):
            return f"moves card {index + 1} of pile {from_pile + 1} to pile {to_pile + 1}"
        case Warren(pile):
            return f"looks at pile {pile + 1}"
        case Martha(owner, index):
            return f"looks at pair {index + 1} of {holder_text(owner)}"
        case Cramer(company, spaces):
            return f"moves {COMPANIES[company]} by {spaces:+d}"
        case Deborah(company):
            return f"lets {COMPANIES[company]} pay"
        case _:
            return "is done"


SALES: Final = {SaleKind.REGULAR: "a regular", SaleKind.SPLIT: "a split", SaleKind.HALF: "half a split"}


def state_text(position: Position) -> str:
    """The whole table, secrets included, as lines of text."""
    players = position.rulebook.players
    asked = "the match is over" if position.to_act is None else f"seat {position.to_act} is asked"
    return "\n".join(
        [
            f"Round {position.round} of {position.rulebook.rounds}, {PHASES[position.phase_number]}; "
            f"seat {position.first} is first; {asked}.",
            "Prices   " + "  ".join(_price(position, company) for company in range(len(COMPANIES))),
            "Pairs    " + ("; ".join(_pair(position, slot) for slot in range(len(position.pairs))) or "none"),
            *(_pile(position, track, pile) for track, pile in enumerate(piles(position))),
            *(_seat(position, seat) for seat in range(players)),
            f"Deck {len(position.deck) - position.deck_at}; discarded: {counts_text(position.discard, CARD_NAMES)}",
        ]
    )


def _price(position: Position, company: int) -> str:
    return f"{COMPANIES[company]} {position.price[company]} ({position.index[company]})"


def _pair(position: Position, slot: int) -> str:
    company, forecast = position.pairs[slot]
    turn = position.rulebook.orders[position.first].index(slot)
    moved = ", moved" if turn < position.revealed else ""
    return f"{holder_text(position.rulebook.holders[slot])} {COMPANIES[company]} {forecast_text(forecast)}{moved}"


def _pile(position: Position, track: int, pile: list[int]) -> str:
    seat = position.standing_seat[track]
    bid = "no bid" if seat < 0 else f"seat {seat} bids {BIDS[position.standing_space[track]]}"
    cards = [_face(entry) for entry in pile]
    return f"Pile {track + 1}   {' '.join(cards) or 'empty'}; {bid}"


def _face(entry: int) -> str:
    name = CARD_NAMES[entry & KIND_MASK]
    return name if entry & FACE_UP else f"[{name}]"


def _seat(position: Position, seat: Seat) -> str:
    at = slice(seat * 6, seat * 6 + 6)
    debts = position.debt[seat * 3 : seat * 3 + 3]
    parts = [
        f"cash {position.cash[seat]}",
        f"shares {counts_text(position.regular[at], COMPANIES)}",
        f"split {counts_text(position.split[at], COMPANIES)}",
    ]
    if any(debts):
        parts.append(f"owes {counts_text(debts, ('1', '2', '3'))}")
    if any(position.action_cards[seat * 2 : seat * 2 + 2]):
        parts.append(counts_text(position.action_cards[seat * 2 : seat * 2 + 2], CARD_NAMES[BOOM:]))
    hand = [CARD_NAMES[kind] for kind in position.hands[seat * 2 : seat * 2 + 2] if kind >= 0]
    if hand:
        parts.append(f"hand {' '.join(hand)}")
    if position.rulebook.investors:
        parts.append(_investors(position, seat))
    return f"Seat {seat}   " + "; ".join(parts)


def _investors(position: Position, seat: Seat) -> str:
    """Kept ones, once chosen, then in brackets those dealt."""
    kept = " ".join(INVESTORS[investor] for investor in cards_in(position.investors_chosen[seat])) or "no investor"
    dealt = " ".join(INVESTORS[investor] for investor in position.investors_dealt[seat])
    return f"{kept} [{dealt}]"


def event_text(event: StockpileEvent) -> str:
    """What was seen, in one line."""
    return EVENT_TEXTS[event.type](event)


def _company(event: StockpileEvent) -> str:
    return "-" if event.company is None else COMPANIES[event.company]


def _pair_text(event: StockpileEvent) -> str:
    whose = "the public pair" if event.seat is None else f"the pair of {holder_text(event.seat)}"
    return f"{whose} is {_company(event)} {forecast_text(number(event.forecast))}"


def _placed_text(event: StockpileEvent) -> str:
    down = "a card" if event.down is None else CARD_NAMES[event.down]
    up = CARD_NAMES[number(event.up)]
    up_pile, down_pile = number(event.up_pile) + 1, number(event.down_pile) + 1
    return f"seat {event.seat} places {up} up on pile {up_pile}, {down} down on pile {down_pile}"


def _bid_text(event: StockpileEvent) -> str:
    outbid = "" if event.displaced is None else f", outbidding seat {event.displaced}"
    return f"seat {event.seat} bids {BIDS[number(event.space)]} on track {number(event.track) + 1}{outbid}"


def _names(cards: tuple[int, ...]) -> str:
    return " ".join("?" if card < 0 else CARD_NAMES[card] for card in cards)


def _won_text(event: StockpileEvent) -> str:
    return f"seat {event.seat} pays {event.amount} for pile {number(event.track) + 1}: {_names(event.cards)}"


def _sold_text(event: StockpileEvent) -> str:
    return f"seat {event.seat} sells {SALES[event.kind or SaleKind.REGULAR]} {_company(event)} for {event.amount}"


def _liquidated_text(event: StockpileEvent) -> str:
    regular, split = list(event.cards[:6]), list(event.cards[6:])
    held = f"{counts_text(regular, COMPANIES)}, split {counts_text(split, COMPANIES)}"
    return f"seat {event.seat} sells all for {event.amount}: {held}"


def _revealed_text(event: StockpileEvent) -> str:
    return f"{holder_text(number(event.seat))} reveals {_company(event)} {forecast_text(number(event.forecast))}"


def _placed_down_text(event: StockpileEvent) -> str:
    cards = ["a card" if card is None else CARD_NAMES[card] for card in (event.down, event.other_down)]
    piles = [number(pile) + 1 for pile in (event.down_pile, event.other_pile)]
    return f"seat {event.seat} places {cards[0]} down on pile {piles[0]}, {cards[1]} down on pile {piles[1]}"


def _mark_text(event: StockpileEvent) -> str:
    card = "face down" if event.card is None else CARD_NAMES[event.card]
    piles = f"of pile {number(event.from_pile) + 1} to pile {number(event.to_pile) + 1}"
    return f"seat {event.seat} moves card {number(event.index) + 1}, {card}, {piles}"


def _warren_text(event: StockpileEvent) -> str:
    cards = f" and sees {_names(event.cards)}" if event.cards else ""
    return f"seat {event.seat} looks at pile {number(event.track) + 1}{cards}"


def _martha_text(event: StockpileEvent) -> str:
    pair = "" if event.company is None else f" and sees {_company(event)} {forecast_text(number(event.forecast))}"
    return f"seat {event.seat} looks at pair {number(event.index) + 1} of {holder_text(number(event.owner))}{pair}"


def _investor_names(event: StockpileEvent) -> str:
    return " ".join(INVESTORS[investor] for investor in event.investors)


EVENT_TEXTS: Final[dict[EventType, Callable[[StockpileEvent], str]]] = {
    EventType.ROUND: lambda event: f"round {event.round} begins; seat {event.seat} is first",
    EventType.PAIR: _pair_text,
    EventType.OPENED: lambda event: f"the piles open with {_names(event.cards)}",
    EventType.DEALT: lambda event: f"seat {event.seat} is dealt {_names(event.cards)}",
    EventType.PLACED: _placed_text,
    EventType.BID: _bid_text,
    EventType.WON: _won_text,
    EventType.FEE_PAID: lambda event: f"seat {event.seat} pays a fee of {event.amount}",
    EventType.PLAYED: lambda event: f"seat {event.seat} plays {CARD_NAMES[number(event.card)]} on {_company(event)}",
    EventType.FORECAST: _revealed_text,
    EventType.MOVED: lambda event: f"{_company(event)} stands on space {event.index}",
    EventType.SPLIT: lambda event: f"{_company(event)} splits",
    EventType.SPLIT_SHARES: lambda event: (
        f"seat {event.seat} moves {event.regular} {_company(event)} and gets {event.amount}"
    ),
    EventType.BANKRUPT: lambda event: f"{_company(event)} is bankrupt",
    EventType.LOST_SHARES: lambda event: (
        f"seat {event.seat} loses {event.regular} regular and {event.split} split {_company(event)}"
    ),
    EventType.SHOWN: lambda event: (
        f"seat {event.seat} shows {event.regular} regular and {event.split} split {_company(event)} for {event.amount}"
    ),
    EventType.SOLD: _sold_text,
    EventType.MAJORITY: lambda event: f"seat {event.seat} gets {event.amount} for most of {_company(event)}",
    EventType.LIQUIDATED: _liquidated_text,
    EventType.TAKEN: lambda event: f"seat {event.seat} takes up {_names(event.cards)}",
    EventType.INVESTORS_DEALT: lambda event: f"seat {event.seat} is dealt {_investor_names(event)}",
    EventType.INVESTORS_KEPT: lambda event: f"seat {event.seat} keeps {_investor_names(event)} and gets {event.amount}",
    EventType.PLACED_DOWN: _placed_down_text,
    EventType.MARK: _mark_text,
    EventType.WARREN: _warren_text,
    EventType.MARTHA: _martha_text,
    EventType.CRAMER: lambda event: f"seat {event.seat} moves {_company(event)} by {number(event.spaces):+d}",
    EventType.DEBORAH: lambda event: f"seat {event.seat} lets {_company(event)} pay",
    EventType.FEE_RECEIVED: lambda event: f"seat {event.seat} receives {event.amount} for a fee",
}
