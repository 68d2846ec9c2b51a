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

from engine.contract import Seat
from engine.market.cards import COMPANIES

Numbers: TypeAlias = tuple[int, ...]

GAIN: Final = 0
"""A seat took a share card whose face everybody saw, or split a card in two halves."""
GAIN_HIDDEN: Final = 1
"""A seat took a share card that lay face down; only who placed it (`by`) knows it too."""
SALE: Final = 2
"""A seat sold a card of its Stock Portfolio."""
SHOW: Final = 3
"""A seat showed `count` cards of its Stock Portfolio and kept them."""
LEAVE: Final = 4
"""A seat showed all its `count` regular cards of a company, and they left: by a split or a bankruptcy."""
EXCLUDE: Final = 5
"""Nobody has a card of the company in a Stock Portfolio now."""

SEAT_UNIT: Final = 1 << 3
COMPANY_UNIT: Final = 1 << 6
COUNT_UNIT: Final = 1 << 9
"""A fact is type + 8 seat + 64 company + 512 count (for GAIN_HIDDEN the placing seat instead of a count)."""

ALL_COMPANIES: Final = (1 << len(COMPANIES)) - 1


def fact(kind: int, seat: Seat, company: int, count: int = 0) -> int:
    """One fact as a number."""
    return kind + SEAT_UNIT * seat + COMPANY_UNIT * company + COUNT_UNIT * count


class Knowledge:
    """One viewer's knowledge, indexed `seat * 6 + company` or by seat. Its own row is what others publicly know."""

    __slots__ = (
        "known",
        "read",
        "snapshot",
        "start_excluded",
        "start_open",
        "start_seen",
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
        self.start_excluded = [0] * players
        """Bit c: the starting share of the seat cannot be of company c while it is unseen."""
        self.start_open = [True] * players
        """The starting share may be unseen still."""
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
        other.start_excluded = self.start_excluded[:]
        other.start_open = self.start_open[:]
        other.start_seen = self.start_seen[:]
        other.snapshot = self.snapshot
        return other

    def take_snapshot(self) -> None:
        """Set `snapshot`: known, unknown, unknown_not, start_unseen and start_seen as an observation has them."""
        unseen = tuple([self.start_unseen(seat) for seat in range(len(self.unknown))])
        self.snapshot: tuple[Numbers, Numbers, Numbers, Numbers, Numbers] = (
            tuple(self.known),
            tuple(self.unknown),
            tuple(self.unknown_not),
            unseen,
            tuple(self.start_seen),
        )

    def start_unseen(self, seat: Seat) -> int:
        """Bit c: the starting share of the seat may be unseen still and of company c."""
        return ALL_COMPANIES & ~self.start_excluded[seat] if self.start_open[seat] else 0

    def exclude_start(self, own_share: int) -> None:
        """Take in that every other seat's starting share differs from the viewer's own."""
        bit = 1 << own_share
        for seat in range(len(self.unknown)):
            if seat == self.viewer:
                continue
            self.start_excluded[seat] |= bit
            self.start_seen[seat] &= ~bit
            if not self.start_seen[seat] and self.start_open[seat]:
                for company in range(6):
                    if self.start_excluded[seat] >> company & 1 and not self.unknown_not[seat * 6 + company]:
                        self.unknown_not[seat * 6 + company] = 1

    def fold(self, facts: list[int]) -> None:
        """Take in the facts not yet read."""
        known = self.known
        for number in range(self.read, len(facts)):
            code = facts[number]
            kind = code & 7
            seat = code >> 3 & 7
            at = seat * 6 + (code >> 6 & 7)
            count = code >> 9
            if kind == GAIN or (kind == GAIN_HIDDEN and count == self.viewer and seat != self.viewer):
                known[at] += 1
            elif kind == GAIN_HIDDEN:
                self.unknown[seat] += 1
            elif kind == SALE:
                if known[at]:
                    known[at] -= 1
                else:
                    self._reveal(seat, at)
            elif kind == SHOW:
                while known[at] < count:
                    self._reveal(seat, at)
                    known[at] += 1
            elif kind == LEAVE:
                for _ in range(count - known[at]):
                    self._reveal(seat, at)
                known[at] = 0
            else:
                self._exclude(at)
        self.read = len(facts)
        self.take_snapshot()

    def _reveal(self, seat: Seat, at: int) -> None:
        """An unknown card of the seat comes to light: the oldest that may be of the company leaves."""
        bit = 1 << (at - seat * 6)
        if self.start_open[seat] and not self.start_excluded[seat] & bit:
            self.start_seen[seat] |= bit
        oldest = self.unknown_not[at]
        for other in range(seat * 6, seat * 6 + 6):
            if self.unknown_not[other] > oldest:
                self.unknown_not[other] -= 1
        self.unknown[seat] -= 1
        if self.unknown[seat] == 0:
            self.start_open[seat] = False

    def _exclude(self, company: int) -> None:
        for seat, unknown in enumerate(self.unknown):
            self.unknown_not[seat * 6 + company] = unknown
            self.start_excluded[seat] |= 1 << company
