"""Fill in what one viewer has not seen: with any cards, pairs and shares that fit all it knows.

Every possibility has a chance (exact support): starting shares are chosen first, all different, each either still
unseen or come to light; then the unknown shares, the most restricted first, stepping back from dead ends; whatever is
left of the deck falls anywhere.
"""

from dataclasses import dataclass, field

from engine.contract import SPECTATOR, Draw, Seat
from engine.games.stockpile.entries import (
    BY_MASK,
    BY_UNIT,
    KIND_MASK,
    MEMORY_BITS,
    MOVED,
    PILE_UNIT,
    SEQUENCE_MASK,
    card_memory,
)
from engine.games.stockpile.knowledge import ALL_COMPANIES, Knowledge
from engine.games.stockpile.observing import knowledge_of
from engine.games.stockpile.position import CHOOSING, ROUND_UNIT, Position
from engine.games.stockpile.sight import sees, sees_pair
from engine.games.stockpile.turn import legal_now
from engine.market.cards import BOOM, COMPANIES, COPIES, FEE
from engine.market.forecasts import deal_pairs
from engine.market.investors import INVESTORS, WARREN, cards_in
from engine.streams import shuffle

Slot = tuple[Seat, int]
"""An unknown share card of a seat, and the companies it may be (bit c)."""


def redeal(position: Position, viewer: Seat, draw: Draw, *, future: bool) -> None:
    """Change what `viewer` has never seen; what others know of each other falls back to what is public.

    Without `future` the deck, the pairs and the cards on the piles stay: only shares and investors not kept change.
    """
    public = knowledge_of(position, SPECTATOR)
    known = knowledge_of(position, viewer)
    if future:
        fill_hidden(position, known, public, draw)
    else:
        fill_shares(Dealing(position, known, _unknown_shares(position, known), draw))
        _share_knowledge(position, known, public)
        fill_investors(position, viewer, draw, choices=False)
        _ask_again(position)


def fill_hidden(position: Position, known: Knowledge, public: Knowledge, draw: Draw) -> None:
    """Fill everything hidden from `known.viewer`; the others' knowledge becomes that of `public`."""
    viewer = known.viewer
    pool = _hidden_cards(position, known)
    fill_shares(Dealing(position, known, pool, draw))
    cards = [kind for kind, copies in enumerate(pool) for _ in range(copies)]
    shuffle(cards, draw, "hidden_cards")
    _fill_hands(position, viewer, cards)
    _fill_table(position, viewer, cards)
    position.deck = cards
    position.deck_at = 0
    _fill_pairs(position, viewer, draw)
    fill_investors(position, viewer, draw, choices=True)
    _share_knowledge(position, known, public)
    _ask_again(position)


def _unknown_shares(position: Position, known: Knowledge) -> list[int]:
    """How many of the others' share cards of each company the viewer does not know."""
    pool = [0] * len(COMPANIES)
    for seat in range(position.rulebook.players):
        if seat != known.viewer:
            for company in range(len(COMPANIES)):
                pool[company] += position.regular[seat * 6 + company] - known.known[seat * 6 + company]
    return pool


def _hidden_cards(position: Position, known: Knowledge) -> list[int]:
    """How many cards of each kind the viewer does not see."""
    viewer = known.viewer
    pool = [copies - gone for copies, gone in zip(COPIES, position.discard, strict=True)]
    for seat in range(position.rulebook.players):
        for value in range(3):
            pool[FEE + value] -= position.debt[seat * 3 + value]
        for card in range(2):
            pool[BOOM + card] -= position.action_cards[seat * 2 + card]
        shares = position.regular if seat == viewer else known.known
        for company in range(len(COMPANIES)):
            pool[company] -= position.split[seat * 6 + company] + shares[seat * 6 + company]
    for entry in position.table:
        if sees(position, viewer, entry):
            pool[entry & KIND_MASK] -= 1
    if viewer >= 0:
        for kind in position.hands[viewer * 2 : viewer * 2 + 2]:
            if kind >= 0:
                pool[kind] -= 1
    return pool


@dataclass(slots=True)
class Dealing:
    """The dealing of shares to everybody but the viewer."""

    position: Position
    known: Knowledge
    pool: list[int]
    """Cards of each kind still to be had."""
    draw: Draw
    others: list[Seat] = field(init=False)
    starts: list[tuple[int, bool]] = field(default_factory=list)
    """By seat dealt to so far: company of its starting share, and whether that is unseen still."""
    dealt: list[int] = field(default_factory=list)
    """By slot dealt so far: its company."""

    def __post_init__(self) -> None:
        self.others = [seat for seat in range(self.position.rulebook.players) if seat != self.known.viewer]


def fill_shares(dealing: Dealing) -> None:
    """Give every other seat its starting share and its unknown cards, out of the pool."""
    viewer = dealing.known.viewer
    taken = 0 if viewer < 0 else 1 << dealing.position.starting_shares[viewer]
    if not _choose_starts(dealing, taken):
        raise ValueError("no deal fits the observation")


