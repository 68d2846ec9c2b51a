"""The sandbox around one running bot, as the referee sees it: its clock, its verdict, and how it is cleared away."""

import json
from pathlib import Path
from typing import Any

from arena.bots.process import EXIT_CANNOT_RUN, OpenGround, exit_of
from arena.bots.sandbox.cgroups import Cgroup, clear
from arena.bots.sandbox.users import BotUser
from arena.model.errors import WorldTrouble
from arena.ports.bots import Exit, Output

SHELL_SIGNALLED = 128
"""bwrap ends as a shell does: with this and the number of the signal that ended its child."""
CANNOT_RUN = "bwrap: execvp "
"""How bwrap says that the bot's own command is not there; everything else it says before the bot runs is about us."""


class Sandbox:
    """An `Enclosure` with a cgroup (full limits) or without (weak), with a user of its own or without."""

    def __init__(self, group: Cgroup | None, user: BotUser | None) -> None:
        self._group = group
        self._user = user
        self._clock: OpenGround | None = None if group else OpenGround()
        self._monitor: int | None = None
        self._frozen = False
        self._cleared = False
        self._cpu_us = 0

    def began(self, pid: int) -> None:
        """The process is bwrap's own; the bot is its child's child."""
        self._monitor = pid

    def cpu_us(self) -> int:
        """Of the whole tree with a cgroup: threads and children that think on others' time are counted too."""
        if self._cleared:
            return self._cpu_us
        if self._group is not None:
            return self._group.cpu_us()
        assert self._clock is not None
        if self._monitor is not None and (bot := _bot_of(self._monitor)):
            self._clock.began(bot)
            self._monitor = None
        return self._clock.cpu_us()

    def suspend(self) -> None:
        """Stop the bot until `resume`."""
        if self._group is not None and not self._frozen and not self._cleared:
            self._group.freeze()
            self._frozen = True

    def resume(self) -> None:
        """Let it go on."""
        if self._group is not None and self._frozen and not self._cleared:
            self._group.thaw()
            self._frozen = False

    def exit_of(self, said: dict[str, Any]) -> Exit:
        """The verdict, from bwrap's own report and the cgroup's counters.

        bwrap reports an exit code only if the bot's command ran. Where it did not, and bwrap gave up by itself, the
        sandbox could not be made: WorldTrouble.
        """
        end = exit_of(said)
        ran = "exit-code" in _report(said)
        if not ran and end.code not in (None, 0):
            return _never_ran(end)
        memory = self._group is not None and self._group.out_of_memory()
        if end.code is not None and end.code > SHELL_SIGNALLED:
            return Exit(None, end.code - SHELL_SIGNALLED, memory, end.output)
        return Exit(end.code, end.signal, memory, end.output)

    def clear(self) -> None:
        """See the cgroup empty and remove it; give the user back."""
        try:
            if self._group is not None:
                self._cpu_us = self._group.cpu_us()
                clear(self._group)
        finally:
            if self._user is not None:
                self._user.close()
            self._cleared = True


def _never_ran(end: Exit) -> Exit:
    """The end of a bwrap that could not start the bot."""
    said = end.output.stderr.strip()
    if CANNOT_RUN in said:
        why = said.rpartition(CANNOT_RUN)[2]
        return Exit(EXIT_CANNOT_RUN, None, out_of_memory=False, output=Output("", f"cannot run {why}", 0))
    raise WorldTrouble(f"the sandbox cannot be made: {said or end.text()}")


def _report(said: dict[str, Any]) -> dict[str, Any]:
    """What bwrap wrote to its status descriptor: JSON objects, one a line."""
    found: dict[str, Any] = {}
    for line in (said.get("status") or "").splitlines():
        found |= json.loads(line)
    return found


def _bot_of(monitor: int) -> int | None:
    """The bot below bwrap's two processes, once it is there."""
    child = _child(monitor)
    return None if child is None else _child(child)


def _child(pid: int) -> int | None:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return None
    return int(children[0]) if children else None
