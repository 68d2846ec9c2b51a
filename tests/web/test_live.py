"""The stream of a leaderboard: a change is seen within a second, and nothing is sent without one."""

import threading
import time

import httpx
import pytest
from handing_in import archive

from arena.model.errors import WorldTrouble


class Listener:
    """Reads a stream of events in a thread."""

    def __init__(self, site, path):
        self.events = []
        self._stream = httpx.Client(base_url=site.base_url, timeout=10)
        self._thread = threading.Thread(target=self._listen, args=(path,), daemon=True)
        self.open = threading.Event()
        self._thread.start()
        assert self.open.wait(5)

    def _listen(self, path):
        try:
            with self._stream.stream("GET", path) as answer:
                self.open.set()
                for line in answer.iter_lines():
                    if line.startswith("id:"):
                        self.events.append((time.monotonic(), int(line[3:])))
        except httpx.HTTPError:  # closed by the test
            return

    def wait(self, count, seconds):
        deadline = time.monotonic() + seconds
        while len(self.events) < count and time.monotonic() < deadline:
            time.sleep(0.005)
        return len(self.events)

    def close(self):
        """Let go of it; the server ends the stream when it stops."""
        self._stream.close()


@pytest.fixture
def listener(site, ladder):
    last = int(site.get("/ladders/main").text.split("since=")[1].split("&")[0])
    listener = Listener(site, f"/ladders/main/live?since={last}")
    yield listener
    listener.close()


def test_a_new_row_is_streamed_within_a_second_of_the_commit(listener, desk):
    (leased,) = desk.lease()
    record = desk.play(leased)
    desk.record(record)
    committed = time.monotonic()
    assert listener.wait(1, 2) == 1
    assert listener.events[0][0] - committed < 1


def test_nothing_is_streamed_without_a_change(listener):
    assert listener.wait(1, 1.5) == 0


def test_a_page_that_comes_back_is_sent_what_it_missed(site, desk):
    (leased,) = desk.lease()
    desk.record(desk.play(leased))
    listener = Listener(site, "/ladders/main/live?since=0")
    try:
        assert listener.wait(1, 2) == 1
    finally:
        listener.close()


def test_live_pages_go_on_after_trouble_of_the_database(listener, desk, database, monkeypatch):
    asked = threading.Event()

    def trouble(query):
        asked.set()
        raise WorldTrouble("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(database, "read", trouble)
        assert asked.wait(5)
    desk.record(desk.play(*desk.lease()))
    assert listener.wait(1, 3) == 1


def test_what_is_handed_in_wakes_nobody(listener, counter, people, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    assert listener.wait(1, 1.5) == 0
