"""The Great Crash in words: one line per action and event, and the whole table."""

from collections.abc import Callable
from typing import Final

from engine.contract import Action, Seat
from engine.games.great_crash.actions import (
    Bid,
    Buy,
    Cover,
    Dismiss,
    Hire,
    HireHelped,
    Play,
    SaleKind,
    Sell,
    Show,
    SplitSale,
    Take,
)
from engine.games.great_crash.audit import experts_of, in_row
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.observing import is_revealed
from engine.games.great_crash.position import PHASES, Position
from engine.market.cards import BIDS, BOOM, CARD_NAMES, COMPANIES
from engine.market.investors import INVESTORS
from engine.market.text import counts_text, forecast_text, holder_text, number

KINDS: Final = {SaleKind.REGULAR: "a regular", SaleKind.SPLIT: "a split"}


def action_text(action: Action) -> str:
    """What a seat does, in one line without its name."""
    match action:
        case Take(company):
            return f"takes {COMPANIES[company]}"
        case Bid(track, space):
            return f"bids {BIDS[space]} on track {track + 1}"
        case Play(card, company):
            return f"plays {CARD_NAMES[card]} on {COMPANIES[company]}"
        case Sell(company, kind):
            return f"sells {KINDS[kind]} {COMPANIES[company]}"
        case Buy(company):
            return f"buys {COMPANIES[company]}"
        case Show(regular, split):
            return f"shows {regular} regular and {split} split" if regular or split else "shows nothing"
        case _:
            return _variant_text(action)


def _variant_text(action: Action) -> str:
    match action:
        case SplitSale(count):
            return f"sells {count} split before"
        case Hire():
            return "hires an expert"
        case HireHelped(helper):
            return f"hires an expert with the help of seat {helper}"
        case Cover(company, kind):
            return f"picks {KINDS[kind]} {COMPANIES[company]} for sale"
        case Dismiss(expert):
            return f"dismisses {INVESTORS[expert]}"
        case _:
            return "is done"


def state_text(position: Position) -> str:
    """The whole table, secrets included, as lines of text."""
    players = position.rulebook.players
    asked = "the match is over" if position.to_act is None else f"seat {position.to_act} is asked"
    order = " ".join(map(str, position.order))
    return "\n".join(
        [
            f"Round {position.round} of {position.rulebook.rounds}, {_phase(position)}; turn order {order}; {asked}.",
            "Prices   " + "  ".join(_price(position, company) for company in range(len(COMPANIES))),
            "Pairs    " + ("; ".join(_pair(position, slot) for slot in range(len(position.pairs))) or "none"),
            *(_track(position, track) for track in range(players)),
            *(_seat(position, seat) for seat in range(players)),
            f"Supply   {counts_text(position.supply, COMPANIES)}{_aside(position)}",
            *(_row(position, row) for row in range(len(position.expert_rows))),
            f"Deck {len(position.deck) - position.deck_at}; discarded: {counts_text(position.discard, CARD_NAMES)}",
        ]
    )


def _phase(position: Position) -> str:
    name = PHASES[position.phase_number]
    return f"{name} {position.sub_phase}" if position.sub_phase else name


def _price(position: Position, company: int) -> str:
    return f"{COMPANIES[company]} {position.price[company]} ({position.index[company]})"


def _pair(position: Position, slot: int) -> str:
    company, forecast = position.pairs[slot]
    moved = ", moved" if is_revealed(position, slot) else ""
    return f"{holder_text(position.rulebook.holders[slot])} {COMPANIES[company]} {forecast_text(forecast)}{moved}"


def _track(position: Position, track: int) -> str:
    seat, card = position.standing_seat[track], position.track_card[track]
    bid = "no bid" if seat < 0 else f"seat {seat} bids {BIDS[position.standing_space[track]]}"
    return f"Track {track + 1}  {CARD_NAMES[card] if card >= 0 else 'no card'}; {bid}"


def _seat(position: Position, seat: Seat) -> str:
    at = slice(seat * 6, seat * 6 + 6)
    shown = position.on_show[at]
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
    if any(shown):
        parts.append(f"shows pairs of {' '.join(name for name, pair in zip(COMPANIES, shown, strict=True) if pair)}")
    if seat in position.pen:
        parts.append(f"number {position.pen.index(seat) + 1} at the pen")
    if experts_of(position, seat):
        parts.append("experts " + " ".join(INVESTORS[expert] for expert in experts_of(position, seat)))
    return f"Seat {seat}   " + "; ".join(parts)


def _aside(position: Position) -> str:
    return f"; aside: {counts_text(position.aside, COMPANIES)}" if any(position.aside) else ""


def _row(position: Position, row: int) -> str:
    return f"Experts {row + 1}  " + (" ".join(INVESTORS[expert] for expert in in_row(position, row)) or "none")


def event_text(event: CrashEvent) -> str:
    """What was seen, in one line."""
    return EVENT_TEXTS[event.type](event)


