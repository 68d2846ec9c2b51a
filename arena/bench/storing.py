"""What storing costs: recorded rotations written to a fresh SQLite database, as the coordinator does it."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.app.coordinator import begin_coordination
from arena.app.demo_setup import ladder_spec, set_up
from arena.app.home import new_home
from arena.app.service import open_database
from arena.model.ladders import Ladder
from arena.model.matches import RotationRecord
from arena.scheduler.pairing import Candidate
from arena.store.coordination import Coordination
from arena.store.packing import pack
from arena.store.queue import Planned

BATCH = 4
"""Rotations per transaction: what comes in together from a busy worker."""


def storing_cpu_us(folder: Path, bots: Sequence[Path], records: Sequence[RotationRecord]) -> float:
    """CPU per match of packing and recording these rotations, ratings and page changes included."""
    database = open_database(new_home(folder))
    ladder = set_up(database, ladder_spec("bench", "stockpile", len(bots)), bots)
    coordination = begin_coordination(database)
    try:
        leased = _lease(coordination, ladder, records)
        begun = time.process_time()
        for first in range(0, len(leased), BATCH):
            coordination.record(ladder, [pack(record) for record in leased[first : first + BATCH]])
        spent = time.process_time() - begun
    finally:
        coordination.close()
        database.close()
    return spent / sum(len(record.matches) for record in leased) * 1e6


def _lease(coordination: Coordination, ladder: Ladder, records: Sequence[RotationRecord]) -> list[RotationRecord]:
    """The records under leases of this database, as if its coordinator had handed them out."""

    def plan(number: int, _key: bytes, candidates: Sequence[Candidate]) -> list[Planned]:
        versions = tuple(candidate.version for candidate in candidates)
        return [Planned(number + i, versions, tuple(range(len(versions)))) for i in range(len(records))]

    coordination.plan(ladder, plan)
    chunks = coordination.lease(ladder, 1, len(records))
    leased = [one.rotation for chunk in chunks for one in chunk]
    return [replace(record, id=it.id, attempt=it.attempt) for record, it in zip(records, leased, strict=True)]
