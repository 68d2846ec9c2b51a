"""Deals, actions and facts in the words of the audit format (version 1): plain JSON that other programs can check."""

from collections.abc import Mapping

from engine.contract import Action, Deal, IllegalAction, Json, Seat
from engine.games.stockpile.actions import (
    Bid,
    Cramer,
    Deborah,
    Done,
    Keep,
    KeepTwo,
    Mark,
    Martha,
    Place,
    PlaceDown,
    Play,
    Sell,
    Show,
    Warren,
)
from engine.games.stockpile.deal import StockpileDeal
from engine.games.stockpile.entries import FACE_UP, KIND_MASK
from engine.games.stockpile.position import Position
from engine.games.stockpile.rulebook import Rulebook
from engine.games.stockpile.sight import sees
from engine.market.audit import (
    action_cards_to_json,
    deal_object,
    debts_to_json,
    list_of,
    numbers_of,
    pair_to_json,
    pairs_from_json,
    pairs_to_json,
    seat_of,
    shares_to_json,
    standing_to_json,
)
from engine.market.cards import BIDS, CARD_NAMES, COMPANIES
from engine.market.forecasts import BLIND
from engine.market.investors import INVESTORS, MARTHA, WARREN, cards_in


def deal_to_json(rulebook: Rulebook, deal: StockpileDeal) -> dict[str, Json]:
    """The deal, cards by name."""
    data: dict[str, Json] = {
        "first": deal.first,
        "starting_shares": [COMPANIES[company] for company in deal.starting_shares],
        "market_deck": [CARD_NAMES[kind] for kind in deal.market_deck],
        "rounds": [pairs_to_json(rulebook.holders, pairs) for pairs in deal.rounds],
    }
    if rulebook.investors:
        data["investors"] = [_investors(dealt) for dealt in deal.investors]
    return data


def deal_from_json(rulebook: Rulebook, data: Json) -> Deal:
    """Inverse of `deal_to_json`; InvalidDeal names the key that is wrong."""
    keys = ["first", "starting_shares", "market_deck", "rounds", *(["investors"] if rulebook.investors else [])]
    found = deal_object(data, keys)
    return StockpileDeal(
        first=seat_of(found, "first"),
        starting_shares=numbers_of(found, "starting_shares", COMPANIES),
        market_deck=numbers_of(found, "market_deck", CARD_NAMES),
        rounds=tuple(pairs_from_json(rulebook.holders, entry) for entry in list_of(found, "rounds")),
        investors=_investors_from_json(found) if rulebook.investors else (),
    )


def action_to_json(action: Action, position: Position) -> dict[str, Json]:
    """A typed action, played in this position."""
    match action:
        case Place(up, up_pile, down, down_pile):
            names = {"up": CARD_NAMES[up], "down": CARD_NAMES[down]}
            return {"type": "place", **names, "up_pile": up_pile + 1, "down_pile": down_pile + 1}
        case Bid(track, space):
            return {"type": "bid", "track": track + 1, "space": BIDS[space]}
        case Play(card, company):
            return {"type": "play", "card": CARD_NAMES[card], "company": COMPANIES[company]}
        case Sell(company, kind):
            return {"type": "sell", "company": COMPANIES[company], "kind": kind.name.lower()}
        case Show(regular, split):
            return {"type": "show", "regular": regular, "split": split}
        case Done():
            return {"type": "done"}
    return _investor_action(action, position)


def _investor_action(action: Action, position: Position) -> dict[str, Json]:
    match action:
        case Keep(investor):
            return {"type": "keep", "investors": _investors((investor,))}
        case KeepTwo(investor, second):
            return {"type": "keep", "investors": _investors((investor, second))}
        case PlaceDown():
            return _place_down(action, position)
        case Mark(from_pile, index, to_pile):
            return {"type": "mark", "from": from_pile + 1, "index": index, "to": to_pile + 1}
        case Warren(pile):
            return {"type": "warren", "pile": pile + 1}
        case Martha(owner, index):
            return {"type": "martha", "owner": _owner(owner), "index": index}
        case Cramer(company, spaces):
            return {"type": "cramer", "company": COMPANIES[company], "spaces": spaces}
        case Deborah(company):
            return {"type": "deborah", "company": COMPANIES[company]}
    raise IllegalAction(f"{action} is no action of stockpile")


def _place_down(action: PlaceDown, position: Position) -> dict[str, Json]:
    """Cards in the order in which they were dealt to the seat asked."""
    cards = [(action.down, action.down_pile), (action.other_down, action.other_pile)]
    seat = position.to_act
    if seat is not None and position.hands[seat * 2] == action.other_down != action.down:
        cards.reverse()
    return {
        "type": "place_down",
        "cards": [CARD_NAMES[card] for card, _ in cards],
        "piles": [pile + 1 for _, pile in cards],
    }


