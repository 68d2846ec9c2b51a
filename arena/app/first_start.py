"""What a new home is given when it is first served: an operator's account with a token, ladders, and house bots."""

import os
from collections.abc import Sequence
from pathlib import Path

from arena.app.demo_setup import ladder_spec, set_up
from arena.app.home import Home
from arena.bots.manifest import load_manifest
from arena.model.accounts import ALL_SCOPES, Role
from arena.store.accounts import SqlAccounts
from arena.store.database import Database
from arena.store.ladders import ladders

LOCAL = "local"
"""The account of whoever runs the arena on this machine."""

LADDERS = (("stockpile-4", "stockpile", 4), ("great_crash-3", "great_crash", 3), ("stonks-3", "stonks", 3))
"""Name, game and players of those a new home begins with."""


def first_start(database: Database, home: Home, house: Sequence[Path]) -> list[str]:
    """Give the home what it has none of yet; a line for each thing that was made.

    `house` are manifests of the bots that newcomers are validated against.
    """
    return [*_account(database, home), *_ladders(database, house)]


def _account(database: Database, home: Home) -> list[str]:
    accounts = SqlAccounts(database)
    if accounts.users():
        return []
    user = accounts.add(LOCAL, role=Role.OPERATOR)
    token = accounts.new_token(user, "made at the first start", ALL_SCOPES)
    write_secret(home.token, token)
    return [f"made the operator's account {LOCAL!r}; its token is in {home.token}"]


def _ladders(database: Database, house: Sequence[Path]) -> list[str]:
    if database.read(ladders):
        return []
    bots = [(bot, load_manifest(bot)) for bot in house]
    for name, game, players in LADDERS:
        set_up(database, ladder_spec(name, game, players), [path for path, bot in bots if game in bot.games])
    names = ", ".join(name for name, _, _ in LADDERS)
    return [f"opened the ladders {names} with {len(bots)} house bots"]


def write_secret(path: Path, secret: str) -> None:
    """Write a file that only we can read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secret + "\n")
