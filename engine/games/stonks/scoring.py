"""The end of a round and of the match: the unused Speculation, points, places (10, 11)."""

from engine.contract import Seat
from engine.games.stonks.events import EventType, StonksEvent
from engine.games.stonks.position import NOBODY, Position


def score_round(position: Position) -> None:
    """Discard the last cards, turn up the face-down ones and score every portfolio."""
    position.hands = [()] * position.rulebook.players
    gained = tuple([_score(position, seat) for seat in range(position.rulebook.players)])
    position.points += gained
    position.scored_down += tuple(position.downs)
    position.leader = NOBODY


def _score(position: Position, seat: Seat) -> int:
    rulebook = position.rulebook
    company, values = rulebook.company, position.values
    cards = (*position.portfolios[seat], position.downs[seat])
    shares = [0] * rulebook.company_count
    counted = [0] * rulebook.company_count
    for card in cards:
        shares[company[card]] += rulebook.shares[card]
        counted[company[card]] += 1
    bonus = -1
    if position.unused[seat]:
        bonus = min([c for c in position.row if shares[c]], key=values.__getitem__)
        shares[bonus] += rulebook.bonus_shares
        counted[bonus] += 1
    unit = counted if rulebook.count_cards else shares
    points = sum([count * value for count, value in zip(unit, values, strict=True)])
    position.totals[seat] += points
    position.final_cards[seat] = sum(counted)
    position.final_shares[seat] = sum(shares)
    if position.journal is not None:
        _tell_scored(position, seat, shares, bonus, points)
    return points


def _tell_scored(position: Position, seat: Seat, shares: list[int], bonus: int, points: int) -> None:
    assert position.journal is not None
    event = StonksEvent(
        EventType.SCORED,
        seat=seat,
        card=position.downs[seat],
        shares=tuple(shares),
        points=points,
        total=position.totals[seat],
    )
    if bonus >= 0:
        event.__dict__["company"] = bonus
    position.journal.tell_all(event)


def finish(position: Position) -> None:
    """The match is over; nothing can be chosen any more."""
    position.to_act = None
    position.legal = []
    if position.journal is not None:
        position.journal.tell_all(StonksEvent(EventType.OVER, places=places(position)))


def is_over(position: Position) -> bool:
    """Whether all rounds have been scored."""
    return len(position.points) == position.rulebook.rounds * position.rulebook.players


def places(position: Position) -> tuple[int, ...]:
    """Competition ranking: most points; at the end of the match fewest cards, then fewest shares in the last round."""
    if not is_over(position):
        totals = position.totals
        return tuple([1 + sum([other > total for other in totals]) for total in totals])
    merits = [
        (total, -cards, -shares)
        for total, cards, shares in zip(position.totals, position.final_cards, position.final_shares, strict=True)
    ]
    return tuple([1 + sum([other > merit for other in merits]) for merit in merits])
