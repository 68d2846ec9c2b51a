import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arena.execution.dask_engine import DaskEngine
from arena.execution.in_process import InProcessEngine
from arena.execution.tls import tls_files
from arena.model.errors import WorldTrouble
from arena.ports.execution import Event, EventKind, Job, Preparation

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
PATIENCE_S = 20


@pytest.fixture(scope="module")
def workers_path():
    """Workers find the test's jobs by PYTHONPATH."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(HERE)
    yield
    os.environ.pop("PYTHONPATH") if before is None else os.environ.update(PYTHONPATH=before)


@pytest.fixture(scope="module")
def dask(workers_path, tmp_path_factory):
    engine = DaskEngine(workers=1, slots_per_worker=2, tls=tmp_path_factory.mktemp("home") / "tls")
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def threads():
    engine = InProcessEngine(2)
    yield engine
    engine.close()


@pytest.fixture(params=["threads", "dask"])
def engine(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def job():
    """Makes a job with an id of its own; `job(name, args)` names a function of `jobs_for_tests`."""
    ids = iter(range(time.monotonic_ns(), 1 << 63))
    return lambda name, args=None, attempt=1: Job(next(ids), attempt, f"jobs_for_tests:{name}", args)


def events(engine, ends=1):
    """What the engine says until so many jobs are over."""
    found, until = [], time.monotonic() + PATIENCE_S
    while sum(event.kind is not EventKind.PROGRESS for event in found) < ends and time.monotonic() < until:
        found += engine.poll(0.2)
    return found


def test_progress_comes_one_by_one_in_order_and_before_the_end(engine, job):
    counting = job("count", 300)
    engine.submit(counting)

    expected = [Event(EventKind.PROGRESS, counting, number) for number in range(300)]
    assert events(engine) == [*expected, Event(EventKind.DONE, counting)]


def test_a_job_that_raises_is_an_error_with_its_text(engine, job):
    engine.submit(job("fail", "that"))

    progress, end = events(engine)
    assert (progress.data, end.kind) == ("about to fail", EventKind.ERROR)
    assert "ValueError: cannot do that" in end.data


def test_a_job_that_is_cancelled_ends_early_and_is_lost(engine, job, tmp_path):
    waiting = job("wait_for_stop", str(tmp_path / "note"))
    engine.submit(waiting)
    assert engine.poll(PATIENCE_S)[0].kind is EventKind.PROGRESS

    engine.cancel(waiting)

    assert events(engine) == [Event(EventKind.LOST, waiting, "cancelled")]
    until = time.monotonic() + PATIENCE_S
    while not (tmp_path / "note").exists() and time.monotonic() < until:
        time.sleep(0.01)
    assert (tmp_path / "note").read_text() == "stopped"


def test_jobs_share_the_slots(engine, job):
    assert engine.slots() == 2
    for _ in range(5):
        engine.submit(job("count", 1))

    assert [event.kind for event in events(engine, 5)].count(EventKind.DONE) == 5


def test_a_dead_worker_is_a_loss_and_what_it_had_reported_is_kept(dask, job):
    dying = job("die")
    dask.submit(dying)

    progress, end = events(dask)
    assert progress.data == "about to die"
    assert end == Event(EventKind.LOST, dying, "its worker died")

    again = Job(dying.id, 2, "jobs_for_tests:count", 1)
    dask.submit(again)
    assert events(dask)[-1] == Event(EventKind.DONE, again)


def test_workers_have_no_fork_support_in_grpc(dask, job):
    dask.submit(job("environment", "GRPC_ENABLE_FORK_SUPPORT"))

    assert events(dask)[0].data == "0"


def test_every_socket_of_the_cluster_speaks_tls_and_asks_for_a_certificate(dask, job):
    ports = listening(os.getpid()) | {port for child in children(os.getpid()) for port in listening(child)}
    assert len(ports) >= 2
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for port in ports:
        with pytest.raises((ssl.SSLError, ConnectionError)):
            speak_without_certificate(context, port)


def speak_without_certificate(context, port):
    """Connect as a stranger; TLS 1.3 refuses one only when it reads."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as plain, context.wrap_socket(plain) as secure:
        secure.settimeout(5)
        if secure.recv(1) == b"":
            raise ConnectionResetError


def test_certificates_are_made_once_and_their_key_is_private(tmp_path):
    files = tls_files(tmp_path / "tls")
    made = files.certificate.read_bytes()

    assert tls_files(tmp_path / "tls").certificate.read_bytes() == made
    assert files.key.stat().st_mode & 0o077 == 0


def test_nothing_is_left_when_the_engine_is_closed_or_its_process_killed(workers_path):
    for how in ("close", "kill"):
        program = (
            "import sys, time\n"
            "from arena.execution.dask_engine import DaskEngine\n"
            "from arena.ports.execution import Job\n"
            "if __name__ == '__main__':\n"
            "    engine = DaskEngine(workers=2, slots_per_worker=1)\n"
            "    for n in range(2):\n"
            "        engine.submit(Job(n, 1, 'jobs_for_tests:wait_for_stop', '/dev/null'))\n"
            "    print(*[event.data for _ in range(2) for event in engine.poll(10)], flush=True)\n"
            "    sys.stdin.read()\n"
            "    engine.close()\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout.readline().strip()
        family = descendants(process.pid)
        assert len(family) >= 2
        if how == "kill":
            process.send_signal(signal.SIGKILL)
        process.stdin.close()
        process.wait(PATIENCE_S)
        process.stdout.close()

        until = time.monotonic() + PATIENCE_S
        while any(alive(pid) for pid in family) and time.monotonic() < until:
            time.sleep(0.05)
        assert not [pid for pid in family if alive(pid)], how


def children(pid):
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended meanwhile
            found += map(int, (task / "children").read_text().split())
    return found


def descendants(pid):
    return [one for child in children(pid) for one in (child, *descendants(child))]


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def listening(pid):
    """Ports a process listens on."""
    inodes = set()
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes.add(str(fd.readlink()))
        except FileNotFoundError:
            continue
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes}


def test_a_worker_prepares_before_its_first_job(workers_path, tmp_path, job):
    engine = DaskEngine(workers=1, tls=tmp_path, preparation=Preparation("jobs_for_tests:prepare", ("a", 1)))
    try:
        engine.submit(job("what_was_prepared"))
        assert events(engine)[0].data == [("a", 1)]
    finally:
        engine.close()


def test_where_no_worker_can_prepare_there_is_no_engine_and_nothing_is_left(workers_path, tmp_path):
    before = children(os.getpid())
    with pytest.raises(WorldTrouble, match="no sandbox"):
        DaskEngine(workers=1, tls=tmp_path, preparation=Preparation("jobs_for_tests:refuse", "no sandbox"))
    assert children(os.getpid()) == before
