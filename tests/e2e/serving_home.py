"""`arena serve` as a process, on a home of its own with the kits that are kept for later runs."""

import os
import subprocess
import sys
from pathlib import Path

import httpx

ARENA = Path(sys.executable).with_name("arena")
KITS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stockpit" / "kits"
START_S = 60
ENDING_S = 60


class Served:
    """An arena that is running."""

    def __init__(self, home):
        self.home = home
        home.mkdir(mode=0o700, exist_ok=True)
        KITS.mkdir(parents=True, exist_ok=True)
        if not (home / "kits").exists():
            (home / "kits").symlink_to(KITS)
        self.process = subprocess.Popen(
            [ARENA, "serve", "--home", home, "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Stockpit is at "):
                break
        else:
            raise AssertionError("".join(self.said))

    def arena(self, *arguments, **options):
        """A command that speaks to it."""
        options = {"capture_output": True, "text": True, "timeout": 400} | options
        command = [ARENA, *map(str, arguments), "--home", str(self.home)]
        return subprocess.run(command, check=False, **options)

    def get(self, path):
        """What its API answers to its operator."""
        token = (self.home / "owner.token").read_text().strip()
        url = (self.home / "address").read_text().strip()
        answer = httpx.get(f"{url}/api/v1/{path}", headers={"Authorization": f"Bearer {token}"}, timeout=60)
        return answer.raise_for_status().json()

    def end(self):
        """Have it end as an operator does."""
        self.process.terminate()
        self.process.communicate(timeout=ENDING_S)

    def kill(self):
        """End it without a word, its workers too."""
        os.killpg(self.process.pid, 9)
        self.process.communicate(timeout=ENDING_S)
