"""What moving a company's price before Movement brings a seat, in a game of shares."""

from collections.abc import Sequence

from share_worth import moved
from sight import Sight

from engine.market.tracks import Track


def push_gain(
    sight: Sight,
    track: Track,
    bonus: int,
    regular: Sequence[int],
    split: Sequence[int],
    push: tuple[int, int, int, int],
) -> float:
    """What it brings the seat, less what it brings the others on average; `push` is seat, company, index, steps."""
    seat, company, index, steps = push
    one, two = sight.regular[seat][company], sight.split[seat][company]
    earned, at, shares = moved(track, bonus, index, steps, 1)
    of_regular = earned + (0.0, one[at], two[at])[shares] - one[index]
    earned, at, shares = moved(track, bonus, index, steps, 2)
    of_split = earned + (two[at] if shares else 0.0) - two[index]
    players = len(sight.regular)
    others = -1.0 / (players - 1)
    gain = 0.0
    for owner in range(players):
        place = owner * 6 + company
        worth = regular[place] * of_regular + split[place] * of_split
        gain += worth if owner == seat else others * worth
    return gain
