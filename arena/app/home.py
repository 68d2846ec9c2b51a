"""The arena's home folder: what is kept where."""

from dataclasses import dataclass
from pathlib import Path

from arena.model.errors import BadInput


@dataclass(frozen=True, slots=True)
class Home:
    """`ARENA_HOME`: database, transport keys and all else that outlives a run."""

    path: Path

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.path / "arena.sqlite"

    @property
    def tls(self) -> Path:
        """Certificates of the links between coordinator and workers."""
        return self.path / "tls"

    @property
    def kits(self) -> Path:
        """Kits of the sandbox, each in a folder named after what is in it."""
        return self.path / "kits"

    @property
    def objects(self) -> str:
        """URL of the store of bots' sources and of what was built from them."""
        return (self.path / "objects").as_uri()

    @property
    def artifacts(self) -> Path:
        """Built bots, unpacked to be run."""
        return self.path / "artifacts"

    @property
    def token(self) -> Path:
        """The token commands use if none is named."""
        return self.path / "owner.token"

    @property
    def address(self) -> Path:
        """Where the home is being served, while it is."""
        return self.path / "address"

    @property
    def config(self) -> Path:
        """What an operator has set; need not be there."""
        return self.path / "config.toml"

    @property
    def logs(self) -> Path:
        """Log files."""
        return self.path / "logs"


def new_home(path: Path) -> Home:
    """The home at a path, made if it is not there; only its owner may read it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Home(path.resolve())


def existing_home(path: Path) -> Home:
    """The home at a path; BadInput if nothing has been kept there yet."""
    home = Home(path.resolve())
    if not home.database.exists():
        raise BadInput(f"no arena in {path}: it has no {home.database.name}; `arena demo` or `arena serve` makes one")
    return home
