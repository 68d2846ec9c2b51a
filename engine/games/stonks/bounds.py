"""What the fields of an observation may hold, for spaces of learning and for checking what is given from outside."""

from collections.abc import Mapping
from functools import cache

from engine.contract import Bound
from engine.games.stonks.deck import NO_CARD
from engine.games.stonks.parameters import MOST_SYMBOLS
from engine.games.stonks.position import CANCELLED
from engine.games.stonks.rulebook import Rulebook


@cache
def bounds(rulebook: Rulebook) -> Mapping[str, Bound]:
    """By field, in the order of the observation."""
    players, companies, cards = rulebook.players, rulebook.company_count, len(rulebook.all_cards)
    scored, taken = rulebook.rounds * players, players * (1 + rulebook.tricks)
    return {
        "seat": Bound(-1, players - 1),
        "round": Bound(1, rulebook.rounds),
        "phase": Bound(1, 4),
        "row": Bound(0, companies - 1, companies),
        "value": Bound(rulebook.low, rulebook.high, companies),
        "dot": Bound(-1, companies - 1),
        "trump": Bound(0, companies - 1),
        "points": Bound(0, _most_points(rulebook), scored, varies=True),
        "scored_down": Bound(NO_CARD, cards, scored, varies=True),
        "hand": Bound(NO_CARD, cards, rulebook.dealt, varies=True),
        "hand_size": Bound(0, rulebook.dealt, players),
        "committed": Bound(0, 1, players),
        "up": Bound(NO_CARD, cards),
        "down": Bound(NO_CARD, cards),
        "portfolio_start": Bound(0, taken, players + 1),
        "portfolio_card": Bound(NO_CARD, cards, taken, varies=True),
        "unused": Bound(0, 1, players),
        "void": Bound(0, (1 << companies) - 1, players),
        "deck_size": Bound(0, cards),
        "discard": Bound(NO_CARD, cards, rulebook.tricks * (players + 1), varies=True),
        **_trick(rulebook),
        **_past(rulebook),
    }


def _trick(rulebook: Rulebook) -> dict[str, Bound]:
    players, companies, cards = rulebook.players, rulebook.company_count, len(rulebook.all_cards)
    return {
        "leader": Bound(-1, players - 1),
        "offer": Bound(NO_CARD, cards),
        "lead_suit": Bound(-1, companies - 1),
        "play_card": Bound(NO_CARD, cards, players, varies=True),
        "play_speculation": Bound(0, CANCELLED, players, varies=True),
        "play_moved": Bound(-1, companies - 1, players, varies=True),
        "play_steps": Bound(-MOST_SYMBOLS, MOST_SYMBOLS, players, varies=True),
        "symbols": Bound(0, MOST_SYMBOLS),
        "winner": Bound(-1, players - 1),
    }


def _past(rulebook: Rulebook) -> dict[str, Bound]:
    players, companies, cards = rulebook.players, rulebook.company_count, len(rulebook.all_cards)
    tricks, plays = rulebook.tricks, rulebook.tricks * rulebook.players
    return {
        "past_leader": Bound(0, players - 1, tricks, varies=True),
        "past_offer": Bound(NO_CARD, cards, tricks, varies=True),
        "past_suit": Bound(0, companies - 1, tricks, varies=True),
        "past_winner": Bound(-1, players - 1, tricks, varies=True),
        "past_picked": Bound(NO_CARD, cards, tricks, varies=True),
        "past_card": Bound(NO_CARD, cards, plays, varies=True),
        "past_speculation": Bound(0, CANCELLED, plays, varies=True),
        "past_moved": Bound(-1, companies - 1, plays, varies=True),
        "past_steps": Bound(-MOST_SYMBOLS, MOST_SYMBOLS, plays, varies=True),
    }


def _most_points(rulebook: Rulebook) -> int:
    """All shares, an unused Speculation with them, at the highest value."""
    return (sum(rulebook.shares) + max(1, rulebook.bonus_shares)) * rulebook.high
