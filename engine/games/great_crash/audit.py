"""Deals, actions and facts in the words of the audit format (version 1): plain JSON that other programs can check."""

from engine.contract import Action, Deal, IllegalAction, Json, Seat
from engine.games.great_crash.actions import (
    Bid,
    Buy,
    Cover,
    Dismiss,
    Done,
    Hire,
    HireHelped,
    Play,
    Sell,
    Show,
    SplitSale,
    Take,
)
from engine.games.great_crash.deal import CrashDeal
from engine.games.great_crash.position import BAILOUT, IN_ROW, Position
from engine.games.great_crash.rulebook import Rulebook
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
from engine.market.investors import INVESTORS


def deal_to_json(rulebook: Rulebook, deal: CrashDeal) -> dict[str, Json]:
    """The deal, cards by name."""
    data: dict[str, Json] = {
        "first": deal.first,
        "market_deck": [CARD_NAMES[kind] for kind in deal.market_deck],
        "rounds": [pairs_to_json(rulebook.holders, pairs) for pairs in deal.rounds],
    }
    if rulebook.experts:
        data["expert_rows"] = [_names(row) for row in deal.expert_rows]
    return data


def deal_from_json(rulebook: Rulebook, data: Json) -> Deal:
    """Inverse of `deal_to_json`; InvalidDeal names the key that is wrong."""
    keys = ["first", "market_deck", "rounds", *(["expert_rows"] if rulebook.experts else [])]
    found = deal_object(data, keys)
    rows = list_of(found, "expert_rows") if rulebook.experts else []
    return CrashDeal(
        first=seat_of(found, "first"),
        market_deck=numbers_of(found, "market_deck", CARD_NAMES),
        rounds=tuple(pairs_from_json(rulebook.holders, entry) for entry in list_of(found, "rounds")),
        expert_rows=tuple(numbers_of({"expert_rows": row}, "expert_rows", INVESTORS) for row in rows),
    )


def action_to_json(action: Action) -> dict[str, Json]:
    """A typed action; it is written alike in every state."""
    match action:
        case Take(company):
            return {"type": "take", "company": COMPANIES[company]}
        case Bid(track, space):
            return {"type": "bid", "track": track + 1, "space": BIDS[space]}
        case Play(card, company):
            return {"type": "play", "card": CARD_NAMES[card], "company": COMPANIES[company]}
        case Sell(company, kind):
            return {"type": "sell", "company": COMPANIES[company], "kind": kind.name.lower()}
        case Buy(company):
            return {"type": "buy", "company": COMPANIES[company]}
        case Show(regular, split):
            return {"type": "show", "regular": regular, "split": split}
        case Done():
            return {"type": "done"}
    return _variant_action(action)


def _variant_action(action: Action) -> dict[str, Json]:
    match action:
        case SplitSale(count):
            return {"type": "split_sale", "count": count}
        case Hire():
            return {"type": "hire"}
        case HireHelped(helper):
            return {"type": "hire", "helper": helper}
        case Cover(company, kind):
            return {"type": "cover", "company": COMPANIES[company], "kind": kind.name.lower()}
        case Dismiss(expert):
            return {"type": "dismiss", "expert": INVESTORS[expert]}
    raise IllegalAction(f"{action} is no action of great_crash")


def public_facts(position: Position) -> dict[str, Json]:
    """What everyone may know. `aside` (cards sold in the running turn) and `hires` go beyond the format's keys."""
    players = position.rulebook.players
    seats = range(players)
    return {
        "round": position.round,
        "turn_order": list(position.order),
        "cash": list(position.cash),
        "debts": [debts_to_json(position.debt, seat) for seat in seats],
        "action_cards": [action_cards_to_json(position.action_cards, seat) for seat in seats],
        "index": dict(zip(COMPANIES, position.index, strict=True)),
        "price": dict(zip(COMPANIES, position.price, strict=True)),
        "standing": [
            standing_to_json(position.standing_seat[track], position.standing_space[track]) for track in range(players)
        ],
        "deck_size": len(position.deck) - position.deck_at,
        "discard": dict(zip(CARD_NAMES, position.discard, strict=True)),
        "cards_held": [_cards_held(position, seat) for seat in seats],
        "piles": [_pile(card) for card in position.track_card],
        "pen": list(position.pen),
        "regular": [shares_to_json(position.regular, seat) for seat in seats],
        "split": [shares_to_json(position.split, seat) for seat in seats],
        "supply": dict(zip(COMPANIES, position.supply, strict=True)),
        "aside": dict(zip(COMPANIES, position.aside, strict=True)),
        "pairs_on_show": [_shown(position, seat) for seat in seats],
        "expert_rows": [_names(in_row(position, row)) for row in range(len(position.expert_rows))],
        "experts": [_names(experts_of(position, seat)) for seat in seats],
        "hires": list(position.hires),
    }


def private_facts(position: Position, seat: Seat) -> dict[str, Json]:
    """What only `seat` knows, its pair (during the bailout there is none yet), and what it holds."""
    return {
        "pairs": [] if position.phase_number == BAILOUT else [pair_to_json(position.pairs[seat])],
        "regular": shares_to_json(position.regular, seat),
        "split": shares_to_json(position.split, seat),
    }


def in_row(position: Position, row: int) -> tuple[int, ...]:
    """The experts of a row who can be hired, dearest first."""
    return tuple([expert for expert in position.expert_rows[row] if position.expert_owner[expert] == IN_ROW])


def experts_of(position: Position, seat: Seat) -> tuple[int, ...]:
    """The experts a seat has in hand."""
    return tuple([expert for expert, owner in enumerate(position.expert_owner) if owner == seat])


def _cards_held(position: Position, seat: Seat) -> list[Json]:
    at = slice(seat * 6, seat * 6 + 6)
    return [sum(position.regular[at]), sum(position.split[at])]


def _pile(card: int) -> list[Json]:
    return [] if card < 0 else [{"face": "up", "card": CARD_NAMES[card], "by": None}]


def _shown(position: Position, seat: Seat) -> list[Json]:
    return [name for name, shown in zip(COMPANIES, position.on_show[seat * 6 : seat * 6 + 6], strict=True) if shown]


def _names(experts: tuple[int, ...]) -> list[Json]:
    return [INVESTORS[expert] for expert in experts]
