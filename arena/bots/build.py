"""Builds one's own bots where they lie; what strangers submit is built in the sandbox."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.bots.kits import shelf
from arena.bots.kits.linked import link_kit, with_kit
from arena.bots.kits.recipe import has_recipe
from arena.bots.manifest import Command, Manifest
from arena.model.errors import BadInput

PATIENCE_SECONDS = 600


def build(bot: Manifest, kits: Path) -> None:
    """Run the build commands of a bot with its kit, which is made if it is not among `kits`.

    BadInput with the last line of what a command said if it fails.
    """
    with TemporaryDirectory(prefix="arena-build-") as private:
        environment = {**os.environ, "TMPDIR": private}
        if has_recipe(bot.kit):
            made = shelf.make(kits, bot.kit)
            link_kit(bot.folder, made)
            environment = with_kit(environment, made.environment())
        for command in bot.build:
            run_build(bot, command, environment)


def run_build(bot: Manifest, command: Command, environment: Mapping[str, str]) -> None:
    """One build command, in the bot's folder."""
    try:
        done = subprocess.run(
            command,
            cwd=bot.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    except OSError as error:
        raise BadInput(f"{bot.name} cannot be built: {command[0]}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise BadInput(f"{bot.name} cannot be built: no end after {PATIENCE_SECONDS} s") from None
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
        raise BadInput(f"{bot.name} cannot be built: {' '.join(command)}: {lines[-1]}")
