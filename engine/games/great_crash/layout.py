"""Where the ids of the action table stand, and which are legal by question."""

from functools import cache
from itertools import product
from typing import Final

from engine.contract import Action, ActionTable
from engine.games.great_crash.actions import (
    MOST_SHARES,
    SHOWS,
    Bid,
    Buy,
    Cover,
    Dismiss,
    Done,
    Hire,
    HireHelped,
    Play,
    SaleKind,
    Sell,
    Show,
    SplitSale,
    Take,
)
from engine.market.auction import bid_ranges
from engine.market.cards import BOOM, BUST, COMPANIES, SPACES
from engine.market.investors import INVESTORS

SALE_KINDS: Final = 2
"""Sales and covers have so many ids a company: a regular card, a split one."""


class Layout:
    """Where each block of ids starts, and the legal ids of questions that depend on few numbers.

    The block of split sales is there without bonus only, those after it with experts only; a block that is missing
    starts where the next one does.
    """

    __slots__ = (
        "bid",
        "bids",
        "buy",
        "cover",
        "dismiss",
        "done",
        "helpers",
        "hire",
        "hire_helped",
        "play",
        "plays",
        "sell",
        "show",
        "shown",
        "shows",
        "split_sale",
        "split_sales",
        "table",
        "take",
    )

    def __init__(self, players: int, no_bonus: bool, experts: bool) -> None:
        blocks = _blocks(players, no_bonus, experts)
        self.table = ActionTable(action for block in blocks for action in block)
        starts = [0]
        for block in blocks:
            starts.append(starts[-1] + len(block))
        self.take, self.bid, self.play, self.sell, self.buy, self.show, self.done = starts[:7]
        self.split_sale, self.hire, self.hire_helped, self.cover, self.dismiss = starts[7:12]
        self.bids = bid_ranges(self.bid, players)
        self.plays = [list(range(self.play + card * 6, self.play + card * 6 + 6)) for card in range(2)]
        """By action card, Boom then Bust."""
        self.shows = [self._legal_shows(*held) for held in product(range(MOST_SHARES + 1), repeat=2)]
        """By cards held: what can be shown, at regular * 11 + split."""
        self.shown = [(action.regular, action.split) for action in SHOWS]
        """By Show action: the cards shown."""
        self.split_sales = [list(range(self.split_sale, self.split_sale + held + 1)) for held in range(MOST_SHARES + 1)]
        """By split cards held, without bonus."""
        self.helpers = [
            [self.hire_helped + helper for helper in range(players) if helper != seat] for seat in range(players)
        ]
        """By seat: the hires helped by another seat."""

    def _legal_shows(self, regular: int, split: int) -> list[int]:
        if regular + split > MOST_SHARES:
            return []
        return [self.table.id_of(Show(r, s)) for r in range(regular + 1) for s in range(split + 1)]


def _blocks(players: int, no_bonus: bool, experts: bool) -> list[list[Action]]:
    """The actions by block, in the order of ACTION_TYPES."""
    companies = range(len(COMPANIES))
    return [
        [Take(company) for company in companies],
        [Bid(track, space) for track in range(players) for space in range(SPACES)],
        [Play(card, company) for card in (BOOM, BUST) for company in companies],
        [Sell(company, kind) for company in companies for kind in SaleKind],
        [Buy(company) for company in companies],
        [*SHOWS],
        [Done()],
        [SplitSale(count) for count in range(MOST_SHARES + 1) if no_bonus],
        [Hire()] if experts else [],
        [HireHelped(helper) for helper in range(players) if experts],
        [Cover(company, kind) for company in companies for kind in SaleKind if experts],
        [Dismiss(expert) for expert in range(len(INVESTORS)) if experts],
    ]


@cache
def layout(players: int, no_bonus: bool, experts: bool) -> Layout:
    """The layout for these settings; the same object each time."""
    return Layout(players, no_bonus, experts)
