"""What sandboxes are made of on this machine."""

import os
from dataclasses import dataclass

from arena.bots.sandbox.cgroups import CgroupTree, find_tree
from arena.bots.sandbox.command import system_arguments
from arena.bots.sandbox.driver import Driver, find_driver
from arena.bots.sandbox.seccomp import allow_list, program
from arena.bots.sandbox.users import Users
from arena.model.isolation import Isolation


@dataclass(frozen=True, slots=True)
class Machine:
    """Found once per worker."""

    driver: Driver
    tree: CgroupTree | None
    """None: weak limits."""
    users: Users | None
    """None: we are an ordinary user, and so are all bots."""
    system: tuple[str, ...]
    filter: bytes


def find_machine(isolation: Isolation) -> Machine:
    """What this machine has; WorldTrouble if it is less than asked for."""
    driver = find_driver()
    tree = find_tree() if isolation is Isolation.FULL else None
    users = Users() if os.geteuid() == 0 else None
    return Machine(driver, tree, users, tuple(system_arguments()), program(allow_list()))
