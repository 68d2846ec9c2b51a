"""Bots to hand in, who hands them in, and builds and matches that go as their names say."""

import io
import tarfile
from dataclasses import replace

import pytest
from scripted_play import play_match, play_rotation

from arena.app.building import BuildEnd, BuildLog
from arena.app.desk import SqlDesk
from arena.model.accounts import ALL_SCOPES, Identity, Role, Scope
from arena.model.faults import Cause, Fault
from arena.model.matches import ChunkRemains, ProcessRemains, RotationRecord, Termination
from arena.model.submissions import Rejection
from arena.store.accounts import SqlAccounts
from arena.store.objects import ObstoreObjects

MANIFEST = 'name = "{name}"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 main.py"\n'


def archive(path, name="newbie", content="print(1)\n", manifest=MANIFEST):
    """A .tar.gz of a small bot."""
    with tarfile.open(path, "w:gz") as tar:
        for file, text in (("bot.toml", manifest.format(name=name)), ("main.py", content)):
            info = tarfile.TarInfo(file)
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
    return path


class People:
    """Ann and Bob, who have bots, and the operator."""

    def __init__(self, database):
        accounts = SqlAccounts(database)
        mine = ALL_SCOPES - {Scope.OPERATE}
        self.ann = Identity(accounts.add("ann_owner"), mine)
        self.bob = Identity(accounts.add("bob_owner"), mine)
        self.operator = Identity(accounts.add("root", role=Role.OPERATOR), ALL_SCOPES)


@pytest.fixture
def people(database):
    return People(database)


@pytest.fixture
def counter(database, tmp_path):
    """The desk where bots are handed in."""
    return SqlDesk(database, ObstoreObjects((tmp_path / "objects").as_uri()))


def build_well(order, report, should_stop):
    report(BuildLog("$ make\n"))
    report(BuildEnd(artifact=order.digest[::-1]))


def build_badly(order, report, should_stop):
    report(BuildLog("$ make\nno rule\n"))
    report(BuildEnd(rejection=Rejection("its build failed: no rule", "write one")))


def build_in_trouble(order, report, should_stop):
    raise OSError("no space left on device")


def forget_to_build(order, report, should_stop):
    """Ends without a result, as a worker that was killed does."""


def play_cleanly(chunk, report, should_stop):
    """Nobody makes a mistake."""
    for rotation in chunk.rotations:
        matches = tuple(play_match(chunk.table, seed) for seed in rotation.seeds)
        report(RotationRecord(rotation.id, rotation.attempt, matches))


def play_with_words(chunk, report, should_stop):
    """Everybody writes a word to stderr."""
    play_cleanly(chunk, report, should_stop)
    words = tuple(ProcessRemains(i, 0, f"I am entrant {i}\n", "exit code 0") for i in range(chunk.table.players))
    report(ChunkRemains(tuple(rotation.id for rotation in chunk.rotations), words))


def play_with_exits(chunk, report, should_stop):
    """Whoever was built out of an artifact leaves each match at its first decision."""
    guilty = [i for i, entrant in enumerate(chunk.table.entrants) if entrant.manifest.startswith("artifact:")]
    for rotation in chunk.rotations:
        record = play_rotation(chunk.table, rotation)
        matches = tuple(_forfeited(match, rotation.seating(no), guilty) for no, match in enumerate(record.matches))
        report(RotationRecord(record.id, record.attempt, matches))


def _forfeited(match, seating, guilty):
    out = [seat for seat, entrant in enumerate(seating) if entrant in guilty]
    if not out:
        return match
    faults = tuple(Fault(seat, 0, Cause.EXITED, "exit code 1: KeyError: 'x'") for seat in out)
    places = tuple(len(seating) if seat in out else 1 for seat in range(len(seating)))
    return replace(match, faults=faults, places=places, termination=Termination.FORFEITED)
