"""What is answered when a page cannot be: a page that says why, or a line of JSON to scripts and under /api."""

from http import HTTPStatus
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from arena.model.accounts import Unknown
from arena.web.api.failures import STATUS, answer, http_error, invalid, our_bug, too_large
from arena.web.identity import visitor
from arena.web.rendering import fragment, reading_of, render

JSON = "application/json"
"""What our script accepts; a browser that goes from page to page accepts HTML."""


def add_refusals(app: FastAPI) -> None:
    """Have every failure of these pages answered here."""
    for kind, _ in STATUS:
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _our_bug)


def body_too_large(request: Request) -> Response:
    """The answer to a body that is larger than it may be."""
    return too_large() if _wants_json(request) else _page(request, 413, "it is larger than what is taken here")


async def _refused(request: Request, error: Exception) -> Response:
    if _wants_json(request):
        return answer(error)
    if isinstance(error, Unknown):
        wanted = request.url.path if request.method == "GET" else "/me"
        return RedirectResponse(f"/sign-in?next={quote(wanted)}", status_code=303)
    refusal = answer(error)
    return _page(request, refusal.status_code, str(error), dict(refusal.headers))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if _wants_json(request):
        return invalid(error)
    first = error.errors()[0]
    return _page(request, 422, f"{first['loc'][-1]}: {first['msg']}")


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refusal = http_error(request, error)
    if _wants_json(request):
        return refusal
    text = f"there is no page at {request.url.path}" if error.status_code == 404 else str(error.detail)
    return _page(request, error.status_code, text, dict(refusal.headers))


async def _our_bug(request: Request, _: Exception) -> Response:
    if _wants_json(request):
        return our_bug()
    return _page(request, 500, "it has been written to the log; nothing was lost")


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/") or request.headers.get("accept") == JSON


def _page(request: Request, status: int, text: str, headers: dict[str, str] | None = None) -> HTMLResponse:
    """A page that says why not; where the machine or we have failed, one that needs no database."""
    values = {"heading": _heading(status), "text": text[:1].upper() + text[1:]}
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        html = fragment("error.html", ladders=[], who=None, **values)
    else:
        html = render(reading_of(request), "error.html", visitor(request), **values)
    kept = {name: value for name, value in (headers or {}).items() if name in ("allow", "retry-after")}
    return HTMLResponse(html, status_code=status, headers=kept)


def _heading(status: int) -> str:
    match status:
        case HTTPStatus.NOT_FOUND:
            return "Not found"
        case HTTPStatus.INTERNAL_SERVER_ERROR:
            return "A bug of ours"
        case _:
            return "Not possible"
