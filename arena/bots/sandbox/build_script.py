"""What is run in the sandbox of a build: a script for the system's shell, which trusts nothing and is not trusted."""

import shlex
from collections.abc import Sequence

from arena.bots.kits.linked import LINK
from arena.bots.manifest import Command
from arena.bots.sandbox.command import BOT
from arena.bots.sandbox.kits import INSIDE, Kit

SOURCE, RESULT, LOG = 0, 3, 4
"""Descriptors: a tar file to read, where to write one, and where all that is said goes."""
RUN, PACK, FULL = "run", "pack", "full"
"""Words told on the script's own output, which is not the log: how far it came, and that the disk was full."""

SCRIPT = """
exec 5>&1 1>&{log} 2>&1 {log}>&-
failed() {{
    case " $(stat -f -c '%a %d' {bot} /tmp | tr '\\n' ' ')" in *" 0 "*) echo {full} >&5 ;; esac
    exit "$1"
}}
run() {{
    echo "{run} $1" >&5
    printf '$ %s\\n' "$2"
    shift 2
    (exec "$@" {result}>&- 5>&-) || failed $?
}}
tar -xf - || exit
exec </dev/null
{commands}
kill -KILL -1 2>/dev/null || :
echo {pack} >&5
rm -rf {link} || failed $?
find . -type l '(' {into_kit} ')' -delete || failed $?
nowhere=$(find -L . -type l -print -quit) || failed $?
[ -z "$nowhere" ] || {{ echo "$nowhere is a link that leads nowhere"; failed 1; }}
tar -cf - --format=gnu --dereference --hard-dereference . >&{result} || failed $?
"""
"""Commands follow each other; what they leave running ends before packing. Links are followed, but for those into the
kit, which every bot finds where it runs; `find` fails at links that lead in circles, which `tar` would not see."""


def build_script(commands: Sequence[Command], kit: Kit) -> Command:
    """The words to run."""
    targets = [mount.target for mount in kit.mounts] or [INSIDE]
    runs = [
        f"run {number} {shlex.quote(shlex.join(words))} {shlex.join(words)}" for number, words in enumerate(commands)
    ]
    if kit.mounts:
        runs.insert(0, f"ln -s {INSIDE} {LINK} || failed $?")
    told = {
        "log": LOG,
        "result": RESULT,
        "bot": BOT,
        "full": FULL,
        "run": RUN,
        "pack": PACK,
        "link": LINK,
        "commands": "\n".join(runs),
        "into_kit": " -o ".join(f"-lname {shlex.quote(f'{target}/*')}" for target in targets),
    }
    return ("/bin/sh", "-c", SCRIPT.format(**told))
