"""A launcher on a loop in a thread of its own, as in the referee, and throw-away bots."""

import asyncio
import threading
import uuid
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from arena.bots.launcher import PlainLauncher
from arena.bots.remains import marked
from arena.ports.bots import Exit

T = TypeVar("T")
Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def run() -> Iterator[Run]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop).result(30)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., str]:
    """Writes a Python bot; gives its folder."""

    def write(source: str, run: str = "python3 main.py") -> str:
        (tmp_path / "main.py").write_text(source)
        (tmp_path / "bot.toml").write_text(f'name = "b"\ngames = ["stockpile"]\nkit = "python"\nrun = "{run}"\n')
        return str(tmp_path)

    return write


@pytest.fixture
def token() -> Iterator[str]:
    """A token no other process has; whatever still carries it at the end was left running."""
    token = uuid.uuid4().hex
    yield token
    assert list(marked(token)) == []


@pytest.fixture
def ended(run: Run, token: str) -> Callable[[str], Exit]:
    """Starts a bot and waits for its own end."""

    async def play(folder: str) -> Exit:
        return await (await PlainLauncher().start(folder, "unix:/nowhere", token)).exited

    return lambda folder: run(play(folder))
