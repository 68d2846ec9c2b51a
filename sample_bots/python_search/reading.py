"""From the wire's messages to the engine's own values: the game that is played, and what this seat knows of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from engine.contract import Game, Observation
from engine.games import find_game, make_game


def read_game(name: str, seats: int, settings: Any) -> Game:
    """The game with the settings of its Settings message."""
    given = plain_settings(name, settings)
    if name in BUILT:
        given |= BUILT[name](settings)
    return make_game(name, seats, given)


def plain_settings(name: str, settings: Any) -> dict[str, object]:
    """The settings that stand in the message as they are; enum values by the word the engine has for them."""
    types = settings.DESCRIPTOR.fields_by_name
    given: dict[str, object] = {}
    for setting in find_game(name).settings_schema:
        if setting.type in ("int", "bool", "choice") and setting.name in types:
            value = getattr(settings, setting.name)
            enum = types[setting.name].enum_type
            given[setting.name] = _word(enum, value) if enum is not None else value
    return given


def _word(enum: Any, value: int) -> str:
    """BOARD_ADVANCED of enum Board is "advanced"."""
    first = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return str(enum.values_by_number[value].name.removeprefix(first).lower())


def stonks_block(settings: Any) -> Mapping[str, object]:
    """The parameters of Stonks that the message tells by what follows from them."""
    dot = settings.DESCRIPTOR.fields_by_name["initial_dot"].enum_type
    companies = list(settings.company_id)
    columns = (settings.card_id, settings.card_company, settings.card_rank, settings.card_symbols, settings.card_shares)
    deck = [
        {"id": card, "company": companies[company], "rank": rank, "symbols": symbols, "shares": shares}
        for card, company, rank, symbols, shares in zip(*columns, strict=True)
        if card
    ]
    length = _word(settings.DESCRIPTOR.fields_by_name["length"].enum_type, settings.length)
    market = {
        "min": settings.lowest_value,
        "max": settings.highest_value,
        "start": settings.start_value,
        "reset_each_round": settings.reset_each_round,
        "initial_dot": _word(dot, settings.initial_dot),
    }
    block = {
        "companies": companies,
        "company_names": dict(zip(companies, settings.company_name, strict=True)),
        "cards_override": deck,
        "hand_size": {str(settings.players): settings.dealt},
        "market": market,
        "rounds": {length: settings.match_rounds},
    }
    return {name: json.dumps(value) for name, value in block.items()}


BUILT: dict[str, Callable[[Any], Mapping[str, object]]] = {"stonks": stonks_block}


@cache
def _field_names(kind: type[Observation]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def read_observation(game: Game, message: Any) -> Observation:
    """The Observation message as the engine's own, field by field of the same name."""
    kind = game.observation_type
    observation = object.__new__(kind)
    values = {name: getattr(message, name) for name in _field_names(kind)}
    observation.__dict__.update(
        {name: value if isinstance(value, int) else tuple(value) for name, value in values.items()}
    )
    return observation
