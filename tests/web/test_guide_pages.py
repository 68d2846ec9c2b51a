"""The guide on the site: every page, and that every link of theirs leads to one."""

import re
from pathlib import Path

import pytest

from arena.web.guide import DOCS, anchor_of, read_page

ROOT = Path(__file__).parents[2]
GUIDE = sorted((ROOT / "docs" / "guide").glob("*.md"))
REFERENCE = sorted((ROOT / "docs").glob("*.md"))
PAGES = [f"/guide/{path.stem}" for path in GUIDE] + [f"/guide/reference/{path.stem}" for path in REFERENCE]


@pytest.mark.parametrize("place", ["/guide", *PAGES])
def test_every_page_is_shown_with_its_title_and_links_to_what_is_there(site, place):
    answer = site.get(place)
    dead = [link for link in set(links_of(answer.text)) if not leads_somewhere(site, answer, link)]
    assert (answer.status_code, answer.text.count("<h1>"), dead) == (200, 1, [])


def links_of(html):
    return re.findall(r'href="([^"]+)"', html.partition("<article>")[2].partition("</article>")[0])


def leads_somewhere(site, page, link):
    address, _, anchor = link.partition("#")
    there = site.get(address) if address else page
    return there.status_code == 200 and (not anchor or f'id="{anchor}"' in there.text)


def test_a_page_has_its_contents_with_links(site):
    page = site.get("/guide/stockpile").text
    contents = page.partition('<nav class="contents')[2].partition("</nav>")[0]
    assert re.findall(r'href="#([a-z-]+)"', contents)[:3] == ["what-is-on-the-table", "a-round", "prices"]


def test_tables_scroll_by_themselves_and_code_stays_code(site):
    page = site.get("/guide/quickstart").text
    assert (
        "<pre><code" in page,
        site.get("/guide/rejected").text.count('<div class="scroll" tabindex="0"><table>') > 5,
    ) == (
        True,
        True,
    )


def test_what_the_site_does_not_show_is_named_without_a_link(site):
    page = site.get("/guide/protocol").text
    assert "<span>table.proto</span>" in page


def test_every_page_of_the_site_leads_to_the_guide(site, ladder):
    assert ['href="/guide"' in site.get(path).text for path in ("/ladders/main", "/sign-in", "/bots/none")] == [
        True
    ] * 3


@pytest.mark.parametrize(
    "path", ["/guide/nothing", "/guide/reference/nothing", "/guide/..%2Fkits", "/guide/reference/guide", "/guide/%00"]
)
def test_a_page_that_is_not_there_gets_the_usual_page(site, path):
    answer = site.get(path)
    assert (answer.status_code, "Not found" in answer.text) == (404, True)


def test_html_in_a_page_is_text(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("# A page\n\n<script>alert(1)</script> and [a link](javascript:alert)\n")
    page = read_page(path)
    assert (page.title, "<script" in page.html, "href" in page.html) == ("A page", False, False)


def test_anchors_are_those_of_github():
    assert [anchor_of(text) for text in ("What's new?", "out_of_time", "C++", "A `b` - c")] == [
        "whats-new",
        "out_of_time",
        "c",
        "a-b---c",
    ]


def test_the_pages_are_those_of_the_checkout():
    assert ROOT / "docs" == DOCS
