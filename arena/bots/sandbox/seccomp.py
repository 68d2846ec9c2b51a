"""The allow-list of system calls, as a program of the kernel's packet filter.

The list stands in `syscalls.toml`, with the numbers, so that nothing is needed to compile it: no libseccomp and no
kernel headers. The program depends on the number only wherever it can, and the kernel remembers that (since 5.11), so
that an allowed call costs a look-up in a bitmap.
"""

import struct
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from platform import machine
from typing import Any

from arena.model.errors import WorldTrouble

LOAD, JUMP_EQUAL, JUMP_GREATER, JUMP_AT_LEAST, AND, RETURN = 0x20, 0x15, 0x25, 0x35, 0x54, 0x06
"""BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JGT|K, BPF_JMP|JGE|K, BPF_ALU|AND|K, BPF_RET|K of <linux/bpf_common.h>."""

NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""Offsets in `struct seccomp_data`; an argument is 8 bytes, its low half first on a little-endian machine."""

ALLOW, ERRNO, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
ENOSYS = 38

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, constant."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Allowed only if the argument, masked, has one of the values."""

    argument: int
    mask: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AllowList:
    """What a bot may ask of the kernel; everything else is answered with ENOSYS, or EPERM where that is usual."""

    architecture: int
    """AUDIT_ARCH_* of <linux/audit.h>."""
    allowed: frozenset[int]
    conditions: dict[int, Condition]
    denied: dict[int, int]
    """By number: the errno."""


@cache
def allow_list(architecture: str = "") -> AllowList:
    """The list of this machine's architecture; WorldTrouble if there is none."""
    table = tomllib.loads(files("arena.bots.sandbox").joinpath("syscalls.toml").read_text())
    name = architecture or machine()
    if name not in table:
        raise WorldTrouble(f"no list of system calls for {name}; there is one for {', '.join(sorted(table))}")
    return _read(table[name])


def _read(table: dict[str, Any]) -> AllowList:
    numbers: dict[str, int] = table["numbers"]
    return AllowList(
        architecture=table["architecture"],
        allowed=frozenset(number for name, number in numbers.items() if name not in table["conditions"])
        - {numbers[name] for name in table["denied"]},
        conditions={
            numbers[name]: Condition(rule["argument"], rule["mask"], tuple(rule["values"]))
            for name, rule in table["conditions"].items()
        },
        denied={numbers[name]: errno for name, errno in table["denied"].items()},
    )


def program(allowed: AllowList) -> bytes:
    """The filter, as `bwrap --seccomp` takes it: `struct sock_filter`s one after the other."""
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_EQUAL, 1, 0, allowed.architecture),
        (RETURN, 0, 0, KILL_PROCESS),  # a call by another table of numbers, such as the 32-bit one
        (LOAD, 0, 0, NUMBER),
    ]
    for first, last in _ranges(allowed.allowed):
        code += [(JUMP_AT_LEAST, 0, 2, first), (JUMP_GREATER, 1, 0, last), (RETURN, 0, 0, ALLOW)]
    for number, condition in sorted(allowed.conditions.items()):
        code += _conditional(number, condition)
    for number, errno in sorted(allowed.denied.items()):
        code += [(JUMP_EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | errno)]
    code.append((RETURN, 0, 0, ERRNO | ENOSYS))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def _conditional(number: int, condition: Condition) -> list[Instruction]:
    """One call whose argument counts; the filter ends here if it is this call.

    Only the low half of the argument is looked at: the kernel takes these arguments as 32 bits.
    """
    values = condition.values
    block: list[Instruction] = [(LOAD, 0, 0, FIRST_ARGUMENT + 8 * condition.argument), (AND, 0, 0, condition.mask)]
    for index, value in enumerate(values):
        block.append((JUMP_EQUAL, len(values) - index, 0, value))
    block += [(RETURN, 0, 0, ERRNO | 1), (RETURN, 0, 0, ALLOW)]
    return [(JUMP_EQUAL, 0, len(block), number), *block]


def _ranges(numbers: frozenset[int]) -> list[tuple[int, int]]:
    """Neighbouring numbers taken together: first and last of each run."""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
