import time
from datetime import UTC, datetime, timedelta

import pytest
from handing_in import MANIFEST, archive
from stores import NOW, make_ladder

from arena.app.coordinator import Coordinator, begin_coordination
from arena.app.desk import SqlDesk
from arena.execution.in_process import InProcessEngine
from arena.model.accounts import Forbidden, Identity, Scope
from arena.model.errors import BadInput
from arena.model.standings import NoSuchThing
from arena.model.submissions import SETTLED, NotPossible, TooMany, VersionEvent, VersionState, after
from arena.store.builds import lease_builds
from arena.store.objects import ObstoreObjects
from arena.store.reading import SqlReading
from arena.store.submissions import VERSIONS_A_DAY


def coordinate(database, until, build="handing_in:build_well", play="handing_in:play_cleanly"):
    """Run a coordinator until something is so."""
    coordination, engine = begin_coordination(database), InProcessEngine(2)
    deadline = time.monotonic() + 60
    try:
        Coordinator(coordination, engine, play=play, build=build).run(lambda: until() or time.monotonic() > deadline)
    finally:
        engine.close()
        coordination.close()
    assert until()


def settled(counter, who, bot="newbie"):
    return lambda: counter.progress(who, bot).state in SETTLED


def states(progress):
    return [stage.state.value for stage in progress.stages]


def on_ladder(database, name="main"):
    return {row.bot: row.version for row in SqlReading(database).leaderboard(name).rows}


def test_a_version_is_received_built_validated_and_stands_on_the_ladder(database, ladder, people, counter, tmp_path):
    received, fresh = counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    assert (received.state, fresh, received.ahead) == (VersionState.RECEIVED, True, 0)

    coordinate(database, settled(counter, people.ann))

    end = counter.progress(people.ann, "newbie")
    assert states(end) == ["received", "building", "validating", "active"]
    assert (end.played, end.to_play, end.rejection) == (3, 3, None)
    assert on_ladder(database)["newbie"] == 1
    assert counter.build_log(people.ann, "newbie") == "$ make\n"


def test_validation_is_not_rated(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))

    assert [summary.spec.name for summary in SqlReading(database).ladders()] == ["main"]
    assert SqlReading(database).matches("validation-main")


def test_a_broken_build_is_rejected_with_its_log(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann), build="handing_in:build_badly")

    end = counter.progress(people.ann, "newbie")
    assert (end.state, end.rejection.reason) == (VersionState.REJECTED, "its build failed: no rule")
    assert counter.build_log(people.ann, "newbie") == "$ make\nno rule\n"
    assert "newbie" not in on_ladder(database)


def test_a_bot_that_forfeits_its_validation_is_rejected_with_the_fault(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann), play="handing_in:play_with_exits")

    end = counter.progress(people.ann, "newbie")
    assert end.state is VersionState.REJECTED
    assert "(validation-main), decision 0: exit code 1: KeyError: 'x' (fault: exited)" in end.rejection.reason
    logs = counter.match_logs(people.ann, "newbie")
    assert [log.faults[0].cause.value for log in logs] == ["exited"] * 3


def test_an_unknown_game_is_rejected_in_words(database, ladder, people, counter, tmp_path):
    manifest = 'name = "{name}"\ngames = ["stockpile", "poker"]\nkit = "python"\nrun = "python3 main.py"\n'
    end, _ = counter.submit(people.ann, archive(tmp_path / "a.tgz", manifest=manifest))

    assert end.state is VersionState.REJECTED
    assert end.rejection.reason == "bot.toml: games has unknown 'poker'; there are great_crash, stockpile, stonks"
    assert counter.revalidate(people.ann, "newbie").state is VersionState.REJECTED


def test_the_same_files_are_the_same_version(database, people, counter, tmp_path):
    first, _ = counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    again, fresh = counter.submit(people.ann, archive(tmp_path / "b.tgz"))

    assert (again.number, again.digest, fresh) == (first.number, first.digest, False)


def test_a_bot_has_five_new_versions_a_day(database, people, counter, tmp_path):
    for number in range(VERSIONS_A_DAY):
        counter.submit(people.ann, archive(tmp_path / "a.tgz", content=f"print({number})\n"))

    with pytest.raises(TooMany, match="at most 5 new versions a day"):
        counter.submit(people.ann, archive(tmp_path / "a.tgz", content="print(5)\n"))
    assert counter.progress(people.ann, "newbie").number == VERSIONS_A_DAY


