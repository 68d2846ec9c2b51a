"""How often one may ask: moving windows in memory, by who asks and what for."""

from dataclasses import dataclass, field

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from arena.model.submissions import TooMany

SIGN_IN = parse("10/minute")
"""Per address, and per name: guessing is slow whoever guesses."""
UPLOAD = parse("30/hour")
"""Per user; what comes of it is limited by the versions of a day."""
WRITE = parse("120/minute")
"""Per user."""
READ = parse("1200/minute")
"""Per user, or per address where nobody is named."""

ARCHIVE = parse("60/hour")
"""Per address: days of an archive, each of which may be large."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts of one server."""

    _windows: MovingWindowRateLimiter = field(default_factory=lambda: MovingWindowRateLimiter(MemoryStorage()))

    def take(self, rate: RateLimitItem, what: str, who: str) -> None:
        """Count one; TooMany if that is more than the rate allows."""
        if not self._windows.hit(rate, what, who):
            unit = rate.GRANULARITY.name
            raise TooMany(f"more than {rate.amount} {'an' if unit == 'hour' else 'a'} {unit} of this; wait a while")
