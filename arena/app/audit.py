"""The audit: play every stored match again, follow the chain of digests, and build the leaderboard anew."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from sqlalchemy import Connection

from arena.ladder.fitting import FittedRule, fit_rule
from arena.ladder.standings import Result, Standing, fold, ranked
from arena.model.errors import NotSo
from arena.model.ladders import Ladder, Purpose
from arena.model.matches import Termination, final_places, out_order
from arena.store.auditing import (
    StoredMatch,
    check_epochs,
    check_rotations,
    stored_matches,
    stored_ratings,
)
from arena.store.database import Database
from arena.store.digests import START, chain
from arena.store.ladders import ladder_named, ladders
from arena.store.rating_epochs import open_rating_epoch
from arena.store.ratings import priors, rebuild_ratings, results_since
from engine.contract import IllegalAction, InvalidDeal, InvalidSetting
from engine.games import UnknownGame, find_game
from engine.streams import Streams
from engine.transcript import TranscriptMismatch, final_state, game_of

TOLERANCE = 1e-6
"""Ratings may differ by so much between machines; their order may not."""

Progress = Callable[[int], None]
"""Called after each match with how many are done."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit that found nothing has looked at."""

    ladders: int
    rotations: int
    matches: int
    decisions: int
    faults: int
    ratings: int
    not_executable: int = 0
    """Matches by other versions of the rules: their chain holds, but this release can't play them again."""


def verify_all(database: Database, *, progress: Progress | None = None) -> AuditReport:
    """Audit every ladder of a database on one snapshot; NotSo, naming the match, at the first difference."""

    def audit(connection: Connection) -> AuditReport:
        reports = []
        done = 0
        for ladder in ladders(connection):
            one = _LadderAudit(connection, ladder, done, progress or (lambda _: None))
            reports.append(one.run())
            done += reports[-1].matches
        return _sum(reports)

    return database.read(audit)


def rebuild(database: Database, ladder: str) -> int:
    """Replace a ladder's stored ratings by those its facts give; how many versions are rated."""
    return database.write(lambda connection: rebuild_ratings(connection, ladder_named(connection, ladder)))


def refit(database: Database, ladder: str, *, keep: bool) -> tuple[Ladder, FittedRule]:
    """The ladder and the rule its matches ask for; kept as a new rating epoch, or only told."""

    def fitted(connection: Connection) -> tuple[Ladder, FittedRule]:
        found = ladder_named(connection, ladder)
        return found, fit_rule(found.rule, list(results_since(connection, found.id)))

    before, rule = database.read(fitted)
    if keep:
        database.write(lambda c: open_rating_epoch(c, before, rule, datetime.now(UTC)))
    return before, rule


def _sum(reports: Iterable[AuditReport]) -> AuditReport:
    totals = [0] * 7
    for report in reports:
        values = (
            report.ladders,
            report.rotations,
            report.matches,
            report.decisions,
            report.faults,
            report.ratings,
            report.not_executable,
        )
        totals = [total + value for total, value in zip(totals, values, strict=True)]
    return AuditReport(*totals)


class _LadderAudit:
    """The audit of one ladder."""

    def __init__(self, connection: Connection, ladder: Ladder, done: int, progress: Progress) -> None:
        self._connection = connection
        self._ladder = ladder
        self._done = done
        self._progress = progress
        self._standings: dict[int, Standing] = {}
        self._priors = priors(connection, ladder)
        self._last: dict[int, int] = {}
        self._digest = START
        self._decisions = self._faults = self._matches = self._not_executable = 0

    def run(self) -> AuditReport:
        """All checks, cheapest first for each match."""
        check_epochs(self._connection, self._ladder)
        rotations = check_rotations(self._connection, self._ladder)
        for match in stored_matches(self._connection, self._ladder):
            self._check(match)
            self._matches += 1
            self._progress(self._done + self._matches)
        ratings = self._check_ratings()
        return AuditReport(1, rotations, self._matches, self._decisions, self._faults, ratings, self._not_executable)

    def _check(self, match: StoredMatch) -> None:
        check_facts(match)
        if match.play.transcript.rules_version == find_game(self._ladder.spec.game).rules_version:
            check_play(match, self._ladder)
        else:
            self._not_executable += 1
        digest = chain(self._digest, match.facts, sha256(match.text).hexdigest())
        if digest != match.digest:
            raise NotSo(f"{match.name}: a stored value was changed, the chain of digests breaks here")
        self._digest = digest
        self._decisions += match.facts.decisions
        self._faults += len(match.faults)
        if self._ladder.purpose is Purpose.RATED:
            self._standings |= fold(self._ladder.rule, self._priors | self._standings, [_result(match)])
        self._last |= dict.fromkeys(match.versions, match.id)

    def _check_ratings(self) -> int:
        stored = stored_ratings(self._connection, self._ladder)
        names = f"ladder {self._ladder.spec.name}"
        if stored.keys() != self._standings.keys():
            odd = sorted(stored.keys() ^ self._standings.keys())
            raise NotSo(f"{names}: bot version {odd[0]} is rated without matches, or not rated with them")
        for version, expected in sorted(self._standings.items()):
            if not _close(stored[version], expected):
                raise NotSo(
                    f"{names}: bot version {version} is stored as {_text(stored[version])}, but its matches "
                    f"up to match {self._last[version]} give {_text(expected)}"
                )
        if [row.version for row in ranked(stored)] != [row.version for row in ranked(self._standings)]:
            raise NotSo(f"{names}: the stored ratings rank otherwise than its matches do")
        return len(stored)


