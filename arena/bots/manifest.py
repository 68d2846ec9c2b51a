"""bot.toml: what a bot is called, what it plays and how it is built and run."""

import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category

import engine.games
from arena.model.errors import BadInput, WorldTrouble

FILE = "bot.toml"
MOST_BYTES = 8 * 1024
"""Size of the file; its commands must fit into the arguments of a process."""
SHOWN = 100
"""Characters of a bad value that are told."""
LAYOUT = "\n\t"
"""Control characters that may stand in a command."""

KITS = ("cpp", "go", "java", "python", "rust", "stdio", "typescript")
"""Languages a bot may be written in: what its build and run commands may count on."""

REQUIRED = ("name", "games", "kit", "run")
KEYS = (*REQUIRED, "build", "arguments")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
NAME_RULE = "1 to 40 letters, digits, '_', '.' or '-', a letter or digit first"

Command = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """An entrant, checked: commands are split into words and the folder exists."""

    name: str
    games: tuple[str, ...]
    kit: str
    build: tuple[Command, ...]
    run: Command
    arguments: Command
    """Given to the run command after its own words."""
    folder: Path
    """Where the bot is built and run."""
    path: Path
    """The file all this was read from."""


def load_manifest(entrant: str | Path) -> Manifest:
    """The manifest of a bot's folder (its bot.toml) or of another .toml there; BadInput says what's wrong."""
    path = manifest_path(Path(entrant))
    return parse_manifest(read(path), path)


def parse_manifest(text: bytes, path: Path, *, any_game: bool = False) -> Manifest:
    """The manifest that a file says, which need not be there (in an archive it is not); errors name it by `path`.

    With `any_game` it may name games that there are not: whoever takes bots in says so in a better place.
    """
    table = Table(path, parse_toml(text, path))
    table.check_keys()
    games = table.texts("games")
    return Manifest(
        name=table.name(),
        games=games if any_game else table.choices("games", games, game_names()),
        kit=table.choices("kit", (table.text("kit"),), KITS)[0],
        build=tuple(table.words("build", line) for line in table.texts("build", optional=True)),
        run=table.words("run", table.text("run")),
        arguments=table.texts("arguments", optional=True),
        folder=path.parent,
        path=path,
    )


def manifest_path(entrant: Path) -> Path:
    """The absolute path of an entrant's .toml; BadInput if there is none."""
    path = entrant / FILE if entrant.is_dir() else entrant
    if path.suffix == ".toml" and path.is_file():
        return path.resolve()
    what = f"{entrant} has no {FILE}" if entrant.is_dir() else f"no bot at {entrant}"
    raise BadInput(f"{what}; a bot is a folder with a {FILE} in it, or the path of another .toml there")


def read(path: Path) -> bytes:
    """What is in the file, of which no more is read than may be there; BadInput if it is not for us."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except PermissionError:
        raise BadInput(f"{path} cannot be read: we may not") from None
    except OSError as error:
        raise WorldTrouble(f"{path} cannot be read: {error.strerror}") from error


def parse_toml(text: bytes, path: Path) -> Mapping[str, object]:
    """What the text says; BadInput if it is not TOML."""
    if len(text) > MOST_BYTES:
        raise BadInput(f"{path} is too large; it may have {MOST_BYTES} bytes")
    try:
        return tomllib.loads(text.decode())
    except ValueError as error:  # also of numbers with too many digits, and of text that is not UTF-8
        raise BadInput(f"{path} is not TOML: {str(error)[:SHOWN]}") from None
    except RecursionError:
        raise BadInput(f"{path} is not TOML for us: it is nested too deeply") from None


def game_names() -> tuple[str, ...]:
    """Every game there is: the folders of `engine/games`."""
    folders = (folder for root in engine.games.__path__ for folder in Path(root).iterdir() if folder.is_dir())
    return tuple(sorted(folder.name for folder in folders if folder.name[0].isalpha()))


def shown(value: object) -> str:
    """A value as it is written down, cut to what a line of text can bear."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


@dataclass(frozen=True, slots=True)
class Table:
    """A bot.toml as read, with its path for what is said about it."""

    path: Path
    data: Mapping[str, object]

    def check_keys(self) -> None:
        """BadInput for the first key that is unknown or missing."""
        for key in self.data:
            if key not in KEYS:
                raise BadInput(f"{self.path}: unknown key {shown(key)}; keys are {', '.join(KEYS)}")
        for key in REQUIRED:
            if key not in self.data:
                raise BadInput(f"{self.path}: no {shown(key)}; {', '.join(REQUIRED)} must be given")

    def text(self, key: str) -> str:
        """A key's value, which must be text that is not empty."""
        value = self.data[key]
        if not isinstance(value, str) or not value.strip():
            raise BadInput(f"{self.path}: {key} is {shown(value)}; it must be text")
        return self.printable(key, value)

    def texts(self, key: str, optional: bool = False) -> tuple[str, ...]:
        """A key's value, which must be a list of text; empty only where the key may be left out."""
        value = self.data.get(key, ())
        if not isinstance(value, Sequence) or isinstance(value, str) or not (value or optional):
            raise BadInput(f"{self.path}: {key} is {shown(value)}; it must be a list of text")
        for item in value:
            if not isinstance(item, str):
                raise BadInput(f"{self.path}: {key} has {shown(item)} in it; it must be a list of text")
        return tuple(self.printable(key, item) for item in value)

    def printable(self, key: str, text: str) -> str:
        """The text, which has no control characters but layout: a command with a NUL in it cannot be run."""
        if any(category(character) == "Cc" for character in text if character not in LAYOUT):
            raise BadInput(f"{self.path}: {key} has {shown(text)}; control characters are not allowed")
        return text

    def name(self) -> str:
        """The bot's name, fit for pages and file names."""
        name = self.text("name")
        if not NAME.fullmatch(name):
            raise BadInput(f"{self.path}: name is {shown(name)}; a name is {NAME_RULE}")
        return name

    def choices(self, key: str, chosen: Sequence[str], allowed: Sequence[str]) -> tuple[str, ...]:
        """The values, each of which must be allowed."""
        for value in chosen:
            if value not in allowed:
                raise BadInput(f"{self.path}: {key} has unknown {shown(value)}; there are {', '.join(allowed)}")
        return tuple(chosen)

    def words(self, key: str, line: str) -> Command:
        """A command line in words, by the shell's rules of quoting."""
        try:
            words = tuple(shlex.split(line))
        except ValueError as error:
            raise BadInput(f"{self.path}: {key} is {shown(line)}: {error}") from None
        if not words:
            raise BadInput(f"{self.path}: {key} has an empty command")
        return words
