"""Stonks, played soundly: wins tricks with the cheapest card that is likely to, and moves the market for its shares."""

from collections.abc import Callable
from typing import Any

from stonks_table import StonksTable, beats

from stockpit.games.stonks.v1 import stonks_pb2 as stonks
from stockpit_sdk import Decision

DENIED = 0.9
"""What a prize is worth that another seat does not get, of several rivals the part of one."""
RANK = 3.5
TRUMP = 2.0
"""Points a card of the highest rank, and any trump, is worth in hand for later tricks."""
SYMBOL = 1.2
"""Points a market symbol is worth beyond the rise of one's own shares."""
LASTING = 0.6
"""Part of a move of the market that outlasts the others' moves, early in a round."""
SAME_COMPANY = 1.0
"""Points two drafted cards of one company are worth beyond their shares: it pays to move one company."""


class StonksTrader:
    """Scores every legal action by its type and plays the best."""

    def __init__(self) -> None:
        self.score: dict[int, Callable[[Any, StonksTable], float]] = {
            stonks.ACTION_TYPE_DRAFT: self.draft,
            stonks.ACTION_TYPE_PLAY: self.play,
            stonks.ACTION_TYPE_FOLLOW: self.follow,
            stonks.ACTION_TYPE_LEAD: self.lead,
            stonks.ACTION_TYPE_DECLINE: self.decline,
            stonks.ACTION_TYPE_ADJUST: self.adjust,
            stonks.ACTION_TYPE_PICK: self.pick,
        }

    def choose(self, decision: Decision) -> int:
        """The legal action with the best score, the first of equal ones."""
        table = StonksTable(decision)
        best, best_score = -1, float("-inf")
        for action_id in decision.legal:
            action = decision.action(action_id)
            score = self.score[action.type](action, table)
            if score > best_score:
                best, best_score = action_id, score
        return best

    def draft(self, action: Any, table: StonksTable) -> float:
        """Many shares, of one company if possible, that do not win tricks; the better card face down."""
        up, down = action.up, action.down
        score = sum(table.worth(card) - self.in_hand(card, table) for card in (up, down))
        if table.company[up] == table.company[down]:
            score += SAME_COMPANY
        return score + 0.01 * table.shares[down]

    def play(self, action: Any, table: StonksTable) -> float:
        """A card face up, without Speculation."""
        card = action.card
        suit = table.company[card]
        lead_suit = table.seen.lead_suit if table.seen.play_card else suit
        symbols = table.settings.card_symbols[card]
        gain = symbols * (SYMBOL + 0.5 * LASTING * max(map(abs, table.stake)))
        return self.trick_gain(suit, card, lead_suit, table) + gain - self.in_hand(card, table)

    def follow(self, action: Any, table: StonksTable) -> float:
        """A card that counts as one of the lead suit."""
        suit = table.seen.lead_suit
        symbols = SYMBOL * table.settings.card_symbols[action.card]
        spent = self.in_hand(action.card, table) + self.unused(table)
        return self.trick_gain(suit, action.card, suit, table) + symbols - spent

    def lead(self, action: Any, table: StonksTable) -> float:
        """A card face down under another suit: a trump that only a higher trump of who cannot follow beats."""
        suit = table.company[action.card]
        spent = self.in_hand(action.card, table) + self.unused(table)
        return self.trick_gain(suit, action.card, action.company, table) - spent

    def trick_gain(self, suit: int, card: int, lead_suit: int, table: StonksTable) -> float:
        """What the trick brings with this play: the prize if it wins, less what another gains if it does not."""
        trump, rank = table.seen.trump, table.rank[card]
        chance = 0.0
        if beats(suit, rank, table.best_play(trump), lead_suit, trump):
            chance = table.stays_best(suit, rank, lead_suit, trump)
        return table.prize(card) * (chance - (1.0 - chance) * self.denied(table))

    def denied(self, table: StonksTable) -> float:
        """What a prize is worth that one of the others does not get."""
        return DENIED / (table.players - 1)

    def in_hand(self, card: int, table: StonksTable) -> float:
        """What a card is worth for later tricks: nothing in the last one, and one card is left over."""
        to_come = min(1.0, max(0, len(table.seen.hand) - 2) / 3)
        return to_come * (
            RANK * (table.rank[card] / table.top) ** 2 + TRUMP * (table.company[card] == table.seen.trump)
        )

    def unused(self, table: StonksTable) -> float:
        """What an unused Speculation is worth: shares of the cheapest company that is owned."""
        own = table.owned[table.seat]
        values = [value for value, shares in zip(table.seen.value, own, strict=True) if shares]
        return min(values) * table.settings.speculation_bonus_shares

    def decline(self, action: Any, table: StonksTable) -> float:
        """The market stays as it is."""
        return self.chance_now(table.seen.trump, table)

    def adjust(self, action: Any, table: StonksTable) -> float:
        """Own shares up, others' down; and trump changes, for this trick and the cards in hand."""
        steps = action.direction * table.seen.symbols
        trump = table.lowest_after(action.company, steps)
        lasting = 1.0 - (1.0 - LASTING) * table.left
        return table.stake[action.company] * steps * lasting + self.chance_now(trump, table)

    def chance_now(self, trump: int, table: StonksTable) -> float:
        """What the running trick, and trumps in hand, bring with this trump; the last play is this seat's."""
        card, suit = table.seen.play_card[-1], table.play_suit[-1]
        rank = table.rank[card]
        chance = 0.0
        if table.best_play(trump) == (suit, rank):
            chance = table.stays_best(suit, rank, table.seen.lead_suit, trump)
        trumps = sum(table.company[other] == trump for other in table.seen.hand)
        in_hand = TRUMP * trumps * min(1.0, (len(table.seen.hand) - 1) / 3)
        return table.prize() * chance * (1.0 + self.denied(table)) + in_hand

    def pick(self, action: Any, table: StonksTable) -> float:
        """The card that is likely to bring most."""
        return table.worth(action.card)
