"""What a coordinator does with the database: every write in one transaction that checks that it still may."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from arena.ladder.batch import BatchRating
from arena.ladder.standings import Result, Standing
from arena.model.ladders import Ladder
from arena.model.matches import ChunkRemains, Entrant
from arena.scheduler.leases import RotationState
from arena.scheduler.pairing import Candidate
from arena.store import queue
from arena.store.builds import take_all_builds_back
from arena.store.candidates import candidates, entrants
from arena.store.database import Database
from arena.store.ladders import ladders
from arena.store.lock import CoordinatorLock, take_lock
from arena.store.outputs import keep_outputs
from arena.store.packing import PackedRotation
from arena.store.queue import Lease, Leased, Planned
from arena.store.ratings import results_since, standings, write_batch
from arena.store.recording import Recorded, record_rotations
from arena.store.tables import LadderState

T = TypeVar("T")

Plan = Callable[[int, bytes, Sequence[Candidate]], Sequence[Planned]]
"""`plan(next number, deal key, candidates)`: the rotations to add, numbered from there."""


class Coordination:
    """The database in the hands of the one coordinator; `close` lets the next one in."""

    def __init__(self, database: Database, lock: CoordinatorLock, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._lock = lock
        self._clock = clock

    @classmethod
    def begin(cls, database: Database, clock: Callable[[], datetime]) -> "Coordination":
        """Take the lock and take back what an earlier coordinator had out; WorldTrouble if one is running."""
        lock = take_lock(database, clock())
        coordination = cls(database, lock, clock)
        coordination.write(coordination._take_all_back)
        return coordination

    def _take_all_back(self, connection: Connection) -> None:
        queue.take_all_back(connection)
        take_all_builds_back(connection, self._clock())

    @property
    def epoch(self) -> int:
        """Rises with every coordinator."""
        return self._lock.epoch

    def ladders(self) -> list[Ladder]:
        """The open ladders, oldest first."""
        return self._database.read(lambda connection: ladders(connection, state=LadderState.OPEN))

    def ready(self, ladder: Ladder) -> int:
        """How many rotations of a ladder wait for a worker."""
        return self._database.read(lambda connection: queue.count(connection, ladder.id, RotationState.READY))

    def plan(self, ladder: Ladder, plan: Plan) -> int:
        """Add the rotations that `plan` pairs, their numbers being given first; how many."""

        def change(connection: Connection) -> int:
            number = queue.next_number(connection, ladder.id)
            _, key = queue.deal_key(connection, ladder.id)
            planned = plan(number, key, candidates(connection, ladder))
            queue.add_rotations(connection, ladder.id, planned, self._clock())
            return len(planned)

        return self.write(change)

    def lease(self, ladder: Ladder, chunks: int, size: int) -> list[tuple[Leased, ...]]:
        """Hand out the oldest ready rotations in up to so many chunks of one table each."""
        return self.write(
            lambda connection: queue.lease(connection, ladder, self.epoch, self._clock(), chunks=chunks, size=size)
        )

    def entrants(self, versions: set[int]) -> dict[int, Entrant]:
        """What a table needs of each version."""
        return self._database.read(lambda connection: entrants(connection, versions))

    def record(self, ladder: Ladder, records: Sequence[PackedRotation]) -> Recorded:
        """Make facts of finished rotations of one ladder, all in one transaction."""
        return self.write(lambda connection: record_rotations(connection, ladder, self.epoch, records, self._clock()))

    def keep_outputs(self, versions: Sequence[int], remains: ChunkRemains) -> None:
        """Keep what the processes of a chunk wrote to stderr, for the owners of the bots."""
        if remains.processes:
            self.write(lambda connection: keep_outputs(connection, versions, remains, self._clock()))

    def lose(self, leases: Sequence[Lease], reason: str) -> int:
        """Take lost rotations back, or give them up at the third loss; how many still held."""
        return self.write(lambda connection: queue.lose(connection, leases, self.epoch, reason, self._clock()))

    def give_back(self, leases: Sequence[Lease]) -> None:
        """Take rotations back that were called off."""
        self.write(lambda connection: queue.give_back(connection, leases, self.epoch))

    def results_since(self, ladder: Ladder, recorded_no: int) -> list[Result]:
        """What the batch fit takes of matches recorded after this number."""
        return self._database.read(lambda connection: list(results_since(connection, ladder.id, recorded_no)))

    def standings(self, ladder: Ladder) -> dict[int, Standing]:
        """The live standings by version."""
        return self._database.read(lambda connection: standings(connection, ladder))

    def write_batch(self, ladder: Ladder, ratings: Sequence[BatchRating], disagreeing: frozenset[int]) -> None:
        """Replace the ladder's batch ratings."""
        self.write(lambda connection: write_batch(connection, ladder, ratings, disagreeing, self._clock()))

    def close(self) -> None:
        """Let the next coordinator in."""
        self._lock.release()

    def now(self) -> datetime:
        """The time, as it is written with what changes."""
        return self._clock()

    def read(self, query: Callable[[Connection], T]) -> T:
        """What a query returns on one snapshot."""
        return self._database.read(query)

    def write(self, change: Callable[[Connection], T]) -> T:
        """Run a change in one transaction; WorldTrouble if another coordinator has taken over."""

        def checked(connection: Connection) -> T:
            self._lock.check(connection)
            return change(connection)

        return self._database.write(checked)
