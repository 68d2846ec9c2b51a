"""Finding the function a job names."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from arena.ports.execution import Report, ShouldStop

JobFunction = Callable[[Any, Report, ShouldStop], None]


def job_function(name: str) -> JobFunction:
    """The function called `module:function`."""
    module, _, function = name.partition(":")
    found: JobFunction = getattr(import_module(module), function)
    return found
