"""The games this bot plays, each by its own module."""

import argparse
from typing import Any

from great_crash_trader import CrashTrader
from stockpile_trader import StockpileTrader
from stonks_trader import StonksTrader


def new_traders(settings: argparse.Namespace) -> dict[str, Any]:
    """By game, who plays it."""
    return {"great_crash": CrashTrader(), "stockpile": StockpileTrader(settings), "stonks": StonksTrader()}
