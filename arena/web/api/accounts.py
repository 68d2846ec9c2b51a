"""Oneself and one's tokens by the API."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from arena.model.accounts import Role, Scope, TokenLine
from arena.web.api.failures import documented
from arena.web.identity import AccountsHere, Who

router = APIRouter(tags=["accounts"], responses=documented(401, 403, 422, 429, 503))


class Me(BaseModel):
    """Who asks."""

    name: str
    role: Role
    scopes: list[Scope]


class TokenAsked(BaseModel, extra="forbid"):
    """A token to be made."""

    label: str = Field(min_length=1, max_length=80)
    scopes: list[Scope] = Field(min_length=1, max_length=10)
    days: int | None = Field(default=None, ge=1, le=3650)
    """How long it lives; None: until it is revoked."""


class NewToken(BaseModel):
    """A token, shown this once."""

    token: str


@router.get("/me")
def me(who: Who) -> Me:
    """Who asks, and what for."""
    return Me(name=who.user.name, role=who.user.role, scopes=sorted(who.scopes, key=lambda scope: scope.value))


@router.get("/tokens")
def tokens(who: Who, accounts: AccountsHere) -> list[TokenLine]:
    """One's tokens, newest first; not what they are."""
    who.need(Scope.READ)
    return accounts.tokens(who.user)


@router.post("/tokens", status_code=201, responses=documented(400, 413))
def create(asked: TokenAsked, who: Who, accounts: AccountsHere) -> NewToken:
    """Make a token; it can have no scope that one asks without."""
    for scope in asked.scopes:
        who.need(scope)
    lifetime = None if asked.days is None else timedelta(days=asked.days)
    return NewToken(token=accounts.new_token(who.user, asked.label, set(asked.scopes), lifetime=lifetime))


@router.delete("/tokens/{token}", status_code=204, responses=documented(404))
def revoke(token: Annotated[int, Path(ge=1, le=2**31)], who: Who, accounts: AccountsHere) -> None:
    """End a token."""
    who.need(Scope.READ)
    accounts.revoke(who.user, token)
