"""What goes wrong with a request of the API, as a status and one line of JSON."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from arena.model.accounts import Forbidden, Unknown
from arena.model.errors import BadInput, WorldTrouble
from arena.model.standings import NoSuchThing
from arena.model.submissions import NotPossible, TooMany

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (Unknown, 401),
    (Forbidden, 403),
    (NoSuchThing, 404),
    (NotPossible, 409),
    (TooMany, 429),
    (BadInput, 422),
    (WorldTrouble, 503),
)
"""Most special first."""
RETRY_AFTER_S = "60"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Failure(BaseModel):
    """Why a request was not granted."""

    error: str
    """One line that names the thing and what is allowed."""


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI page says of these answers."""
    return {status: {"model": Failure, "description": _DESCRIPTIONS[status]} for status in statuses}


_DESCRIPTIONS = {
    400: "The request is not one",
    401: "Nobody is named, or nobody has this token",
    403: "The token or the user may not do this",
    404: "It is not there, or it is another owner's",
    409: "It does not go with the present state",
    413: "The request is too large",
    422: "Something that was given is not allowed",
    429: "Too often, or a quota is used up",
    503: "The machine failed; nothing was lost",
}


def answer(error: Exception) -> JSONResponse:
    """The answer to a failure of a kind that is expected."""
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    return failure(status, str(error))


def failure(status: int, text: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An answer that says why not."""
    own = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": RETRY_AFTER_S}}.get(status, {})
    return JSONResponse({"error": text}, status_code=status, headers={**own, **(headers or {})})


def invalid(error: RequestValidationError) -> JSONResponse:
    """The first thing that is wrong with a request's parts."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return failure(422, f"{where}: {first['msg']}")


def http_error(request: Request, error: HTTPException) -> JSONResponse:
    """What the router itself refuses."""
    match error.status_code:
        case 404:
            return failure(404, f"there is nothing at {request.url.path}")
        case 405:
            methods = allowed(request)
            return failure(405, f"{request.method} is not possible here; {methods} is", {"Allow": methods})
        case status:
            return failure(status, str(error.detail), error.headers)


def too_large() -> JSONResponse:
    """The answer to a body that is larger than it may be."""
    return failure(413, "the request is too large; an archive has at most 10 MiB, any other request 64 KiB")


def our_bug() -> JSONResponse:
    """The answer where the fault is ours."""
    return failure(500, "a bug of ours; it has been written to the log, and nothing was lost")


def allowed(request: Request) -> str:
    """The methods of what is at an address (the router itself names only those of the first route there)."""
    routes: list[BaseRoute] = request.app.routes

    def fits(method: str) -> bool:
        scope = dict(request.scope, method=method)
        return any(route.matches(scope)[0] is Match.FULL for route in routes)

    return ", ".join(filter(fits, METHODS))
