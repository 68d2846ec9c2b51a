"""`arena bench sandbox`: bots in the sandbox against the same bots as plain processes, interleaved in one run."""

import asyncio
import json
import os
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Any

from arena.app.quarters import Quarters
from arena.bench.stretch import play_for
from arena.bench.targets import least, most
from arena.bots.launcher import PlainLauncher
from arena.ports.bots import Launcher

BOT = Path(__file__).parents[2] / "sample_bots" / "python_random"
IN_FLIGHT = (1, 32)
ROUNDS = 8
TURNS = ("plain", "sandboxed", "sandboxed", "plain")
"""In a round; so a machine that gets busier or calmer favours neither."""
STARTS = 10
"""Processes started in a round, in turn with and without the sandbox."""

DIALS_IN = """
import os, socket
socket.socket(socket.AF_UNIX).connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
"""
"""A bot that does nothing but what every bot does first."""


def run(
    quarters: Quarters, seconds: float = 2.0, rounds: int = ROUNDS, progress: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Measure both in turn, `rounds` times; medians."""
    launchers: dict[str, Launcher] = {"plain": PlainLauncher(), "sandboxed": quarters.sandbox()}
    rates: dict[str, dict[int, list[float]]] = {name: {matches: [] for matches in IN_FLIGHT} for name in launchers}
    starts: dict[str, list[float]] = {name: [] for name in launchers}
    for number in range(1, rounds + 1):
        progress(f"round {number} of {rounds}")
        for matches in IN_FLIGHT:
            for name in TURNS:
                stretch, _ = play_for(BOT, seconds, matches, launchers[name])
                rates[name][matches].append(stretch.decisions_per_s)
        for name, milliseconds in asyncio.run(_starts(launchers)).items():
            starts[name] += milliseconds
    return _report(quarters, rates, starts)


async def _starts(launchers: dict[str, Launcher]) -> dict[str, list[float]]:
    """Milliseconds from the order to start a process until it dials in."""
    found: dict[str, list[float]] = {name: [] for name in launchers}
    with tempfile.TemporaryDirectory(prefix="stockpit-bench-", dir="/tmp") as folder:
        bot = Path(folder)
        bot.chmod(0o755)
        (bot / "main.py").write_text(DIALS_IN)
        lines = ("bench", ["stockpile"], "python", "python3 -S main.py")
        keys = ("name", "games", "kit", "run")
        (bot / "bot.toml").write_text("".join(f"{key} = {json.dumps(v)}\n" for key, v in zip(keys, lines, strict=True)))
        for _ in range(STARTS):
            for name, launcher in launchers.items():
                found[name].append(await _start(launcher, bot))
    return found


async def _start(launcher: Launcher, bot: Path) -> float:
    with (
        tempfile.TemporaryDirectory(prefix="stockpit-bench-", dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX) as table,
    ):
        table.bind(f"{folder}/table")
        table.listen()
        table.setblocking(False)
        begun = time.perf_counter()
        process = await launcher.start(str(bot), f"unix:{folder}/table", token_hex(8))
        accepted, _ = await asyncio.get_running_loop().sock_accept(table)
        took = time.perf_counter() - begun
        accepted.close()
        await process.exited
    return took * 1000


def _report(
    quarters: Quarters, rates: dict[str, dict[int, list[float]]], starts: dict[str, list[float]]
) -> dict[str, Any]:
    rate = {name: {k: statistics.median(found) for k, found in runs.items()} for name, runs in rates.items()}
    start = {name: statistics.median(found) for name, found in starts.items()}
    ratios = [
        least(
            f"sandboxed : plain decisions/s, {matches} in flight",
            statistics.median(
                ours / theirs for ours, theirs in zip(rates["sandboxed"][matches], rates["plain"][matches], strict=True)
            ),
            0.75,
            0.9,
        )
        for matches in IN_FLIGHT
    ]
    ratios.append(most("start-up above plain, ms", start["sandboxed"] - start["plain"], 60, 25))
    return {
        "limits": quarters.isolation.value,
        "cores": os.cpu_count(),
        **{
            name: {
                "decisions_per_s": {str(matches): round(value) for matches, value in rate[name].items()},
                "start_ms": round(start[name], 1),
            }
            for name in rate
        },
        "ratios": ratios,
    }
