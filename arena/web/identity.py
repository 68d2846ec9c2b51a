"""Who asks: by a token in the header, or by the session of a browser; and what a foreign page may not do for them."""

from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from arena.model.accounts import Forbidden, Identity, Unknown
from arena.ports.accounts import Accounts
from arena.ports.desk import Desk
from arena.web.rates import READ, WRITE, Rates

COOKIE = "stockpit_session"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site of requests that our own pages or the person made; others are made by foreign pages."""

_bearer = HTTPBearer(auto_error=False, description="A token of `arena token create` or of the page of one's tokens.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by signing in with a browser.")


def accounts_of(request: Request) -> Accounts:
    """The accounts of this server."""
    found: Accounts = request.app.state.accounts
    return found


def desk_of(request: Request) -> Desk:
    """The desk of this server."""
    found: Desk = request.app.state.desk
    return found


def rates_of(request: Request) -> Rates:
    """The counts of this server."""
    found: Rates = request.app.state.rates
    return found


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def identity(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)] = None,
    session: Annotated[str | None, Security(_cookie)] = None,
) -> Identity:
    """Who asks; Unknown if nobody is named, Forbidden if a foreign page asks in their name."""
    accounts = accounts_of(request)
    if bearer is not None:
        who = accounts.by_token(bearer.credentials)
    elif session is not None:
        check_own_page(request)
        who = accounts.by_session(session)
    else:
        raise Unknown("nobody is signed in; send a token as `Authorization: Bearer ...` or sign in")
    _count(request, who)
    return who


def check_own_page(request: Request) -> None:
    """Forbidden if another site's page makes a request that writes, with the browser adding our cookie."""
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("sec-fetch-site")
    if site is None:  # an old browser: its Origin must be ours
        origin = request.headers.get("origin")
        own = origin is None or origin.partition("://")[2] == request.headers.get("host")
    else:
        own = site in OWN_SITES
    if not own:
        raise Forbidden("this was asked by a page of another site; use our own pages, or a token")


def visitor(request: Request) -> Identity | None:
    """Who is signed in with this browser, if anybody is."""
    session = request.cookies.get(COOKIE)
    if not session:
        return None
    try:
        return accounts_of(request).by_session(session)
    except Unknown:
        return None


def signed_in(request: Request, viewer: Annotated[Identity | None, Depends(visitor)]) -> Identity:
    """Who is signed in; Unknown, upon which a page sends them to sign in, if nobody is."""
    if viewer is None:
        raise Unknown("nobody is signed in")
    _count(request, viewer)
    return viewer


def _count(request: Request, who: Identity) -> None:
    """Count a request of somebody, by pages and by the API together."""
    rates_of(request).take(READ if request.method in SAFE_METHODS else WRITE, "api", who.user.name)


Who = Annotated[Identity, Depends(identity)]
Viewer = Annotated[Identity | None, Depends(visitor)]
Signed = Annotated[Identity, Depends(signed_in)]
AccountsHere = Annotated[Accounts, Depends(accounts_of)]
DeskHere = Annotated[Desk, Depends(desk_of)]
RatesHere = Annotated[Rates, Depends(rates_of)]
