"""The hostile bot: `zoo.py ATTACK,ATTACK... BAIT` makes attacks, says what came of them, and plays on if it still can.

BAIT is JSON: what there is to reach on the machine, were it not for the sandbox. An attack gives back what it reached;
"" means it was refused. That is told with the first decision, as the debug text of its choice.
"""

import json
import os
import sys
from collections.abc import Iterable

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # which would start threads anew after every fork

import escapes
import files
import floods
import resources
import sockets
import wire
from attack import ATTACKS, Bait, When
from table import Table

from stockpit.v1 import table_pb2 as pb

MODULES = (escapes, files, floods, resources, sockets, wire)
"""Each adds its attacks to ATTACKS."""


def main() -> None:
    """Attack when the first decision is open, so that all it takes is on the bot's own time."""
    attacks = [ATTACKS[name] for name in sys.argv[1].split(",")]
    bait = Bait(**json.loads(sys.argv[2]))
    early = reached_by(attack.make(bait) for attack in attacks if attack.when is When.BEFORE_JOIN)
    table = Table()
    table.join()

    def act(asked: pb.Decision) -> str:
        at_table = (attack.make(table, asked) for attack in attacks if attack.when is When.AT_TABLE)
        return (
            early
            + reached_by(attack.make(bait) for attack in attacks if attack.when is When.ASKED)
            + reached_by(at_table)
        )

    table.play_on(act)


def reached_by(results: Iterable[str]) -> str:
    """What came of them, together."""
    return ", ".join(result for result in results if result)


if __name__ == "__main__":
    main()
