"""Commands that speak to a running arena: where it is, with which token, and what its refusals mean."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer

from arena.app.home import Home
from arena.model.errors import BadInput, WorldTrouble

DEFAULT_SERVER = "http://127.0.0.1:8000"
PATIENCE_S = 30.0
UPLOAD_PATIENCE_S = 300.0

ServerOption = Annotated[
    str | None,
    typer.Option("--server", envvar="ARENA_SERVER", metavar="URL", help="A running arena; else the home's own."),
]
TokenFileOption = Annotated[
    Path | None,
    typer.Option("--token-file", envvar="ARENA_TOKEN_FILE", help="File with a token; else the home's owner.token."),
]


class Remote:
    """The API of a running arena, asked with a token."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    @property
    def url(self) -> str:
        """Where it is."""
        return str(self._client.base_url).removesuffix("/api/v1/")

    def get(self, path: str, **parameters: str | int) -> Any:
        """What it answers, as JSON."""
        return self._ask("GET", path, params=parameters).json()

    def text(self, path: str) -> str:
        """What it answers, as text."""
        return self._ask("GET", path).text

    def post(self, path: str, body: object = None) -> Any:
        """What it answers to something it is to do."""
        return self._ask("POST", path, json=body).json()

    def upload(self, path: str, content: bytes) -> tuple[Any, bool]:
        """What it answers to an archive, and whether that is new."""
        answer = self._ask("POST", path, content=content, timeout=UPLOAD_PATIENCE_S)
        return answer.json(), answer.status_code == httpx.codes.CREATED

    def delete(self, path: str) -> None:
        """Have something ended."""
        self._ask("DELETE", path)

    def _ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        try:
            answer = self._client.request(method, path, **options)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            raise WorldTrouble(f"no arena answers at {self.url}; `arena serve` runs one, --server names one") from None
        except httpx.HTTPError as error:
            raise WorldTrouble(f"the arena at {self.url} did not answer: {error or type(error).__name__}") from None
        if answer.is_success:
            return answer
        text = _reason(answer)
        raise WorldTrouble(text) if answer.is_server_error else BadInput(text)


@contextmanager
def remote(home: Path, server: str | None, token_file: Path | None) -> Iterator[Remote]:
    """The arena that is meant: the named one, else the one that serves this home, else the one on the usual port."""
    where = Home(home.resolve())
    url = (server or _served_at(where) or DEFAULT_SERVER).rstrip("/")
    headers = {"Authorization": f"Bearer {_token(where, token_file)}"}
    try:
        client = httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=PATIENCE_S)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise BadInput(f"--server {url!r} is no address: {error}; it looks like {DEFAULT_SERVER}") from None
    with client:
        if client.base_url.scheme not in ("http", "https") or not client.base_url.host:
            raise BadInput(f"--server {url!r} is no address; it looks like {DEFAULT_SERVER}")
        yield Remote(client)


def _served_at(home: Home) -> str | None:
    try:
        return home.address.read_text().strip()
    except OSError:
        return None


def _token(home: Home, token_file: Path | None) -> str:
    path = token_file or home.token
    try:
        with path.open(encoding="ascii") as file:
            token = file.read(512).strip()
    except UnicodeDecodeError:
        token = ""
    except OSError as error:
        advice = "--token-file names another; `arena token create` and the page of one's account make one"
        raise BadInput(f"no token: {path}: {os.strerror(error.errno or 0)}; {advice}") from None
    if not token or not token.isprintable() or " " in token:
        raise BadInput(f"{path} holds no token; it is one line without blanks")
    return token


def _reason(answer: httpx.Response) -> str:
    """The line an answer says why with."""
    try:
        return str(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        return f"the arena answered {answer.status_code} {answer.reason_phrase}"
