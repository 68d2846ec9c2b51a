"""Games are found by folder; whatever is unknown is refused with what is allowed."""

import pytest

from engine.contract import InvalidSetting
from engine.games import UnknownGame, games, make_game, read_settings
from engine.games.stockpile import Stockpile


def refusal(*arguments) -> str:
    with pytest.raises((UnknownGame, InvalidSetting)) as refused:
        make_game(*arguments)
    return str(refused.value)


def test_every_folder_of_engine_games_is_a_game_by_its_name():
    assert games()["stockpile"] is Stockpile


def test_a_game_has_its_settings_filled_in():
    assert make_game("stockpile", 4) == Stockpile(players=4, board="standard", investors=False)


def test_an_unknown_game_is_refused_with_the_games_there_are():
    assert refusal("chess", 4) == f"no game 'chess'; there are {', '.join(sorted(games()))}"


def test_a_number_of_players_out_of_range_is_refused_with_the_range():
    allowed = ", ".join(map(str, Stockpile.player_counts))
    assert refusal("stockpile", 9) == f"players is 9; stockpile allows {allowed}"


def test_an_unknown_setting_is_refused_with_the_settings_there_are():
    assert refusal("stockpile", 4, {"colour": "red"}) == "stockpile has no setting 'colour'; there are board, investors"


def test_a_value_out_of_range_is_refused_with_the_values_allowed():
    allowed = ", ".join(Stockpile.settings_schema[0].allowed)
    assert refusal("stockpile", 4, {"board": "round"}) == f"board is 'round'; stockpile allows {allowed}"


def test_a_number_is_no_truth_value():
    assert refusal("stockpile", 4, {"investors": 0}).startswith("investors is 0; stockpile allows ")


def test_settings_given_as_text_are_read_by_their_types():
    assert read_settings("stockpile", {"board": "standard", "investors": "false"}) == {
        "board": "standard",
        "investors": False,
    }


def test_settings_given_as_text_make_the_same_game():
    assert make_game("stockpile", 3, {"investors": "False"}) == make_game("stockpile", 3, {"investors": False})


def test_a_schema_gives_each_setting_its_default():
    defaults = {setting.name: setting.default for setting in Stockpile.settings_schema}
    assert make_game("stockpile", 5, defaults).settings() == make_game("stockpile", 5).settings()
