"""Bids as a game's action ids: track after track, space after space; and what can be paid."""

from collections.abc import Sequence
from itertools import product

from engine.market.cards import BIDS, SPACES


def bid_ranges(first_id: int, tracks: int) -> list[list[int]]:
    """Ids of the bids of a track between two spaces, at (track * 9 + lowest) * 8 + highest; empty if there is none."""
    return [
        list(range(first_id + track * SPACES + low, first_id + track * SPACES + high + 1))
        for track, low, high in product(range(tracks), range(SPACES + 1), range(SPACES))
    ]


def affordable_spaces(costs: Sequence[int]) -> list[int]:
    """The highest bid space for so much cash, up to the dearest bid; `costs` is what each space costs the bidder."""
    return [max([space for space, cost in enumerate(costs) if cost <= cash]) for cash in range(BIDS[-1] + 1)]
