# mypy: disable-error-code="no-untyped-call,type-arg"
# distributed says it is typed, but most of what is called here is not.
"""Jobs on Dask: a cluster of this machine's processes, or one that is already there. No other module knows
of Dask.

Progress rides on the workers' event stream, which keeps the order and reaches us before the end of the job
does. A future is let go as soon as its end is known: one that is held would be computed again when its
worker leaves. Every loss is reported at once (`allowed-failures` is 0); who counts them is the database.
"""

import logging
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

import dask
from distributed import Client, Future, LocalCluster, Security, WorkerPlugin, get_worker
from distributed.scheduler import KilledWorker

from arena.execution.in_process import drain
from arena.execution.jobs import job_function
from arena.execution.tls import TlsFiles, tls_files
from arena.ports.execution import Event, EventKind, Job, Preparation

_TOPIC = "stockpit-progress"
_SLOTS_AGE_S = 1.0
"""How long a count of the slots is good for; asking the scheduler takes milliseconds."""
_CONFIG = {
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.worker-ttl": "30s",
    "distributed.scheduler.work-stealing": False,
    "distributed.comm.timeouts.connect": "10s",
    # What a page of Dask's would show is not for everybody on this machine, and it has no TLS.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.nanny.http.routes": [],
    # The scheduler keeps so many past events per topic; ours are large.
    "distributed.admin.low-level-log-length": 8,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
}
_WORKER_ENV = {"GRPC_ENABLE_FORK_SUPPORT": "0"}
"""gRPC and fork do not mix, and bots are started by fork and exec."""


class DaskEngine:
    """`arena.ports.execution.Engine` on Dask.

    Without an address it starts `workers` processes with `slots_per_worker` threads each; they end with this
    process, however it ends. `tls` is the folder of the certificates; without one they last as long as the
    engine.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        workers: int = 1,
        slots_per_worker: int = 4,
        tls: Path | None = None,
        preparation: Preparation | None = None,
    ) -> None:
        dask.config.set(_CONFIG)
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._futures: dict[str, tuple[Job, Future]] = {}
        self._jobs: dict[str, Job] = {}
        self._slots, self._counted_s = 0, -_SLOTS_AGE_S
        self._folder = None if tls else TemporaryDirectory(prefix="stockpit-tls-")
        security = _security(tls_files(tls or Path(self._folder.name if self._folder else "")))
        self._cluster = None if address else _local_cluster(workers, slots_per_worker, security)
        self._client = Client(address or self._cluster, security=security, set_as_default=False)
        self._client.subscribe_topic(_TOPIC, self._progress)
        self._client.register_plugin(NoPages())
        if preparation is not None:
            self._prepare(preparation)

    def _prepare(self, preparation: Preparation) -> None:
        """Prepare the workers there are, and all that come; raises what went wrong on one, and nothing is left."""
        try:
            self._client.register_plugin(Prepared(preparation))
        except BaseException:
            self.close()
            raise

    def slots(self) -> int:
        """Threads of all workers that are there now, as of a moment ago."""
        now = time.monotonic()
        if now - self._counted_s >= _SLOTS_AGE_S:
            self._slots, self._counted_s = int(sum(self._client.nthreads().values())), now
        return self._slots

    def submit(self, job: Job) -> None:
        """Queue a job."""
        self._jobs[job.key] = job
        payload = pickle.dumps(job.args)
        future = self._client.submit(run_job, job.fn, payload, job.key, key=job.key, priority=job.priority, pure=False)
        self._futures[job.key] = (job, future)
        future.add_done_callback(lambda ended: self._ended(job, ended))

    def cancel(self, job: Job) -> None:
        """Ask a job to end early."""
        if job.key in self._futures:
            self._client.cancel([self._futures[job.key][1]], force=True)

    def poll(self, timeout_s: float) -> list[Event]:
        """All events there are."""
        events = drain(self._events, timeout_s)
        for event in events:
            if event.kind is not EventKind.PROGRESS:
                self._jobs.pop(event.job.key, None)
                job_future = self._futures.pop(event.job.key, None)
                if job_future is not None:
                    job_future[1].release()
        return events

    def close(self) -> None:
        """Stop everything, workers of our own included."""
        self._futures.clear()
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _progress(self, event: tuple[float, tuple[str, bytes]]) -> None:
        _, (key, data) = event
        if (job := self._jobs.get(key)) is not None:
            self._events.put(Event(EventKind.PROGRESS, job, pickle.loads(data)))

    def _ended(self, job: Job, future: Future) -> None:
        if future.status == "finished":
            self._events.put(Event(EventKind.DONE, job))
        elif future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                self._events.put(Event(EventKind.LOST, job, "its worker died"))
            else:
                self._events.put(Event(EventKind.ERROR, job, f"{type(error).__name__}: {error}"))
        else:
            self._events.put(Event(EventKind.LOST, job, future.status))


class NoPages(WorkerPlugin):
    """Closes a worker's web server as soon as it is there: it has no TLS."""

    def setup(self, worker: Any) -> None:
        """On the worker."""
        worker.http_server.stop()


class Prepared(WorkerPlugin):
    """Has a worker prepare before its first job."""

    def __init__(self, preparation: Preparation) -> None:
        self._fn = preparation.fn
        self._args = pickle.dumps(preparation.args)

    def setup(self, worker: Any) -> None:
        """On the worker, whose loop waits: a thread of its own, as there may be a loop in it."""
        module, _, function = self._fn.partition(":")
        with ThreadPoolExecutor(1) as threads:
            threads.submit(lambda: getattr(import_module(module), function)(pickle.loads(self._args))).result()


def run_job(fn: str, payload: bytes, key: str) -> None:
    """On the worker: do a job and report as it goes."""
    worker = get_worker()

    def report(data: Any) -> None:
        worker.log_event(_TOPIC, (key, pickle.dumps(data)))

    def should_stop() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state != "executing"

    job_function(fn)(pickle.loads(payload), report, should_stop)


def _security(files: TlsFiles) -> Security:
    pair = {
        f"tls_{role}_{part}": str(path)
        for role in ("client", "scheduler", "worker")
        for part, path in (("cert", files.certificate), ("key", files.key))
    }
    return Security(tls_ca_file=str(files.authority), require_encryption=True, **pair)


def _local_cluster(workers: int, slots: int, security: Security) -> LocalCluster:
    cluster = LocalCluster(
        n_workers=workers,
        threads_per_worker=slots,
        processes=True,
        host="127.0.0.1",
        protocol="tls://",
        security=security,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.ERROR,
        memory_limit=0,
        env=_WORKER_ENV,
    )
    scheduler: Any = cluster.scheduler
    scheduler.http_server.stop()
    return cluster
