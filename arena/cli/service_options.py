"""What `arena demo` and `arena serve` have in common."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import structlog
import typer

from arena.app.home import Home, new_home
from arena.app.service import ServiceOptions, run_service
from arena.cli.standings import print_leaderboards

HostOption = Annotated[str, typer.Option(help="Address to listen on.")]
PortOption = Annotated[
    int | None, typer.Option(min=0, max=65535, help="Port; 0 takes a free one. Without it 8000, or a free one.")
]
EngineOption = Annotated[str, typer.Option(help="Where matches are played: embedded (processes) or in-process.")]
ForOption = Annotated[float | None, typer.Option("--for", min=0.1, metavar="SECONDS", help="End by itself after this.")]


def serve_home(path: Path, options: ServiceOptions, prepare: Callable[[Home], None]) -> None:
    """Serve a home until it is told to stop, then print its leaderboards."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger("WARNING"),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=False),
        ],
    )
    home = new_home(path)
    typer.echo(f"home {home.path}")
    prepare(home)
    run_service(home, options, lambda address: typer.echo(f"Stockpit is at {address} (Ctrl-C ends it)"))
    print_leaderboards(home)