def public_facts(position: Position) -> dict[str, Json]:
    """What everyone may know."""
    seats = range(position.rulebook.players)
    facts: dict[str, Json] = {
        "round": position.round,
        "turn_order": list(position.order),
        "cash": list(position.cash),
        "debts": [debts_to_json(position.debt, seat) for seat in seats],
        "action_cards": [action_cards_to_json(position.action_cards, seat) for seat in seats],
        "index": dict(zip(COMPANIES, position.index, strict=True)),
        "price": dict(zip(COMPANIES, position.price, strict=True)),
        "standing": [
            standing_to_json(seat, space)
            for seat, space in zip(position.standing_seat, position.standing_space, strict=True)
        ],
        "deck_size": len(position.deck) - position.deck_at,
        "discard": dict(zip(CARD_NAMES, position.discard, strict=True)),
        "cards_held": [[position.regular_cards[seat], position.split_cards[seat]] for seat in seats],
        "piles": [[_card(entry) for entry in pile] for pile in piles(position)],
    }
    if position.rulebook.investors:
        facts["investors"] = [_owned(position, seat) for seat in seats]
    return facts


def private_facts(position: Position, seat: Seat) -> dict[str, Json]:
    """What only `seat` knows."""
    holders = position.rulebook.holders
    own = [pair for slot, pair in enumerate(position.pairs) if holders[slot] == seat]
    facts: dict[str, Json] = {
        "pairs": [pair_to_json(pair) for pair in own],
        "hand": [CARD_NAMES[kind] for kind in position.hands[seat * 2 : seat * 2 + 2] if kind >= 0],
        "regular": shares_to_json(position.regular, seat),
        "split": shares_to_json(position.split, seat),
        "known_face_down": [
            {"pile": track + 1, "index": index, "card": CARD_NAMES[entry & KIND_MASK]}
            for track, pile in enumerate(piles(position))
            for index, entry in enumerate(pile)
            if not entry & FACE_UP and sees(position, seat, entry)
        ],
        "investors_chosen": _investors(cards_in(position.investors_chosen[seat])),
        "peeked": [*_peeked_cards(position, seat), *_peeked_pair(position, seat)],
    }
    if position.rulebook.investors:
        facts["investors_dealt"] = _investors(position.investors_dealt[seat])
    return facts


def _peeked_cards(position: Position, seat: Seat) -> list[Json]:
    """What the seat has seen through Warren in the match."""
    if seat != position.investor_owner[WARREN]:
        return []
    return [
        {
            "round": code >> 15,
            "pile": (code >> 4 & 7) + 1,
            "card": CARD_NAMES[code & KIND_MASK],
            "winner": (code >> 12 & 7) - 1 if code >> 12 & 7 else None,
        }
        for code in position.peeked
    ]


def _peeked_pair(position: Position, seat: Seat) -> list[Json]:
    """The pair the seat has seen through Martha, until it is revealed."""
    slot = position.martha_slot
    if slot < 0 or seat != position.investor_owner[MARTHA]:
        return []
    holders = position.rulebook.holders
    if slot in position.rulebook.orders[position.first][: position.revealed]:
        return []
    owner, index = _owner(holders[slot]), holders[:slot].count(holders[slot])
    return [{"round": position.round, "owner": owner, "index": index, "pair": pair_to_json(position.pairs[slot])}]


def _owned(position: Position, seat: Seat) -> list[Json]:
    return [INVESTORS[investor] for investor, owner in enumerate(position.investor_owner) if owner == seat]


def _investors(numbers: tuple[int, ...]) -> list[Json]:
    return [INVESTORS[number] for number in numbers]


def _owner(holder: int) -> Json:
    return "blind" if holder == BLIND else holder


def piles(position: Position) -> list[list[int]]:
    """The cards of each pile, in the order of clarification 8."""
    entries = sorted(position.table)
    return [[entry for entry in entries if entry >> 14 == track] for track in range(position.rulebook.tracks)]


def _by(entry: int) -> Seat:
    return (entry >> 5 & 7) - 1


def _card(entry: int) -> dict[str, Json]:
    by = _by(entry) if _by(entry) >= 0 else None
    if entry & FACE_UP:
        return {"face": "up", "card": CARD_NAMES[entry & KIND_MASK], "by": by}
    return {"face": "down", "by": by}


def _investors_from_json(data: Mapping[str, Json]) -> tuple[tuple[int, ...], ...]:
    return tuple(numbers_of({"investors": dealt}, "investors", INVESTORS) for dealt in list_of(data, "investors"))
