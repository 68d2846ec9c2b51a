"""The command line: `arena`. One module a command; this one turns failures into exit codes.

0 good, 1 the thing checked is not so, 2 bad input, 3 our bug, 4 the world. A command ended by a signal has the exit
code of any Unix program: 128 and the signal's number.
"""

import os
import signal
import sys
import traceback
from collections.abc import Sequence

os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")  # before grpc is imported: bots are started by fork and exec

import typer

from arena.model.errors import BadInput, NotSo, WorldTrouble
from engine.contract import InvalidDeal, InvalidSetting
from engine.envelope import InvalidEnvelope
from engine.games import UnknownGame

GOOD, NOT_SO, BAD_INPUT, OUR_BUG, THE_WORLD = range(5)
_SIGNALLED = 128


def main() -> None:
    """Entry point of the `arena` command."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:  # closed by whoever started us; Python then prints nowhere
            continue
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")
    signal.signal(signal.SIGTERM, _terminated)
    raise SystemExit(exit_code(sys.argv[1:]))


def exit_code(arguments: Sequence[str]) -> int:
    """Run a command; what went wrong is said on stderr in one line, our own bugs with a traceback."""
    try:
        _run(arguments)
    except (KeyboardInterrupt, typer.Abort):
        return _SIGNALLED + signal.SIGINT
    except BrokenPipeError:  # whoever read our output has had enough
        return _SIGNALLED + signal.SIGPIPE
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as error:
        return _usage(error)
    except (BadInput, InvalidSetting, InvalidDeal, UnknownGame, InvalidEnvelope) as error:
        return _fail(str(error), BAD_INPUT)
    except NotSo as error:
        return _fail(str(error), NOT_SO)
    except WorldTrouble as error:
        return _fail(str(error), THE_WORLD)
    except OSError as error:
        return _fail(_text(error), THE_WORLD)
    except Exception:
        traceback.print_exc()
        return _fail("this is a bug of ours; the text above says where", OUR_BUG)
    return GOOD


def _run(arguments: Sequence[str]) -> None:
    """Not `app()`: that one prints usage and picks exit codes by itself."""
    from arena.cli.app import app  # here, where Ctrl-C while it loads is no traceback

    try:
        command = typer.main.get_command(app)
        with command.make_context("arena", list(arguments)) as context:
            command.invoke(context)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a full disk or a closed pipe still has an exit code


def _usage(error: typer.TyperException) -> int:
    text = error.format_message()
    if "\n" in text:  # the help, for want of any argument
        print(text, file=sys.stderr)
        return error.exit_code
    context = getattr(error, "ctx", None)
    path = "arena" if context is None else context.command_path
    return _fail(f"{text.rstrip('.')}; see {path} --help", error.exit_code)


def _fail(text: str, code: int) -> int:
    """One line, whatever a file's name or content has put into it."""
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    print(f"arena: {line}", file=sys.stderr)
    return code


def _text(error: OSError) -> str:
    what = error.strerror or str(error)
    return what if error.filename is None else f"{os.fsdecode(error.filename)}: {what}"


def _terminated(number: int, _frame: object) -> None:
    raise SystemExit(_SIGNALLED + number)
