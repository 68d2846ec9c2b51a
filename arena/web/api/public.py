"""What everybody may read by the API: ladders, their tables, matches and their transcripts."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request

from arena.model.standings import LadderSummary, Leaderboard, MatchLine, RotationPage
from arena.web.api.failures import documented
from arena.web.identity import address_of, rates_of
from arena.web.rates import READ
from arena.web.rendering import Store
from engine.envelope import envelope_of


def counted(request: Request) -> None:
    """Count a request of nobody in particular."""
    rates_of(request).take(READ, "api", address_of(request))


LadderName = Annotated[str, Path(max_length=200, description="Name of a ladder.")]
Number = Annotated[int, Path(ge=1, le=2**62)]

router = APIRouter(tags=["ladders"], dependencies=[Depends(counted)], responses=documented(404, 422, 429, 503))


@router.get("/ladders")
def ladders(store: Store) -> list[LadderSummary]:
    """The rated ladders, oldest first."""
    return store.ladders()


@router.get("/ladders/{name}")
def leaderboard(
    name: LadderName,
    store: Store,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 200,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Leaderboard:
    """A ladder's table: ranked rows, then provisional ones."""
    return store.leaderboard(name, limit=limit, offset=offset)


@router.get("/ladders/{name}/matches")
def matches(
    name: LadderName,
    store: Store,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int | None, Query(ge=1, le=2**62, description="A recorded_no, to page on.")] = None,
) -> list[MatchLine]:
    """Its latest matches, newest first."""
    return store.matches(name, limit=limit, before=before)


@router.get("/ladders/{name}/rotations/{number}")
def rotation(name: LadderName, number: Number, store: Store) -> RotationPage:
    """A rotation with its matches."""
    return store.rotation(name, number)


@router.get("/matches/{number}/transcript")
def transcript(number: Number, store: Store) -> dict[str, Any]:
    """All that was played in a match, in the form of docs/audit.md."""
    return dict(envelope_of(store.match(number).transcript))
