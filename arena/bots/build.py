"""Builds one's own bots where they lie; what strangers submit is built in the sandbox."""

import subprocess

from arena.bots.manifest import Command, Manifest
from arena.model.errors import BadInput

PATIENCE_SECONDS = 600


def build(bot: Manifest) -> None:
    """Run the build commands of a bot; BadInput with the last line of what they said if one fails."""
    for command in bot.build:
        run_build(bot, command)


def run_build(bot: Manifest, command: Command) -> None:
    """One build command, in the bot's folder."""
    try:
        done = subprocess.run(
            command,
            cwd=bot.folder,
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
