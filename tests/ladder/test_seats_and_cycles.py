import numpy as np
import pytest

from arena.ladder.cycles import cycles, head_to_heads
from arena.ladder.seats import seat_worths
from arena.ladder.standings import Result


def rotation(number, winner_of):
    """Two matches of two bots, each once in either seat; `winner_of(seats)` is the winner's seat."""
    results = []
    for seats in (winner_of.bots, winner_of.bots[::-1]):
        won = winner_of(seats)
        results.append(Result(number, seats, (1, 2) if won == 0 else (2, 1), (0, 0)))
    return results


class Beats:
    """The first of two bots wins with a probability."""

    def __init__(self, dice, one, other, probability):
        self.bots = (one, other)
        self._dice, self._one, self._probability = dice, one, probability

    def __call__(self, seats):
        one_wins = self._dice.random() < self._probability
        return seats.index(self._one) if one_wins else 1 - seats.index(self._one)


class FirstSeat:
    bots = (1, 2)

    def __call__(self, seats):
        return 0


def played(dice, odds, rotations=60):
    number, results = 0, []
    for (one, other), probability in odds.items():
        for _ in range(rotations):
            number += 1
            results += rotation(number, Beats(dice, one, other, probability))
    return results


def test_a_planted_cycle_is_found_and_named_in_its_direction():
    results = played(np.random.default_rng(1), {(3, 7): 0.8, (7, 5): 0.8, (5, 3): 0.8})
    assert cycles(results, [3, 5, 7]) == [(3, 7, 5)]


def test_an_order_has_no_cycle():
    results = played(np.random.default_rng(1), {(3, 7): 0.8, (7, 5): 0.8, (3, 5): 0.9})
    assert cycles(results, [3, 5, 7]) == []


def test_equals_hardly_ever_look_like_a_cycle():
    dice = np.random.default_rng(1)
    found = sum(bool(cycles(played(dice, {(1, 2): 0.5, (2, 3): 0.5, (3, 1): 0.5}), [1, 2, 3])) for _ in range(40))
    assert found == 0


def test_a_head_to_head_is_told_both_ways():
    met = head_to_heads(played(np.random.default_rng(2), {(1, 2): 0.75}), [1, 2])
    assert met[1, 2].share + met[2, 1].share == pytest.approx(1)
    assert met[1, 2].share == pytest.approx(0.75, abs=0.1)
    assert (met[1, 2].surely, met[2, 1].surely, met[1, 2].rotations) == (True, False, 60)


def test_a_seat_that_always_wins_is_worth_everything():
    results = [match for number in range(3) for match in rotation(number, FirstSeat())]
    assert [(worth.seat, worth.points, worth.error) for worth in seat_worths(results)] == [(0, 1.0, 0.0), (1, 0.0, 0.0)]


def test_without_a_seat_effect_both_are_worth_one_half():
    worths = seat_worths(played(np.random.default_rng(3), {(1, 2): 0.7}, rotations=400))
    assert all(abs(worth.points - 0.5) < 4 * worth.error for worth in worths)


def test_one_rotation_tells_nothing_of_seats():
    assert seat_worths(rotation(1, FirstSeat())) == []
