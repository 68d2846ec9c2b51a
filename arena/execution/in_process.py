"""Jobs on threads of this process: for tests, and where one process is all there should be."""

import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue

from arena.execution.jobs import job_function
from arena.ports.execution import Event, EventKind, Job


def drain(events: "SimpleQueue[Event]", timeout_s: float) -> list[Event]:
    """Everything in the queue, after waiting for the first at most so long."""
    try:
        found = [events.get(timeout=timeout_s)]
    except Empty:
        return []
    while True:
        try:
            found.append(events.get_nowait())
        except Empty:
            return found


class InProcessEngine:
    """`arena.ports.execution.Engine` on a pool of threads."""

    def __init__(self, slots: int = 2) -> None:
        self._slots = slots
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._stops: dict[str, threading.Event] = {}
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="slot")

    def slots(self) -> int:
        """Threads."""
        return self._slots

    def submit(self, job: Job) -> None:
        """Queue a job."""
        stop = self._stops[job.key] = threading.Event()
        self._threads.submit(self._run, job, stop)

    def cancel(self, job: Job) -> None:
        """Ask a job to end early."""
        if job.key in self._stops:
            self._stops[job.key].set()

    def poll(self, timeout_s: float) -> list[Event]:
        """All events there are."""
        events = drain(self._events, timeout_s)
        for event in events:
            if event.kind is not EventKind.PROGRESS:
                self._stops.pop(event.job.key, None)
        return events

    def close(self) -> None:
        """Ask every job to end and wait for it."""
        for stop in list(self._stops.values()):
            stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: Job, stop: threading.Event) -> None:
        if stop.is_set():
            self._events.put(Event(EventKind.LOST, job, "cancelled"))
            return
        try:
            job_function(job.fn)(job.args, lambda data: self._report(job, data), stop.is_set)
        except Exception:
            self._events.put(Event(EventKind.ERROR, job, traceback.format_exc()))
        else:
            ended = Event(EventKind.LOST, job, "cancelled") if stop.is_set() else Event(EventKind.DONE, job)
            self._events.put(ended)

    def _report(self, job: Job, data: object) -> None:
        self._events.put(Event(EventKind.PROGRESS, job, data))