def _company(event: CrashEvent) -> str:
    return COMPANIES[number(event.company)]


def _expert(event: CrashEvent) -> str:
    return INVESTORS[number(event.expert)]


def _round_text(event: CrashEvent) -> str:
    return f"round {event.round} begins; turn order {', '.join(f'seat {seat}' for seat in event.order)}"


def _pair_text(event: CrashEvent) -> str:
    whose = "the public pair" if event.seat is None else f"the pair of {holder_text(event.seat)}"
    return f"{whose} is {_company(event)} {forecast_text(number(event.forecast))}"


def _opened_text(event: CrashEvent) -> str:
    return f"under the tracks lie {' '.join(CARD_NAMES[card] for card in event.cards)}"


def _bid_text(event: CrashEvent) -> str:
    outbid = "" if event.displaced is None else f", outbidding seat {event.displaced}"
    return f"seat {event.seat} bids {BIDS[number(event.space)]} on track {number(event.track) + 1}{outbid}"


def _won_text(event: CrashEvent) -> str:
    card = "" if event.card is None else f": {CARD_NAMES[event.card]}"
    return f"seat {event.seat} pays {event.amount} for track {number(event.track) + 1}{card}"


def _played_text(event: CrashEvent) -> str:
    return f"seat {event.seat} plays {CARD_NAMES[number(event.card)]} on {_company(event)}"


def _sold_text(event: CrashEvent) -> str:
    return f"seat {event.seat} sells {KINDS[event.kind or SaleKind.REGULAR]} {_company(event)} for {event.amount}"


def _covered_text(event: CrashEvent) -> str:
    card = f"{KINDS[event.kind or SaleKind.REGULAR]} {_company(event)}"
    return f"seat {event.helper} sells {card} of seat {event.seat} for {event.amount}"


def _revealed_text(event: CrashEvent) -> str:
    pair = f"{_company(event)} {forecast_text(number(event.forecast))}"
    return f"{holder_text(number(event.seat))} reveals {pair}"


def _split_sale_text(event: CrashEvent) -> str:
    return f"seat {event.seat} sells {event.split} {_company(event)} split before for {event.amount}"


def _split_shares_text(event: CrashEvent) -> str:
    bonus = f" and gets {event.amount}" if event.amount else ""
    return f"seat {event.seat} moves {event.regular} {_company(event)}{bonus}"


def _lost_text(event: CrashEvent) -> str:
    return f"seat {event.seat} loses {event.regular} regular and {event.split} split {_company(event)}"


def _shown_text(event: CrashEvent) -> str:
    shown = f"{event.regular} regular and {event.split} split {_company(event)}"
    return f"seat {event.seat} shows {shown} for {event.amount}"


def _liquidated_text(event: CrashEvent) -> str:
    regular, split = list(event.cards[:6]), list(event.cards[6:])
    held = f"{counts_text(regular, COMPANIES)}, split {counts_text(split, COMPANIES)}"
    return f"seat {event.seat} sells all for {event.amount}: {held}"


EVENT_TEXTS: Final[dict[EventType, Callable[[CrashEvent], str]]] = {
    EventType.ROUND: _round_text,
    EventType.BAILED_OUT: lambda event: f"seat {event.seat} is ruined and gets {event.amount}",
    EventType.TAKEN: lambda event: f"seat {event.seat} takes {_company(event)}",
    EventType.PAIR: _pair_text,
    EventType.OPENED: _opened_text,
    EventType.BID: _bid_text,
    EventType.WON: _won_text,
    EventType.FEE_PAID: lambda event: f"seat {event.seat} pays a fee of {event.amount}",
    EventType.PLAYED: _played_text,
    EventType.SOLD: _sold_text,
    EventType.MOVED: lambda event: f"{_company(event)} stands on space {event.index}",
    EventType.BOUGHT: lambda event: f"seat {event.seat} buys {_company(event)} for {event.amount}",
    EventType.FORECAST: _revealed_text,
    EventType.SPLIT: lambda event: f"{_company(event)} splits",
    EventType.SPLIT_SALE: _split_sale_text,
    EventType.SPLIT_SHARES: _split_shares_text,
    EventType.BANKRUPT: lambda event: f"{_company(event)} is bankrupt",
    EventType.LOST_SHARES: _lost_text,
    EventType.SHOWN: _shown_text,
    EventType.HELPER: lambda event: f"seat {event.seat} wants an expert with the help of seat {event.helper}",
    EventType.COVERED: _covered_text,
    EventType.HIRED: lambda event: f"seat {event.seat} hires {_expert(event)} for {event.amount}",
    EventType.DISMISSED: lambda event: f"seat {event.seat} dismisses {_expert(event)} and pays {event.amount}",
    EventType.MAJORITY: lambda event: f"seat {event.seat} gets {event.amount} for most of {_company(event)}",
    EventType.LIQUIDATED: _liquidated_text,
}
