"""What the fields of an observation may hold, for spaces of learning and for checking what is given from outside."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.contract import Bound
from engine.games.great_crash.position import GONE
from engine.games.great_crash.rulebook import PAIR, PURCHASE_LIMIT, Rulebook
from engine.market.cards import BUST, COMPANIES, COPIES, FEE, SPACES
from engine.market.investors import CASH, INVESTORS
from engine.market.rates import DIVIDEND_RATE

MOST_CASH: Final = 10_000
"""In K, more than can be had: some 200 shares bought and sold at 2 x 13 at most, a bonus or dividends of some K for
each of ten cards of a company at each of its moves, and majorities of 10 K."""

MOST_STEPS: Final = 4
"""Of one move: the forecast +4."""

_COMPANIES = len(COMPANIES)
_EACH = max(COPIES)


@cache
def bounds(rulebook: Rulebook) -> Mapping[str, Bound]:
    """By field, in the order of the observation."""
    last_seat = rulebook.players - 1
    return {
        "seat": Bound(-1, last_seat),
        "round": Bound(1, rulebook.rounds),
        "phase": Bound(1, 7),
        "turn_order": Bound(0, last_seat, rulebook.players),
        "turn_seat": Bound(-1, last_seat),
        **_market(rulebook),
        **_auction(rulebook),
        "forecast_card": Bound(-1, _COMPANIES - 1, _COMPANIES),
        "pair_slot": Bound(-1, _COMPANIES - 1, _COMPANIES),
        "pair_moved": Bound(0, 1, _COMPANIES),
        **_shares(rulebook),
        "deck_size": Bound(0, sum(COPIES[FEE:])),
        "discard": Bound(0, _EACH, len(COPIES)),
        **_move(rulebook),
        **_experts(rulebook),
    }


def _market(rulebook: Rulebook) -> dict[str, Bound]:
    players = rulebook.players
    return {
        "price_index": Bound(0, max(track.last for track in rulebook.trails), _COMPANIES),
        "price": Bound(0, max(rulebook.top_price), _COMPANIES),
        "cash": Bound(-sum(sorted(CASH)[-2:]) if rulebook.experts else 0, MOST_CASH, players),
        "debt": Bound(0, COPIES[FEE], players * 3),
        "action_card": Bound(0, 1, players * 2),
    }


def _auction(rulebook: Rulebook) -> dict[str, Bound]:
    players = rulebook.players
    return {
        "track_card": Bound(-1, BUST, players),
        "standing_seat": Bound(-1, players - 1, players),
        "standing_space": Bound(-1, SPACES - 1, players),
        "meeples": Bound(0, 1, players),
        "pen": Bound(0, players - 1, players, varies=True),
    }


def _shares(rulebook: Rulebook) -> dict[str, Bound]:
    entries = rulebook.players * _COMPANIES
    return {
        "regular": Bound(0, _EACH, entries),
        "split": Bound(0, _EACH, entries),
        "supply": Bound(0, _EACH, _COMPANIES),
        "sub_phase": Bound(0, _EACH * _COMPANIES),
        "sold": Bound(0, 1),
        "aside": Bound(0, PAIR, _COMPANIES),
        "on_show": Bound(0, 1, entries),
        "bought": Bound(0, PURCHASE_LIMIT + rulebook.experts, _COMPANIES),
    }


def _move(rulebook: Rulebook) -> dict[str, Bound]:
    return {
        "dividend_company": Bound(-1, _COMPANIES - 1),
        "dividend_rate": Bound(0, DIVIDEND_RATE),
        "move_company": Bound(-1, _COMPANIES - 1),
        "move_left": Bound(-MOST_STEPS, MOST_STEPS),
        "split_company": Bound(-1, _COMPANIES - 1),
        "split_sellers": Bound(0, (1 << rulebook.players) - 1),
        "playing_card": Bound(-1, BUST),
    }


def _experts(rulebook: Rulebook) -> dict[str, Bound]:
    """Without experts lists are empty."""
    players = rulebook.players
    some = rulebook.experts > 0
    return {
        "expert_row": Bound(0, len(INVESTORS) - 1, players * rulebook.experts),
        "expert_owner": Bound(GONE, players - 1, len(INVESTORS) if some else 0),
        "hires": Bound(0, rulebook.experts, players if some else 0),
        "hired": Bound(0, int(some)),
        "helper": Bound(-1, players - 1 if some else -1),
    }
