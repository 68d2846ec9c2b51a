"""Signing in with a browser, and out again."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from arena.model.accounts import Unknown
from arena.web.identity import COOKIE, AccountsHere, RatesHere, Viewer, address_of, check_own_page
from arena.web.rates import SIGN_IN
from arena.web.rendering import Store, render

router = APIRouter()
HOME = "/me"

Text = Annotated[str, Form(max_length=300)]


@router.get("/sign-in", response_class=HTMLResponse)
def ask(store: Store, viewer: Viewer, next: str = HOME) -> Response:  # the parameter's name in the address
    """The form; who is signed in already goes on."""
    if viewer is not None:
        return RedirectResponse(own_path(next), status_code=303)
    return HTMLResponse(render(store, "sign_in.html", next=own_path(next), name="", problem=""))


@router.post("/sign-in", dependencies=[Depends(check_own_page)], response_class=HTMLResponse)
def sign_in(
    request: Request,
    store: Store,
    accounts: AccountsHere,
    rates: RatesHere,
    name: Text = "",
    password: Text = "",
    next: Text = HOME,
) -> Response:
    """Begin a session, always a new one, and end the one that the browser had."""
    rates.take(SIGN_IN, "address", address_of(request))
    rates.take(SIGN_IN, "name", name)
    try:
        secret, ends = accounts.sign_in(name, password)
    except Unknown as problem:
        html = render(store, "sign_in.html", next=own_path(next), name=name, problem=str(problem))
        return HTMLResponse(html, status_code=401)
    _end_session(request, accounts)
    answer = RedirectResponse(own_path(next), status_code=303)
    secure = "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))  # as a proxy before us says
    answer.set_cookie(COOKIE, secret, expires=ends, httponly=True, samesite="lax", secure=secure)
    return answer


@router.post("/sign-out", dependencies=[Depends(check_own_page)])
def sign_out(request: Request, accounts: AccountsHere) -> Response:
    """End the session."""
    _end_session(request, accounts)
    answer = RedirectResponse("/", status_code=303)
    answer.delete_cookie(COOKIE)
    return answer


def own_path(path: str) -> str:
    """Where to go on: a page of ours, whatever was asked for."""
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if own else HOME


def _end_session(request: Request, accounts: AccountsHere) -> None:
    old = request.cookies.get(COOKIE)
    if old:
        accounts.sign_out(old)
