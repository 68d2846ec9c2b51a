"""What a seat knows of others' shares is exact: sampled holdings are those of a brute-force search, all and only."""

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from laid_stockpile import table

from engine.games.stockpile import Stockpile
from engine.games.stockpile.hidden import Dealing, fill_shares
from engine.games.stockpile.knowledge import EXCLUDE, GAIN, GAIN_HIDDEN, LEAVE, SALE, SHOW, Knowledge, fact
from engine.streams import Streams, seed_of

VIEWER, OTHERS = 0, (1, 2)
COMPANIES = range(4)
COPIES = 3
"""Small cases: three players, four companies of three cards each."""


class History:
    """A made-up past of the others' holdings, true in at least one world: the one it was made in.

    With `warren` the viewer looks at some of the face-down cards.
    """

    def __init__(self, seed: str, steps: int, *, warren: bool = False) -> None:
        self.warren = warren
        self.draw = Streams(seed_of("history", seed))
        starts = [0, 1, 2, 3]
        for i in range(3, 0, -1):
            j = self.draw("starts", i + 1)
            starts[i], starts[j] = starts[j], starts[i]
        self.own_share = starts[VIEWER]
        self.left = [COPIES - (company in starts[:3]) for company in COMPANIES]
        self.held = {seat: [int(company == starts[seat]) for company in COMPANIES] for seat in OTHERS}
        self.facts: list[int] = []
        self.hidden_gains: list[int] = []
        self.seen_gains = [0, 0, 0, 0]
        for _ in range(steps):
            self.step()

    def step(self) -> None:
        """One thing happens, if it can."""
        seat = OTHERS[self.draw("seat", 2)]
        company = self.draw("company", 4)
        steps = [self.gain, self.gain_hidden, self.gain_hidden, self.sell, self.sell, self.show, self.clear]
        steps += [self.gain_watched] * (2 * self.warren)
        steps[self.draw("step", len(steps))](seat, company)

    def gain(self, seat: int, company: int) -> None:
        if self.left[company]:
            self.left[company] -= 1
            self.held[seat][company] += 1
            self.seen_gains[company] += 1
            self.facts.append(fact(GAIN, seat, company))

    def gain_watched(self, seat: int, company: int) -> None:
        """A face-down card that the viewer has seen through Warren; its placer is another seat."""
        if self.left[company]:
            self.left[company] -= 1
            self.held[seat][company] += 1
            self.seen_gains[company] += 1
            self.facts.append(fact(GAIN_HIDDEN, seat, company, seat + 8 * (VIEWER + 1)))

    def gain_hidden(self, seat: int, company: int) -> None:
        if self.left[company] and len(self.hidden_gains) < 3:
            self.left[company] -= 1
            self.held[seat][company] += 1
            self.hidden_gains.append(seat)
            self.facts.append(fact(GAIN_HIDDEN, seat, company, seat))

    def sell(self, seat: int, company: int) -> None:
        if self.held[seat][company]:
            self.held[seat][company] -= 1
            self.facts.append(fact(SALE, seat, company))

    def show(self, seat: int, company: int) -> None:
        if self.held[seat][company]:
            self.facts.append(fact(SHOW, seat, company, 1 + self.draw("shown", self.held[seat][company])))

    def clear(self, seat: int, company: int) -> None:
        """A split or a bankruptcy."""
        for other in OTHERS:
            if self.held[other][company]:
                self.facts.append(fact(LEAVE, other, company, self.held[other][company]))
                self.held[other][company] = 0
        self.facts.append(fact(EXCLUDE, 0, company))


def worlds(history: History) -> Iterator[tuple]:
    """Starting shares and holdings of the others in every world in which all of it could have happened."""
    shares = [company for company in COMPANIES if company != history.own_share]
    room = [COPIES - seen for seen in history.seen_gains]
    room[history.own_share] -= 1
    for starts in permutations(shares, 2):
        for gains in product(COMPANIES, repeat=len(history.hidden_gains)):
            dealt = [*starts, *gains]
            if all(dealt.count(company) <= room[company] for company in COMPANIES):
                held = could_happen(history, starts, gains)
                if held is not None:
                    yield starts, held


