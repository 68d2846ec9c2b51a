"""A real server over a test's database."""

import socket
import threading
import time
from contextlib import contextmanager

import httpx
import pytest

from arena.app.desk import SqlDesk
from arena.store.accounts import SqlAccounts
from arena.store.objects import ObstoreObjects
from arena.store.reading import SqlReading
from arena.web.app import create_app
from arena.web.server import WebServer


@pytest.fixture
def site(database, tmp_path):
    """A real server over the database; an HTTP client for it."""
    with serving(create_site(database, tmp_path / "objects")) as client:
        yield client


def create_site(database, objects):
    """The application over a database and a folder of objects."""
    desk = SqlDesk(database, ObstoreObjects(objects.as_uri()))
    return create_app(SqlReading(database), SqlAccounts(database), desk)


@contextmanager
def serving(app):
    """A client of a real server for an application."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = WebServer(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=10) as client:
        client.app = app
        yield client
    server.should_exit = True
    thread.join()
    listening.close()
