"""One observation of The Great Crash, understood: what share cards and places in the turn order are worth, in K."""

from typing import Any

from share_worth import ANY_CARD, SOLD, expected_values, moved

from engine.market.cards import BOOM, FEE
from engine.market.tracks import BOARDS
from stockpit.games.great_crash.v1 import great_crash_pb2 as crash
from stockpit_sdk import Decision

COMPANIES = 6
ACTION_CARD = 3.0
"""What an action card is worth on average, in K."""
EARLY = 3.0
"""K it is worth to be first in the turn order rather than last."""
MAJORITY = 10.0
BOARD = {crash.BOARD_STANDARD: BOARDS["standard"], crash.BOARD_ADVANCED: BOARDS["advanced"]}


class CrashTable:
    """What is asked for in every decision; the rest is worked out by those who need it."""

    def __init__(self, decision: Decision) -> None:
        self.seen: Any = decision.observation
        self.seat = decision.match.seat
        self.players = decision.match.seats
        settings = decision.match.settings
        self.tracks = BOARD[settings.board]
        self.bonus = SOLD if settings.no_bonus else settings.split_bonus
        self.expert_amount = settings.expert_amount
        self.later = settings.rounds - self.seen.round
        """Movements after this round's."""
        known = [1 << card if card >= 0 else 0 for card in self.seen.forecast_card]
        left = ANY_CARD & ~sum(known)
        self.cards = [one or left for one in known]
        """By company: the forecast cards, as bits, that it may have."""
        self.cash = self.seen.cash[self.seat]
        self.richest_rival = max(cash for seat, cash in enumerate(self.seen.cash) if seat != self.seat)

    def keep(self, company: int, index: int, shares: int) -> float:
        """Worth of a card that is not sold this round, with the ticker at `index`; a bankrupt company's is 0."""
        if index < 0:
            return 0.0
        values = expected_values(self.tracks[company], self.bonus, shares, self.cards[company], self.later)
        return values[min(index, len(values) - 1)]

    def gain_of_shift(self, company: int, spaces: int) -> float:
        """What a sale's fall or a purchase's rise brings our holding, less what it brings the others on average."""
        index = self.seen.price_index[company]
        one, two = (self.keep(company, index + spaces, n) - self.keep(company, index, n) for n in (1, 2))
        return self._shared(company, one, two)

    def gain_of_push(self, company: int, steps: int) -> float:
        """What an action card brings our holding, less what it brings the others on average."""
        changes = []
        for shares in (1, 2):
            index = self.seen.price_index[company]
            earned, at, left = moved(self.tracks[company], self.bonus, index, steps, shares)
            after = earned + (self.keep(company, at, left) if left else 0.0)
            changes.append(after - self.keep(company, index, shares))
        return self._shared(company, *changes)

    def _shared(self, company: int, of_regular: float, of_split: float) -> float:
        gain = 0.0
        for owner in range(self.players):
            at = owner * COMPANIES + company
            worth = self.seen.regular[at] * of_regular + self.seen.split[at] * of_split
            gain += worth if owner == self.seat else -worth / (self.players - 1)
        return gain

    def majority(self, company: int) -> float:
        """What one share more or less is worth for being the largest holder at the end."""
        held = [
            self.seen.regular[at] + 2 * self.seen.split[at]
            for at in range(company, COMPANIES * self.players, COMPANIES)
        ]
        lead = held[self.seat] - max(held[: self.seat] + held[self.seat + 1 :])
        return MAJORITY / 4 / (1 + self.later / 2) if -2 <= lead <= 2 else 0.0

    def track_worth(self, track: int) -> float:
        """What a place in the turn order and the card under it are worth."""
        card = self.seen.track_card[track]
        early = EARLY * (self.players - 1 - track) / (self.players - 1)
        if card < FEE:
            return early
        return early + (ACTION_CARD if card >= BOOM else float(FEE - 1 - card))
