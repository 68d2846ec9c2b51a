"""The desk: hands bots in and answers their owners; `arena.ports.desk.Desk` on the database and the object store."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from arena.bots.archives.source import read_archive
from arena.bots.manifest import game_names
from arena.model.accounts import Identity, Role, Scope
from arena.model.errors import BadInput
from arena.model.standings import NoSuchThing
from arena.model.submissions import (
    Challenge,
    MatchLog,
    NotPossible,
    Progress,
    Rejection,
    VersionEvent,
    VersionState,
)
from arena.ports.objects import Objects, source_key
from arena.store import challenges, progress
from arena.store.database import Database
from arena.store.submissions import HandedIn, Received, move, receive, retire, state_of, suspend
from arena.store.validations import begin_validation

MOST_OPPONENTS = 4

T = TypeVar("T")


class SqlDesk:
    """One desk of an arena."""

    def __init__(
        self,
        database: Database,
        objects: Objects,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        closed: str = "",
    ) -> None:
        """`closed` says why no bots are taken in, if none are."""
        self._closed = closed
        self._database = database
        self._objects = objects
        self._clock = clock

    def submit(self, who: Identity, archive: Path, *, name: str | None = None) -> tuple[Progress, bool]:
        """A new version of the bot in an archive, and whether it is new."""
        who.need(Scope.SUBMIT)
        if self._closed:
            raise NotPossible(self._closed)
        source = read_archive(archive)
        bot = source.manifest
        if name not in (None, bot.name):
            raise BadInput(f"bot.toml calls the bot {bot.name!r}, but it was handed in as {name!r}")
        handed = HandedIn(bot.name, who.user, source.digest, bot.kit, bot.games)
        now = self._clock()

        def change(connection: Connection) -> Received:
            received = receive(connection, handed, now)
            if received.fresh:
                _refuse_unknown_games(connection, received.version, bot.games, now)
                # within the transaction: neither is there without the other
                self._objects.write(source_key(source.digest), source.tar)
            return received

        received = self._database.write(change)
        return self._database.read(lambda c: progress.progress(c, received.version)), received.fresh

    def bots(self, who: Identity) -> list[Progress]:
        """All versions of one's bots, newest first (an operator sees everybody's)."""
        who.need(Scope.READ)
        account = None if who.user.role is Role.OPERATOR else who.user.id
        return self._database.read(lambda c: progress.versions_of(c, account))

    def progress(self, who: Identity, bot: str, number: int | None = None) -> Progress:
        """A version of a bot, the newest without a number."""
        return self._of(who, bot, number, progress.progress)

    def build_log(self, who: Identity, bot: str, number: int | None = None) -> str:
        """What its build has said so far."""
        return self._of(who, bot, number, progress.build_log)

    def match_logs(self, who: Identity, bot: str, number: int | None = None, *, limit: int = 20) -> list[MatchLog]:
        """Faults, debug text and stderr of its latest matches whose rotation is over."""
        return self._of(who, bot, number, lambda c, version: progress.match_logs(c, version, limit))

    def revalidate(self, who: Identity, bot: str) -> Progress:
        """Have the newest version, which must be suspended or rejected, validated again."""

        def again(connection: Connection, version: int, now: datetime) -> None:
            if state_of(connection, version) is VersionState.SUSPENDED:
                begin_validation(connection, version, now, VersionEvent.REVALIDATE)
            else:
                move(connection, version, VersionEvent.REVALIDATE, now, losses=0)
                _refuse_unknown_games(connection, version, progress.progress(connection, version).games, now)

        return self._change(who, bot, again)

    def withdraw(self, who: Identity, bot: str) -> Progress:
        """Retire the newest version; its results stay."""
        return self._change(who, bot, lambda c, version, now: retire(c, version, now, f"withdrawn by {who.user.name}"))

    def suspend(self, who: Identity, bot: str, reason: str) -> Progress:
        """Take a bot's active version off the ladders until it is validated again; operators only."""
        who.need(Scope.OPERATE)
        told = Rejection(f"the operator says: {reason}", "ask the operator, then: `arena submit --revalidate`")
        return self._change(who, bot, lambda c, version, now: suspend(c, version, told, now), Scope.OPERATE)

    def challenge(self, who: Identity, bot: str, opponents: Sequence[str], *, ladder: str | None = None) -> Challenge:
        """An unrated rotation of one's bot against these."""
        who.need(Scope.CHALLENGE)
        if not 1 <= len(opponents) <= MOST_OPPONENTS:
            raise BadInput(f"{len(opponents)} opponents; a challenge has 1 to {MOST_OPPONENTS}")

        def ask(connection: Connection) -> Challenge:
            mine = _owned(connection, who, bot, None)
            own = progress.progress(connection, mine)
            if own.state not in (VersionState.ACTIVE, VersionState.SUSPENDED):
                raise NotPossible(f"{bot}@{own.number} is {own.state.value}; one that is active or suspended can play")
            others = [challenges.playable(connection, other, who.user) for other in opponents]
            spec = challenges.ladder_for(connection, ladder, 1 + len(others), own.games).spec
            return challenges.challenge(connection, who.user, spec, (mine, *others), self._clock())

        return self._database.write(ask)

    def challenges(self, who: Identity, *, limit: int = 50) -> list[Challenge]:
        """What one has asked for, newest first."""
        who.need(Scope.READ)
        return self._database.read(lambda c: challenges.challenges_of(c, who.user, limit))

    def _of(self, who: Identity, bot: str, number: int | None, query: Callable[[Connection, int], T]) -> T:
        """What a query says of a version that may be seen."""
        who.need(Scope.READ)
        return self._database.read(lambda c: query(c, _owned(c, who, bot, number)))

    def _change(
        self,
        who: Identity,
        bot: str,
        change: Callable[[Connection, int, datetime], None],
        scope: Scope = Scope.SUBMIT,
    ) -> Progress:
        """Change a bot's newest version, if one may."""
        who.need(scope)

        def write(connection: Connection) -> Progress:
            version = _owned(connection, who, bot, None)
            change(connection, version, self._clock())
            return progress.progress(connection, version)

        return self._database.write(write)


def _owned(connection: Connection, who: Identity, bot: str, number: int | None) -> int:
    """The version, if one may see it; NoSuchThing in the same words whether it is another's or not there."""
    there = progress.find_version(connection, bot, number)
    if there is None or (there.owner != who.user.name and who.user.role is not Role.OPERATOR):
        raise NoSuchThing(f"no bot {bot!r} of yours" + ("" if number is None else f" with a version {number}"))
    return there.version


def _refuse_unknown_games(connection: Connection, version: int, games: Sequence[str], now: datetime) -> None:
    unknown = [game for game in games if game not in game_names()]
    if unknown:
        reason = f"bot.toml: games has unknown {unknown[0]!r}; there are {', '.join(game_names())}"
        rejection = Rejection(reason, "name only these, each as it is written there, and hand it in again")
        move(connection, version, VersionEvent.REJECT, now, rejection=rejection)
