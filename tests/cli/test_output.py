"""Where the output goes, and what becomes of it there."""

import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest
from running import ARENA, RANDOM, Ran, bots_of, environment, program

PLAY = ["play", "stockpile", RANDOM, RANDOM, RANDOM]


@pytest.mark.parametrize("command", [["games"], ["games", "--json"]], ids=["a table", "JSON"])
def test_a_reader_that_has_had_enough_ends_the_program_without_a_word(command):
    reading, writing = os.pipe()
    os.close(reading)
    ran = program(*command, capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (128 + signal.SIGPIPE, "")


def test_output_that_cannot_be_written_is_the_worlds_trouble():
    with Path("/dev/full").open("w") as full:
        ran = program("games", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (ran.returncode, ran.stderr) == (4, "arena: No space left on device\n")


def test_a_closed_stdout_is_no_trouble():
    ran = subprocess.run(["sh", "-c", f"{ARENA} games >&-"], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_tables_are_uncut_through_a_pipe_and_colourless_anywhere_it_is_wished(arena, home, monkeypatch):
    piped = arena("ladder", "show", "--home", home).out
    assert "python_heuristic_careful" in piped
    assert "…" not in piped
    assert "\x1b" not in piped


def test_a_narrow_terminal_folds_the_names_of_bots(arena, home, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    told = arena("ladder", "show", "--home", home)
    assert (told.code, max(map(len, told.out.splitlines())) <= 40) == (0, True)


def on_a_terminal(*arguments, **variables):
    """All that a command prints on a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    more = environment(TERM="xterm-256color", COLUMNS="100", **variables)
    with subprocess.Popen([ARENA, *map(str, arguments)], stdout=theirs, stderr=theirs, stdin=theirs, env=more) as run:
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 4096):
                shown += data
        except OSError:  # the end of a terminal
            pass
    os.close(ours)
    return run.returncode, shown.decode()


def test_a_terminal_shows_progress_and_in_the_end_the_table_alone_without_colour_if_so_wished(tmp_path):
    code, coloured = on_a_terminal(*PLAY, "--rotations", 3)
    assert (code, "\x1b[1mbot" in coloured, "playing" in coloured) == (0, True, True)
    code, plain = on_a_terminal("games", NO_COLOR="1")
    assert (code, "\x1b[3" in plain) == (0, False)


def ended_by(number):
    """Exit code and complaints of a long play that gets a signal once its bots are there; what is left of it."""
    with subprocess.Popen(
        [ARENA, *PLAY, "--rotations", "10000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        deadline = time.monotonic() + 30
        while len(bots_of(run.pid)) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        run.send_signal(number)
        out, err = run.communicate(timeout=30)
    return Ran(run.returncode, out.decode(), err.decode()), bots_of(run.pid)


def test_a_signal_ends_a_play_and_its_bots():
    assert ended_by(signal.SIGINT) == (Ran(128 + signal.SIGINT, "", ""), [])
    assert ended_by(signal.SIGTERM) == (Ran(128 + signal.SIGTERM, "", ""), [])
