"""The daily archive of a ladder's transcripts by the API, for those who train bots."""

from datetime import UTC, date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel

from arena.model.errors import BadInput
from arena.model.standings import ArchiveDay
from arena.web.api.failures import documented
from arena.web.api.public import LadderName, counted
from arena.web.identity import address_of, rates_of
from arena.web.rates import ARCHIVE
from arena.web.rendering import Store

MEDIA_TYPE = "application/gzip"
PAST = "public, max-age=604800"
"""A day that is over never changes."""
PRESENT = "no-cache"
"""Today's grows: it may be kept, and is asked for again with its ETag."""
DATE = r"^\d{4}-\d{2}-\d{2}$"
_DATE: dict[str, Any] = {"format": "date"}
"""Pydantic's own dates may be seconds since 1970 too, so they are read here."""

router = APIRouter(tags=["archive"], dependencies=[Depends(counted)], responses=documented(404, 422, 429, 503))


class Day(BaseModel):
    """A UTC day on which matches were recorded."""

    day: date
    matches: int


def counted_file(request: Request) -> None:
    """Count a day that is fetched."""
    rates_of(request).take(ARCHIVE, "archive", address_of(request))


def day_of(
    day: Annotated[str, Path(pattern=DATE, description="A UTC day: 2026-11-30.", json_schema_extra=_DATE)],
) -> date:
    """The day in the address."""
    return _date("day", day)


def earlier_than(
    before: Annotated[
        str | None, Query(pattern=DATE, description="Only days before this one, to page on.", json_schema_extra=_DATE)
    ] = None,
) -> date | None:
    """The day to page on from."""
    return None if before is None else _date("before", before)


@router.get("/ladders/{name}/archive")
def days(
    name: LadderName,
    store: Store,
    before: Annotated[date | None, Depends(earlier_than)],
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> list[Day]:
    """The UTC days on which matches of a rated ladder were recorded, newest first."""
    return [Day(day=day.day, matches=day.matches) for day in store.archive_days(name, limit=limit, before=before)]


_FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "JSON lines in gzip",
        "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}},
    },
    304: {"description": "It is as it was: `If-None-Match` has its ETag"},
}


@router.get(
    "/ladders/{name}/archive/{day}",
    response_class=Response,
    responses=_FILE,
    dependencies=[Depends(counted_file)],
)
def archive(
    name: LadderName,
    day: Annotated[date, Depends(day_of)],
    store: Store,
    if_none_match: Annotated[str | None, Header(max_length=1000)] = None,
) -> Response:
    """The matches that were recorded on a UTC day, today's as far as it has come; the lines are in docs/training.md."""
    found = store.archive_day(name, day)
    headers = _headers(found)
    if if_none_match is not None and headers["ETag"] in if_none_match:
        return Response(status_code=304, headers=headers)
    headers["Content-Disposition"] = f'attachment; filename="{found.ladder}-{found.day}.jsonl.gz"'
    return StreamingResponse(store.archive_file(found), media_type=MEDIA_TYPE, headers=headers)


def _headers(day: ArchiveDay) -> dict[str, str]:
    over = day.day < datetime.now(UTC).date()
    return {"ETag": f'"{day.first}-{day.digest[:32]}"', "Cache-Control": PAST if over else PRESENT}


def _date(name: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadInput(f"{name} is {text!r}: {error}") from None
