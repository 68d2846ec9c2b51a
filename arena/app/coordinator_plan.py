"""Pairing a ladder's next rotations: joins the scheduler's rules with the ladder's own dice."""

from collections.abc import Sequence

from arena.model.ladders import Ladder
from arena.scheduler.pairing import Candidate, cyclic_order, pair, seated
from arena.store.coordination import Plan
from arena.store.queue import Planned
from arena.store.seeds import pairing_seed
from engine.streams import Streams


def tables_plan(ladder: Ladder, tables: int, rotations_per_table: int) -> Plan:
    """A plan of so many tables, each played a few times in a row; fewer where the entrants can't fill them.

    A rotation's number is given before it is paired and its dice follow from the number, so nobody can
    choose the deal a table gets.
    """
    seats = ladder.spec.players

    def plan(number: int, key: bytes, candidates: Sequence[Candidate]) -> list[Planned]:
        planned: list[Planned] = []
        for _ in range(tables):
            at = number + len(planned)
            pairing = pair(candidates, seats, Streams(pairing_seed(key, ladder.spec.name, at)))
            if pairing is None:
                break
            rotations = min(rotations_per_table, pairing.rotations)
            for following in range(at, at + rotations):
                order = cyclic_order(seats, Streams(pairing_seed(key, ladder.spec.name, following)))
                planned.append(Planned(following, pairing.versions, order))
            candidates = seated(candidates, pairing.versions, rotations)
        return planned

    return plan
