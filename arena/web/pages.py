"""The pages."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from arena.model.standings import Leaderboard, MatchPage
from arena.ports.store import Reading
from arena.web.identity import Viewer
from arena.web.intervals import Scale
from arena.web.live import Tail
from arena.web.narration import narrate
from arena.web.rendering import Store, fragment, render

router = APIRouter()
ROWS = 200
"""Rows of a leaderboard on one page."""


Number = Annotated[int, Path(ge=1, le=2**62)]
"""What a database can hold as a number."""


@router.get("/", response_class=HTMLResponse)
def home(store: Store, viewer: Viewer) -> Response:
    """The only ladder, or a choice of ladders."""
    ladders = store.ladders()
    if len(ladders) == 1:
        return RedirectResponse(f"/ladders/{ladders[0].spec.name}", status_code=307)
    return HTMLResponse(render(store, "home.html", viewer, summaries=ladders))


@router.get("/ladders/{name}", response_class=HTMLResponse)
def ladder(store: Store, viewer: Viewer, name: str, page: Annotated[int, Query(ge=1, le=100_000)] = 1) -> HTMLResponse:
    """A leaderboard that stays current."""
    since = store.last_change()  # before the rows: a change in between is then shown twice, not missed
    board = store.leaderboard(name, limit=ROWS, offset=(page - 1) * ROWS)
    html = render(store, "ladder.html", viewer, since=since, page=page, pages=_pages(board), **_board(store, board))
    return HTMLResponse(html)


@router.get("/ladders/{name}/live", response_class=EventSourceResponse)
async def live(
    request: Request,
    name: str,
    since: Annotated[int, Query(ge=0, le=2**62)] = 0,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    last_event_id: Annotated[int | None, Header(ge=0, le=2**62)] = None,
) -> AsyncIterator[ServerSentEvent]:
    """The table of a ladder's page whenever it has changed after change number `since`."""
    store: Reading = request.app.state.reading
    tail: Tail = request.app.state.tail
    board = await run_in_threadpool(store.leaderboard, name, limit=1)
    seen = since if last_event_id is None else last_event_id
    while (newest := await tail.after(board.ladder.id, seen)) is not None:
        seen = newest
        html = await run_in_threadpool(_table, store, name, page)
        yield ServerSentEvent(raw_data=html, id=str(seen))


@router.get("/bots/{name}", response_class=HTMLResponse)
def bot(store: Store, viewer: Viewer, name: str) -> HTMLResponse:
    """A bot with its versions, latest matches and faults."""
    return HTMLResponse(render(store, "bot.html", viewer, bot=store.bot(name)))


@router.get("/matches/{number}", response_class=HTMLResponse)
def match(store: Store, viewer: Viewer, number: Number) -> HTMLResponse:
    """A match as text, with the time of each decision."""
    found = store.match(number)
    rotation = store.rotation(found.line.ladder, found.line.rotation)
    return HTMLResponse(render(store, "match.html", viewer, match=found, rotation=rotation, lines=_narration(found)))


@router.get("/rotations/{ladder}/{number}", response_class=HTMLResponse)
def rotation(store: Store, viewer: Viewer, ladder: str, number: Number) -> HTMLResponse:
    """A rotation with its matches."""
    return HTMLResponse(render(store, "rotation.html", viewer, rotation=store.rotation(ladder, number)))


def _narration(found: MatchPage) -> object:
    names = [seat.bot for seat in found.line.seats]
    return narrate(found.transcript, names, found.times, found.faults)


def _table(store: Reading, name: str, page: int) -> str:
    board = store.leaderboard(name, limit=ROWS, offset=(page - 1) * ROWS)
    return fragment("standings.html", **_board(store, board))


def _board(store: Reading, board: Leaderboard) -> dict[str, object]:
    scale = Scale.over([(row.mu, row.sigma) for row in board.rows])
    latest = store.matches(board.ladder.spec.name, limit=8)
    return {"board": board, "scale": scale, "latest": latest}


def _pages(board: Leaderboard) -> int:
    return max(1, -(-board.ladder.bots // ROWS))
