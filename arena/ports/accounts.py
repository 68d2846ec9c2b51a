"""Accounts as pages and commands use them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Protocol

from arena.model.accounts import Identity, Role, Scope, TokenLine, User


class Accounts(Protocol):
    """Users, tokens and sessions; safe to call from any thread. Secrets are returned once and kept as hashes."""

    def add(self, name: str, *, password: str | None = None, role: Role = Role.OWNER) -> User:
        """A new user; BadInput if the name is taken or none, or the password is too short or too long."""

    def set_password(self, name: str, password: str) -> None:
        """Change a password and end all sessions of the user; Unknown if there is no such user."""

    def users(self) -> list[User]:
        """All, oldest first."""

    def user(self, name: str) -> User:
        """By name; Unknown if there is none."""

    def new_token(self, user: User, label: str, scopes: Collection[Scope], *, lifetime: timedelta | None = None) -> str:
        """A new token, shown this once; Forbidden if the user may not have a scope."""

    def tokens(self, user: User) -> list[TokenLine]:
        """Those of a user, newest first."""

    def revoke(self, user: User, token: int) -> None:
        """End a token of this user; NoSuchThing if it is not theirs. Again: nothing happens."""

    def by_token(self, token: str) -> Identity:
        """Who holds this token; Unknown if nobody, or it was revoked or is over."""

    def sign_in(self, name: str, password: str) -> tuple[str, datetime]:
        """Secret of a new session, and when it ends; Unknown if name and password do not go together.

        It takes as long for a name that is not there.
        """

    def by_session(self, secret: str) -> Identity:
        """Who is signed in; Unknown if nobody."""

    def sign_out(self, secret: str) -> None:
        """End a session; nothing happens if there is none."""
