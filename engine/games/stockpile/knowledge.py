"""What a viewer knows of the others' shares, with perfect recall (clarification 26).

Facts are numbers appended by the rules as things happen; each viewer folds new ones when it is next asked. Of every
seat's Stock Portfolio a viewer knows some cards by company; the others are *unknown*, ordered by age. A split or a
bankruptcy shows every card of its company, so the unknown cards held then cannot be of it: what excludes a card
excludes every older one. Excluded sets are therefore nested, older cards having the larger, and `unknown_not[c]`, the
number of unknown cards (the longest held) that cannot be of company c, describes them exactly.

When an unknown card comes to light as company c, which one was it? Any that may be c is possible; the oldest of those
leaves the weakest constraints behind (each later one has a smaller excluded set than the oldest, so taking a younger
one away leaves sets that contain, one by one, those left otherwise). What is possible afterwards is the union over
all choices, which is therefore what the oldest one's leaving makes possible. Cards known to be there leave first: if
an unknown card of the same company left instead, the multiset that remains is the same.

Starting shares are all different, which ties seats together, so the fate of each one is kept. Either it is still
unseen (companies it may be: `start_unseen`, all but those it was excluded from), or it came to light as one of
`start_seen`. All possibilities of the second sort leave the same unknown cards: take two of them, with the share coming
to light first at time s or first at time t > s. A card of company c can only be a starting share's coming to light if
c was never excluded before, so at either time the oldest other card could have been taken; between s and t the first
world holds exactly one more other card than the second, older than all of those, and at t it gives it up. If the
share is still unseen after others came to light, the other unknown cards are those without the oldest one. That is
possible as long as the unknown cards have never run out.
"""

from typing import Final, TypeAlias

from engine.contract import SPECTATOR, Seat
from engine.market.cards import COMPANIES

Numbers: TypeAlias = tuple[int, ...]

GAIN: Final = 0
"""A seat took a share card whose face everybody saw, or split a card in two halves."""
GAIN_HIDDEN: Final = 1
"""A seat took a share card that lay face down; who placed it knows it too, and Warren's owner if it looked."""
SALE: Final = 2
"""A seat sold a card of its Stock Portfolio."""
SHOW: Final = 3
"""A seat showed `count` cards of its Stock Portfolio and kept them."""
LEAVE: Final = 4
"""A seat showed all its `count` regular cards of a company, and they left: by a split or a bankruptcy."""
EXCLUDE: Final = 5
"""Nobody has a card of the company in a Stock Portfolio now."""

PLACE_UNIT: Final = 1 << 3
SEAT_UNIT: Final = 1 << 8
COUNT_UNIT: Final = 1 << 11
"""A fact is type + 8 (seat * 6 + company) + 256 seat + 2048 count.

For GAIN_HIDDEN the count is the placing seat, and 8 (seat + 1) for Warren's owner if it has seen the card.
"""

WATCHER_UNIT: Final = 1 << 14

ALL_COMPANIES: Final = (1 << len(COMPANIES)) - 1


def fact(kind: int, seat: Seat, company: int, count: int = 0) -> int:
    """One fact as a number."""
    return kind + PLACE_UNIT * (seat * 6 + company) + SEAT_UNIT * seat + COUNT_UNIT * count


class Knowledge:
    """One viewer's knowledge, indexed `seat * 6 + company` or by seat. Its own row is what others publicly know."""

    __slots__ = (
        "known",
        "read",
        "snapshot",
        "start_seen",
        "start_unseen",
        "unknown",
        "unknown_not",
        "viewer",
    )

    def __init__(self, viewer: Seat, players: int, own_share: int) -> None:
        self.viewer = viewer
        self.read = 0
        """Facts folded so far."""
        self.known = [0] * (players * 6)
        self.unknown = [1] * players
        self.unknown_not = [0] * (players * 6)
        self.start_unseen = [ALL_COMPANIES] * players
        """Bit c: the starting share may be unseen still and of company c; 0 once it must have come to light."""
        self.start_seen = [0] * players
        """Bit c: the starting share may have come to light as company c."""
        if viewer >= 0:
            self.exclude_start(own_share)
        self.take_snapshot()

    def copy(self) -> "Knowledge":
        """An independent copy."""
        other = Knowledge(-1, 0, 0)
        other.viewer = self.viewer
        other.read = self.read
        other.known = self.known[:]
        other.unknown = self.unknown[:]
        other.unknown_not = self.unknown_not[:]
        other.start_unseen = self.start_unseen[:]
        other.start_seen = self.start_seen[:]
        other.snapshot = self.snapshot
        return other

    def take_snapshot(self) -> None:
        """Set `snapshot`: known, unknown, unknown_not, start_unseen and start_seen as an observation has them."""
        self.snapshot: tuple[Numbers, Numbers, Numbers, Numbers, Numbers] = (
            tuple(self.known),
            tuple(self.unknown),
            tuple(self.unknown_not),
            tuple(self.start_unseen),
            tuple(self.start_seen),
        )

    def exclude_start(self, own_share: int) -> None:
        """Take in that every other seat's starting share differs from the viewer's own."""
        for seat in range(len(self.unknown)):
            if seat == self.viewer or not self.start_unseen[seat] | self.start_seen[seat]:
                continue
            self.start_unseen[seat] &= ~(1 << own_share)
            self.start_seen[seat] &= ~(1 << own_share)
            if not self.start_seen[seat]:
                for company in range(6):
                    if not self.start_unseen[seat] >> company & 1 and not self.unknown_not[seat * 6 + company]:
                        self.unknown_not[seat * 6 + company] = 1

    def fold(self, facts: list[int]) -> None:
        """Take in the facts not yet read."""
        known, unknown, viewer = self.known, self.unknown, self.viewer
        for code in facts[self.read :]:
            kind = code & 7
            at = code >> 3 & 31
            if kind == GAIN:
                known[at] += 1
            elif kind == GAIN_HIDDEN:
                seat = code >> 8 & 7
                if viewer not in (seat, SPECTATOR) and viewer in (code >> 11 & 7, (code >> 14) - 1):
                    known[at] += 1
                else:
                    unknown[seat] += 1
            elif kind == SALE and known[at]:
                known[at] -= 1
            elif kind == EXCLUDE:
                self._exclude(at)
            else:
                self._come_to_light(code >> 8 & 7, at, kind, code >> 11)
        self.read = len(facts)
        self.take_snapshot()

    def _come_to_light(self, seat: Seat, at: int, kind: int, count: int) -> None:
        """Cards of one company are sold, shown or taken away: so many at least that are not known yet."""
        for _ in range(max(count, 1) - self.known[at]):
            self._reveal(seat, at)
        if kind == SHOW:
            self.known[at] = max(self.known[at], count)
        elif kind == LEAVE:
            self.known[at] = 0

    def _reveal(self, seat: Seat, at: int) -> None:
        """An unknown card of the seat comes to light: the oldest that may be of the company leaves."""
        self.start_seen[seat] |= self.start_unseen[seat] & 1 << (at - seat * 6)
        oldest = self.unknown_not[at]
        for other in range(seat * 6, seat * 6 + 6):
            if self.unknown_not[other] > oldest:
                self.unknown_not[other] -= 1
        self.unknown[seat] -= 1
        if not self.unknown[seat]:
            self.start_unseen[seat] = 0

    def _exclude(self, company: int) -> None:
        for seat, unknown in enumerate(self.unknown):
            self.unknown_not[seat * 6 + company] = unknown
            self.start_unseen[seat] &= ~(1 << company)
