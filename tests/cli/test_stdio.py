"""`arena sim --stdio` as a program: a line, an answer, and the end of the input is the end."""

import io
import json
import subprocess

from running import ARENA

from arena.cli.stdio import bounded, serve
from arena.simulator.request import MOST_BYTES
from arena.simulator.verbs import VERBS, Verb


def test_each_line_is_answered_in_order_and_the_end_of_the_input_is_a_good_end():
    lines = [
        b'{"id": 1, "do": "start", "game": "stonks", "players": 3, "seed": 1}',
        b"x" * (3 * MOST_BYTES),
        b"[" * 100_000,
        b"",
        b'{"id": 2, "do": "legal", "state": 1}',
    ]
    ran = subprocess.run([ARENA, "sim", "--stdio"], input=b"\n".join(lines), capture_output=True, check=False)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert [(answer["id"], "ok" in answer) for answer in answers] == [
        (1, True),
        (None, False),
        (None, False),
        (None, False),
        (2, True),
    ]


def test_an_answer_comes_before_the_next_request():
    with subprocess.Popen([ARENA, "sim", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        for number in range(3):
            program.stdin.write(b'{"id": %d, "do": "hello"}\n' % number)
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["id"] == number
        program.stdin.close()
        assert program.wait(timeout=30) == 0


def test_a_line_that_is_too_long_is_one_line():
    stream = io.BytesIO(b"a" * (2 * MOST_BYTES) + b"\nb\n" + b"c" * MOST_BYTES + b"\nd")
    assert [(len(line), line[:1]) for line in bounded(stream)] == [
        (MOST_BYTES + 1, b"a"),
        (1, b"b"),
        (MOST_BYTES, b"c"),
        (1, b"d"),
    ]


def test_a_bug_of_ours_ends_with_its_exit_code_once_the_input_ends(monkeypatch, capsys):
    monkeypatch.setitem(VERBS, "hello", Verb((), lambda shelf, request: {}["gone"]))
    answers = io.StringIO()
    met = serve(io.BytesIO(b'{"do": "hello"}\n{"do": "drop", "state": 1}\n'), answers)
    assert (met, len(answers.getvalue().splitlines())) == (1, 2)
    assert capsys.readouterr().err.strip().endswith("KeyError: 'gone'")
