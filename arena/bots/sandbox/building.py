"""Builds what a stranger handed in, in a sandbox: without network, against its kit, within caps.

One sandbox per build. The source goes in as a tar file on a descriptor, the built bot comes out as one on another, and
is read as any stranger's archive is: nothing that a build writes reaches a disk before that.
"""

import asyncio
import json
import os
import tempfile
import time
from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from fcntl import F_ADD_SEALS, F_SEAL_GROW, F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_WRITE, fcntl
from io import FileIO
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, BinaryIO

from arena.bots.archives.artifact import Artifact, keep_artifact
from arena.bots.archives.rules import BUILT
from arena.bots.archives.source import Source
from arena.bots.kits import shelf
from arena.bots.kits.recipe import has_recipe
from arena.bots.launcher import begun, start_keeper
from arena.bots.process import KeptProcess
from arena.bots.sandbox.box import OWN_ETC, Inside, environment, plan, take_box
from arena.bots.sandbox.build_log import BuildLog, Listen
from arena.bots.sandbox.build_outcome import BuildCause, BuildFailure, BuildOutcome, Ended, Halt, failed, failure_of
from arena.bots.sandbox.build_script import LOG, RESULT, SOURCE, build_script
from arena.bots.sandbox.kits import Kit
from arena.bots.sandbox.limits import BuildLimits
from arena.bots.sandbox.machine import Machine
from arena.bots.sandbox.python_kit import python_kit, stdio_kit
from arena.model.errors import BadInput, WorldTrouble

PAUSE_S = 0.05
"""How often it is asked whether to stop."""
CHUNK = 256 * 1024

DEFAULTS = BuildLimits()

_numbers = count(1)


def kit_to_build(kits: Path, language: str) -> Kit:
    """What a bot of this language is built with; BadInput says how to make it if it is not there."""
    if has_recipe(language):
        return shelf.need(kits, language).sandboxed()
    return stdio_kit(kits.resolve()) if language == "stdio" else python_kit(kits.resolve())


def build_in_sandbox(
    machine: Machine,
    kit: Kit,
    source: Source,
    artifacts: Path,
    limits: BuildLimits = DEFAULTS,
    listen: Listen = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> BuildOutcome | None:
    """Build it; None if it was told to stop. Blocks: call it on a thread without a running loop, as a job is.

    What is built is kept as `artifacts/DIGEST.tar`. `listen` is given the log as it comes. WorldTrouble if the machine
    fails; whatever the bot does is a `BuildFailure`. Nothing else is left, however this process ends.
    """
    log = BuildLog(limits.log_bytes, listen)
    began = time.monotonic()
    try:
        with tempfile.TemporaryFile() as result:
            ended = asyncio.run(_Build(machine, kit, source, limits).run(log, result, should_stop))
            log.close()
            if ended.halt is Halt.STOPPED:
                return None
            failure = failure_of(ended, source.manifest.build, log.text(), limits)
            built = failure or _kept(result, source, artifacts, limits)
    except OSError as error:
        raise WorldTrouble(f"{source.manifest.name} cannot be built: {error}") from error
    return BuildOutcome(built, log.text(), round(time.monotonic() - began, 3))


def _kept(result: BinaryIO, source: Source, artifacts: Path, limits: BuildLimits) -> Artifact | BuildFailure:
    """What came out of the sandbox, if it can be taken."""
    try:
        return keep_artifact(result, result.seek(0, os.SEEK_END), source.manifest, artifacts)
    except BadInput as error:
        return failed(BuildCause.FAILED, str(error), limits)


class _Build:
    """One build, on a loop of its own."""

    def __init__(self, machine: Machine, kit: Kit, source: Source, limits: BuildLimits) -> None:
        self._machine = machine
        self._kit = kit
        self._source = source
        self._limits = limits
        self._halt: Halt | None = None

    async def run(self, log: BuildLog, result: BinaryIO, should_stop: Callable[[], bool]) -> Ended:
        """How it ended, with all that was said in the log, and the built bot as a tar file in `result`."""
        (said, log_end), (packed, result_end) = _pipe(), _pipe()
        with said, packed:
            with log_end, result_end, _sealed(self._source.tar) as tar:
                process = await self._start({SOURCE: tar, LOG: log_end, RESULT: result_end})

            def take(chunk: bytes) -> None:
                if result.tell() + len(chunk) <= BUILT.stream_bytes:
                    result.write(chunk)
                else:
                    self._end(process, Halt.TOO_BIG)

            streams = [asyncio.ensure_future(_drain(said, log.take)), asyncio.ensure_future(_drain(packed, take))]
            try:
                await self._watch(process, streams, should_stop)
                await asyncio.gather(*streams)
                return Ended(await process.exited, self._halt)
            finally:
                process.kill()
                for stream in streams:
                    stream.cancel()
                await asyncio.gather(process.exited, *streams, return_exceptions=True)

    async def _start(self, handed: Mapping[int, IO[bytes]]) -> KeptProcess:
        """The process that builds, once it is about to."""
        name, limits, token = self._source.manifest.name, self._limits.limits(), token_hex(16)
        inside = Inside(
            mounts=(*OWN_ETC, *self._kit.mounts),
            run=build_script(self._source.manifest.build, self._kit),
            work=self._limits.disk,
            handed={number: file.fileno() for number, file in handed.items()},
        )
        box = take_box(self._machine, limits, f"build{next(_numbers)}", name)
        enclosure = box.enclosure()
        try:
            words = ("--confined", json.dumps(plan(self._machine, box, limits, inside)))
            told = environment(self._kit, limits, token)
            keeper = start_keeper(words, box.stage, Path("/"), told, (*box.locks(), *inside.handed.values()))
        except OSError as error:
            box.stage.rmdir()
            enclosure.clear()
            raise WorldTrouble(f"cannot start a build of {name}: {error}") from error
        return await begun(KeptProcess(keeper, box.stage, token, enclosure))

    async def _watch(
        self, process: KeptProcess, streams: Sequence["Future[None]"], should_stop: Callable[[], bool]
    ) -> None:
        """Until it has ended, or a stream has; that is when all of the sandbox is gone, or our own side failed."""
        deadline = time.monotonic() + self._limits.wall_s
        awaited: list[Future[Any]] = [process.exited, *streams]
        while not any(future.done() for future in awaited):
            if should_stop():
                self._end(process, Halt.STOPPED)
            elif time.monotonic() > deadline:
                self._end(process, Halt.TOO_LATE)
            await asyncio.wait(awaited, timeout=PAUSE_S, return_when=asyncio.FIRST_COMPLETED)

    def _end(self, process: KeptProcess, halt: Halt) -> None:
        """End it for this; the first reason counts."""
        self._halt = self._halt or halt
        process.kill()


def _pipe() -> tuple[FileIO, FileIO]:
    """Where to read, and where to write."""
    ours, theirs = os.pipe()
    return FileIO(ours, "rb"), FileIO(theirs, "wb")


def _sealed(data: bytes) -> FileIO:
    """A file in memory which nobody can change, to be read from its beginning."""
    descriptor = os.memfd_create("source", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    file = FileIO(descriptor, "rb")
    with memoryview(data) as rest:
        done = 0
        while done < len(data):
            done += os.write(descriptor, rest[done:])
    os.lseek(descriptor, 0, os.SEEK_SET)
    fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)
    return file


async def _drain(pipe: FileIO, take: Callable[[bytes], None]) -> None:
    """Hand on all that comes."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=CHUNK)
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    try:
        while chunk := await reader.read(CHUNK):
            take(chunk)
    finally:
        transport.close()
