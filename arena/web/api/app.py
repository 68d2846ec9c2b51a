"""The API under /api/v1, an application of its own: its answers, failures too, are JSON and all of them documented."""

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request

from arena.web.api import accounts, archive, bots, public
from arena.web.api.failures import STATUS, answer, http_error, invalid, our_bug

MOST_BODY_BYTES = 64 * 1024
"""Of requests that hand nothing in."""


def create_api() -> FastAPI:
    """The API; what it works on is put into its state by who mounts it."""
    api = FastAPI(
        title="Stockpit",
        version="1",
        description="Tournaments of bots that play stock-market games. Tokens: the page of one's account.",
        docs_url=None,
        redoc_url=None,
        max_body_size=MOST_BODY_BYTES,
    )
    for router in (public.router, archive.router, bots.router, accounts.router):
        api.include_router(router)
    for kind, _ in STATUS:
        api.add_exception_handler(kind, _expected)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(HTTPException, _http_error)
    api.add_exception_handler(Exception, _our_bug)
    return api


async def _expected(_: Request, error: Exception) -> JSONResponse:
    return answer(error)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return invalid(error)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return http_error(request, error)


async def _our_bug(_: Request, __: Exception) -> JSONResponse:
    return our_bug()
