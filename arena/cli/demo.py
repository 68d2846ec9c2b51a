"""`arena demo`: a ladder of the sample bots, played and shown."""

from pathlib import Path

import typer

from arena.app.demo_setup import ladder_spec, set_up
from arena.app.home import Home
from arena.app.service import EngineKind, ServiceOptions
from arena.cli.house import SAMPLES
from arena.cli.options import DEFAULT_HOME, HomeOption, LimitsOption
from arena.cli.service_options import EngineOption, ForOption, HostOption, PortOption, serve_home
from arena.model.errors import BadInput
from arena.model.isolation import Isolation
from arena.store.database import Database

LADDER = "stockpile-4"


def demo(
    home: HomeOption = DEFAULT_HOME,
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    engine: EngineOption = EngineKind.EMBEDDED,
    for_s: ForOption = None,
    limits: LimitsOption = Isolation.NONE,
) -> None:
    """Make a ladder of the sample bots, play it and serve its leaderboard. Without --limits there is no sandbox."""
    if not SAMPLES.is_dir():
        raise BadInput(f"no sample bots at {SAMPLES}; the demo runs from a checkout of the project")
    serve_home(home, ServiceOptions(host, port, engine, for_s, limits), _enter_samples)


def _enter_samples(database: Database, _: Home) -> None:
    set_up(database, ladder_spec(LADDER, "stockpile", 4), _bots())


def _bots() -> list[Path]:
    trader = SAMPLES / "python_heuristic"
    bots = [SAMPLES / "python_random", trader, trader / "bold.toml", trader / "careful.toml"]
    go = SAMPLES / "go_trader"
    if (go / "go_trader").exists():
        bots.append(go)
    else:
        typer.echo("go_trader is left out: it was not built (Go 1.24 or newer is needed when installing)")
    return bots