def check_facts(match: StoredMatch) -> None:
    """NotSo unless the rows of a match fit each other."""
    facts, play = match.facts, match.play
    decisions = play.transcript.decisions
    if match.versions != match.expected_versions:
        raise NotSo(f"{match.name}: seats hold versions {match.versions}, not {match.expected_versions}")
    if not len(decisions) == len(play.times) == facts.decisions:
        counts = f"{len(decisions)} decisions, {len(play.times)} times, {facts.decisions} stored as their number"
        raise NotSo(f"{match.name}: {counts}")
    if match.faults != play.faults:
        raise NotSo(f"{match.name}: faults are stored as {match.faults}, but its transcript has {play.faults}")
    for fault in match.faults:
        if not (0 <= fault.seat < play.transcript.players and 0 <= fault.decision <= len(decisions)):
            raise NotSo(f"{match.name}: no seat {fault.seat} or decision {fault.decision} for a fault to be of")


def check_play(match: StoredMatch, ladder: Ladder) -> None:
    """NotSo unless a match has the deal of its seed and plays again to what is stored of its end."""
    transcript = match.play.transcript
    spec = ladder.spec
    try:
        game = game_of(transcript)
        given = game.deal_to_json(game.deal(Streams(match.seed)))
        if (transcript.game, transcript.players) != (spec.game, spec.players) or given != transcript.deal:
            raise NotSo(f"{match.name}: its deal is not the one its seed gives")
        state = final_state(transcript)
    except (TranscriptMismatch, InvalidDeal, InvalidSetting, IllegalAction, UnknownGame) as error:
        raise NotSo(f"{match.name}: {error}") from error
    if state.scores() != match.facts.scores:
        raise NotSo(f"{match.name}: scores are stored as {match.facts.scores}, but it plays to {state.scores()}")
    out = out_order(match.faults, spec.time_control.strikes)
    places = final_places(state.places(), out)
    if places != match.facts.places:
        raise NotSo(f"{match.name}: places are stored as {match.facts.places}, but it plays to {places}")
    ended = Termination.FORFEITED if out else Termination.COMPLETED
    if match.termination is not ended:
        raise NotSo(f"{match.name}: it is stored as {match.termination.value}, but was {ended.value}")


def _result(match: StoredMatch) -> Result:
    seats = range(len(match.versions))
    counts = tuple(sum(fault.seat == seat for fault in match.faults) for seat in seats)
    return Result(match.rotation_id, match.versions, match.facts.places, counts)


def _close(stored: Standing, expected: Standing) -> bool:
    counts = stored.matches == expected.matches and stored.faults == expected.faults
    return (
        counts
        and abs(stored.rating.mu - expected.rating.mu) <= TOLERANCE
        and abs(stored.rating.sigma - expected.rating.sigma) <= TOLERANCE
        and abs(stored.points - expected.points) <= TOLERANCE
    )


def _text(standing: Standing) -> str:
    rating = standing.rating
    return f"{rating.mu:.6f} +- {rating.sigma:.6f} ({standing.matches} matches, {standing.faults} faults)"
