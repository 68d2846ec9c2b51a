"""The batch fit beside the running ladder: in the background, at most a twentieth of the time."""

from concurrent.futures import Future, ThreadPoolExecutor

from arena.ladder.batch import BatchRating, disagreeing, fit
from arena.ladder.standings import Result
from arena.model.ladders import Ladder
from arena.store.coordination import Coordination

MIN_PAUSE_S = 2.0
_PAUSE_FACTOR = 20
"""A fit that took a second is not begun again for so many."""


class BatchFits:
    """Keeps the batch ratings of one ladder fresh while results come in."""

    def __init__(self, coordination: Coordination, ladder: Ladder, threads: ThreadPoolExecutor) -> None:
        self._coordination = coordination
        self._ladder = ladder
        self._threads = threads
        self._results = coordination.results_since(ladder, 0)
        self._fitted = 0
        self._running: Future[list[BatchRating]] | None = None
        self._began_s = 0.0
        self._next_s = 0.0

    def add(self, results: tuple[Result, ...]) -> None:
        """Results that were just recorded."""
        self._results += results

    def step(self, now_s: float) -> None:
        """Write what is finished; begin the next fit when it is time and there is something new."""
        if self._running is not None:
            if not self._running.done():
                return
            self._write(self._running.result())
            self._running = None
            self._next_s = now_s + max(MIN_PAUSE_S, _PAUSE_FACTOR * (now_s - self._began_s))
        if now_s >= self._next_s and self._fitted < len(self._results):
            self._fitted = len(self._results)
            self._began_s = now_s
            self._running = self._threads.submit(fit, self._ladder.rule, list(self._results))

    def finish(self) -> None:
        """Write a fit of all there is."""
        if self._running is not None:
            self._write(self._running.result())
            self._running = None
        if self._fitted < len(self._results):
            self._fitted = len(self._results)
            self._write(fit(self._ladder.rule, self._results))

    def _write(self, ratings: list[BatchRating]) -> None:
        live = {version: rated.rating.mu for version, rated in self._coordination.standings(self._ladder).items()}
        self._coordination.write_batch(self._ladder, ratings, disagreeing(live, ratings))
