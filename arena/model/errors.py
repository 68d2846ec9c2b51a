"""The failures that are not a bot's fault; each ends a command with an exit code of its own."""


class BadInput(Exception):
    """What the user gave is wrong: one line that names the thing and what is allowed (exit code 2)."""


class WorldTrouble(Exception):
    """The machine failed us: a full disk, no socket, a lost worker; the match is played again (exit code 4)."""


class NotSo(Exception):
    """The thing that was checked does not hold (exit code 1)."""
