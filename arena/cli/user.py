"""`arena user`: accounts, for whoever has the home's folder."""

import getpass
import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from arena.app.home import existing_home
from arena.app.service import open_database
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.model.accounts import Role
from arena.model.errors import BadInput
from arena.store.accounts import SqlAccounts

app = group("Accounts of the people who hand bots in.")

NameArgument = Annotated[str, typer.Argument(help="Name of the user.")]
PasswordOption = Annotated[
    bool, typer.Option("--password/--no-password", help="Ask for a password, or read one from stdin if that is a pipe.")
]


@app.command()
def add(
    name: NameArgument,
    password: PasswordOption = False,
    operator: Annotated[bool, typer.Option(help="One who sees and may do everything.")] = False,
    home: HomeOption = DEFAULT_HOME,
) -> None:
    """Make an account; without a password it has tokens only (`arena token create --user NAME`)."""
    with accounts(home) as there:
        user = there.add(
            name, password=_password() if password else None, role=Role.OPERATOR if operator else Role.OWNER
        )
    print(f"made the account {user.name!r} ({user.role.value})")


@app.command(name="password")
def password_(name: NameArgument, home: HomeOption = DEFAULT_HOME) -> None:
    """Change a password, which ends the user's sessions."""
    with accounts(home) as there:
        there.user(name)
        there.set_password(name, _password())
    print(f"changed the password of {name!r}")


@app.command(name="list")
def list_(home: HomeOption = DEFAULT_HOME, json_: JsonOption = False) -> None:
    """List all accounts."""
    with accounts(home) as there:
        users = there.users()
    if json_:
        print(json.dumps([{"name": user.name, "role": user.role.value} for user in users], indent=2))
        return
    for user in users:
        print(f"{user.name}  {user.role.value}")


@contextmanager
def accounts(home: Path) -> Iterator[SqlAccounts]:
    """The accounts of a home."""
    with closing(open_database(existing_home(home))) as database:
        yield SqlAccounts(database)


def _password() -> str:
    """Typed twice on a terminal, else a line of stdin: never an argument, which others see."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline().rstrip("\n")
        if not line:
            raise BadInput("no password on stdin; give it as one line")
        return line
    first = getpass.getpass("password: ")
    if getpass.getpass("once more: ") != first:
        raise BadInput("the two differ; nothing was changed")
    return first
