"""`arena sandbox`: whether bots can be kept apart from this machine."""

import asyncio
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from arena.app.home import Home
from arena.app.quarters import Quarters, quarters
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.selftest import Probe, selftest
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption, LimitsOption
from arena.cli.tables import console, new_table
from arena.model.errors import NotSo, WorldTrouble

app = group("The sandbox in which strangers' bots run.")


@app.callback()
def sandbox() -> None:
    """The sandbox in which strangers' bots run."""


@app.command(name="selftest")
def selftest_(limits: LimitsOption = None, home: HomeOption = DEFAULT_HOME, json_: JsonOption = False) -> None:
    """Try from inside a sandbox what a bot must not be able to do; exit code 1 if a probe fails."""
    kept = quarters(Home(home.resolve()), limits)
    launcher, probes = _tried(kept)
    if json_:
        print(json.dumps(as_json(kept, launcher, probes), indent=2))
    else:
        _print(probes)
    failed = [probe.name for probe in probes if not probe.held]
    if failed:
        raise NotSo(f"the sandbox does not hold: {', '.join(failed)}")


def _tried(kept: Quarters) -> tuple[SandboxLauncher | None, list[Probe]]:
    """The launcher, if there can be one, and what its sandbox was tried with."""
    try:
        launcher = kept.sandbox()
    except WorldTrouble as trouble:
        return None, [Probe("machine", held=False, saw=str(trouble))]
    return launcher, asyncio.run(selftest(launcher))


def as_json(kept: Quarters, launcher: SandboxLauncher | None, probes: Sequence[Probe]) -> dict[str, Any]:
    """The result as `--json` prints it; what could not be found is null."""
    machine = launcher.machine if launcher else None
    return {
        "holds": all(probe.held for probe in probes),
        "limits": kept.isolation.value,
        "driver": {"name": "bwrap", "path": str(machine.driver.program), "version": machine.driver.version}
        if machine
        else None,
        "cgroups": machine.tree.version if machine and machine.tree else None,
        "own_users": machine.users is not None if machine else None,
        "kernel": platform.release(),
        "caps": asdict(kept.limits),
        "probes": [
            {"name": probe.name, "held": probe.held, "saw": probe.saw, "kept_by": probe.remedy} for probe in probes
        ],
    }


def _print(probes: Sequence[Probe]) -> None:
    table = new_table("probe", "saw", "kept by", numbers=())
    for probe in probes:
        table.add_row(probe.name, "nothing" if probe.held else probe.saw, probe.remedy)
    console().print(table)
