"""Who is winning the running trick of Stonks."""

from engine.games.stonks.position import FOLLOWED, Position


def leading(position: Position, trump: int) -> tuple[int, bool]:
    """Place among the plays of the one that is winning, -1 none, and whether it is a trump."""
    company, rank, suit = position.rulebook.company, position.rulebook.rank, position.lead_suit
    followed = position.speculator if position.speculation == FOLLOWED else -1
    best, best_rank, best_trump = -1, 0, False
    for at, card in enumerate(position.plays):
        effective = suit if at == followed else company[card]
        if effective == trump:
            if not best_trump or rank[card] > best_rank:
                best, best_rank, best_trump = at, rank[card], True
        elif effective == suit and not best_trump and rank[card] > best_rank:
            best, best_rank = at, rank[card]
    return best, best_trump
