"""By browser alone: sign in, make a token, hand bots in, watch their stages, read why one was rejected."""

import re
import subprocess
import tarfile
from pathlib import Path

import pytest
from serving_home import ARENA, Served

ROOT = Path(__file__).parents[2]
SETTLES_MS = 120_000
PASSWORD = "correct horse"
REFUSED = r"responded with a status of (401|422) "
"""What Chromium logs of an answer that is a refusal, as some here are."""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    arena = Served(tmp_path_factory.mktemp("served") / "home")
    added = subprocess.run(
        [ARENA, "user", "add", "ann", "--password", "--home", arena.home], input=PASSWORD, text=True, check=False
    )
    assert added.returncode == 0
    arena.url = next(line for line in arena.said if line.startswith("Stockpit is at")).split()[3]
    yield arena
    arena.end()


@pytest.fixture(params=[(1200, 900), (390, 844)], ids=["desktop", "phone"])
def own_page(request, browser, served):
    """A page on which any console error, page error, CSP violation or request to another host fails the test."""
    complaints = []
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=served.url)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: complaints.append(asked.url) if not asked.url.startswith(served.url) else None)
    page.size_name = "desktop" if width > 500 else "phone"
    yield page
    context.close()
    assert [complaint for complaint in complaints if not re.search(REFUSED, complaint)] == []


def packed(folder, path, name):
    """An archive of a bot under another name."""
    with tarfile.open(path, "w:gz") as tar:
        for file in sorted(folder.iterdir()):
            if file.is_file():
                text = re.sub('^name = ".*"$', f'name = "{name}"', file.read_text(), flags=re.MULTILINE)
                (path.parent / file.name).write_text(text)
                tar.add(path.parent / file.name, file.name)
    return path


def sign_in(page):
    page.goto("/me")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/me")


def hand_in(page, archive):
    page.get_by_role("link", name="Hand in a bot").click()
    page.get_by_label("Archive").set_input_files(archive)
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url("**/me/bots/**")


def test_a_bot_is_handed_in_rejected_mended_and_becomes_active(own_page, served, tmp_path):
    page, name = own_page, f"browsed_{own_page.size_name}"
    sign_in(page)

    page.get_by_placeholder("my laptop").fill("the browser's test")
    page.get_by_role("button", name="Make a token").click()
    assert page.locator("#token").inner_text().startswith("stockpit_")
    assert "stockpit_" not in page.url

    hand_in(page, packed(ROOT / "tests" / "e2e" / "handed_in" / "crashes_at_third", tmp_path / "a.tar.gz", name))
    page.locator("#now.rejected").wait_for(timeout=SETTLES_MS)
    assert "the third time unlucky" in page.locator("#rejection").inner_text()
    assert "Traceback" in page.locator("#state details pre").first.inner_text()

    hand_in(page, packed(ROOT / "sample_bots" / "python_random", tmp_path / "b.tar.gz", name))
    page.locator("#now.active").wait_for(timeout=SETTLES_MS)
    stages = page.locator("ol.stages .tag").all_inner_texts()
    assert stages == ["received", "building", "validating", "active"]

    page.goto("/ladders/stockpile-4")
    page.get_by_role("link", name=name, exact=True).wait_for()


def test_what_is_no_archive_is_told_on_the_page(own_page, tmp_path):
    sign_in(own_page)
    (tmp_path / "a.zip").write_text("hello")
    own_page.goto("/submit")
    own_page.get_by_label("Archive").set_input_files(tmp_path / "a.zip")
    with own_page.expect_response("**/submit") as answered:
        own_page.get_by_role("button", name="Hand in").click()
    assert answered.value.status == 422
    own_page.get_by_text("The archive is none that is known here").wait_for()


def test_a_wrong_password_is_told_and_signing_out_ends_the_session(own_page):
    own_page.goto("/sign-in")
    own_page.get_by_label("Name").fill("ann")
    own_page.get_by_label("Password").fill("wrong horse")
    own_page.get_by_role("button", name="Sign in").click()
    own_page.get_by_text("No user of this name has this password").wait_for()
    sign_in(own_page)
    own_page.get_by_role("button", name="Sign out").click()
    own_page.goto("/me")
    own_page.wait_for_url("**/sign-in**")
