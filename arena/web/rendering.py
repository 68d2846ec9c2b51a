"""Templates: one environment, autoescaped, with the few filters pages need."""

from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from arena.ports.store import Reading
from arena.web.intervals import Scale

_environment = Environment(
    loader=PackageLoader("arena.web", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(reading: Reading, template: str, **values: Any) -> str:
    """A whole page; every page shows the ladders in its head."""
    return fragment(template, ladders=[ladder.spec for ladder in reading.ladders()], **values)


def fragment(template: str, **values: Any) -> str:
    """A part of a page."""
    return _environment.get_template(template).render(**values)


def when(moment: datetime) -> str:
    """2026-11-30 14:05 UTC."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def duration(microseconds: int) -> str:
    """A time in the unit one would say: 340 µs, 1.2 ms, 3.4 s, 60 s."""
    if microseconds < 1_000:
        return f"{microseconds} µs"
    if microseconds < 1_000_000:
        return f"{microseconds / 1_000:.1f} ms"
    return f"{microseconds / 1_000_000:.1f} s".replace(".0 s", " s")


_environment.filters.update(when=when, duration=duration)
_environment.globals.update(Scale=Scale)
