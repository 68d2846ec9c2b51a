"""What the fields of an observation may hold, for spaces of learning and for checking what is given from outside."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.contract import Bound
from engine.games.stockpile.rulebook import Rulebook
from engine.market.cards import BUST, COMPANIES, COPIES, SPACES
from engine.market.investors import INVESTORS
from engine.market.rates import DIVIDEND_RATE

MOST_CASH: Final = 10_000
"""In K, more than can be had: 60 shares sold at 2 x 13 at most, a bonus of 10 K for each of 60 split cards at each of
7 rounds, and dividends and majorities of some hundred."""

MOST_STEPS: Final = 4
"""Of one move: the forecast +4."""

_COMPANIES = len(COMPANIES)
_SHARES = sum(COPIES[:_COMPANIES])
_EACH = max(COPIES)
_MASK = (1 << _COMPANIES) - 1


@cache
def bounds(rulebook: Rulebook) -> Mapping[str, Bound]:
    """By field, in the order of the observation."""
    last_seat = rulebook.players - 1
    return {
        "seat": Bound(-1, last_seat),
        "round": Bound(0, rulebook.rounds),
        "phase": Bound(1, 7),
        "turn_order": Bound(0, last_seat, rulebook.players),
        **_market(rulebook),
        **_auction(rulebook),
        **_pairs(rulebook),
        **_shares(rulebook),
        **_placed(rulebook),
        "dividend_company": Bound(-1, _COMPANIES - 1),
        "dividend_rate": Bound(0, DIVIDEND_RATE),
        "move_left": Bound(-MOST_STEPS, MOST_STEPS),
        "playing_seat": Bound(-1, last_seat),
        "playing_card": Bound(-1, BUST),
        "pile_turn": Bound(0, rulebook.players * rulebook.batches, _table(rulebook), varies=True),
        **_investors(rulebook),
    }


def _table(rulebook: Rulebook) -> int:
    """Most cards on all piles: one opens each, and every seat adds two a batch."""
    return rulebook.tracks + 2 * rulebook.players * rulebook.batches


def _market(rulebook: Rulebook) -> dict[str, Bound]:
    players = rulebook.players
    return {
        "price_index": Bound(0, max(track.last for track in rulebook.trails), _COMPANIES),
        "price": Bound(0, max(max(values) for values in rulebook.prices), _COMPANIES),
        "cash": Bound(0, MOST_CASH, players),
        "debt": Bound(0, _EACH, players * 3),
        "action_card": Bound(0, _EACH, players * 2),
    }


def _auction(rulebook: Rulebook) -> dict[str, Bound]:
    cards, last_seat = _table(rulebook), rulebook.players - 1
    return {
        "standing_seat": Bound(-1, last_seat, rulebook.tracks),
        "standing_space": Bound(-1, SPACES - 1, rulebook.tracks),
        "meeples": Bound(0, rulebook.meeples, rulebook.players),
        "pile_start": Bound(0, cards, rulebook.tracks + 1),
        "pile_card": Bound(-1, BUST, cards, varies=True),
        "pile_face_up": Bound(0, 1, cards, varies=True),
        "pile_by": Bound(-1, last_seat, cards, varies=True),
    }


def _pairs(rulebook: Rulebook) -> dict[str, Bound]:
    last = _COMPANIES - 1
    return {
        "forecast_card": Bound(-1, last, _COMPANIES),
        "pair_source": Bound(-3, rulebook.players - 1, _COMPANIES),
        "pair_turn": Bound(-1, last, _COMPANIES),
        "pair_moved": Bound(0, 1, _COMPANIES),
    }


def _shares(rulebook: Rulebook) -> dict[str, Bound]:
    players = rulebook.players
    return {
        "hand": Bound(0, BUST, 2, varies=True),
        "own_regular": Bound(0, _EACH, _COMPANIES),
        "own_split": Bound(0, _EACH, _COMPANIES),
        "regular_cards": Bound(0, _SHARES, players),
        "split_cards": Bound(0, _SHARES, players),
        "known_regular": Bound(0, _EACH, players * _COMPANIES),
        "unknown_regular": Bound(0, _SHARES, players),
        "unknown_not": Bound(0, _SHARES, players * _COMPANIES),
        "known_split": Bound(0, _EACH, players * _COMPANIES),
        "start_share": Bound(-1, _COMPANIES - 1),
        "start_unseen": Bound(0, _MASK, players),
        "start_seen": Bound(0, _MASK, players),
        "deck_size": Bound(0, sum(COPIES)),
        "discard": Bound(0, _EACH, len(COPIES)),
    }


def _placed(rulebook: Rulebook) -> dict[str, Bound]:
    cards = 2 * rulebook.batches * rulebook.rounds
    return {
        "placed_round": Bound(0, rulebook.rounds, cards, varies=True),
        "placed_card": Bound(-1, BUST, cards, varies=True),
        "placed_pile": Bound(0, rulebook.tracks - 1, cards, varies=True),
        "placed_face_up": Bound(0, 1, cards, varies=True),
    }


def _investors(rulebook: Rulebook) -> dict[str, Bound]:
    """Warren sees the face-down cards of each round at most; without investors lists are empty, numbers the lowest."""
    last_seat, last = rulebook.players - 1, len(INVESTORS) - 1
    cards = (rulebook.players + 1) * rulebook.batches * rulebook.rounds
    found = {
        "investor_owner": Bound(-1, last_seat, len(INVESTORS)),
        "investors_ready": Bound(0, (1 << len(INVESTORS)) - 1),
        "investors_dealt": Bound(0, last, rulebook.investors_dealt, varies=True),
        "investors_chosen": Bound(0, last, rulebook.investors_kept, varies=True),
        "pile_watched": Bound(0, 1, _table(rulebook), varies=True),
        "marked": Bound(0, _table(rulebook), 3, varies=True),
        "warren_pile": Bound(-1, rulebook.tracks - 1),
        "martha_turn": Bound(-1, _COMPANIES - 1),
        "peeked_round": Bound(1, rulebook.rounds, cards, varies=True),
        "peeked_pile": Bound(0, rulebook.tracks - 1, cards, varies=True),
        "peeked_card": Bound(0, BUST, cards, varies=True),
        "peeked_winner": Bound(-1, last_seat, cards, varies=True),
    }
    if rulebook.investors:
        return found
    return {name: Bound(one.low, one.low, None if one.length is None else 0) for name, one in found.items()}
