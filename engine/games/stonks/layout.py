"""The ids of the actions: arithmetic on the fields, by blocks in a fixed order."""

from functools import cache
from itertools import permutations, product

from engine.contract import ActionTable
from engine.games.stonks.actions import Adjust, Decline, Draft, Follow, Lead, Pick, Play


class Layout:
    """Where each block of ids starts. Cards are numbered from 1: card c is at c - 1 of a block of cards."""

    __slots__ = ("adjust", "calls", "companies", "decline", "drafts", "follow", "lead", "pick", "play", "table", "ups")

    def __init__(self, cards: int, companies: int) -> None:
        numbers = range(1, cards + 1)
        drafts = [Draft(up, down) for up, down in permutations(numbers, 2)]
        leads = [Lead(card, company) for card, company in product(numbers, range(companies))]
        adjusts = [Adjust(company, direction) for company in range(companies) for direction in (-1, 1)]
        plays, follows = [Play(card) for card in numbers], [Follow(card) for card in numbers]
        picks = [Pick(card) for card in numbers]
        self.table = ActionTable([*drafts, *plays, *follows, *leads, Decline(), *adjusts, *picks])
        self.companies = companies
        self.play = len(drafts) - 1
        """Id of playing card c: play + c; so for follow and pick."""
        self.follow = self.play + cards
        self.lead = self.follow + cards + 1
        """Id of leading card c and calling a company: lead + (c - 1) * companies + company."""
        self.decline = self.lead + len(leads)
        self.adjust = self.decline + 1
        """Id of moving a company: adjust + 2 * company, one more for up."""
        self.pick = self.adjust + len(adjusts) - 1
        self.ups = cards - 1
        """Drafts of one face-up card."""
        ids = iter(range(len(drafts)))
        self.drafts = [
            [-1 if up in (0, down) or not down else next(ids) for down in range(cards + 1)] for up in range(cards + 1)
        ]
        """Id of drafting two cards, by the one face up and the one face down; -1 none."""
        self.calls = [
            [] if not card else [self.lead + (card - 1) * companies + company for company in range(companies)]
            for card in range(cards + 1)
        ]
        """Ids of leading a card face down, by the card."""

    def drafted(self, action: int) -> tuple[int, int]:
        """The cards of a draft, face up and face down."""
        up, place = divmod(action, self.ups)
        return up + 1, place + 1 + (place >= up)


@cache
def layout(cards: int, companies: int) -> Layout:
    """The layout for so many cards and companies; the same object each time."""
    return Layout(cards, companies)
