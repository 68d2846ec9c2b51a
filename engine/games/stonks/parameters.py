"""The parameters of section 3.2: the published block of defaults, and how other values for it are read and checked."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.contract import InvalidSetting, Json
from engine.games.stonks.deck import MOST_CARDS, MOST_COMPANIES
from engine.games.stonks.reading import all_different, from_text, keyed, listed, refuse, text, truth, whole, word

PLAYER_COUNTS: Final = (2, 3, 4, 5)
LENGTHS: Final = ("short", "long")
DOTS: Final = ("first_in_row", "none")
ROWS: Final = ("rotate_left_by_round",)
MOST_RANK: Final = 99
MOST_SYMBOLS: Final = 2
MOST_SHARES: Final = 9
MOST_VALUE: Final = 99
MOST_ROUNDS: Final = 20
FEWEST_DEALT: Final = 4
"""Two cards are drafted, one is left at the end, and there is at least one trick."""

BLOCK: Final[dict[str, Json]] = {
    "players": {"min": PLAYER_COUNTS[0], "max": PLAYER_COUNTS[-1]},
    "companies": ["R", "Y", "B", "G", "O"],
    "company_names": {"R": "Red", "Y": "Yellow", "B": "Blue", "G": "Green", "O": "Orange"},
    "ranks": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    "symbols_by_rank": [2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    "shares_by_rank": [1, 1, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 1],
    "cards_override": None,
    "hand_size": {"2": 13, "3": 13, "4": 12, "5": 10},
    "market": {
        "min": 1,
        "max": 5,
        "start": 3,
        "reset_each_round": True,
        "initial_dot": "first_in_row",
        "row": "rotate_left_by_round",
    },
    "rounds": {"short": 3, "long": 5},
}
"""The house block `stonks-house-1`, the parameters that are JSON; the others are plain settings of the game."""

BLOCK_TEXTS: Final = {name: json.dumps(value) for name, value in BLOCK.items()}
"""The same as canonical text."""

FIELDS: Final = {"players": "player_range"}
"""Fields of the game that are not called like their parameter."""

KEY_BY_KEY: Final = ("players", "hand_size", "market", "rounds")
"""Of these a value given changes the keys it has; the others it replaces."""

COMPANY: Final = re.compile(r"[A-Za-z]{1,8}")


def canonical(name: str, given: Json) -> str:
    """The text of a JSON parameter, complete with the keys not given; InvalidSetting if it is out of range."""
    value = from_text(name, given, BLOCK[name])
    return json.dumps(READERS[name](name, value))


def difference(name: str, value: Json) -> Json:
    """What of a JSON parameter differs from the block: only the keys that do, where it goes key by key."""
    block = BLOCK[name]
    if name in KEY_BY_KEY and isinstance(value, Mapping) and isinstance(block, Mapping):
        return {key: value[key] for key in value if value[key] != block[key]}
    return value


def _merged(name: str, value: Json) -> dict[str, Json]:
    block = BLOCK[name]
    assert isinstance(block, Mapping)
    return {**block, **keyed(name, value, list(block))}


def _players(name: str, value: Json) -> Json:
    given = _merged(name, value)
    low = whole(f"{name}.min", given["min"], PLAYER_COUNTS[0], PLAYER_COUNTS[-1])
    return {"min": low, "max": whole(f"{name}.max", given["max"], low, PLAYER_COUNTS[-1])}


def _companies(name: str, value: Json) -> Json:
    letters = [_company(name, entry) for entry in listed(name, value, 2, MOST_COMPANIES)]
    all_different(name, letters)
    return letters


def _company(name: str, value: Json) -> str:
    if not isinstance(value, str) or not COMPANY.fullmatch(value):
        refuse(f"an entry of {name}", value, "1 to 8 letters")
    return value


def _names(name: str, value: Json) -> Json:
    if not isinstance(value, Mapping):
        refuse(name, value, "an object with a name for some of the companies")
    return {_company(name, letter): text(f"{name}.{letter}", one) for letter, one in value.items()}


def _ranks(name: str, value: Json) -> Json:
    ranks = [whole(f"an entry of {name}", rank, 1, MOST_RANK) for rank in listed(name, value, 1, MOST_RANK)]
    all_different(name, ranks)
    return ranks


def _symbols(name: str, value: Json) -> Json:
    return [whole(f"an entry of {name}", entry, 0, MOST_SYMBOLS) for entry in listed(name, value, 1, MOST_RANK)]


def _shares(name: str, value: Json) -> Json:
    return [whole(f"an entry of {name}", entry, 1, MOST_SHARES) for entry in listed(name, value, 1, MOST_RANK)]


def _override(name: str, value: Json) -> Json:
    if value is None:
        return None
    return [_card(f"{name}[{at}]", card) for at, card in enumerate(listed(name, value, 2, MOST_CARDS))]


def _card(name: str, value: Json) -> Json:
    keys = ("id", "company", "rank", "symbols", "shares")
    card = keyed(name, value, keys)
    for key in keys[1:]:
        if key not in card:
            raise InvalidSetting(f"{name} has no {key}; a card has the keys {', '.join(keys)}")
    company = _company(f"{name}.company", card["company"])
    rank = whole(f"{name}.rank", card["rank"], 1, MOST_RANK)
    return {
        "id": text(f"{name}.id", card.get("id", f"{company}{rank}")),
        "company": company,
        "rank": rank,
        "symbols": whole(f"{name}.symbols", card["symbols"], 0, MOST_SYMBOLS),
        "shares": whole(f"{name}.shares", card["shares"], 1, MOST_SHARES),
    }


def _hand_size(name: str, value: Json) -> Json:
    sizes = _merged(name, value)
    return {key: whole(f"{name}.{key}", size, FEWEST_DEALT, MOST_CARDS) for key, size in sizes.items()}


def _market(name: str, value: Json) -> Json:
    market = _merged(name, value)
    low = whole(f"{name}.min", market["min"], 0, MOST_VALUE)
    high = whole(f"{name}.max", market["max"], low, MOST_VALUE)
    return {
        "min": low,
        "max": high,
        "start": whole(f"{name}.start", market["start"], low, high),
        "reset_each_round": truth(f"{name}.reset_each_round", market["reset_each_round"]),
        "initial_dot": word(f"{name}.initial_dot", market["initial_dot"], DOTS),
        "row": word(f"{name}.row", market["row"], ROWS),
    }


def _rounds(name: str, value: Json) -> Json:
    return {key: whole(f"{name}.{key}", count, 1, MOST_ROUNDS) for key, count in _merged(name, value).items()}


READERS: Final[Mapping[str, Callable[[str, Json], Json]]] = {
    "players": _players,
    "companies": _companies,
    "company_names": _names,
    "ranks": _ranks,
    "symbols_by_rank": _symbols,
    "shares_by_rank": _shares,
    "cards_override": _override,
    "hand_size": _hand_size,
    "market": _market,
    "rounds": _rounds,
}
"""By JSON parameter: what checks a value by itself and completes it."""


def as_list(value: Json) -> Sequence[Json]:
    """A list of the block; it has been checked."""
    assert isinstance(value, Sequence)
    assert not isinstance(value, str)
    return value


def as_object(value: Json) -> Mapping[str, Json]:
    """An object of the block; it has been checked."""
    assert isinstance(value, Mapping)
    return value


def as_number(value: Json) -> int:
    """A number of the block; it has been checked."""
    assert isinstance(value, int)
    return value
