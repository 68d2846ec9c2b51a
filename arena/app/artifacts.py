"""Bots that were handed in, at a worker: fetched from the object store and unpacked once, then started from there."""

from pathlib import Path

from arena.bots.archives.artifact import unpack
from arena.model.errors import WorldTrouble
from arena.model.isolation import Isolation
from arena.model.submissions import ARTIFACT
from arena.ports.bots import BotProcess, Launcher
from arena.ports.objects import artifact_key
from arena.store.objects import ObstoreObjects


class ArtifactLauncher:
    """A `Launcher` that also starts what is named by its artifact; only in sandboxes."""

    def __init__(self, inner: Launcher, objects: str, folder: Path) -> None:
        self._inner = inner
        self._objects = objects
        self._folder = folder

    @property
    def isolation(self) -> Isolation:
        """As of those it starts."""
        return self._inner.isolation

    async def start(self, manifest: str, address: str, token: str) -> BotProcess:
        """Start the bot of a manifest's path or of an artifact."""
        if manifest.startswith(ARTIFACT):
            manifest = str(self._unpacked(manifest.removeprefix(ARTIFACT)))
        return await self._inner.start(manifest, address, token)

    def _unpacked(self, digest: str) -> Path:
        """The folder of a built bot."""
        if self.isolation is Isolation.NONE:
            raise WorldTrouble("limits are none: bots that were handed in run in sandboxes only")
        folder = self._folder / digest
        if not folder.is_dir():
            packed = self._folder / f"{digest}.tar"
            if not packed.exists():
                ObstoreObjects(self._objects).get(artifact_key(digest), packed)
            unpack(packed, folder)
            packed.unlink(missing_ok=True)
        return folder