def could_happen(history: History, starts, gains):
    """The holdings at the end, or None if a fact could not have been."""
    held = {seat: [int(company == start) for company in COMPANIES] for seat, start in zip(OTHERS, starts, strict=True)}
    hidden = iter(gains)
    for code in history.facts:
        kind, company, seat, count = code & 7, (code >> 3 & 31) % 6, code >> 8 & 7, code >> 11
        if kind == GAIN or (kind == GAIN_HIDDEN and count >> 3 == VIEWER + 1):
            held[seat][company] += 1
        elif kind == GAIN_HIDDEN:
            held[seat][next(hidden)] += 1
        elif kind == EXCLUDE:
            if any(held[other][company] for other in OTHERS):
                return None
        else:
            if held[seat][company] < max(count, 1) or (kind == LEAVE and held[seat][company] != count):
                return None
            if kind != SHOW:
                held[seat][company] -= max(count, 1)
    return tuple(tuple(held[seat]) for seat in OTHERS)


def sampled_worlds(history: History, wanted: set) -> set:
    """Worlds sampled from the viewer's knowledge, until all that are wanted have come or patience ends."""
    draw = Streams(seed_of("sampled", len(history.facts)))
    known = Knowledge(VIEWER, 3, history.own_share)
    known.fold(history.facts)
    revealed = [0] * 6
    for seat in OTHERS:
        for company in COMPANIES:
            revealed[company] += known.known[seat * 6 + company]
    gone = gone_to_light(history)
    found = set()
    for _ in range(60_000):
        state = table(3)
        state.starting_shares = [history.own_share] * 3
        pool = [COPIES - revealed[company] - gone[company] for company in COMPANIES] + [0, 0]
        pool[history.own_share] -= 1
        fill_shares(Dealing(state, known, pool, draw))
        rows = tuple(tuple(state.regular[seat * 6 : seat * 6 + 4]) for seat in OTHERS)
        found.add((tuple(state.starting_shares[seat] for seat in OTHERS), rows))
        if found >= wanted:
            break
    return found


def gone_to_light(history: History) -> list[int]:
    """Cards of each company that have been held and left."""
    gone = [0, 0, 0, 0]
    for code in history.facts:
        if code & 7 in (SALE, LEAVE):
            gone[(code >> 3 & 31) % 6] += max(code >> 11, 1)
    return gone


@pytest.mark.parametrize("number", range(80))
def test_sampled_holdings_are_exactly_those_that_could_be(number):
    history = History(str(number), steps=4 + number % 9)
    possible = set(worlds(history))
    assert sampled_worlds(history, possible) == possible


@pytest.mark.parametrize("number", range(40))
def test_what_was_seen_through_warren_is_in_every_sample(number):
    history = History(f"warren {number}", steps=4 + number % 9, warren=True)
    possible = set(worlds(history))
    assert sampled_worlds(history, possible) == possible


def test_the_world_a_history_was_made_in_is_possible():
    history = History("own", steps=10)
    held = tuple(tuple(history.held[seat]) for seat in OTHERS)
    assert held in {rows for _, rows in worlds(history)}


def test_a_sample_is_a_whole_state_that_can_be_played_to_the_end():
    game = Stockpile(3)
    draw = Streams(seed_of("sample"))
    state = game.start(game.deal(draw))
    for _ in range(30):
        state.apply(state.default_action())
    sample = game.sample_state(state.observe(state.to_act), draw)
    while sample.to_act is not None:
        sample.apply(sample.default_action())
    assert sum(sample.discard) + len(sample.deck) - sample.deck_at == 80 - sum(sample.action_cards) - sum(sample.debt)


def test_a_seat_that_is_being_asked_is_dealt_a_card_to_show_wherever_the_others_leave_room():
    """Seat 1 has four unknown cards and is asked for EE; the two oldest can be nothing else."""
    known = Knowledge(0, 3, 5)
    known.unknown[1], known.unknown[2] = 4, 0
    known.start_unseen[1:], known.start_seen[1:] = [0, 0], [1 << 4, 1 << 2]
    known.unknown_not[6:18] = [2, 2, 3, 0, 3, 2, 0, 0, 0, 0, 0, 0]
    for number in range(20):
        state = table(3)
        state.to_act, state.dividend_company = 1, 3
        state.starting_shares = [5, 5, 5]
        fill_shares(Dealing(state, known, [1, 1, 0, 2, 0, 0], Streams(seed_of("asked", number))))
        assert state.regular[6:12] == [1, 1, 0, 2, 0, 0]
