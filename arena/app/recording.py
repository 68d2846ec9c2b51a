"""The worker's end of recording: plays a chunk and packs each rotation before it is sent."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from arena.model.matches import Chunk, ChunkRemains, RotationRecord
from arena.ports.execution import Report, ShouldStop
from arena.store.packing import pack

PLAY_PACKED = "arena.app.recording:play_packed"
"""The job of a worker."""

PlayChunk = Callable[[Chunk, Callable[[RotationRecord | ChunkRemains], None], ShouldStop], None]


@dataclass(frozen=True, slots=True)
class Assignment:
    """A chunk and the function, `module:function`, that plays it."""

    play: str
    chunk: Chunk


def play_packed(assignment: Assignment, report: Report, should_stop: ShouldStop) -> None:
    """Play the chunk and report each rotation packed, as soon as it is over."""
    module, _, function = assignment.play.partition(":")
    play: PlayChunk = getattr(import_module(module), function)

    def tell(news: RotationRecord | ChunkRemains) -> None:
        report(news if isinstance(news, ChunkRemains) else pack(news))

    play(assignment.chunk, tell, should_stop)
