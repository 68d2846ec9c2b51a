"""The command line: `arena`. One module a command; this one turns failures into exit codes.

0 good, 1 the thing checked is not so, 2 bad input, 3 our bug, 4 the world.
"""

import os
import sys
import traceback

os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")  # before grpc is imported: bots are started by fork and exec

from arena.cli.app import app
from arena.model.errors import BadInput, NotSo, WorldTrouble
from engine.contract import InvalidDeal, InvalidSetting
from engine.envelope import InvalidEnvelope
from engine.games import UnknownGame

NOT_SO, BAD_INPUT, OUR_BUG, THE_WORLD = 1, 2, 3, 4


def main() -> None:
    """Entry point of the `arena` command."""
    try:
        app()
    except (BadInput, InvalidSetting, InvalidDeal, UnknownGame, InvalidEnvelope) as error:
        _fail(error, BAD_INPUT)
    except NotSo as error:
        _fail(error, NOT_SO)
    except (WorldTrouble, OSError) as error:
        _fail(error, THE_WORLD)
    except Exception:
        traceback.print_exc()
        print("arena: this is a bug of ours; the text above says where", file=sys.stderr)
        raise SystemExit(OUR_BUG) from None


def _fail(error: Exception, code: int) -> None:
    print(f"arena: {error}", file=sys.stderr)
    raise SystemExit(code)
