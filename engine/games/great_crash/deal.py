"""What chance decides in a match of The Great Crash, all of it before the first decision."""

from collections import Counter
from dataclasses import dataclass

from engine.contract import Deal, Draw, InvalidDeal, Seat
from engine.games.great_crash.rulebook import MARKET_COPIES, Rulebook
from engine.market.cards import CARD_NAMES, FEE
from engine.market.forecasts import Pairs, check_pairs, deal_pairs
from engine.market.investors import CASH, INVESTORS
from engine.streams import shuffle


@dataclass(frozen=True, slots=True)
class CrashDeal(Deal):
    """First player, the market deck, the forecast pairs of every round, and the rows of experts."""

    first: Seat
    market_deck: tuple[int, ...]
    """Card kinds, top first: 12 fees and 8 action cards."""
    rounds: tuple[Pairs, ...]
    """The six (company, forecast card) pairs of each round, by slot: seats' own, then public, then blind."""
    expert_rows: tuple[tuple[int, ...], ...] = ()
    """One row per hire a seat has, each with an expert per seat, dearest first."""


def deal(rulebook: Rulebook, draw: Draw) -> CrashDeal:
    """Draw a deal; each thing has a stream of its own, so none shifts another."""
    deck = [kind for kind, copies in enumerate(MARKET_COPIES) for _ in range(copies)]
    shuffle(deck, draw, "market_deck")
    return CrashDeal(
        first=draw("first", rulebook.players),
        market_deck=tuple(deck),
        rounds=tuple(deal_pairs(draw, number) for number in range(1, rulebook.rounds + 1)),
        expert_rows=_deal_experts(rulebook, draw) if rulebook.experts else (),
    )


def _deal_experts(rulebook: Rulebook, draw: Draw) -> tuple[tuple[int, ...], ...]:
    """All ten are shuffled; the first ones make row 1, the next row 2. Equal amounts stay in that order."""
    cards = list(range(len(INVESTORS)))
    shuffle(cards, draw, "experts")
    n = rulebook.players
    rows = [cards[row * n : (row + 1) * n] for row in range(rulebook.experts)]
    return tuple(tuple(sorted(row, key=lambda expert: -CASH[expert])) for row in rows)


def check_deal(rulebook: Rulebook, deal: Deal) -> CrashDeal:
    """The same deal, if it is one of these rules; InvalidDeal says what is wrong."""
    if not isinstance(deal, CrashDeal):
        raise InvalidDeal(f"a {type(deal).__name__} is no deal of great_crash")
    if not 0 <= deal.first < rulebook.players:
        raise InvalidDeal(f"first is {deal.first}; seats are 0 to {rulebook.players - 1}")
    _check_deck(deal.market_deck)
    if len(deal.rounds) != rulebook.rounds:
        raise InvalidDeal(f"rounds has {len(deal.rounds)} entries; {rulebook.players} players play {rulebook.rounds}")
    for number, pairs in enumerate(deal.rounds, start=1):
        check_pairs(number, pairs)
    _check_experts(rulebook, deal.expert_rows)
    return deal


def _check_deck(deck: tuple[int, ...]) -> None:
    counts = Counter(deck)
    for kind, copies in enumerate(MARKET_COPIES):
        have = counts.pop(kind, 0)
        if have != copies:
            raise InvalidDeal(f"market_deck has {have} cards {CARD_NAMES[kind]}; it must have {copies}")
    if counts:
        last = len(CARD_NAMES) - 1
        raise InvalidDeal(f"market_deck has a card of kind {min(counts)}; kinds are {FEE} to {last}")


def _check_experts(rulebook: Rulebook, rows: tuple[tuple[int, ...], ...]) -> None:
    if len(rows) != rulebook.experts:
        raise InvalidDeal(f"expert_rows has {len(rows)} rows; there must be {rulebook.experts}")
    for number, row in enumerate(rows, start=1):
        if len(row) != rulebook.players:
            raise InvalidDeal(f"row {number} of expert_rows has {len(row)} experts; it must have {rulebook.players}")
        if any(not 0 <= expert < len(INVESTORS) for expert in row):
            raise InvalidDeal(f"row {number} of expert_rows names no expert: {list(row)}")
        amounts = [CASH[expert] for expert in row]
        if amounts != sorted(amounts, reverse=True):
            raise InvalidDeal(f"row {number} of expert_rows must have the dearest expert first, not {amounts}")
    experts = [expert for row in rows for expert in row]
    if len(set(experts)) != len(experts):
        twice = max(experts, key=experts.count)
        raise InvalidDeal(f"expert_rows has {INVESTORS[twice]} twice")
