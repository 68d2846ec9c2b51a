"""Objects by obstore: in a folder of this machine, or wherever else a URL leads."""

from pathlib import Path

import obstore
from obstore.exceptions import BaseError
from obstore.store import from_url

from arena.model.errors import WorldTrouble


class ObstoreObjects:
    """`arena.ports.objects.Objects` at a URL such as file:///srv/arena/objects."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._store = from_url(url, mkdir=True) if url.startswith("file:") else from_url(url)

    def put(self, key: str, source: Path) -> None:
        """Keep a file's content; whole, or not at all."""
        self._put(key, source)

    def write(self, key: str, content: bytes) -> None:
        """Keep some bytes; whole, or not at all."""
        self._put(key, content)

    def read(self, key: str) -> bytes:
        """An object's content; WorldTrouble if there is no such object."""
        try:
            return bytes(obstore.get(self._store, key).bytes())
        except (BaseError, OSError) as error:
            raise self._trouble(key, "cannot be fetched", error) from error

    def get(self, key: str, target: Path) -> None:
        """Write an object's content to a file that is not there yet; WorldTrouble if there is no such object."""
        try:
            with target.open("xb") as file:
                for chunk in obstore.get(self._store, key).stream():
                    file.write(chunk)
        except (BaseError, OSError) as error:
            target.unlink(missing_ok=True)
            raise self._trouble(key, "cannot be fetched", error) from error

    def has(self, key: str) -> bool:
        """Whether there is such an object."""
        try:
            obstore.head(self._store, key)
        except FileNotFoundError:
            return False
        except (BaseError, OSError) as error:
            raise self._trouble(key, "cannot be looked for", error) from error
        return True

    def _put(self, key: str, what: Path | bytes) -> None:
        try:
            obstore.put(self._store, key, what)
        except (BaseError, OSError) as error:
            raise self._trouble(key, "cannot be kept", error) from error

    def _trouble(self, key: str, what: str, error: Exception) -> WorldTrouble:
        lines = str(error).splitlines() or [type(error).__name__]
        return WorldTrouble(f"object {key} {what} at {self._url}: {lines[0]}")
