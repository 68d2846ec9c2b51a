"""Templates: one environment, autoescaped, with the few filters pages need."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from arena.model.accounts import Identity
from arena.ports.store import Reading
from arena.web.intervals import Scale

_environment = Environment(
    loader=PackageLoader("arena.web", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def reading_of(request: Request) -> Reading:
    """What this server reads from."""
    reading: Reading = request.app.state.reading
    return reading


Store = Annotated[Reading, Depends(reading_of)]


def render(reading: Reading, template: str, who: Identity | None = None, **values: Any) -> str:
    """A whole page; every page shows the ladders in its head, and who is signed in."""
    return fragment(template, ladders=[ladder.spec for ladder in reading.ladders()], who=who, **values)


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


def code(text: str) -> Markup:
    """What stands between backticks, as code."""
    parts = [str(escape(part)) for part in text.split("`")]
    return Markup("".join(f"<code>{part}</code>" if odd % 2 else part for odd, part in enumerate(parts)))


_environment.filters.update(when=when, duration=duration, code=code)
_environment.globals.update(Scale=Scale)
