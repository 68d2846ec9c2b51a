"""What goes wrong with a request of the API, as a status and one line of JSON."""

from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

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


def failure(status: int, text: str) -> JSONResponse:
    """An answer that says why not."""
    headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": RETRY_AFTER_S}}.get(status)
    return JSONResponse({"error": text}, status_code=status, headers=headers)


def invalid(error: RequestValidationError) -> JSONResponse:
    """The first thing that is wrong with a request's parts."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return failure(422, f"{where}: {first['msg']}")


def http_error(request: Request, error: HTTPException) -> JSONResponse:
    """What the router itself refuses."""
    text = f"there is nothing at {request.url.path}" if error.status_code == 404 else str(error.detail)
    return failure(error.status_code, text)
