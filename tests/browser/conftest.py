"""A real Chromium, from the system; run in a pytest process of its own (Playwright leaves a running loop behind)."""

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "app"))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))
sys.path.insert(0, str(Path(__file__).parents[1] / "e2e"))

from serving import site  # noqa: F401
from stores import database, desk, empty_database, ladder  # noqa: F401

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    if CHROMIUM is None and os.environ.get("ARENA_REQUIRE") != "all":
        for item in items:
            item.add_marker(pytest.mark.skip(reason="no chromium on PATH; deploy/system-deps.sh installs it as root"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture
def quiet_page(page, site):  # noqa: F811
    """A page on which any console error, page error, CSP violation or request to another host fails the test."""
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    own = str(site.base_url)
    page.on("request", lambda request: complaints.append(request.url) if not request.url.startswith(own) else None)
    yield page
    assert complaints == []
