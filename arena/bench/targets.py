"""Rows of a benchmark's report: what was measured against what is asked for and aimed at."""

from typing import Any


def least(name: str, value: float, at_least: float, aim: float) -> dict[str, Any]:
    """The row of a figure that should be high."""
    row = {"name": name, "value": round(value, 3), "at_least": at_least, "aim": aim}
    return row | {"holds": value >= at_least}


def most(name: str, value: float, at_most: float, aim: float) -> dict[str, Any]:
    """The row of a figure that should be low."""
    row = {"name": name, "value": round(value, 3), "at_most": at_most, "aim": aim}
    return row | {"holds": value <= at_most}
