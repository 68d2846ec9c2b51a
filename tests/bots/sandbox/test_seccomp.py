"""The filter, run instruction by instruction, against the list it was compiled from."""

import re
import struct
from pathlib import Path

import pytest
from building import absent

from arena.bots.sandbox import seccomp
from arena.bots.sandbox.seccomp import ALLOW, ENOSYS, ERRNO, KILL_PROCESS, allow_list, program
from arena.model.errors import WorldTrouble

LIST = allow_list("x86_64")
CODE = list(struct.iter_unpack("=HBBI", program(LIST)))
HEADER = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
X32 = 0x40000000


def answer(number, arguments=(), architecture=LIST.architecture):
    """What the kernel would do with this call."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *(*arguments, *(0,) * (6 - len(arguments))))
    value, at = 0, 0
    while True:
        code, if_true, if_false, constant = CODE[at]
        at += 1
        if code == seccomp.LOAD:
            (value,) = struct.unpack_from("=I", data, constant)
        elif code == seccomp.AND:
            value &= constant
        elif code == seccomp.RETURN:
            return constant
        else:
            holds = {
                seccomp.JUMP_EQUAL: value == constant,
                seccomp.JUMP_GREATER: value > constant,
                seccomp.JUMP_AT_LEAST: value >= constant,
            }[code]
            at += if_true if holds else if_false


def test_every_call_is_answered_as_the_list_says():
    special = LIST.conditions.keys() | LIST.denied.keys()
    for number in set(range(600)) - special:
        assert answer(number) == (ALLOW if number in LIST.allowed else ERRNO | ENOSYS), number
    for number, errno in LIST.denied.items():
        assert answer(number) == ERRNO | errno


@pytest.mark.parametrize(("family", "expected"), [(1, ALLOW), (17, ERRNO | 1), (40, ERRNO | 1)])
def test_of_sockets_neither_raw_ones_nor_those_to_the_hypervisor_are_allowed(family, expected):
    assert answer(41, (family, 1, 0)) == expected


def test_a_clone_may_make_threads_and_processes_but_no_namespaces():
    threads, new_user, new_net = 0x3D0F00, 0x10000000, 0x40000000
    assert [answer(56, (flags,)) for flags in (threads, 17, 17 | new_user, new_net)] == [ALLOW, ALLOW] + [ERRNO | 1] * 2


def test_calls_by_another_table_of_numbers_are_no_way_round():
    i386 = 0x40000003
    assert (answer(1, architecture=i386), answer(X32 | 1)) == (KILL_PROCESS, ERRNO | ENOSYS)


def test_the_numbers_are_those_of_the_kernels_headers():
    if not HEADER.exists():
        absent("no kernel headers here")
    numbers = {found[1]: int(found[2]) for found in re.finditer(r"__NR_(\w+)\s+(\d+)", HEADER.read_text())}
    listed = dict(re.findall(r"^(\w+) = (\d+)$", _numbers(), re.MULTILINE))
    assert {name: int(number) for name, number in listed.items() if name in numbers} == {
        name: numbers[name] for name in listed if name in numbers
    }
    assert len(listed) > 300


def _numbers():
    return (Path(seccomp.__file__).with_name("syscalls.toml")).read_text().partition("[x86_64.numbers]")[2]


def test_a_machine_without_a_list_is_told_so():
    with pytest.raises(WorldTrouble, match="no list of system calls for riscv64; there is one for x86_64"):
        allow_list("riscv64")
