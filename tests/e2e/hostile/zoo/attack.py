"""What an attack is, and the list of all."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True)
class Bait:
    """What lies open on the machine, and the caps that are promised."""

    secrets: list[str]
    """Files and folders."""
    tcp: list[list[Any]]
    """Host and port of services that listen."""
    udp: list[list[Any]]
    unix: list[str]
    abstract: str
    victims: list[int]
    """Processes of others, by their number outside."""
    memory_bytes: int
    pids: int
    tmp_bytes: int
    tmp_inodes: int
    shm_bytes: int
    shm_inodes: int
    open_files: int


class When(Enum):
    """When an attack is made."""

    BEFORE_JOIN = "before it joins"
    ASKED = "at its first decision"
    AT_TABLE = "at its first decision, and it is given the table and the decision"


@dataclass(frozen=True)
class Attack:
    """One: its name is the function's."""

    make: Callable[..., str]
    """What it reached, in words; "" if it was refused."""
    when: When


ATTACKS: dict[str, Attack] = {}


def attack(when: When = When.ASKED) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Add a function to the list."""

    def add(make: Callable[..., str]) -> Callable[..., str]:
        ATTACKS[make.__name__] = Attack(make, when)
        return make

    return add


def tried(**attempts: Callable[[], object]) -> str:
    """The names of those that were not refused with an error of the system; what they gave back, if anything."""
    reached = []
    for name, attempt in attempts.items():
        try:
            got = attempt()
        except (OSError, ValueError):  # a limit that may not be raised is a ValueError
            continue
        if got is not False:
            reached.append(f"{name}: {got}" if got not in (None, True) else name)
    return ", ".join(reached)