def test_a_day_later_there_are_more(database, people, tmp_path):
    objects = ObstoreObjects((tmp_path / "objects").as_uri())
    today, tomorrow = (SqlDesk(database, objects, clock=lambda at=at: at) for at in (NOW, NOW + timedelta(days=1)))
    for number in range(VERSIONS_A_DAY):
        today.submit(people.ann, archive(tmp_path / "a.tgz", content=f"print({number})\n"))

    assert tomorrow.submit(people.ann, archive(tmp_path / "a.tgz", content="print(5)\n"))[0].number == 6


def test_a_refused_upload_leaves_nothing(database, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    before = sorted((tmp_path / "objects").rglob("*"))

    with pytest.raises(BadInput, match="belongs to ann_owner"):
        counter.submit(people.bob, archive(tmp_path / "a.tgz", content="print(2)\n"))
    with pytest.raises(BadInput, match="calls the bot 'newbie'"):
        counter.submit(people.ann, archive(tmp_path / "a.tgz", content="print(3)\n"), name="other")
    assert sorted((tmp_path / "objects").rglob("*")) == before
    assert counter.bots(people.bob) == []


def test_a_new_version_replaces_the_old_with_its_rating_widened(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    played = lambda: any(  # noqa: E731
        row.bot == "newbie" and row.matches >= 6 for row in SqlReading(database).leaderboard("main").rows
    )
    coordinate(database, played)
    old = next(row for row in SqlReading(database).leaderboard("main").rows if row.bot == "newbie")

    counter.submit(people.ann, archive(tmp_path / "a.tgz", content="print(2)\n"))
    coordinate(database, lambda: counter.progress(people.ann, "newbie").state is VersionState.ACTIVE)

    new = next(row for row in SqlReading(database).leaderboard("main").rows if row.bot == "newbie")
    assert (new.version, counter.progress(people.ann, "newbie", 1).state) == (2, VersionState.RETIRED)
    if new.matches == 0:
        assert new.sigma > old.sigma
        assert new.mu != 25.0


def test_a_new_version_that_plays_less_leaves_no_old_one_behind(database, ladder, people, counter, tmp_path):
    make_ladder(database, "other", game="stonks")
    both = MANIFEST.replace('["stockpile"]', '["stockpile", "stonks"]')
    counter.submit(people.ann, archive(tmp_path / "a.tgz", manifest=both))
    coordinate(database, settled(counter, people.ann))
    assert "newbie" in on_ladder(database, "other")

    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))

    assert on_ladder(database)["newbie"] == 2
    assert "newbie" not in on_ladder(database, "other")


def test_a_bot_that_forfeits_on_the_ladder_is_suspended_and_may_be_validated_again(
    database, ladder, people, counter, tmp_path
):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))
    suspended = lambda: counter.progress(people.ann, "newbie").state is VersionState.SUSPENDED  # noqa: E731
    coordinate(database, suspended, play="handing_in:play_with_exits")

    end = counter.progress(people.ann, "newbie")
    assert end.rejection.reason.startswith("it forfeited 5 of its last 20 matches; the last: exit code 1")
    assert "newbie" not in on_ladder(database)

    assert counter.revalidate(people.ann, "newbie").state is VersionState.VALIDATING
    coordinate(database, settled(counter, people.ann))
    assert counter.progress(people.ann, "newbie").state is VersionState.ACTIVE
    assert "newbie" in on_ladder(database)


def test_trouble_of_the_machine_costs_a_version_nothing(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    back = lambda: len(counter.progress(people.ann, "newbie").stages) >= 3  # noqa: E731
    coordinate(database, back, build="handing_in:build_in_trouble")
    assert states(counter.progress(people.ann, "newbie")) == ["received", "building", "received"]

    coordinate(database, settled(counter, people.ann))
    assert counter.progress(people.ann, "newbie").state is VersionState.ACTIVE


def test_a_build_that_is_lost_three_times_is_given_up(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann), build="handing_in:forget_to_build")

    end = counter.progress(people.ann, "newbie")
    assert states(end) == ["received", *(["building", "received"] * 2), "building", "rejected"]
    assert end.rejection.reason == "its build was lost 3 times with the worker that ran it"
    assert counter.revalidate(people.ann, "newbie").state is VersionState.RECEIVED


