"""One observation of Stockpile, understood: what shares, market cards and piles are worth to this seat, in K."""

from typing import Any

from share_worth import ANY_CARD, expected_values

from engine.games.stockpile.rulebook import DISCOUNTED, SPLIT_BONUS
from engine.market.cards import BIDS, BOOM, FEE
from engine.market.investors import BERNIE, DONALD, GRAHAM
from engine.market.tracks import BOARDS
from stockpit.games.stockpile.v1 import stockpile_pb2 as stockpile
from stockpit_sdk import Decision

COMPANIES = range(6)
ACTION_CARD = 2.0
FACE_DOWN = 3.2
"""What such a card is worth on average, in K."""
MAJORITY = 10.0
GRAHAM_BONUS = 1
BOARD = {stockpile.BOARD_STANDARD: BOARDS["standard"], stockpile.BOARD_ADVANCED: BOARDS["advanced"]}


class Table:
    """What is asked for in every decision; the rest is worked out by those who need it."""

    def __init__(self, decision: Decision) -> None:
        self.seen: Any = decision.observation
        self.seat = decision.match.seat
        self.players = decision.match.seats
        settings = decision.match.settings
        self.tracks = BOARD[settings.board]
        self.later = settings.rounds - max(self.seen.round, 1)
        """Movements after this round's."""
        self.index = list(self.seen.price_index)
        self.cards = self._possible_cards()
        self.mine = [self.seen.own_regular[c] + 2 * self.seen.own_split[c] for c in COMPANIES]
        self.rivals = [self._rival_shares(c) for c in COMPANIES]
        graham = GRAHAM_BONUS * self.owns(GRAHAM)
        self.worth = [self.keep(c, self.index[c], 1) + self.majority(c) + graham for c in COMPANIES]
        """Of one more regular card of each company."""
        self.richest_rival = max(cash for seat, cash in enumerate(self.seen.cash) if seat != self.seat)
        self.costs = DISCOUNTED if self.owns(DONALD) else BIDS
        """What this seat pays for each bid space."""

    def owns(self, investor: int) -> bool:
        """Whether the seat keeps this investor."""
        return bool(self.seen.investor_owner) and self.seen.investor_owner[investor] == self.seat

    def keep(self, company: int, index: int, shares: int) -> float:
        """Worth of a card that is not sold this round, with the ticker at `index`."""
        return expected_values(self.tracks[company], SPLIT_BONUS, shares, self.cards[company], self.later)[index]

    def majority(self, company: int) -> float:
        """What one share more or less is worth for being the largest holder at the end."""
        lead = self.mine[company] - max(self.rivals[company])
        return MAJORITY / 4 / (1 + self.later / 2) if -2 <= lead <= 2 else 0.0

    def value_of(self, kind: int) -> float:
        """Worth of a market card on a pile; -1 is one that lies face down."""
        if kind < 0:
            return FACE_DOWN
        if kind < FEE:
            return self.worth[kind]
        if kind >= BOOM:
            return ACTION_CARD
        fee = float(kind - FEE + 1)
        return fee if self.owns(BERNIE) else -fee

    def piles(self) -> tuple[list[float], list[float]]:
        """By track: what the pile is worth to this seat, and what it seems worth to the others."""
        seen = self.seen
        true, seeming = [], []
        for track in range(len(seen.pile_start) - 1):
            cards = range(seen.pile_start[track], seen.pile_start[track + 1])
            values = [self.value_of(seen.pile_card[at]) for at in cards]
            true.append(sum(values))
            shown = zip(cards, values, strict=True)
            seeming.append(sum(value if seen.pile_face_up[at] else FACE_DOWN for at, value in shown))
        return true, seeming

    def _possible_cards(self) -> list[int]:
        """By company: the forecast cards, as bits, that it may have."""
        known = [1 << card if card >= 0 else 0 for card in self.seen.forecast_card]
        left = ANY_CARD & ~sum(known)
        return [one or left for one in known]

    def _rival_shares(self, company: int) -> list[float]:
        seen = self.seen
        return [
            seen.known_regular[seat * 6 + company]
            + 2 * seen.known_split[seat * 6 + company]
            + seen.unknown_regular[seat] / 6
            for seat in range(self.players)
            if seat != self.seat
        ]
