"""`arena serve`: the arena with whatever its home holds."""

from arena.app.service import EngineKind, ServiceOptions
from arena.cli.options import DEFAULT_HOME, HomeOption
from arena.cli.service_options import EngineOption, ForOption, HostOption, PortOption, serve_home
from arena.store.database import Database


def serve(
    home: HomeOption = DEFAULT_HOME,
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    engine: EngineOption = EngineKind.EMBEDDED,
    for_s: ForOption = None,
) -> None:
    """Play the ladders of a home without end and serve its pages."""
    serve_home(home, ServiceOptions(host, port, engine, for_s), _nothing)


def _nothing(_: Database) -> None:
    """A home is served as it is."""