def test_what_is_anothers_is_not_there(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    asked = [
        counter.progress,
        counter.build_log,
        counter.match_logs,
        counter.revalidate,
        counter.withdraw,
        lambda who, bot: counter.challenge(who, bot, ["ann", "bob"]),
    ]
    for ask in asked:
        with pytest.raises(NoSuchThing, match="no bot 'newbie' of yours"):
            ask(people.bob, "newbie")
        with pytest.raises(NoSuchThing, match="no bot 'nobody' of yours"):
            ask(people.bob, "nobody")
    assert counter.progress(people.operator, "newbie").bot == "newbie"


@pytest.mark.parametrize(
    ("scopes", "ask"),
    [
        ({Scope.READ}, lambda desk, who, path: desk.submit(who, path)),
        ({Scope.READ}, lambda desk, who, path: desk.withdraw(who, "newbie")),
        ({Scope.SUBMIT}, lambda desk, who, path: desk.progress(who, "newbie")),
        ({Scope.SUBMIT}, lambda desk, who, path: desk.bots(who)),
        ({Scope.READ, Scope.SUBMIT}, lambda desk, who, path: desk.challenge(who, "newbie", ["ann"])),
        (set(Scope), lambda desk, who, path: desk.suspend(who, "newbie", "no")),
    ],
)
def test_a_token_does_what_it_is_for(people, counter, tmp_path, scopes, ask):
    with pytest.raises(Forbidden):
        ask(counter, Identity(people.ann.user, frozenset(scopes)), archive(tmp_path / "a.tgz"))


def test_an_operator_suspends_with_a_reason(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))

    end = counter.suspend(people.operator, "newbie", "it floods the logs")
    assert (end.state, end.rejection.reason) == (VersionState.SUSPENDED, "the operator says: it floods the logs")


def test_a_challenge_is_played_and_not_rated(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))
    asked = counter.challenge(people.ann, "newbie", ["cyd", "dan"])
    assert (asked.bot, set(asked.opponents), asked.state) == ("newbie@1", {"cyd@1", "dan@1"}, "ready")

    coordinate(database, lambda: counter.challenges(people.ann)[0].state == "done")
    assert len(SqlReading(database).rotation(asked.ladder, asked.rotation).matches) == 3
    assert counter.challenges(people.bob) == []


def test_a_challenge_needs_a_ladder_for_so_many(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))

    with pytest.raises(BadInput, match=r"a ladder for 2 bots of stockpile is not here; ladders are main \(3 players\)"):
        counter.challenge(people.ann, "newbie", ["cyd"])
    with pytest.raises(NoSuchThing, match="no active bot 'nobody'"):
        counter.challenge(people.ann, "newbie", ["cyd", "nobody"])


def test_a_version_that_is_withdrawn_is_paired_no_more(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann))

    assert counter.withdraw(people.ann, "newbie").state is VersionState.RETIRED
    assert "newbie" not in on_ladder(database)
    with pytest.raises(NotPossible, match="a version that is retired cannot be withdrawn"):
        counter.withdraw(people.ann, "newbie")


def test_every_state_is_left_or_settled():
    for state in VersionState:
        moves = [event for event in VersionEvent if _possible(state, event)]
        assert moves or state is VersionState.RETIRED


def _possible(state, event):
    try:
        after(state, event)
    except NotPossible:
        return False
    return True


def test_a_coordinator_takes_back_what_an_earlier_one_had_built(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    first = begin_coordination(database)
    first.write(lambda c: lease_builds(c, first.epoch, datetime.now(UTC), 1))
    assert counter.progress(people.ann, "newbie").state is VersionState.BUILDING
    first.close()

    begin_coordination(database).close()
    end = counter.progress(people.ann, "newbie")
    assert end.state is VersionState.RECEIVED
    assert end.stages[-1].text == "the arena was started anew; it is built again"


def test_what_a_bot_wrote_to_stderr_is_kept_for_its_owner(database, ladder, people, counter, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    coordinate(database, settled(counter, people.ann), play="handing_in:play_with_words")

    (log, *_) = counter.match_logs(people.ann, "newbie")
    (output,) = log.outputs
    assert (output.life, output.ended) == (0, "exit code 0")
    assert output.stderr.startswith("I am entrant ")
