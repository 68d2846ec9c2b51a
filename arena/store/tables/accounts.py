"""Accounts, their tokens and their sessions in the browser."""

from datetime import datetime

from sqlalchemy import JSON
from sqlmodel import Field

from arena.model.accounts import Role
from arena.store.columns import Row, UTCDateTime, enum_type


class AccountRow(Row, table=True):
    """A user."""

    __tablename__ = "account"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    password: str | None = None
    """Hashed with argon2; None: cannot sign in, has tokens only."""
    role: Role = Field(sa_type=enum_type(Role))
    created_at: datetime = Field(sa_type=UTCDateTime)


class TokenRow(Row, table=True):
    """An opaque token, known by its hash alone."""

    __tablename__ = "token"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="account.id", index=True)
    sha256: str = Field(unique=True)
    label: str
    scopes: list[str] = Field(sa_type=JSON)
    created_at: datetime = Field(sa_type=UTCDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    expires_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class SessionRow(Row, table=True):
    """Somebody signed in with a browser; deleted when signed out or over."""

    __tablename__ = "web_session"

    sha256: str = Field(primary_key=True)
    """Of the secret in the cookie, in hex."""
    account_id: int = Field(foreign_key="account.id", index=True)
    created_at: datetime = Field(sa_type=UTCDateTime)
    expires_at: datetime = Field(sa_type=UTCDateTime)
