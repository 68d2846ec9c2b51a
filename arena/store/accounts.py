"""Accounts in the database: `arena.ports.accounts.Accounts`. Secrets are random, and only their hashes are kept."""

import re
import secrets
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any

from pwdlib import PasswordHash
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from arena.model.accounts import ALL_SCOPES, Forbidden, Identity, Role, Scope, TokenLine, Unknown, User
from arena.model.errors import BadInput
from arena.model.standings import NoSuchThing
from arena.store.database import Database
from arena.store.tables import ACCOUNT, TOKEN, WEB_SESSION

TOKEN_PREFIX = "stockpit_"
"""So that a token is known as one wherever it leaks."""
SECRET_BYTES = 32
SESSION_LIFETIME = timedelta(days=14)
PASSWORD_LENGTHS = (8, 200)
"""Characters; hashing a longer one would be work for free."""
LABEL_CHARACTERS = 80
TOKENS_PER_USER = 50
"""That are neither revoked nor over."""
LAST_USE_EVERY = timedelta(minutes=1)
"""A token's last use is written at most so often."""

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
NAME_RULE = "1 to 40 lower-case letters, digits, '_', '.' or '-', a letter or digit first"

_hasher = PasswordHash.recommended()


class SqlAccounts:
    """Users, tokens and sessions of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock

    def add(self, name: str, *, password: str | None = None, role: Role = Role.OWNER) -> User:
        """A new user; BadInput if the name is taken or none, or the password is too short or too long."""
        if not NAME.fullmatch(name):
            raise BadInput(f"user name is {name[:60]!r}; a name is {NAME_RULE}")
        hashed = None if password is None else _hashed(password)
        values = {"name": name, "password": hashed, "role": role, "created_at": self._clock()}
        try:
            self._database.write(lambda c: c.execute(insert(ACCOUNT).values(values)))
        except IntegrityError:
            raise BadInput(f"there is a user {name!r} already; choose another name") from None
        return self.user(name)

    def set_password(self, name: str, password: str) -> None:
        """Change a password and end all sessions of the user; Unknown if there is no such user."""
        user, hashed = self.user(name), _hashed(password)

        def change(connection: Connection) -> None:
            connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == user.id).values(password=hashed))
            connection.execute(delete(WEB_SESSION).where(WEB_SESSION.c.account_id == user.id))

        self._database.write(change)

    def users(self) -> list[User]:
        """All, oldest first."""
        return self._database.read(lambda c: [_user(row) for row in c.execute(select(ACCOUNT).order_by(ACCOUNT.c.id))])

    def user(self, name: str) -> User:
        """By name; Unknown if there is none."""
        row = self._row(name)
        if row is None:
            raise Unknown(f"no user {name[:60]!r}")
        return _user(row)

    def new_token(self, user: User, label: str, scopes: Collection[Scope], *, lifetime: timedelta | None = None) -> str:
        """A new token, shown this once; Forbidden if the user may not have a scope."""
        _check_token(user, label, scopes)
        token = TOKEN_PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        now = self._clock()
        values = {
            "account_id": user.id,
            "sha256": _digest(token),
            "label": label.strip(),
            "scopes": sorted(scope.value for scope in scopes),
            "created_at": now,
            "expires_at": None if lifetime is None else now + lifetime,
        }

        def change(connection: Connection) -> None:
            if sum(_lives(line, now) for line in _tokens(connection, user)) >= TOKENS_PER_USER:
                raise BadInput(f"{user.name} has {TOKENS_PER_USER} tokens; revoke one first")
            connection.execute(insert(TOKEN).values(values))

        self._database.write(change)
        return token

    def tokens(self, user: User) -> list[TokenLine]:
        """Those of a user, newest first."""
        return self._database.read(lambda c: _tokens(c, user))

    def revoke(self, user: User, token: int) -> None:
        """End a token of this user; NoSuchThing if it is not theirs. Again: nothing happens."""
        if token not in {line.id for line in self.tokens(user)}:
            raise NoSuchThing(f"{user.name} has no token {token}")
        ending = update(TOKEN).where(TOKEN.c.id == token, TOKEN.c.revoked_at.is_(None))
        self._database.write(lambda c: c.execute(ending.values(revoked_at=self._clock())))

    def by_token(self, token: str) -> Identity:
        """Who holds this token; Unknown if nobody, or it was revoked or is over."""
        query = (
            select(ACCOUNT, TOKEN.c.id.label("token_id"), TOKEN.c.scopes, TOKEN.c.last_used_at)
            .join(TOKEN, TOKEN.c.account_id == ACCOUNT.c.id)
            .where(TOKEN.c.sha256 == _digest(token), TOKEN.c.revoked_at.is_(None))
            .where(TOKEN.c.expires_at.is_(None) | (TOKEN.c.expires_at > self._clock()))
        )
        row = self._database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            raise Unknown("no such token; it may have been revoked")
        self._note_use(row.token_id, row.last_used_at)
        return Identity(_user(row), frozenset(Scope(scope) for scope in row.scopes))

    def sign_in(self, name: str, password: str) -> tuple[str, datetime]:
        """Secret of a new session, and when it ends; Unknown if name and password do not go together."""
        row = self._row(name)
        hashed = _nobodys() if row is None or row.password is None else row.password
        good = _hasher.verify(password[: PASSWORD_LENGTHS[1] + 1], hashed)
        if not good or row is None or row.password is None:
            raise Unknown("no user of this name has this password")
        secret, now = secrets.token_urlsafe(SECRET_BYTES), self._clock()
        ends = now + SESSION_LIFETIME
        values = {"sha256": _digest(secret), "account_id": row.id, "created_at": now, "expires_at": ends}

        def change(connection: Connection) -> None:
            connection.execute(delete(WEB_SESSION).where(WEB_SESSION.c.expires_at <= now))
            connection.execute(insert(WEB_SESSION).values(values))

        self._database.write(change)
        return secret, ends

    def by_session(self, secret: str) -> Identity:
        """Who is signed in; Unknown if nobody."""
        query = (
            select(ACCOUNT)
            .join(WEB_SESSION, WEB_SESSION.c.account_id == ACCOUNT.c.id)
            .where(WEB_SESSION.c.sha256 == _digest(secret), WEB_SESSION.c.expires_at > self._clock())
        )
        row = self._database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            raise Unknown("nobody is signed in")
        user = _user(row)
        return Identity(user, ALL_SCOPES if user.role is Role.OPERATOR else ALL_SCOPES - {Scope.OPERATE})

    def sign_out(self, secret: str) -> None:
        """End a session; nothing happens if there is none."""
        ending = delete(WEB_SESSION).where(WEB_SESSION.c.sha256 == _digest(secret))
        self._database.write(lambda c: c.execute(ending))

    def _row(self, name: str) -> Row[Any] | None:
        query = select(ACCOUNT).where(ACCOUNT.c.name == name)
        return self._database.read(lambda c: c.execute(query).one_or_none())

    def _note_use(self, token: int, last: datetime | None) -> None:
        now = self._clock()
        if last is None or now - last >= LAST_USE_EVERY:
            used = update(TOKEN).where(TOKEN.c.id == token).values(last_used_at=now)
            self._database.write(lambda c: c.execute(used))


def _check_token(user: User, label: str, scopes: Collection[Scope]) -> None:
    if not scopes:
        raise BadInput(f"a token needs a scope; there are {', '.join(scope.value for scope in Scope)}")
    if Scope.OPERATE in scopes and user.role is not Role.OPERATOR:
        raise Forbidden("only an operator's token can operate")
    if not label.strip() or len(label) > LABEL_CHARACTERS or not label.isprintable():
        raise BadInput(f"a token's label is 1 to {LABEL_CHARACTERS} printable characters that say what it is for")


def _tokens(connection: Connection, user: User) -> list[TokenLine]:
    query = select(TOKEN).where(TOKEN.c.account_id == user.id).order_by(TOKEN.c.id.desc())
    return [
        TokenLine(
            id=row.id,
            label=row.label,
            scopes=frozenset(Scope(scope) for scope in row.scopes),
            created_at=row.created_at,
            last_used_at=row.last_used_at,
            expires_at=row.expires_at,
            revoked_at=row.revoked_at,
        )
        for row in connection.execute(query)
    ]


def _lives(line: TokenLine, now: datetime) -> bool:
    return line.revoked_at is None and (line.expires_at is None or line.expires_at > now)


def _user(row: Row[Any]) -> User:
    return User(row.id, row.name, row.role)


def _hashed(password: str) -> str:
    shortest, longest = PASSWORD_LENGTHS
    if not shortest <= len(password) <= longest:
        raise BadInput(f"a password has {shortest} to {longest} characters; this one has {len(password)}")
    return _hasher.hash(password)


@cache
def _nobodys() -> str:
    """A hash to check against when there is no such user, so that the time taken does not tell."""
    return _hasher.hash(secrets.token_hex(SECRET_BYTES))


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()
