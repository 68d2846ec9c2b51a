"""Tables on a terminal of any width, and through a pipe uncut."""

import errno
import os
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

PIPE_COLUMNS = 200
"""Width of what is no terminal and says nothing of its width (rich would take 80, and cut)."""


class Printer(Console):
    """Leaves it to `arena.cli` what a reader that has had enough means."""

    def on_broken_pipe(self) -> None:
        """Instead of an exit code of rich's own."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console() -> Console:
    """Where results are printed."""
    piped = sys.stdout is None or not sys.stdout.isatty()
    return Printer(width=PIPE_COLUMNS if piped and not os.environ.get("COLUMNS") else None)


def new_table(*columns: str, numbers: Sequence[str] = ()) -> Table:
    """Columns of text, which are folded where the terminal is narrow, then columns of numbers."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table
