"""Handing bots in by the API, and asking how they fare."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from arena.model.errors import BadInput, WorldTrouble
from arena.model.submissions import Challenge, MatchLog, Progress
from arena.web.api.failures import documented
from arena.web.identity import DeskHere, RatesHere, Who
from arena.web.rates import UPLOAD

MOST_ARCHIVE_BYTES = 10 * 1024 * 1024

router = APIRouter(tags=["bots"], responses=documented(401, 403, 404, 422, 429, 503))

Name = Annotated[str, Path(max_length=200, description="Name of a bot, as its bot.toml has it.")]
Number = Annotated[int, Path(ge=1, le=2**31, description="Number of one of its versions.")]


class Reason(BaseModel, extra="forbid"):
    """Why an operator does something."""

    reason: str = Field(min_length=1, max_length=200)


class ChallengeAsked(BaseModel, extra="forbid"):
    """An unrated rotation that is asked for."""

    bot: str = Field(max_length=200)
    opponents: list[Annotated[str, Field(max_length=200)]] = Field(min_length=1, max_length=4)
    ladder: str | None = Field(default=None, max_length=200)
    """Whose game and settings are played; None: the first ladder that fits."""


@router.get("/bots")
def list_versions(who: Who, desk: DeskHere) -> list[Progress]:
    """All versions of one's bots, newest first."""
    return desk.bots(who)


@router.post(
    "/bots/{name}/versions",
    status_code=201,
    responses={200: {"model": Progress, "description": "The same files are a version already"}, **documented(409, 413)},
    max_body_size=MOST_ARCHIVE_BYTES,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def submit(
    name: Name, request: Request, response: Response, who: Who, desk: DeskHere, rates: RatesHere
) -> Progress:
    """Hand a bot in: the body is a .zip, .tar.gz or .tar with its bot.toml, 10 MiB at most."""
    rates.take(UPLOAD, "upload", who.user.name)
    with uploaded() as path:
        await receive(request.stream(), path)
        progress, fresh = await run_in_threadpool(desk.submit, who, path, name=name)
    response.status_code = 201 if fresh else 200
    return progress


@router.get("/bots/{name}/versions/latest")
def latest(name: Name, who: Who, desk: DeskHere) -> Progress:
    """Where the newest version stands."""
    return desk.progress(who, name)


@router.get("/bots/{name}/versions/{number}")
def version(name: Name, number: Number, who: Who, desk: DeskHere) -> Progress:
    """Where a version stands."""
    return desk.progress(who, name, number)


@router.get(
    "/bots/{name}/versions/{number}/build-log",
    response_class=Response,
    responses={200: {"description": "The log", "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def build_log(name: Name, number: Number, who: Who, desk: DeskHere) -> PlainTextResponse:
    """What its build has said so far."""
    return PlainTextResponse(desk.build_log(who, name, number))


@router.get("/bots/{name}/versions/{number}/matches")
def match_logs(
    name: Name, number: Number, who: Who, desk: DeskHere, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> list[MatchLog]:
    """Faults, debug text and stderr of its latest matches whose rotation is over."""
    return desk.match_logs(who, name, number, limit=limit)


@router.post("/bots/{name}/revalidate", responses=documented(409))
def revalidate(name: Name, who: Who, desk: DeskHere) -> Progress:
    """Have the newest version, which must be suspended or rejected, validated again."""
    return desk.revalidate(who, name)


@router.post("/bots/{name}/withdraw", responses=documented(409))
def withdraw(name: Name, who: Who, desk: DeskHere) -> Progress:
    """Retire the newest version; its results stay."""
    return desk.withdraw(who, name)


@router.post("/bots/{name}/suspend", responses=documented(400, 409, 413))
def suspend(name: Name, reason: Reason, who: Who, desk: DeskHere) -> Progress:
    """Take a bot's active version off the ladders; for operators."""
    return desk.suspend(who, name, reason.reason)


@router.get("/challenges")
def list_challenges(who: Who, desk: DeskHere, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> list[Challenge]:
    """What one has asked for, newest first."""
    return desk.challenges(who, limit=limit)


@router.post("/challenges", status_code=201, responses=documented(400, 409, 413))
def challenge(asked: ChallengeAsked, who: Who, desk: DeskHere) -> Challenge:
    """Ask for an unrated rotation of one's bot against chosen opponents."""
    return desk.challenge(who, asked.bot, asked.opponents, ladder=asked.ladder)


@contextmanager
def uploaded() -> Iterator[FilePath]:
    """A file for what is handed in; gone at the end. WorldTrouble where the disk is full."""
    try:
        with tempfile.NamedTemporaryFile(prefix="arena-upload-") as file:
            yield FilePath(file.name)
    except OSError as error:
        raise WorldTrouble(f"what was handed in cannot be kept: {error.strerror or error}; nothing was") from error


async def receive(chunks: AsyncIterator[bytes], path: FilePath) -> None:
    """Write what comes in to a file; BadInput if nothing does."""
    size = 0
    with path.open("wb") as file:
        async for chunk in chunks:
            size += len(chunk)
            await run_in_threadpool(file.write, chunk)
    if size == 0:
        raise BadInput("nothing was handed in; the body is an archive: a .zip, .tar.gz or .tar")
