"""The web application: pages, live streams, the API and static files."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from arena.ports.accounts import Accounts
from arena.ports.desk import Desk
from arena.ports.store import Reading
from arena.web import api_page, guide
from arena.web.api.app import MOST_BODY_BYTES, create_api
from arena.web.live import Tail
from arena.web.outermost import Site
from arena.web.owner import pages as owner_pages
from arena.web.owner import signing_in
from arena.web.pages import router
from arena.web.rates import Rates
from arena.web.refusals import add_refusals

STATIC = Path(__file__).with_name("static")


def create_app(reading: Reading, accounts: Accounts, desk: Desk) -> FastAPI:
    """The application over a store that can be read, and a desk where bots are handed in."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with Tail(reading).running() as tail:
            app.state.tail = tail
            yield

    app = Site(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan, max_body_size=MOST_BODY_BYTES)
    api = create_api()
    rates = Rates()
    for part in (app, api):
        part.state.reading = reading
        part.state.accounts = accounts
        part.state.desk = desk
        part.state.rates = rates
    app.mount("/api/v1", api)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for pages in (router, guide.router, api_page.router, signing_in.router, owner_pages.router):
        app.include_router(pages)
    add_refusals(app)
    return app
