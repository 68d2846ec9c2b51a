"""Where the ids of the action table stand, and which are legal by question."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product

from engine.contract import Action, ActionTable
from engine.games.stockpile.actions import (
    MOST_SHARES,
    SALES,
    SHOWS,
    Bid,
    Cramer,
    Deborah,
    Done,
    Keep,
    KeepTwo,
    Mark,
    Martha,
    Place,
    PlaceDown,
    Play,
    Show,
    Warren,
    place_down,
)
from engine.games.stockpile.entries import MEMORY_BITS, card_memory, entry_code
from engine.market.auction import bid_ranges
from engine.market.cards import BOOM, BUST, COMPANIES, KINDS, SPACES
from engine.market.forecasts import HOLDERS, PUBLIC
from engine.market.investors import INVESTORS


class Layout:
    """Where each block of ids starts, and the legal ids of every question that depends on few numbers.

    The blocks from `keep` on are there with investors only; without, they all start at the end of the table.
    """

    __slots__ = (
        "bid",
        "bids",
        "cramer",
        "deborah",
        "deborahs",
        "done",
        "down_entry",
        "keep",
        "keep_ids",
        "keep_masks",
        "mark",
        "mark_depth",
        "martha",
        "martha_slots",
        "marthas",
        "memory",
        "place",
        "place_down",
        "place_down_entries",
        "places",
        "places_both_down",
        "play",
        "plays",
        "plays_with_cramer",
        "sell",
        "show",
        "shown",
        "shows",
        "table",
        "tracks",
        "up_entry",
        "warren",
        "warrens",
    )

    def __init__(self, tracks: int, players: int, investors: bool) -> None:
        self.tracks = tracks
        placements = [Place(*fields) for fields in product(range(KINDS), range(tracks), range(KINDS), range(tracks))]
        bids = [Bid(track, space) for track in range(tracks) for space in range(SPACES)]
        plays = [Play(card, company) for card in (BOOM, BUST) for company in range(len(COMPANIES))]
        base = [*placements, *bids, *plays, *SALES, *SHOWS, Done()]
        blocks = _investor_blocks(tracks, players) if investors else [[] for _ in range(7)]
        self.table = ActionTable([*base, *(action for block in blocks for action in block)])
        self.place = 0
        self.bid = len(placements)
        self.play = self.bid + len(bids)
        self.sell = self.play + len(plays)
        self.show = self.sell + len(SALES)
        self.done = self.show + len(SHOWS)
        self.keep = len(base)
        self.place_down = self.keep + len(blocks[0])
        self.mark = self.place_down + len(blocks[1])
        self.warren = self.mark + len(blocks[2])
        self.martha = self.warren + len(blocks[3])
        self.cramer = self.martha + len(blocks[4])
        self.deborah = self.cramer + len(blocks[5])
        self.up_entry = [entry_code(action.up, 1, action.up_pile) for action in placements]
        self.down_entry = [entry_code(action.down, 0, action.down_pile) for action in placements]
        self.memory = [
            card_memory(up) + (card_memory(down) << MEMORY_BITS)
            for up, down in zip(self.up_entry, self.down_entry, strict=True)
        ]
        """By Place action: how `placed` remembers it."""
        self.places = [self._legal_places(*hand) for hand in product(range(KINDS), repeat=2)]
        self.bids = bid_ranges(self.bid, tracks)
        self.plays = [self._legal_plays(boom, bust) for boom, bust in product((False, True), repeat=2)]
        self.shown = [(action.regular, action.split) for action in SHOWS]
        """By Show action: how many cards of each kind."""
        self.shows = [self._legal_shows(*held) for held in product(range(MOST_SHARES + 1), repeat=2)]
        self._lay_out_investors(players, blocks)

    def _lay_out_investors(self, players: int, blocks: list[list[Action]]) -> None:
        keeps, downs, _, _, marthas, cramers, deborahs = blocks
        self.keep_masks = [_mask_of(action) for action in keeps]
        """By Keep or KeepTwo action: the investors kept, bit i for investor i."""
        self.keep_ids = {mask: self.keep + number for number, mask in enumerate(self.keep_masks)}
        self.place_down_entries = [
            (entry_code(action.down, 0, action.down_pile), entry_code(action.other_down, 0, action.other_pile))
            for action in downs
            if isinstance(action, PlaceDown)
        ]
        self.places_both_down = [self._legal_places_down(*hand) for hand in product(range(KINDS), repeat=2) if downs]
        """As `places`, for who may place both cards face down."""
        self.mark_depth = pile_depth(self.tracks, players)
        """Places of a pile that have ids for Mark."""
        self.warrens = list(range(self.warren, self.martha))
        self.martha_slots = [slot for slot, holder in enumerate(HOLDERS[players]) if holder != PUBLIC]
        """By Martha action: slot of the pair."""
        self.marthas = [
            [self.martha + number for number, slot in enumerate(self.martha_slots) if HOLDERS[players][slot] != seat]
            for seat in range(players)
            if marthas
        ]
        """By seat: the pairs it may look at."""
        moves = list(range(self.cramer, self.cramer + len(cramers)))
        self.plays_with_cramer = [[*(legal or [self.done]), *moves] for legal in self.plays]
        """As `plays`, for who may use Cramer too: without action cards its turn may end."""
        self.deborahs = [self.done, *range(self.deborah, self.deborah + len(deborahs))]

    def _legal_places(self, first: int, second: int) -> list[int]:
        orders = {(first, second), (second, first)}
        piles = list(product(range(self.tracks), repeat=2))
        ids = [self.table.id_of(Place(up, a, down, b)) for up, down in orders for a, b in piles]
        return sorted(ids)

    def _legal_places_down(self, first: int, second: int) -> list[int]:
        piles = product(range(self.tracks), repeat=2)
        ids = {self.table.id_of(place_down(first, a, second, b)) for a, b in piles}
        return [*self.places[first * KINDS + second], *sorted(ids)]

    def _legal_plays(self, boom: bool, bust: bool) -> list[int]:
        cards = [card for card, held in ((BOOM, boom), (BUST, bust)) if held]
        return [self.table.id_of(Play(card, company)) for card in cards for company in range(len(COMPANIES))]

    def _legal_shows(self, regular: int, split: int) -> list[int]:
        if regular + split > MOST_SHARES:
            return []
        return [self.table.id_of(Show(r, s)) for r in range(regular + 1) for s in range(split + 1)]


def _investor_blocks(tracks: int, players: int) -> list[list[Action]]:
    """The actions investors add, by block, in the order of INVESTOR_TYPES (Keep and KeepTwo are one block)."""
    piles = range(tracks)
    pairs = combinations_with_replacement(range(KINDS), 2)
    hands = [(one, a, other, b) for one, other in pairs for a, b in product(piles, repeat=2) if one != other or a <= b]
    places = product(piles, range(pile_depth(tracks, players)), piles)
    holders = HOLDERS[players]
    two = [KeepTwo(*kept) for kept in combinations(range(len(INVESTORS)), 2)]
    return [
        [*two] if players == 2 else [Keep(investor) for investor in range(len(INVESTORS))],
        [PlaceDown(*fields) for fields in hands],
        [Mark(start, index, end) for start, index, end in places if start != end],
        [Warren(pile) for pile in piles],
        [Martha(holder, holders[:slot].count(holder)) for slot, holder in enumerate(holders) if holder != PUBLIC],
        [Cramer(company, spaces) for company in range(len(COMPANIES)) for spaces in (1, -1)],
        [Deborah(company) for company in range(len(COMPANIES))],
    ]


def _mask_of(action: Action) -> int:
    match action:
        case Keep(investor):
            return 1 << investor
        case KeepTwo(investor, second):
            return 1 << investor | 1 << second
    raise TypeError(f"{action} keeps no investor")


def pile_depth(tracks: int, players: int) -> int:
    """Most cards a pile can have: its opening card and all cards that are placed in a round."""
    return 1 + 2 * players * (tracks // players)


@cache
def layout(tracks: int, players: int, investors: bool) -> Layout:
    """The layout for these settings; the same object each time."""
    return Layout(tracks, players, investors)