def _choose_starts(dealing: Dealing, taken: int) -> bool:
    """Choose the starting shares from the next seat on, all different; False if none of them fits."""
    if len(dealing.starts) == len(dealing.others):
        return _deal_shares(dealing)
    seat = dealing.others[len(dealing.starts)]
    unseen = dealing.known.start_unseen[seat] & ~taken
    seen = dealing.known.start_seen[seat] & ~taken
    options = [(c, True) for c in range(6) if unseen >> c & 1] + [(c, False) for c in range(6) if seen >> c & 1]
    shuffle(options, dealing.draw, "starting_shares")
    for option in options:
        dealing.starts.append(option)
        if _choose_starts(dealing, taken | 1 << option[0]):
            return True
        dealing.starts.pop()
    return False


def _deal_shares(dealing: Dealing) -> bool:
    """Deal the unknown cards that go with the starting shares chosen; False if the pool does not allow it."""
    slots: list[Slot] = []
    for seat, (company, unseen) in zip(dealing.others, dealing.starts, strict=True):
        allowed = _allowed(dealing.known, seat)
        if unseen:
            allowed[0] = 1 << company
        slots += [(seat, companies) for companies in allowed]
    for tried in _with_what_is_asked(dealing, slots):
        tried.sort(key=lambda slot: slot[1].bit_count())
        if _deal_slots(dealing, tried):
            _hand_over(dealing, tried)
            return True
    return False


def _hand_over(dealing: Dealing, slots: list[Slot]) -> None:
    position, known = dealing.position, dealing.known
    for seat, (company, _) in zip(dealing.others, dealing.starts, strict=True):
        position.regular[seat * 6 : seat * 6 + 6] = known.known[seat * 6 : seat * 6 + 6]
        position.starting_shares[seat] = company
    for (seat, _), company in zip(slots, dealing.dealt, strict=True):
        position.regular[seat * 6 + company] += 1


def _allowed(known: Knowledge, seat: Seat) -> list[int]:
    """For each unknown card of the seat, oldest first, the companies it may be (bit c)."""
    allowed = [ALL_COMPANIES] * known.unknown[seat]
    for company in range(6):
        for age in range(known.unknown_not[seat * 6 + company]):
            allowed[age] &= ~(1 << company)
    return allowed


def _with_what_is_asked(dealing: Dealing, slots: list[Slot]) -> list[list[Slot]]:
    """The slots such that a seat being asked for a dividend has a card to show: any one of its may be it."""
    position, asked = dealing.position, dealing.position.to_act
    company = position.dividend_company
    if company < 0 or asked is None or asked == dealing.known.viewer:
        return [slots]
    if dealing.known.known[asked * 6 + company] or position.split[asked * 6 + company]:
        return [slots]
    card = (asked, 1 << company)
    able = [at for at, (seat, companies) in enumerate(slots) if seat == asked and companies & 1 << company]
    shuffle(able, dealing.draw, "asked")
    return [[*slots[:at], card, *slots[at + 1 :]] for at in able]


def _deal_slots(dealing: Dealing, slots: list[Slot]) -> bool:
    """Give each further slot a company, in random order by what is left; step back from dead ends."""
    if len(dealing.dealt) == len(slots):
        return True
    companies = slots[len(dealing.dealt)][1]
    pool = dealing.pool
    options = [company for company in range(6) if companies >> company & 1 and pool[company]]
    while options:
        company = _pick(options, pool, dealing.draw)
        options.remove(company)
        pool[company] -= 1
        dealing.dealt.append(company)
        if _deal_slots(dealing, slots):
            return True
        dealing.dealt.pop()
        pool[company] += 1
    return False


def _pick(options: list[int], pool: list[int], draw: Draw) -> int:
    """One of the options, as likely as there are cards of it."""
    number = draw("unknown_shares", sum([pool[company] for company in options]))
    for company in options[:-1]:
        number -= pool[company]
        if number < 0:
            return company
    return options[-1]


def _fill_hands(position: Position, viewer: Seat, cards: list[int]) -> None:
    for place, kind in enumerate(position.hands):
        if kind >= 0 and place // 2 != viewer:
            position.hands[place] = cards.pop()


