"""What market games write alike in the words of the audit format: names to numbers and back, pairs, debts, bids."""

from collections.abc import Mapping, Sequence

from engine.contract import InvalidDeal, Json, Seat
from engine.market.cards import BIDS, BOOM, CARD_NAMES, COMPANIES
from engine.market.forecasts import BLIND, FORECASTS, PUBLIC, Pairs


def standing_to_json(seat: Seat, space: int) -> Json:
    """Who bids on a track and what; None for nobody (-1)."""
    return None if seat < 0 else {"seat": seat, "space": BIDS[space]}


def debts_to_json(debt: list[int], seat: Seat) -> list[int]:
    """Values of the fees a seat owes, ascending."""
    return [value for value in (1, 2, 3) for _ in range(debt[seat * 3 + value - 1])]


def action_cards_to_json(action_cards: list[int], seat: Seat) -> list[str]:
    """Names of the action cards before a seat, sorted."""
    booms, busts = action_cards[seat * 2 : seat * 2 + 2]
    return [CARD_NAMES[BOOM]] * booms + [CARD_NAMES[BOOM + 1]] * busts


def shares_to_json(counts: list[int], seat: Seat) -> dict[str, Json]:
    """A seat's cards by company, out of a list by seat and company."""
    return dict(zip(COMPANIES, counts[seat * 6 : seat * 6 + 6], strict=True))


def pair_to_json(pair: tuple[int, int]) -> list[Json]:
    """A pair by its names: ["AA", 4]."""
    return [COMPANIES[pair[0]], FORECASTS[pair[1]]]


def pairs_to_json(holders: tuple[int, ...], pairs: Pairs) -> dict[str, Json]:
    """The pairs of one round by holder."""

    def held(holder: int) -> list[Json]:
        return [pair_to_json(pair) for by, pair in zip(holders, pairs, strict=True) if by == holder]

    private = [held(seat) for seat in range(max(holders) + 1)]
    return {"private": private, "public": held(PUBLIC), "blind": held(BLIND)}


def pairs_from_json(holders: tuple[int, ...], data: Json) -> Pairs:
    """Inverse of `pairs_to_json`; InvalidDeal says what is wrong."""
    if not isinstance(data, Mapping) or set(data) != {"private", "public", "blind"}:
        raise InvalidDeal("an entry of rounds must have the keys private, public and blind, and no other")
    private = list_of(data, "private")
    players = max(holders) + 1
    if len(private) != players:
        raise InvalidDeal(f"private has {len(private)} entries; there are {players} seats")
    held: dict[int, list[Json]] = {PUBLIC: list_of(data, "public"), BLIND: list_of(data, "blind")}
    for seat, entries in enumerate(private):
        held[seat] = list_of({"private": entries}, "private")
    for holder, entries in held.items():
        if len(entries) != holders.count(holder):
            name = {PUBLIC: "public", BLIND: "blind"}.get(holder, f"private of seat {holder}")
            raise InvalidDeal(f"{name} has {len(entries)} pairs; it must have {holders.count(holder)}")
    return tuple(_pair_from_json(held[holder].pop(0)) for holder in holders)


def _pair_from_json(data: Json) -> tuple[int, int]:
    match data:
        case [str(company), forecast] if company in COMPANIES and forecast in FORECASTS and forecast is not True:
            return COMPANIES.index(company), FORECASTS.index(forecast)
    raise InvalidDeal(f'{data!r} is no pair; one looks like ["AA", 4]')


def seat_of(data: Mapping[str, Json], key: str) -> Seat:
    """The number of a seat under a key; whether there is such a seat is checked elsewhere."""
    seat = data.get(key)
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise InvalidDeal(f"{key} is {seat!r}; it must be the number of a seat")
    return seat


def deal_object(data: Json, keys: Sequence[str]) -> Mapping[str, Json]:
    """The deal as an object that has no other keys."""
    if not isinstance(data, Mapping):
        raise InvalidDeal("the deal is no object")
    unknown = sorted(set(data) - set(keys))
    if unknown:
        raise InvalidDeal(f"the deal has a key {unknown[0]!r}; keys are {', '.join(keys)}")
    return data


def list_of(data: Mapping[str, Json], key: str) -> list[Json]:
    """The list under a key."""
    value = data.get(key)
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidDeal(f"{key} is {value!r}; it must be a list")
    return list(value)


def numbers_of(data: Mapping[str, Json], key: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of the names listed under a key."""
    numbers = []
    for name in list_of(data, key):
        if not isinstance(name, str) or name not in names:
            raise InvalidDeal(f"{key} names {name!r}; there are {', '.join(names)}")
        numbers.append(names.index(name))
    return tuple(numbers)
