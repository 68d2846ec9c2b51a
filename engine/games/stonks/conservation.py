"""Nothing is made or lost: every card is in one place, values stay on their track, hands and portfolios add up."""

from engine.contract import Game, State
from engine.games.stonks.market import lowest_company
from engine.games.stonks.position import DRAFT, NOBODY, Position
from engine.games.stonks.scoring import is_over


def imbalance(game: Game, state: State) -> str:
    """What is out of balance, in words; empty if nothing is (section 12)."""
    assert isinstance(state, Position)
    state.fold_past()
    return _cards(state) or _market(state) or _trick(state) or _hands(state) or _points(state)


def _cards(position: Position) -> str:
    if is_over(position):
        return ""
    drafted = [] if position.phase_number == DRAFT else position.downs
    offer = [position.offer] if position.offer else []
    lying = [*drafted, *position.plays, *offer, *position.discard, *position.deck[position.deck_at :]]
    cards = [*lying, *(card for cards in (*position.hands, *position.portfolios) for card in cards)]
    for card in position.rulebook.all_cards:
        if cards.count(card) != 1:
            return f"card {position.rulebook.card_names[card]} is in {cards.count(card)} places"
    return "" if len(cards) == len(position.rulebook.all_cards) else "there are cards that are none"


def _market(position: Position) -> str:
    rulebook = position.rulebook
    if not all(rulebook.low <= value <= rulebook.high for value in position.values):
        return f"a value is off the track: {position.values}"
    if position.dot < 0 and rulebook.first_dot:
        return "nobody has the dot"
    if position.trump != lowest_company(position):
        return f"trump is {position.trump}, which is not the lowest company"
    return ""


def _trick(position: Position) -> str:
    if len(position.past_card) != len(position.past_leader) * position.rulebook.players:
        return "a finished trick has not one card of each seat"
    speculated = 1 - sum(position.unused) + len(position.unused) - 1
    used = sum(kind > 1 for kind in position.past_speculation) + (position.speculator >= 0)
    return "" if speculated == used else f"{speculated} seats have used Speculation, in {used} plays"


def _hands(position: Position) -> str:
    """Between tricks hands are equal; within one, those that have played hold one card less."""
    rulebook = position.rulebook
    if is_over(position):
        return ""
    left = rulebook.dealt if position.phase_number == DRAFT else rulebook.dealt - 2 - len(position.past_leader)
    for seat, hand in enumerate(position.hands):
        played = (seat - position.leader) % rulebook.players < len(position.plays)
        if len(hand) != left - played:
            return f"seat {seat} holds {len(hand)} cards, not {left - played}"
    taken = sum(winner != NOBODY for winner in position.past_winner)
    drafted = 0 if position.phase_number == DRAFT else rulebook.players
    portfolios = sum(map(len, position.portfolios))
    return "" if portfolios == drafted + taken else f"portfolios have {portfolios} cards, not {drafted + taken}"


def _points(position: Position) -> str:
    players = position.rulebook.players
    for seat, total in enumerate(position.totals):
        if total != sum(position.points[seat::players]):
            return f"seat {seat} has {total} points, but its rounds add up to another number"
    return ""
