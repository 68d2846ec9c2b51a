"""Searches: plays every promising choice out in worlds that fit what it knows, and takes the best."""

import time

from searcher import Searcher

from stockpit_sdk import Decision, Match, run


class Player:
    """Keeps the searcher of the running match."""

    def __init__(self) -> None:
        self.match: Match | None = None

    def choose(self, decision: Decision) -> int:
        """An action id."""
        if decision.match is not self.match:
            self.match = decision.match
            self.searcher = Searcher(decision.match, time.perf_counter)
        return self.searcher.choose(decision)


if __name__ == "__main__":
    run(Player().choose, max_matches=1, events=False)
