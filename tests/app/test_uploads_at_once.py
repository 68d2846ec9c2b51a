"""Bots that are handed in at the same moment: each gets one clear answer, numbers have no gaps, nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from handing_in import archive
from sqlalchemy import func, select

from arena.model.errors import BadInput, WorldTrouble
from arena.model.submissions import TooMany
from arena.ports.objects import source_key
from arena.store.tables import BOT, BOT_VERSION, STAGE, SUBMISSION

AT_ONCE = 6


def all_at_once(*calls):
    """What each of these comes to, begun together: its value or its exception."""
    ready = Barrier(len(calls))

    def one(call):
        ready.wait(20)
        try:
            return call()
        except (BadInput, WorldTrouble) as refusal:
            return refusal

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))


def uploads(counter, who, paths):
    return [lambda path=path: counter.submit(who, path) for path in paths]


def rows(database, *tables):
    return database.read(
        lambda c: [c.execute(select(func.count()).select_from(table)).scalar_one() for table in tables]
    )


@pytest.fixture
def archives(tmp_path):
    """As many different versions of one bot as are handed in at once."""
    return [archive(tmp_path / f"{number}.tgz", content=f"print({number})\n") for number in range(AT_ONCE)]


def test_the_same_files_at_once_are_one_version(database, people, counter, archives):
    answers = all_at_once(*uploads(counter, people.ann, archives[:1] * AT_ONCE))

    assert sorted(fresh for _, fresh in answers) == [False] * (AT_ONCE - 1) + [True]
    assert {progress.number for progress, _ in answers} == {1}
    assert rows(database, BOT, BOT_VERSION, SUBMISSION, STAGE) == [1, 1, 1, 1]


def test_different_files_at_once_are_versions_without_gaps_up_to_the_days_five(
    database, people, counter, archives, tmp_path
):
    answers = all_at_once(*uploads(counter, people.ann, archives))

    made = [answer[0] for answer in answers if not isinstance(answer, Exception)]
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert sorted(progress.number for progress in made) == [1, 2, 3, 4, 5]
    assert [type(refusal) for refusal in refused] == [TooMany]
    assert rows(database, BOT, BOT_VERSION, SUBMISSION, STAGE) == [1, 5, 5, 5]
    kept = {str(path.relative_to(tmp_path / "objects")) for path in (tmp_path / "objects").rglob("*") if path.is_file()}
    assert kept == {source_key(progress.digest) for progress in made}


def test_a_name_that_two_owners_want_at_once_is_one_owners(database, people, counter, archives):
    calls = [*uploads(counter, people.ann, archives[:3]), *uploads(counter, people.bob, archives[3:])]
    answers = all_at_once(*calls)

    won = [index for index, answer in enumerate(answers) if not isinstance(answer, Exception)]
    assert won in ([0, 1, 2], [3, 4, 5])
    owner = "ann_owner" if won[0] == 0 else "bob_owner"
    refused = [str(answer) for answer in answers if isinstance(answer, Exception)]
    assert [f"belongs to {owner}" in words for words in refused] == [True] * 3
    assert sorted(answers[index][0].number for index in won) == [1, 2, 3]
    assert rows(database, BOT, BOT_VERSION, SUBMISSION) == [1, 3, 3]


def test_what_is_withdrawn_while_it_is_handed_in_again_stays_withdrawn(people, counter, archives):
    counter.submit(people.ann, archives[0])
    again, withdrawn = all_at_once(
        *uploads(counter, people.ann, archives[:1]), lambda: counter.withdraw(people.ann, "newbie")
    )
    assert (again[0].number, again[1], withdrawn.number) == (1, False, 1)
    assert counter.progress(people.ann, "newbie").state.value == "retired"
