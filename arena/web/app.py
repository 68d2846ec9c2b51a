"""The web application: pages, live streams, static files, and what every answer carries."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.model.accounts import Unknown
from arena.ports.accounts import Accounts
from arena.ports.desk import Desk
from arena.ports.store import Reading
from arena.web.api.app import MOST_BODY_BYTES, create_api
from arena.web.api.failures import STATUS
from arena.web.identity import visitor
from arena.web.live import Tail
from arena.web.owner import pages as owner_pages
from arena.web.owner import signing_in
from arena.web.pages import router
from arena.web.rates import Rates
from arena.web.rendering import render

STATIC = Path(__file__).with_name("static")

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; "
        "form-action 'self'; base-uri 'none'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""htmx sets inline styles while it swaps; scripts come from our own files only."""


def create_app(reading: Reading, accounts: Accounts, desk: Desk) -> FastAPI:
    """The application over a store that can be read, and a desk where bots are handed in."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with Tail(reading).running() as tail:
            app.state.tail = tail
            yield

    app = FastAPI(
        title="Stockpit",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        max_body_size=MOST_BODY_BYTES,
    )
    api = create_api()
    rates = Rates()
    for part in (app, api):
        part.state.reading = reading
        part.state.accounts = accounts
        part.state.desk = desk
        part.state.rates = rates
    app.mount("/api/v1", api)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for pages in (router, signing_in.router, owner_pages.router):
        app.include_router(pages)
    app.add_middleware(SecurityHeaders)
    app.add_exception_handler(Unknown, _sign_in_first)
    for kind, _ in STATUS[1:]:
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _our_bug)
    return app


class SecurityHeaders:
    """Adds the security headers to every answer, streams included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


async def _sign_in_first(request: Request, _: Exception) -> Response:
    wanted = request.url.path if request.method == "GET" else "/me"
    return RedirectResponse(f"/sign-in?next={quote(wanted)}", status_code=303)


async def _refused(request: Request, error: Exception) -> HTMLResponse:
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    return _error_page(request, status, "Not found" if status == 404 else "Not possible", str(error))


async def _invalid(request: Request, error: Exception) -> HTMLResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return _error_page(request, 422, "Not possible", f"{first['loc'][-1]}: {first['msg']}")


async def _http_error(request: Request, error: Exception) -> HTMLResponse:
    assert isinstance(error, HTTPException)
    text = f"There is no page at {request.url.path}" if error.status_code == 404 else str(error.detail)
    return _error_page(request, error.status_code, "Not found" if error.status_code == 404 else "Not possible", text)


async def _our_bug(request: Request, _: Exception) -> HTMLResponse:
    return _error_page(request, 500, "A bug of ours", "It has been written to the log; nothing was lost.")


def _error_page(request: Request, status: int, title: str, text: str) -> HTMLResponse:
    html = render(
        request.app.state.reading, "error.html", visitor(request), heading=title, text=text[:1].upper() + text[1:]
    )
    return HTMLResponse(html, status_code=status)
