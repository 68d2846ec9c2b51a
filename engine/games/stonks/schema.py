"""The settings of Stonks for listings, and which of a game's differ from the block of section 3.2."""

import json
from collections.abc import Mapping
from typing import Final

from engine.contract import Json, Setting
from engine.games.stonks.parameters import BLOCK, BLOCK_TEXTS, FIELDS, LENGTHS, canonical, difference

LIMITS: Final = ("per_trick", "per_round")
UNITS: Final = ("shares", "cards")
MOST_BONUS_SHARES: Final = 9
RULESET: Final = "stonks-house-1"


def _json(name: str, text: str, *examples: Json) -> Setting:
    """A JSON parameter: `allowed` are the default and examples, on which the laws are run."""
    default = BLOCK_TEXTS[name]
    allowed = (default, *(canonical(name, example) for example in examples))
    return Setting(name, "json", default, allowed, text, field=FIELDS.get(name, ""))


SCHEMA: Final[tuple[Setting, ...]] = (
    Setting("length", "choice", "short", LENGTHS, "which number of rounds is played"),
    Setting("speculation_limit", "choice", "per_trick", LIMITS, "one Speculation in a trick, or in a whole round"),
    Setting("score_unit", "choice", "shares", UNITS, "whether scores count shares or cards"),
    Setting("adjust_mandatory", "bool", False, (False, True), "whether a card with symbols must move the market"),
    Setting(
        "speculation_bonus_shares",
        "int",
        1,
        (1, 0, 3),
        "shares of an unused Speculation",
        low=0,
        high=MOST_BONUS_SHARES,
    ),
    _json("players", "numbers of players these parameters are for: min and max, 2 to 5"),
    _json("hand_size", "cards dealt to each seat, by number of players", {"2": 6, "3": 5, "4": 6, "5": 5}),
    _json(
        "market",
        "track: min, max, start, 0 to 99; reset_each_round; initial_dot: first_in_row, none; row: rotate_left_by_round",
        {"reset_each_round": False},
        {"min": 0, "max": 3, "start": 0, "reset_each_round": False, "initial_dot": "none"},
    ),
    _json("rounds", "rounds of a short and a long match, 1 to 20"),
    _json("companies", "ids of the companies, 2 to 10 of 1 to 8 letters each", ["R", "Y", "B"]),
    _json("company_names", "names of companies; whoever has none is called by its id"),
    _json("ranks", "ranks of the cards of each company, 1 to 99"),
    _json("symbols_by_rank", "market symbols of the cards, by rank, 0 to 2"),
    _json("shares_by_rank", "shares of the cards, by rank, 1 to 9"),
    _json("cards_override", "null, or up to 120 cards {id, company, rank, symbols, shares} in place of those by rank"),
    Setting("ruleset", "text", RULESET, (RULESET,), "what these parameters are called; no rule depends on it"),
)

PLAIN: Final = {setting.name: setting.default for setting in SCHEMA if setting.name not in BLOCK}
"""Defaults of the settings that are no JSON."""


def changed_settings(values: Mapping[str, object]) -> dict[str, Json]:
    """Length, and what differs from the block; of hand_size, market and rounds only the keys that do."""
    changed: dict[str, Json] = {"length": str(values["length"])}
    for name, default in PLAIN.items():
        value = values[name]
        if value != default and isinstance(value, int | str):
            changed[name] = value
    for name in BLOCK:
        value = values[FIELDS.get(name, name)]
        if value != BLOCK_TEXTS[name]:
            changed[name] = difference(name, json.loads(str(value)))
    return changed
