"""The choice of investors before the first round: secret and simultaneous, then revealed together (13.1)."""

from engine.contract import Seat
from engine.games.stockpile.events import EventType, Journal, StockpileEvent
from engine.games.stockpile.position import CHOOSING, Position
from engine.market.investors import INVESTORS, cards_in


def begin_choice(position: Position) -> None:
    """Everybody looks at the investors it was dealt."""
    position.phase_number = CHOOSING
    position.cursor = 0
    if position.journal is not None:
        for seat, dealt in enumerate(position.investors_dealt):
            position.journal.tell(seat, StockpileEvent(EventType.INVESTORS_DEALT, seat=seat, investors=dealt))


def ask_choice(position: Position) -> bool:
    """Ask the next seat, in seat order, which investors it keeps; False when all have chosen."""
    if position.cursor == position.rulebook.players:
        return False
    position.to_act = position.cursor
    position.legal = legal_keeps(position, position.cursor)
    return True


def legal_keeps(position: Position, seat: Seat) -> list[int]:
    """Any of the investors dealt to the seat; with two players any two of them."""
    dealt = position.investors_dealt[seat]
    if position.rulebook.investors_kept == 1:
        masks = [1 << one for one in dealt]
    else:
        masks = [1 << one | 1 << other for place, one in enumerate(dealt) for other in dealt[:place]]
    ids = position.rulebook.layout.keep_ids
    return sorted([ids[mask] for mask in masks])


def first_keep(position: Position, seat: Seat) -> int:
    """The action that keeps the first investors dealt."""
    mask = 0
    for investor in position.investors_dealt[seat][: position.rulebook.investors_kept]:
        mask |= 1 << investor
    return position.rulebook.layout.keep_ids[mask]


def keep(position: Position, seat: Seat, action: int) -> None:
    """Choose, unseen by the others."""
    layout = position.rulebook.layout
    position.investors_chosen[seat] = layout.keep_masks[action - layout.keep]
    position.cursor += 1


def reveal_investors(position: Position) -> None:
    """All investors kept are turned up at once; each brings its owner the money printed on it."""
    owner = [-1] * len(INVESTORS)
    for seat, mask in enumerate(position.investors_chosen):
        kept = cards_in(mask)
        for investor in kept:
            owner[investor] = seat
            position.cash[seat] += position.rulebook.investor_cash[investor]
        if position.journal is not None:
            _tell_kept(position.journal, seat, kept, position.cash[seat])
    position.investor_owner = owner


def _tell_kept(journal: Journal, seat: Seat, kept: tuple[int, ...], amount: int) -> None:
    journal.tell_all(StockpileEvent(EventType.INVESTORS_KEPT, seat=seat, investors=kept, amount=amount))