def _fill_table(position: Position, viewer: Seat, cards: list[int]) -> None:
    """Change the cards the viewer does not see, and in the same way what others remember of this round."""
    for place, entry in enumerate(position.table):
        if not sees(position, viewer, entry):
            position.table[place] = entry & ~KIND_MASK | cards.pop()
    for seat in range(position.rulebook.players):
        if seat != viewer:
            earlier = [code for code in position.placed[seat] if code // ROUND_UNIT < position.round]
            position.placed[seat] = earlier + placements_on_table(position, seat)
    if position.peeked and viewer != position.investor_owner[WARREN]:
        _remember_peeked(position)


def placements_on_table(position: Position, seat: Seat) -> list[int]:
    """The seat's placements of this round, read off the piles, as `placed` stores them."""
    own = [entry for entry in position.table if entry & BY_MASK == BY_UNIT * (seat + 1)]
    own.sort(key=sequence_of)
    return [
        position.round * ROUND_UNIT + _as_placed(position, first) + (_as_placed(position, second) << MEMORY_BITS)
        for first, second in zip(own[::2], own[1::2], strict=True)
    ]


def sequence_of(entry: int) -> int:
    """Sequence number of a card on the piles."""
    return entry >> 8 & SEQUENCE_MASK


def _as_placed(position: Position, entry: int) -> int:
    """The memory of a card where it was placed, before Mark moved it."""
    if entry & MOVED:
        entry += (position.marked[0] - position.marked[2]) * PILE_UNIT
    return card_memory(entry)


def _remember_peeked(position: Position) -> None:
    """What Warren's owner has seen of this round's piles is what lies there now."""
    kinds = {sequence_of(entry): entry & KIND_MASK for entry in position.table}
    for place, code in enumerate(position.peeked):
        if code >> 15 == position.round and position.table:
            position.peeked[place] = code & ~KIND_MASK | kinds[code >> 7 & SEQUENCE_MASK]


def fill_investors(position: Position, viewer: Seat, draw: Draw, *, choices: bool) -> None:
    """Deal anew the investors of others that the viewer has not seen; those chosen in secret too, with `choices`."""
    if not position.investors_dealt:
        return
    secret = choices and position.phase_number == CHOOSING
    fixed = [_fixed_investors(position, viewer, seat, secret) for seat in range(position.rulebook.players)]
    taken = {investor for held in fixed for investor in held}
    pool = [investor for investor in range(len(INVESTORS)) if investor not in taken]
    shuffle(pool, draw, "hidden_investors")
    for seat, held in enumerate(fixed):
        if seat != viewer:
            dealt = [*held, *[pool.pop() for _ in range(position.rulebook.investors_dealt - len(held))]]
            if len(held) < len(dealt):
                shuffle(dealt, draw, "investors")
            position.investors_dealt[seat] = tuple(dealt)
            if secret and position.investors_chosen[seat]:
                position.investors_chosen[seat] = _any_choice(position, dealt, draw)


def _fixed_investors(position: Position, viewer: Seat, seat: Seat, secret: bool) -> tuple[int, ...]:
    """The investors dealt to a seat that stay: all of one's own, of others those kept or, in secret choice, none."""
    if seat == viewer:
        return position.investors_dealt[seat]
    if secret:
        return ()
    return cards_in(position.investors_chosen[seat]) or position.investors_dealt[seat]


def _any_choice(position: Position, dealt: list[int], draw: Draw) -> int:
    kept = dealt[:]
    shuffle(kept, draw, "investors_kept")
    mask = 0
    for investor in kept[: position.rulebook.investors_kept]:
        mask |= 1 << investor
    return mask


def _fill_pairs(position: Position, viewer: Seat, draw: Draw) -> None:
    """Change the pairs of this round the viewer has not seen, and those of all later rounds."""
    if position.pairs:
        _fill_running_pairs(position, viewer, draw)
    later = range(position.round + 1, position.rulebook.rounds + 1)
    position.future = position.future[: position.round] + [deal_pairs(draw, number) for number in later]


def _fill_running_pairs(position: Position, viewer: Seat, draw: Draw) -> None:
    order = position.rulebook.orders[position.first]
    hidden = [slot for slot in order[position.revealed :] if not sees_pair(position, viewer, slot)]
    companies = set(range(6)) - {pair[0] for slot, pair in enumerate(position.pairs) if slot not in hidden}
    forecasts = set(range(6)) - {pair[1] for slot, pair in enumerate(position.pairs) if slot not in hidden}
    shuffled = sorted(forecasts)
    shuffle(shuffled, draw, "hidden_forecasts")
    slots = list(hidden)
    shuffle(slots, draw, "hidden_companies")
    pairs = list(position.pairs)
    for slot, company, forecast in zip(slots, sorted(companies), shuffled, strict=True):
        pairs[slot] = (company, forecast)
    position.pairs = tuple(pairs)


def _share_knowledge(position: Position, known: Knowledge, public: Knowledge) -> None:
    """Give every other viewer what is public, and what its own starting share adds to that."""
    for viewer in (*range(position.rulebook.players), SPECTATOR):
        if viewer == known.viewer:
            continue
        other = public.copy()
        other.viewer = viewer
        other.read = len(position.facts)
        if viewer != SPECTATOR:
            other.exclude_start(position.starting_shares[viewer])
            other.take_snapshot()
        position.knowledge[viewer] = other


def _ask_again(position: Position) -> None:
    """The question stays; what may be answered follows from the new cards."""
    if position.to_act is not None:
        position.legal = legal_now(position, position.to_act)
