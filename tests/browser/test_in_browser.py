"""The pages in a real browser, on a desk and on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

SCREENS = Path(__file__).parents[2] / "build" / "screens"
SIZES = {"desk": {"width": 1200, "height": 900}, "phone": {"width": 390, "height": 844}}
PAGES = {
    "leaderboard": "/ladders/main",
    "bot": "/bots/ann",
    "match": "/matches/1",
    "rotation": "/rotations/main/1",
    "not-found": "/nowhere",
}


def record(desk, rotations):
    for leased in desk.lease(rotations):
        desk.record(desk.play(leased))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_its_screen(page, site, desk, name, size, scheme):
    record(desk, 10)
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{site.base_url}{PAGES[name]}")
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}-{size}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


def test_a_recorded_rotation_appears_without_a_reload_and_rows_keep_their_identity(quiet_page, site, desk):
    quiet_page.goto(f"{site.base_url}/ladders/main")
    expect(quiet_page.get_by_text("0 rotations, 0 matches recorded")).to_be_visible()
    quiet_page.evaluate("window.kept = document.querySelector('#version-1')")
    quiet_page.wait_for_timeout(300)  # the stream opens
    record(desk, 1)
    expect(quiet_page.get_by_text("1 rotations, 3 matches recorded")).to_be_visible(timeout=2_000)
    assert quiet_page.evaluate("window.kept === document.querySelector('#version-1')")


def test_from_the_leaderboard_to_a_match_and_back(quiet_page, site, desk):
    record(desk, 1)
    quiet_page.goto(f"{site.base_url}/")
    quiet_page.get_by_role("link", name="3", exact=True).first.click()
    expect(quiet_page.get_by_role("heading", name="Match 3")).to_be_visible()
    quiet_page.get_by_role("link", name="rotation 1").click()
    expect(quiet_page.get_by_role("heading", name="Rotation 1")).to_be_visible()
    quiet_page.get_by_role("link", name="main").first.click()
    expect(quiet_page.get_by_role("heading", name="main", exact=True)).to_be_visible()
