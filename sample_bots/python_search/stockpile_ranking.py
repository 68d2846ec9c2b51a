"""Which actions of Stockpile are worth a search, the likeliest first: guesses that cost no playout."""

from sight import Sight
from stockpile_auction import COVETED, FACE_DOWN, UNSAFE, safe_space, watched_by
from stockpile_policy import StockpilePolicy

from engine.contract import Action
from engine.games.stockpile.actions import Place, PlaceDown
from engine.games.stockpile.entries import FACE_UP, KIND_MASK, SEQUENCE_MASK
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
"""By investor: K at the end beyond the table's mean for who keeps it, as measured in play of python_heuristic."""
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
    true, seeming = policy.auction.pile_values(state, sight, seat)
    left = [ours - COVETED * theirs for ours, theirs in zip(true, seeming, strict=True)]
    worth = {card: policy.auction.card_worth(state, sight, seat, card) for card in state.hands[seat * 2 : seat * 2 + 2]}
    scored = []
    for action in state.legal:
        after = left[:]
        for card, pile, face_up in placed(policy.layout.table[action]):
            after[pile] += worth[card] - COVETED * (worth[card] if face_up else FACE_DOWN)
        scored.append((max(after), action))
    return scored


def placed(action: Action) -> list[tuple[int, int, bool]]:
    """Of both cards: the card, its pile, and whether it lies face up."""
    match action:
        case Place(up, up_pile, down, down_pile):
            return [(up, up_pile, True), (down, down_pile, False)]
        case PlaceDown(down, down_pile, other, other_pile):
            return [(down, down_pile, False), (other, other_pile, False)]
    raise TypeError(f"{action} places nothing")


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
    seat = state.to_act or 0
    if state.investors_ready >> WARREN & 1 and state.investor_owner[WARREN] == seat:
        hidden = [0] * policy.layout.tracks
        for entry in state.table:
            hidden[entry >> 14] += not is_known(state, entry)
        return [(1.0, policy.layout.warren + hidden.index(max(hidden)))]
    moves = marks(policy, state, sight)
    moves.sort(key=lambda one: -one[0])
    return [(1e9, policy.layout.done), *moves[:MOST_MOVES]]


def marks(policy: StockpilePolicy, state: StockpileState, sight: Sight) -> Scored:
    """Mark's moves by how much the card is worth, for or against us; one that is not known says nothing."""
    layout, seat = policy.layout, state.to_act or 0
    piles = [sorted([entry for entry in state.table if entry >> 14 == pile]) for pile in range(layout.tracks)]
    scored = []
    for action in state.legal:
        if action != layout.done:
            from_pile, index = divmod((action - layout.mark) // (layout.tracks - 1), layout.mark_depth)
            entry = piles[from_pile][index]
            worth = policy.auction.card_worth(state, sight, seat, entry & KIND_MASK) if is_known(state, entry) else 0.0
            scored.append((abs(worth), action))
    return scored


def is_known(state: StockpileState, entry: int) -> bool:
    """Whether the asked seat knows a card on the piles."""
    seat = state.to_act or 0
    watched = watched_by(state, seat) >> (entry >> 8 & SEQUENCE_MASK) & 1
    return bool(entry & FACE_UP or (entry >> 5 & 7) == seat + 1 or watched)
