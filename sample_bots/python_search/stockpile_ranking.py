"""Which actions of Stockpile are worth a search, the likeliest first: guesses that cost no playout."""

from sight import Sight
from stockpile_policy import ACTION_CARD, FACE_DOWN, StockpilePolicy

from engine.games.stockpile.actions import FACE_UP, KIND_MASK, Place, PlaceDown
from engine.games.stockpile.position import (
    ACTION,
    CHOOSING,
    DEMAND,
    MOVEMENT,
    SELLING,
    SUPPLY,
)
from engine.games.stockpile.state import StockpileState
from engine.market.cards import BIDS, BOOM, FEE, SPACES
from engine.market.investors import WARREN

Scored = list[tuple[float, int]]

WORTH = (32, 33, 27, 31, 25, 33, 27, 30, 26, 25)
"""By investor: the money and the ability together, in K; measured in play of the policy."""
COVETED = 0.6
"""Part of what a pile seems worth that others will have bid for it."""
JUMP = 0.4
"""K a higher bid than needed is thought to cost beside its price."""
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
        return [max(legal, key=lambda action: _kept_worth(layout.keep_masks[action - layout.keep]))]
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


def _kept_worth(mask: int) -> int:
    return sum([worth for investor, worth in enumerate(WORTH) if mask >> investor & 1])


def card_worth(state: StockpileState, sight: Sight, kind: int) -> float:
    """What a market card on a pile is worth to the asked seat."""
    if kind < FEE:
        return sight.regular[state.to_act or 0][kind][state.index[kind]]
    return ACTION_CARD if kind >= BOOM else float(FEE - 1 - kind)


def placements(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """A pile that is worth much to who knows the hidden card, and little to the eye, is worth making."""
    seat = state.to_act or 0
    ours = policy.pile_values(state, sight, seat)
    seeming = [0.0] * len(ours)
    for entry in state.table:
        worth = card_worth(state, sight, entry & KIND_MASK) if entry & FACE_UP else FACE_DOWN
        seeming[entry >> 14] += worth
    scored = []
    for action in state.legal:
        true, seen = ours[:], seeming[:]
        one = policy.layout.table[action]
        if isinstance(one, Place):
            up = card_worth(state, sight, one.up)
            true[one.up_pile] += up
            seen[one.up_pile] += up
            true[one.down_pile] += card_worth(state, sight, one.down)
            seen[one.down_pile] += FACE_DOWN
        elif isinstance(one, PlaceDown):
            for card, pile in ((one.down, one.down_pile), (one.other_down, one.other_pile)):
                true[pile] += card_worth(state, sight, card)
                seen[pile] += FACE_DOWN
        surplus = [worth - COVETED * seems for worth, seems in zip(true, seen, strict=True)]
        scored.append((max(surplus), action))
    return scored


def bids(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """The lowest bid on each track, and higher ones that may save the answer."""
    values = policy.pile_values(state, sight, state.to_act or 0)
    factor = sight.factors[state.to_act or 0]
    scored = []
    for action in state.legal:
        track, space = divmod(action - policy.layout.bid, SPACES)
        jump = space - state.standing_space[track] - 1
        scored.append((factor * values[track] - BIDS[space] - JUMP * jump, action))
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
            worth = card_worth(state, sight, entry & KIND_MASK) if known else 0.0
            scored.append((abs(worth), action))
    scored.sort(key=lambda one: -one[0])
    return scored[:MOST_MOVES]
