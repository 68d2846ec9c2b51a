"""Deals, actions and facts in the words of the audit format (version 1): plain JSON that other programs can check."""

from collections.abc import Mapping, Sequence

from engine.contract import Action, Deal, IllegalAction, InvalidDeal, Json, Seat
from engine.games.stockpile.actions import FACE_UP, KIND_MASK, Bid, Done, Place, Play, Sell, Show
from engine.games.stockpile.deal import StockpileDeal
from engine.games.stockpile.position import Position
from engine.games.stockpile.rulebook import Rulebook
from engine.market.cards import BIDS, BOOM, BUST, CARD_NAMES, COMPANIES
from engine.market.forecasts import BLIND, FORECASTS, PUBLIC, Pairs


def deal_to_json(rulebook: Rulebook, deal: StockpileDeal) -> dict[str, Json]:
    """The deal, cards by name."""
    return {
        "first": deal.first,
        "starting_shares": [COMPANIES[company] for company in deal.starting_shares],
        "market_deck": [CARD_NAMES[kind] for kind in deal.market_deck],
        "rounds": [_pairs_to_json(rulebook, pairs) for pairs in deal.rounds],
    }


def deal_from_json(rulebook: Rulebook, data: Json) -> Deal:
    """Inverse of `deal_to_json`; InvalidDeal names the key that is wrong."""
    if not isinstance(data, Mapping):
        raise InvalidDeal("the deal is no object")
    unknown = sorted(set(data) - {"first", "starting_shares", "market_deck", "rounds"})
    if unknown:
        raise InvalidDeal(f"the deal has a key {unknown[0]!r}; keys are first, starting_shares, market_deck, rounds")
    first = data.get("first")
    if not isinstance(first, int) or isinstance(first, bool):
        raise InvalidDeal(f"first is {first!r}; it must be the number of a seat")
    return StockpileDeal(
        first=first,
        starting_shares=_numbers(data, "starting_shares", COMPANIES),
        market_deck=_numbers(data, "market_deck", CARD_NAMES),
        rounds=tuple(_pairs_from_json(rulebook, entry) for entry in _list(data, "rounds")),
    )


def action_to_json(action: Action) -> dict[str, Json]:
    """A typed action."""
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
    raise IllegalAction(f"{action} is no action of stockpile")


def public_facts(position: Position) -> dict[str, Json]:
    """What everyone may know."""
    seats = range(position.rulebook.players)
    return {
        "round": position.round,
        "turn_order": list(position.order),
        "cash": list(position.cash),
        "debts": [_debts(position, seat) for seat in seats],
        "action_cards": [_action_cards(position, seat) for seat in seats],
        "index": dict(zip(COMPANIES, position.index, strict=True)),
        "price": dict(zip(COMPANIES, position.price, strict=True)),
        "standing": [_standing(position, track) for track in range(position.rulebook.tracks)],
        "deck_size": len(position.deck) - position.deck_at,
        "discard": dict(zip(CARD_NAMES, position.discard, strict=True)),
        "cards_held": [[position.regular_cards[seat], position.split_cards[seat]] for seat in seats],
        "piles": [[_card(entry) for entry in pile] for pile in piles(position)],
    }


def private_facts(position: Position, seat: Seat) -> dict[str, Json]:
    """What only `seat` knows."""
    holders = position.rulebook.holders
    own = [pair for holder, pair in zip(holders, position.pairs, strict=True) if holder == seat]
    at = slice(seat * 6, seat * 6 + 6)
    return {
        "pairs": [_pair(pair) for pair in own],
        "hand": [CARD_NAMES[kind] for kind in position.hands[seat * 2 : seat * 2 + 2] if kind >= 0],
        "regular": dict(zip(COMPANIES, position.regular[at], strict=True)),
        "split": dict(zip(COMPANIES, position.split[at], strict=True)),
        "known_face_down": [
            {"pile": track + 1, "index": index, "card": CARD_NAMES[entry & KIND_MASK]}
            for track, pile in enumerate(piles(position))
            for index, entry in enumerate(pile)
            if not entry & FACE_UP and _by(entry) == seat
        ],
        "investors_chosen": [],
        "peeked": [],
    }


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


def _standing(position: Position, track: int) -> Json:
    seat = position.standing_seat[track]
    return None if seat < 0 else {"seat": seat, "space": BIDS[position.standing_space[track]]}


def _debts(position: Position, seat: Seat) -> list[int]:
    return [value for value in (1, 2, 3) for _ in range(position.debt[seat * 3 + value - 1])]


def _action_cards(position: Position, seat: Seat) -> list[str]:
    booms, busts = position.action_cards[seat * 2 : seat * 2 + 2]
    return [CARD_NAMES[BOOM]] * booms + [CARD_NAMES[BUST]] * busts


def _pair(pair: tuple[int, int]) -> list[Json]:
    return [COMPANIES[pair[0]], FORECASTS[pair[1]]]


def _pairs_to_json(rulebook: Rulebook, pairs: Pairs) -> dict[str, Json]:
    def held(holder: int) -> list[Json]:
        return [_pair(pair) for by, pair in zip(rulebook.holders, pairs, strict=True) if by == holder]

    private = [held(seat) for seat in range(rulebook.players)]
    return {"private": private, "public": held(PUBLIC), "blind": held(BLIND)}


def _pairs_from_json(rulebook: Rulebook, data: Json) -> Pairs:
    if not isinstance(data, Mapping) or set(data) != {"private", "public", "blind"}:
        raise InvalidDeal("an entry of rounds must have the keys private, public and blind, and no other")
    private = _list(data, "private")
    if len(private) != rulebook.players:
        raise InvalidDeal(f"private has {len(private)} entries; there are {rulebook.players} seats")
    held: dict[int, list[Json]] = {PUBLIC: _list(data, "public"), BLIND: _list(data, "blind")}
    for seat, entries in enumerate(private):
        held[seat] = _list({"private": entries}, "private")
    for holder, entries in held.items():
        if len(entries) != rulebook.holders.count(holder):
            name = {PUBLIC: "public", BLIND: "blind"}.get(holder, f"private of seat {holder}")
            raise InvalidDeal(f"{name} has {len(entries)} pairs; it must have {rulebook.holders.count(holder)}")
    return tuple(_pair_from_json(held[holder].pop(0)) for holder in rulebook.holders)


def _pair_from_json(data: Json) -> tuple[int, int]:
    match data:
        case [str(company), forecast] if company in COMPANIES and forecast in FORECASTS and forecast is not True:
            return COMPANIES.index(company), FORECASTS.index(forecast)
    raise InvalidDeal(f'{data!r} is no pair; one looks like ["AA", 4]')


def _list(data: Mapping[str, Json], key: str) -> list[Json]:
    value = data.get(key)
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidDeal(f"{key} is {value!r}; it must be a list")
    return list(value)


def _numbers(data: Mapping[str, Json], key: str, names: tuple[str, ...]) -> tuple[int, ...]:
    numbers = []
    for name in _list(data, key):
        if not isinstance(name, str) or name not in names:
            raise InvalidDeal(f"{key} names {name!r}; there are {', '.join(names)}")
        numbers.append(names.index(name))
    return tuple(numbers)
