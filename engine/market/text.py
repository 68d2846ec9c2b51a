"""What market games say alike."""

from engine.market.forecasts import BLIND, FORECASTS, PUBLIC


def forecast_text(forecast: int) -> str:
    """A forecast card as printed: "$$" or a signed number."""
    steps = FORECASTS[forecast]
    return f"{steps:+d}" if isinstance(steps, int) else "$$"


def holder_text(holder: int) -> str:
    """Who holds a pair."""
    return {PUBLIC: "public", BLIND: "blind"}.get(holder, f"seat {holder}")


def counts_text(counts: list[int], names: tuple[str, ...]) -> str:
    """Cards by name: "2xAA 1xSS"."""
    return " ".join(f"{count}x{name}" for count, name in zip(counts, names, strict=True) if count) or "none"


def number(value: int | None) -> int:
    """A number an event has for certain; -1 if it does not."""
    return -1 if value is None else value
