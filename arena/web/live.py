"""Live pages: one task tails the store's changes and wakes whoever watches a ladder."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from starlette.concurrency import run_in_threadpool

from arena.model.errors import WorldTrouble
from arena.ports.store import Reading

POLL_S = 0.25
"""How often the store is asked for changes."""

log = structlog.get_logger()


class Tail:
    """The newest change of each ladder, and a way to wait for the next."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._last = 0
        self._newest: dict[int | None, int] = {}
        self._changed = asyncio.Condition()
        self._ended = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Tail"]:
        """Tail until the block ends."""
        self._last = await run_in_threadpool(self._reading.last_change)
        task = asyncio.create_task(self._follow())
        task.add_done_callback(_tell)
        try:
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def after(self, ladder: int, since: int) -> int | None:
        """Wait for a change of a ladder later than number `since`: the newest change's number, None at the end."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._ended or self._newest.get(ladder, 0) > since)
            return None if self._ended else self._newest[ladder]

    async def end(self) -> None:
        """Let everybody who waits go."""
        async with self._changed:
            self._ended = True
            self._changed.notify_all()

    async def _follow(self) -> None:
        while True:
            try:
                await self._look()
            except WorldTrouble as trouble:  # it may pass, and pages go on where they were
                log.warning("live pages wait", text=str(trouble))
            await asyncio.sleep(POLL_S)

    async def _look(self) -> None:
        """Wake whoever waits for what has changed."""
        changes = await run_in_threadpool(self._reading.changes_since, self._last)
        if changes:
            async with self._changed:
                for change in changes:
                    self._newest[change.ladder] = self._last = change.id
                self._changed.notify_all()


def _tell(task: "asyncio.Task[None]") -> None:
    """A bug of ours must not end live pages without a word."""
    if not task.cancelled() and (bug := task.exception()) is not None:
        log.error("live pages have ended", exc_info=bug)
