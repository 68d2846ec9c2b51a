"""Which actions of Stockpile are worth a search, the likeliest first: guesses that cost no playout."""

from sight import Sight
from stockpile_auction import COVETED, FACE_DOWN, UNSAFE, safe_space
from stockpile_policy import StockpilePolicy

from engine.games.stockpile.actions import Place, PlaceDown
from engine.games.stockpile.entries import FACE_UP, KIND_MASK
from engine.games.stockpile.position import (
    ACTION,
    CHOOSING,
    DEMAND,
    MOVEMENT,
    SELLING,
    SUPPLY,
)
from engine.games.stockpile.state import StockpileState
from engine.market.cards import SPACES
from engine.market.investors import WARREN

Scored = list[tuple[float, int]]

WORTH = (121, -16, -58, -63, -34, -61, -3, 132, 2, -29)
"""By investor: K at the end beyond the table's mean for who keeps it, as measured in play of python_trader."""
WORTH_OF_TWO = (35, 15, -22, -17, -22, -66, 32, 43, -16, 12)
"""The same with two players, of each of the two kept."""
MOST_MOVES = 16


def ranked(policy: StockpilePolicy, state: StockpileState) -> list[int]:
    """Best guess first; a single one where nothing needs a search."""
    layout = policy.layout
    legal, phase = state.legal, state.phase_number
    if state.dividend_company >= 0:
        return [legal[-1]]
    if phase == MOVEMENT:
        return [policy.name_company(state)]
    if phase == CHOOSING:
        return [max(legal, key=lambda action: _kept_worth(policy, layout.keep_masks[action - layout.keep]))]
    if phase == DEMAND and legal[-1] >= layout.martha:
        return [legal[-1]]
    sight = policy.look(state, 0.5)
    if phase == SUPPLY:
        scored = placements(policy, state, sight)
    elif phase == DEMAND:
        scored = bids(policy, state, sight)
    elif phase == ACTION:
        scored = policy.plays(state, sight)
    elif phase == SELLING:
        scored = sales(policy, state, sight)
    else:
        scored = before_demand(policy, state, sight)
    scored.sort(key=lambda one: -one[0])
    return [action for _, action in scored]


def _kept_worth(policy: StockpilePolicy, mask: int) -> int:
    worths = WORTH_OF_TWO if policy.book.players == 2 else WORTH
    return sum([worth for investor, worth in enumerate(worths) if mask >> investor & 1])


def placements(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """A pile that is worth much to who knows the hidden card, and little to the eye, is worth making."""
    seat = state.to_act or 0
    ours, _ = policy.auction.pile_values(state, sight, seat)
    seeming = [0.0] * len(ours)
    for entry in state.table:
        worth = (
            policy.auction.card_worth(state, sight, state.to_act or 0, entry & KIND_MASK)
            if entry & FACE_UP
            else FACE_DOWN
        )
        seeming[entry >> 14] += worth
    scored = []
    for action in state.legal:
        true, seen = ours[:], seeming[:]
        one = policy.layout.table[action]
        if isinstance(one, Place):
            up = policy.auction.card_worth(state, sight, state.to_act or 0, one.up)
            true[one.up_pile] += up
            seen[one.up_pile] += up
            true[one.down_pile] += policy.auction.card_worth(state, sight, state.to_act or 0, one.down)
            seen[one.down_pile] += FACE_DOWN
        elif isinstance(one, PlaceDown):
            for card, pile in ((one.down, one.down_pile), (one.other_down, one.other_pile)):
                true[pile] += policy.auction.card_worth(state, sight, state.to_act or 0, card)
                seen[pile] += FACE_DOWN
        surplus = [worth - COVETED * seems for worth, seems in zip(true, seen, strict=True)]
        scored.append((max(surplus), action))
    return scored


def bids(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """What each bid leaves, a part only where others can well answer; among safe ones the lowest."""
    seat = state.to_act or 0
    true, seeming = policy.auction.pile_values(state, sight, seat)
    costs, factor = policy.auction.costs(state, seat), sight.factors[seat]
    rich = max([cash for other, cash in enumerate(state.cash) if other != seat])
    scored = []
    for action in state.legal:
        track, space = divmod(action - policy.layout.bid, SPACES)
        left = factor * true[track] - costs[space]
        if left > 0 and space < safe_space(seeming[track], rich):
            left *= UNSAFE
        scored.append((left, action))
    return scored


def sales(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """What the policy would do, then the end of the turn, then the other sales by price."""
    first, layout = policy.sell(state, sight), policy.layout
    scored = []
    for action in state.legal:
        company = (action - layout.sell) // 3
        gain = 1e9 if action == layout.done else float(state.price[company])
        scored.append((2e9 if action == first else gain, action))
    return scored


def before_demand(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """Warren first, where most is hidden; of Mark's moves those of the cards that are worth most or least."""
    layout, seat = policy.layout, state.to_act or 0
    if state.investors_ready >> WARREN & 1 and state.investor_owner[WARREN] == seat:
        hidden = [0] * layout.tracks
        for entry in state.table:
            hidden[entry >> 14] += not entry & FACE_UP and (entry >> 5 & 7) != seat + 1
        return [(1.0, layout.warren + hidden.index(max(hidden)))]
    piles = [sorted([entry for entry in state.table if entry >> 14 == pile]) for pile in range(layout.tracks)]
    scored = [(1e9, layout.done)]
    for action in state.legal:
        if action != layout.done:
            from_pile, index = divmod((action - layout.mark) // (layout.tracks - 1), layout.mark_depth)
            entry = piles[from_pile][index]
            known = entry & FACE_UP or (entry >> 5 & 7) == seat + 1
            worth = policy.auction.card_worth(state, sight, state.to_act or 0, entry & KIND_MASK) if known else 0.0
            scored.append((abs(worth), action))
    scored.sort(key=lambda one: -one[0])
    return scored[:MOST_MOVES]
