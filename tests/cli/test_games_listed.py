"""What `arena games` says of settings, for programs and for people."""

import json

import pytest

from engine.contract import InvalidSetting
from engine.games import games, make_game


def listed(arena, game):
    return {one["name"]: one for one in json.loads(arena("games", game, "--json").out)["settings"]}


@pytest.mark.parametrize("name", sorted(games()))
def test_every_setting_says_its_type_and_what_is_allowed_and_all_of_that_is_accepted(name, arena):
    players = games()[name].player_counts[0]
    for setting in listed(arena, name).values():
        assert setting["type"] in ("int", "bool", "choice", "json", "text")
        ranged, a_list = setting["min"] is not None, setting["allowed"] is not None
        assert (ranged or a_list or bool(setting["examples"]), ranged and a_list) == (True, False)
        for value in (setting["default"], *(setting["allowed"] or []), setting["min"], setting["max"]):
            if value is not None:
                make_game(name, players, {setting["name"]: value})


def test_a_range_is_a_range_and_its_ends_are_its_ends(arena):
    setting = listed(arena, "stonks")["speculation_bonus_shares"]
    told = {key: setting[key] for key in ("type", "default", "allowed", "min", "max")}
    assert told == {"type": "int", "default": 1, "allowed": None, "min": 0, "max": 9}
    for value in (-1, 10, "10", "1.5", True):
        with pytest.raises(InvalidSetting, match=r"speculation_bonus_shares is .*; stonks allows 0 to 9"):
            make_game("stonks", 3, {"speculation_bonus_shares": value})
    assert make_game("stonks", 3, {"speculation_bonus_shares": "9"}).settings()["speculation_bonus_shares"] == 9


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", sorted(games()))
def test_the_tables_fit_a_terminal_and_cut_nothing(name, columns, arena, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    told = arena("games", name).out
    words = " ".join(told.split())
    assert max(map(len, told.splitlines())) <= columns
    assert "…" not in told
    for setting in games()[name].settings_schema:
        assert f"{setting.name} " in words
        assert all(word in words for word in setting.text.split())
