"""`arena serve`: the arena with whatever its home holds."""

from arena.app.first_start import first_start
from arena.app.home import Home
from arena.app.service import EngineKind, ServiceOptions
from arena.cli.house import house_bots
from arena.cli.options import DEFAULT_HOME, HomeOption, LimitsOption
from arena.cli.service_options import EngineOption, ForOption, HostOption, PortOption, serve_home
from arena.store.database import Database


def serve(
    home: HomeOption = DEFAULT_HOME,
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    engine: EngineOption = EngineKind.EMBEDDED,
    for_s: ForOption = None,
    limits: LimitsOption = None,
) -> None:
    """Play the ladders of a home without end and serve its pages. Bots run in sandboxes (docs/sandbox.md).

    A new home is given an operator's account, a ladder for each game and house bots.
    """
    serve_home(home, ServiceOptions(host, port, engine, for_s, limits), _first_start)


def _first_start(database: Database, home: Home) -> None:
    for line in first_start(database, home, house_bots()):
        print(line, flush=True)
