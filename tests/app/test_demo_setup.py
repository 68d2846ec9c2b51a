import pytest
from stores import NOW

from arena.app.demo_setup import folder_digest, ladder_spec, set_up
from arena.bots.manifest import load_manifest
from arena.model.clock import Pace, TimeControl
from arena.model.errors import BadInput
from arena.model.ratings import RatingRule
from arena.store.reading import SqlReading
from engine.games import UnknownGame

TOML = 'name = "{name}"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 main.py"\n'


@pytest.fixture
def bots(tmp_path):
    """Three bots, of which the first has a sibling in its folder."""
    for name in ("ann", "bob", "cyd"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(TOML.format(name=name))
        (tmp_path / name / "main.py").write_text(f"# {name}\n")
    (tmp_path / "ann" / "bold.toml").write_text(TOML.format(name="ann_bold"))
    return [tmp_path / "ann", tmp_path / "ann" / "bold.toml", tmp_path / "bob", tmp_path / "cyd"]


def table(database):
    return [(row.bot, row.version) for row in SqlReading(database).leaderboard("main").rows]


def test_bots_are_entered_under_their_names(database, bots):
    ladder = set_up(database, ladder_spec("main", "stockpile", 4), bots)

    assert ladder.spec.rules_version == 1
    assert table(database) == [("ann", 1), ("ann_bold", 1), ("bob", 1), ("cyd", 1)]


def test_setting_up_again_changes_nothing(database, bots):
    spec = ladder_spec("main", "stockpile", 4, time_control=TimeControl(pace=Pace.SLOW, max_matches=1))
    first = set_up(database, spec, bots, rule=RatingRule(beta=3.0))
    before = SqlReading(database).last_change()

    assert set_up(database, spec, bots) == first
    assert SqlReading(database).last_change() == before


def test_changed_files_are_a_new_version_of_every_bot_in_the_folder(database, bots):
    set_up(database, ladder_spec("main", "stockpile", 4), bots)
    (bots[0] / "main.py").write_text("# better\n")
    set_up(database, ladder_spec("main", "stockpile", 4), bots)

    assert sorted(table(database)) == [("ann", 2), ("ann_bold", 2), ("bob", 1), ("cyd", 1)]


def test_a_bot_that_is_left_out_is_not_paired(database, bots):
    set_up(database, ladder_spec("main", "stockpile", 3), bots)
    set_up(database, ladder_spec("main", "stockpile", 3), bots[1:])

    assert sorted(table(database)) == [("ann_bold", 1), ("bob", 1), ("cyd", 1)]


def test_what_is_derived_or_hidden_does_not_count_as_content(bots):
    before = folder_digest(load_manifest(bots[0]))
    for name in ("__pycache__/main.pyc", ".git/HEAD", "build/out"):
        (bots[0] / name).parent.mkdir()
        (bots[0] / name).write_text("x")

    assert folder_digest(load_manifest(bots[0])) == before
    assert folder_digest(load_manifest(bots[1])) != before


@pytest.mark.parametrize("change", [{"players": 3}, {"time_control": TimeControl(bank_us=1)}])
def test_a_ladder_never_changes(database, bots, change):
    set_up(database, ladder_spec("main", "stockpile", 4), bots)

    with pytest.raises(BadInput, match=r"ladder 'main' has .*; a ladder never changes"):
        set_up(database, ladder_spec("main", "stockpile", **({"players": 4} | change)), bots)


def test_two_bots_of_one_name_are_refused_and_nothing_is_entered(database, bots):
    (bots[2] / "bot.toml").write_text(TOML.format(name="ann"))

    with pytest.raises(BadInput, match="have one name, 'ann'"):
        set_up(database, ladder_spec("main", "stockpile", 4), bots)
    assert SqlReading(database).ladders() == []


def test_an_unknown_game_is_named():
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        ladder_spec("main", "chess", 2)
    assert NOW.tzinfo is not None
