"""The pages over a real server and a real database."""

import re

import pytest


def record(desk, rotations=2):
    for leased in desk.lease(rotations):
        desk.record(desk.play(leased))


def test_the_home_page_leads_to_the_only_ladder(site, ladder):
    answer = site.get("/")
    assert (answer.status_code, answer.headers["location"]) == (307, "/ladders/main")


def test_the_leaderboard_of_a_new_ladder_shows_its_bots_as_provisional(site, ladder):
    page = site.get("/ladders/main").text
    assert (re.findall(r'href="/bots/(\w+)"', page), "Provisional" in page, "No match has been recorded" in page) == (
        ["ann", "bob", "cyd", "dan", "eve"],
        True,
        True,
    )


def test_the_leaderboard_shows_rotations_and_links_to_matches(site, desk):
    record(desk)
    page = site.get("/ladders/main").text
    assert ("2 rotations, 6 matches recorded" in page, 'href="/matches/6"' in page) == (True, True)


def test_a_match_is_told_decision_by_decision_with_what_each_cost(site, desk):
    record(desk, 1)
    page = site.get("/matches/1").text
    decisions = [int(number) for number in re.findall(r'id="decision-(\d+)"', page)]
    times = re.findall(r'<span class="time">[\d.]+ (?:µs|ms)', page)
    assert (decisions, len(times)) == (list(range(len(decisions))), len(decisions))


def test_a_fault_stands_at_its_decision_and_on_the_bots_page(site, desk):
    record(desk, 5)  # the fifth rotation has faults
    match = re.search(
        r'href="/matches/(\d+)#decision-(\d+)"',
        "".join(site.get(f"/bots/{b}").text for b in ("ann", "bob", "cyd", "dan", "eve")),
    )
    page = site.get(f"/matches/{match[1]}").text
    row = page.split(f'id="decision-{match[2]}"')[1].split("</li>")[0]
    assert "illegal action: action 9999 is not legal" in row


@pytest.mark.parametrize("path", ["/ladders/none", "/bots/none", "/matches/99", "/rotations/main/99", "/nowhere"])
def test_what_is_not_there_gets_a_page_that_says_so_and_leads_on(site, ladder, path):
    answer = site.get(path)
    assert (answer.status_code, "Not found" in answer.text, 'href="/"' in answer.text) == (404, True, True)


@pytest.mark.parametrize(
    "path", ["/matches/abc", "/matches/99999999999999999999999", "/ladders/main?page=0", "/matches/-1"]
)
def test_nonsense_in_an_address_is_refused_without_a_bug(site, ladder, path):
    assert site.get(path).status_code in (404, 422)


def test_every_answer_forbids_other_hosts_and_inline_scripts(site, ladder):
    policy = site.get("/ladders/main").headers["content-security-policy"]
    assert ("default-src 'self'" in policy, "script" in policy, "unsafe-eval" in policy) == (True, False, False)


def test_names_are_shown_as_text_not_as_markup(site, ladder):
    page = site.get("/bots/%3Cscript%3Ealert(1)%3C%2Fscript%3E").text
    assert "<script>alert" not in page
