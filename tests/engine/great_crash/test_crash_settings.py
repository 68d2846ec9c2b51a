"""Settings, and what is said about bad ones."""

import pytest

from engine.contract import InvalidSetting
from engine.games import make_game
from engine.games.great_crash import GreatCrash


def refusal(players: int = 4, **settings: object) -> str:
    with pytest.raises(InvalidSetting) as refused:
        make_game("great_crash", players, settings)
    return str(refused.value)


@pytest.mark.parametrize("players", [2, 6, 0, True])
def test_a_number_of_players_out_of_range_is_refused_with_the_range(players):
    assert refusal(players) == f"players is {players}; great_crash allows 3, 4, 5"


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"board": "round"}, "board is 'round'; great_crash allows standard, advanced"),
        ({"experts": 3}, "experts is 3; great_crash allows 0, 1, 2"),
        ({"experts": True}, "experts is True; great_crash allows 0, 1, 2"),
        ({"experts": "many"}, "experts is 'many'; great_crash allows 0, 1, 2"),
        ({"no_bonus": 1}, "no_bonus is 1; great_crash allows false, true"),
        ({"bonds": True}, "great_crash has no setting 'bonds'; there are board, experts, no_bonus"),
    ],
)
def test_a_bad_setting_is_refused_with_name_value_and_range(settings, text):
    assert refusal(**settings) == text


def test_settings_may_be_text():
    given = {"board": "advanced", "experts": "2", "no_bonus": "true"}
    assert make_game("great_crash", 3, given) == GreatCrash(3, "advanced", 2, True)


def test_settings_are_those_of_the_audit_format():
    assert GreatCrash(3, experts=1).settings() == {"board": "standard", "experts": 1, "no_bonus": False}


def test_a_game_is_a_value_and_its_actions_depend_on_the_variants():
    tables = [GreatCrash(4, experts=rows, no_bonus=no_bonus).actions for rows in (0, 1) for no_bonus in (False, True)]
    assert len({len(table) for table in tables}) == 4
    assert GreatCrash(4).actions is GreatCrash(4, "advanced").actions
