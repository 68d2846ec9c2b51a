"""Who may do what: users, their roles and their tokens."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from arena.model.errors import BadInput


class Role(Enum):
    """What a user is to the arena."""

    OWNER = "owner"
    """Has bots."""
    OPERATOR = "operator"
    """Runs the arena: sees and may do everything."""


class Scope(Enum):
    """What a token may be used for."""

    READ = "read"
    """One's bots' states, logs and debug text."""
    SUBMIT = "submit"
    """Handing bots in, withdrawing and validating them again."""
    CHALLENGE = "challenge"
    """Unrated matches against chosen opponents."""
    OPERATE = "operate"
    """What operators do; only an operator's token can have it."""


ALL_SCOPES = frozenset(Scope)


class Unknown(BadInput):
    """No such account, token or session, or a wrong password; the text does not say which."""


class Forbidden(BadInput):
    """The token or the user may not do this; the text says what it takes."""


@dataclass(frozen=True, slots=True)
class User:
    """An account."""

    id: int
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is asking, and what for: a session has all scopes of its user, a token those it was made with."""

    user: User
    scopes: frozenset[Scope]

    def need(self, scope: Scope) -> None:
        """Forbidden unless it has this scope (OPERATE only ever for operators)."""
        if scope is Scope.OPERATE and self.user.role is not Role.OPERATOR:
            raise Forbidden("only an operator may do this")
        if scope not in self.scopes:
            raise Forbidden(f"this token may not {scope.value}; make one with the scope {scope.value!r}")


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token in its owner's list; the token itself was shown once and is nowhere."""

    id: int
    label: str
    scopes: frozenset[Scope]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None
