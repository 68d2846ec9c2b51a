"""The archive over a real server: by whom, how often and in which form it is fetched."""

import gzip
from datetime import UTC, datetime, timedelta

import pytest
from stores import Desk

from arena.store.coordination import Coordination
from engine.archive import read_archive

ARCHIVE = "/api/v1/ladders/main/archive"


@pytest.fixture
def now():
    return datetime.now(UTC)


@pytest.fixture
def recorded(database, ladder, now):
    """A rotation of the day before yesterday and one of today."""
    desk = Desk.__new__(Desk)
    desk.ladder, times = ladder, [now - timedelta(days=2), now]
    desk.coordination = Coordination.begin(database, lambda: times[0])
    desk.record(desk.play(*desk.lease()))
    times.pop(0)
    desk.record(desk.play(*desk.lease()))
    yield desk
    desk.coordination.close()


def day(now, ago):
    return (now - timedelta(days=ago)).date().isoformat()


def test_days_are_listed_and_fetched_without_an_account(site, recorded, now):
    listed = site.get(ARCHIVE).json()
    assert listed == [{"day": day(now, ago), "matches": 3} for ago in (0, 2)]
    assert site.get(f"{ARCHIVE}?before={day(now, 0)}&limit=5").json() == listed[1:]

    fetched = site.get(f"{ARCHIVE}/{day(now, 2)}")
    assert (fetched.status_code, fetched.headers["content-type"]) == (200, "application/gzip")
    assert fetched.headers["content-disposition"] == f'attachment; filename="main-{day(now, 2)}.jsonl.gz"'
    assert [match.match for match in read_archive(gzip.decompress(fetched.content).splitlines())] == [1, 2, 3]


def test_a_day_that_is_over_may_be_kept_and_today_is_asked_for_again(site, recorded, now):
    past, today = site.get(f"{ARCHIVE}/{day(now, 2)}"), site.get(f"{ARCHIVE}/{day(now, 0)}")
    assert past.headers["cache-control"] == "public, max-age=604800"
    assert today.headers["cache-control"] == "no-cache"

    for answer in (past, today):
        again = site.get(answer.url, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", answer.headers["etag"])
    recorded.record(recorded.play(*recorded.lease()))
    assert site.get(today.url, headers={"If-None-Match": today.headers["etag"]}).status_code == 200
    assert site.get(past.url, headers={"If-None-Match": past.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/2020-01-01", 404, "no match was recorded on ladder 'main' on 2020-01-01, UTC; its archive lists the days"),
        ("/9999-12-31", 404, "no match was recorded"),
        ("/0001-01-01", 404, "no match was recorded"),
        ("/2020-02-30", 422, "day is '2020-02-30': day is out of range for month"),
        ("/0000-00-00", 422, "day is '0000-00-00'"),
        ("/today", 422, "day"),
        ("?before=2020-13-01", 422, "before is '2020-13-01': month must be in 1..12"),
        ("?limit=0", 422, "limit"),
    ],
)
def test_other_days_are_refused_in_one_line(site, recorded, path, status, words):
    answer = site.get(ARCHIVE + path)
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_the_ladders_page_leads_to_its_archive(site, ladder):
    page = site.get("/ladders/main").text
    assert f'href="{ARCHIVE}"' in page
    assert site.get(ARCHIVE).json() == []


def test_an_address_fetches_so_many_days_an_hour(site, recorded, now):
    answers = [site.get(f"{ARCHIVE}/{day(now, 2)}").status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]
