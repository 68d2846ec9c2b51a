"""An owner's pages: one's bots, each version with its stages and logs, handing in, tokens, challenges."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Path, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from arena.model.accounts import Identity, Role, Scope
from arena.model.errors import BadInput
from arena.model.submissions import SETTLED, Progress
from arena.ports.desk import Desk
from arena.web.api.bots import MOST_ARCHIVE_BYTES, receive, uploaded
from arena.web.api.failures import answer
from arena.web.identity import AccountsHere, DeskHere, RatesHere, Signed, check_own_page
from arena.web.rates import UPLOAD
from arena.web.rendering import Store, fragment, render

FORM_BYTES = 64 * 1024
"""What a form adds to the archive in it."""
LINGER = timedelta(seconds=10)
"""A page is kept current for so long after a version is settled: what its processes wrote to stderr comes when they
have ended, after the matches by which it was judged."""
DAYS = ("30", "365", "")
"""How long a token lives, as offered; empty: until it is revoked."""

router = APIRouter(dependencies=[Depends(check_own_page)])

Name = Annotated[str, Path(max_length=200)]
Number = Annotated[int, Path(ge=1, le=2**31)]
Text = Annotated[str, Form(max_length=300)]


@router.get("/me", response_class=HTMLResponse)
def me(store: Store, who: Signed, desk: DeskHere, accounts: AccountsHere) -> HTMLResponse:
    """One's bots, challenges and tokens."""
    return _me(store, who, desk, accounts)


@router.get("/submit", response_class=HTMLResponse)
def form(store: Store, who: Signed) -> HTMLResponse:
    """The form to hand a bot in."""
    return HTMLResponse(render(store, "submit.html", who, problem=""))


@router.post("/submit", max_body_size=MOST_ARCHIVE_BYTES + FORM_BYTES, response_class=HTMLResponse)
async def submit(
    request: Request,
    store: Store,
    who: Signed,
    desk: DeskHere,
    rates: RatesHere,
    archive: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Hand a bot in; a script that shows progress is answered in JSON."""
    script = request.headers.get("accept") == "application/json"
    try:
        rates.take(UPLOAD, "upload", who.user.name)
        progress = await _taken_in(desk, who, archive)
    except BadInput as problem:
        refusal = answer(problem)
        if script:
            return refusal
        return HTMLResponse(render(store, "submit.html", who, problem=str(problem)), status_code=refusal.status_code)
    place = f"/me/bots/{progress.bot}/{progress.number}"
    return JSONResponse({"place": place}) if script else RedirectResponse(place, status_code=303)


@router.get("/me/bots/{name}/{number}", response_class=HTMLResponse)
def version(store: Store, name: Name, number: Number, who: Signed, desk: DeskHere) -> HTMLResponse:
    """A version: its stages as they come, its build log, what it said in its matches."""
    others = [other for other in desk.bots(who) if other.bot == name]
    return HTMLResponse(render(store, "version.html", who, others=others, **_version(desk, who, name, number)))


@router.get("/me/bots/{name}/{number}/state", response_class=HTMLResponse)
def state(name: Name, number: Number, who: Signed, desk: DeskHere) -> HTMLResponse:
    """The part of a version's page that changes."""
    return HTMLResponse(fragment("version_state.html", **_version(desk, who, name, number)))


@router.post("/me/bots/{name}/revalidate")
def revalidate(name: Name, who: Signed, desk: DeskHere) -> Response:
    """Have the newest version validated again."""
    return _to(desk.revalidate(who, name))


@router.post("/me/bots/{name}/withdraw")
def withdraw(name: Name, who: Signed, desk: DeskHere) -> Response:
    """Take the newest version off the ladders for good."""
    return _to(desk.withdraw(who, name))


@router.post("/me/challenges")
def challenge(who: Signed, desk: DeskHere, bot: Text = "", opponents: Text = "") -> Response:
    """Ask for an unrated rotation."""
    names = opponents.replace(",", " ").split()
    asked = desk.challenge(who, bot, names)
    return RedirectResponse(f"/rotations/{asked.ladder}/{asked.rotation}", status_code=303)


@router.post("/me/tokens", response_class=HTMLResponse)
def create_token(
    store: Store,
    who: Signed,
    desk: DeskHere,
    accounts: AccountsHere,
    label: Text = "",
    days: Text = "",
    scope: Annotated[list[Scope] | None, Form()] = None,
) -> HTMLResponse:
    """Make a token and show it this once."""
    try:
        token = accounts.new_token(who.user, label, set(scope or ()), lifetime=_lifetime(days))
    except BadInput as problem:
        return _me(store, who, desk, accounts, problem=str(problem), status=422)
    return _me(store, who, desk, accounts, token=token)


@router.post("/me/tokens/{token}/revoke")
def revoke_token(token: Number, who: Signed, accounts: AccountsHere) -> Response:
    """End a token."""
    accounts.revoke(who.user, token)
    return RedirectResponse("/me#tokens", status_code=303)


def _lifetime(days: str) -> timedelta | None:
    if days not in DAYS:
        raise BadInput(f"a token lives 30 or 365 days, or until it is revoked, not {days!r}")
    return timedelta(days=int(days)) if days else None


async def _taken_in(desk: Desk, who: Identity, archive: UploadFile | None) -> Progress:
    if archive is None:
        raise BadInput("no file was chosen; an archive is a .zip, .tar.gz or .tar")

    async def chunks() -> AsyncIterator[bytes]:
        while chunk := await archive.read(1 << 16):
            yield chunk

    with uploaded() as path:
        await receive(chunks(), path)
        progress, _ = await run_in_threadpool(desk.submit, who, path)
    return progress


def _me(
    store: Store,
    who: Identity,
    desk: Desk,
    accounts: AccountsHere,
    *,
    token: str = "",
    problem: str = "",
    status: int = 200,
) -> HTMLResponse:
    versions = desk.bots(who)
    newest: dict[str, Progress] = {}
    for progress in versions:
        newest.setdefault(progress.bot, progress)
    html = render(
        store,
        "me.html",
        who,
        bots=list(newest.values()),
        challenges=desk.challenges(who, limit=10),
        tokens=accounts.tokens(who.user),
        scopes=[scope for scope in Scope if scope is not Scope.OPERATE or who.user.role is Role.OPERATOR],
        token=token,
        problem=problem,
    )
    return HTMLResponse(html, status_code=status)


def _version(desk: Desk, who: Identity, name: str, number: int) -> dict[str, object]:
    progress = desk.progress(who, name, number)
    return {
        "version": progress,
        "settled": progress.state in SETTLED and datetime.now(UTC) - progress.stages[-1].at > LINGER,
        "log": desk.build_log(who, name, number),
        "matches": desk.match_logs(who, name, number, limit=10),
    }


def _to(progress: Progress) -> Response:
    return RedirectResponse(f"/me/bots/{progress.bot}/{progress.number}", status_code=303)
