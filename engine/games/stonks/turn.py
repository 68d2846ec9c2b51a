"""What comes next: the engine goes on by itself until a seat has a choice or the match is over (7)."""

from engine.contract import Seat
from engine.games.stonks.drafting import ask_draft, begin_round, legal_drafts, reveal_drafts
from engine.games.stonks.market import legal_adjustments
from engine.games.stonks.position import ADJUST, DRAFT, PLAY, Position
from engine.games.stonks.scoring import finish, is_over, score_round
from engine.games.stonks.tricks import begin_trick, go_on, legal_picks, legal_plays


def proceed(position: Position) -> None:
    """Go on to the next question, or to the end."""
    while position.to_act is None:
        if position.plays:
            go_on(position)
        elif position.phase_number == DRAFT:
            if not ask_draft(position):
                begin_trick(position, reveal_drafts(position))
        elif len(position.hands[0]) > 1:
            begin_trick(position, position.leader)
        else:
            score_round(position)
            if is_over(position):
                finish(position)
                return
            begin_round(position)


def legal_now(position: Position, seat: Seat) -> list[int]:
    """The legal ids of the running question, which `seat` is asked."""
    if position.phase_number == DRAFT:
        return legal_drafts(position, seat)
    if position.phase_number == PLAY:
        return legal_plays(position, seat)
    if position.phase_number == ADJUST:
        return legal_adjustments(position)
    return legal_picks(position)
