"""`arena token`: what programs identify themselves with."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from arena.app.first_start import LOCAL, write_secret
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.tables import console, new_table
from arena.cli.user import accounts
from arena.model.accounts import ALL_SCOPES, Role, Scope

app = group("Tokens, by whoever has the home's folder; others make theirs in the browser.")

UserOption = Annotated[str, typer.Option("--user", help="Whose token.")]


@app.command()
def create(
    user: UserOption = LOCAL,
    label: Annotated[str, typer.Option(help="What it is for.")] = "made by arena token create",
    scope: Annotated[list[Scope] | None, typer.Option(help="What it may do; all that its user may without it.")] = None,
    days: Annotated[int | None, typer.Option(min=1, max=3650, help="How long it lives.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write it to a file that only you can read.")] = None,
    home: HomeOption = DEFAULT_HOME,
) -> None:
    """Make a token; it is shown this once."""
    with accounts(home) as there:
        holder = there.user(user)
        scopes = set(scope) if scope else ALL_SCOPES - ({Scope.OPERATE} if holder.role is not Role.OPERATOR else set())
        token = there.new_token(holder, label, scopes, lifetime=None if days is None else timedelta(days=days))
    if out is None:
        print(token)
    else:
        write_secret(out, token)
        print(f"wrote the token to {out}")


@app.command(name="list")
def list_(user: UserOption = LOCAL, home: HomeOption = DEFAULT_HOME, json_: JsonOption = False) -> None:
    """List a user's tokens; not what they are."""
    with accounts(home) as there:
        lines = there.tokens(there.user(user))
    rows = [
        {
            "id": line.id,
            "label": line.label,
            "scopes": sorted(scope.value for scope in line.scopes),
            "created_at": line.created_at.isoformat(),
            "last_used_at": line.last_used_at and line.last_used_at.isoformat(),
            "expires_at": line.expires_at and line.expires_at.isoformat(),
            "revoked_at": line.revoked_at and line.revoked_at.isoformat(),
        }
        for line in lines
    ]
    if json_:
        print(json.dumps(rows, indent=2))
        return
    table = new_table("label", "scopes", "created", "last used", "ends", numbers=("id",))
    for line in lines:
        ends = "revoked" if line.revoked_at else (f"{line.expires_at:%Y-%m-%d}" if line.expires_at else "never")
        used = f"{line.last_used_at:%Y-%m-%d %H:%M}" if line.last_used_at else "never"
        scopes = ", ".join(sorted(scope.value for scope in line.scopes))
        table.add_row(line.label, scopes, f"{line.created_at:%Y-%m-%d %H:%M}", used, ends, str(line.id))
    console().print(table, highlight=False)


@app.command()
def revoke(
    number: Annotated[int, typer.Argument(help="Its id, as `arena token list` shows it.")],
    user: UserOption = LOCAL,
    home: HomeOption = DEFAULT_HOME,
) -> None:
    """End a token."""
    with accounts(home) as there:
        there.revoke(there.user(user), number)
    print(f"revoked token {number} of {user!r}")
