"""What a seat knows is exact: sampled worlds are all those a brute-force search finds, and no others."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from crash_table import AA, BB, CC, bid, deal, move, open_bailout, open_purchase, open_selling, play, sell, table

from engine.games.great_crash import GreatCrash
from engine.games.great_crash.actions import HireHelped
from engine.games.great_crash.events import EventType
from engine.games.great_crash.state import CrashState
from engine.streams import Streams, seed_of

SAMPLES = 40_000

World = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""The pairs of the round by slot, and the cards still in the deck."""


def asked_state(game: GreatCrash, number: int, round_: int) -> CrashState:
    """A state of a random match in which somebody is asked, somewhere in this round after its Information."""
    draw = Streams(seed_of("asked", number))
    while True:
        state = game.start(game.deal(draw), events=True)
        while state.to_act is not None:
            if state.round == round_ and state.phase() != "bailout" and not draw("stop", 8):
                return state
            legal = state.legal_actions()
            state.apply(legal[draw("choices", len(legal))])


def worlds(state: CrashState, viewer: int) -> Iterator[World]:
    """Every way to lay out the pairs and the deck, by the rules of Information only, that shows what the viewer saw.

    Seen pairs are read off the viewer's events of this round, not off its observation.
    """
    past = state.events(viewer)
    start = max(at for at, event in enumerate(past) if event.type == EventType.ROUND)
    shown = [event for event in past[start:] if event.type in (EventType.PAIR, EventType.FORECAST)]
    order = (*state.order, *range(state.rulebook.players, 6))
    slots: dict[int, tuple[int, int]] = {}
    turn = 0
    for event in shown:
        if event.type == EventType.PAIR:
            slots[state.rulebook.players if event.seat is None else event.seat] = (event.company, event.forecast)
        else:
            slots[order[turn]] = (event.company, event.forecast)
            turn += 1
    free = [slot for slot in range(6) if slot not in slots]
    companies = [company for company in range(6) if company not in [pair[0] for pair in slots.values()]]
    forecasts = [card for card in range(6) if card not in [pair[1] for pair in slots.values()]]
    for some in permutations(companies):
        for cards in permutations(forecasts):
            found = slots | {slot: (some[at], cards[at]) for at, slot in enumerate(free)}
            for deck in set(permutations(state.deck[state.deck_at :])):
                yield tuple(found[slot] for slot in range(6)), deck


def world_of(state: CrashState) -> World:
    return state.pairs, tuple(state.deck[state.deck_at :])


@pytest.mark.parametrize(
    ("players", "round_", "number"),
    [(players, last, number) for players, last in ((4, 6), (5, 5), (3, 7)) for number in range(5)],
)
def test_sampled_worlds_are_exactly_those_that_could_be(players, round_, number):
    """In the last round the deck holds two cards at most, so that all worlds can be met."""
    game = GreatCrash(players)
    state = asked_state(game, number, round_)
    viewer = state.to_act
    possible = set(worlds(state, viewer))
    seen, draw = state.observe(viewer), Streams(seed_of("samples", number))
    found = set()
    for _ in range(SAMPLES):
        found.add(world_of(game.sample_state(seen, draw)))
        if found >= possible:
            break
    assert world_of(state) in possible
    assert found == possible


def test_all_worlds_are_met_equally_often():
    state = asked_state(GreatCrash(5), 1, 5)
    game, draw, seen = GreatCrash(5), Streams(seed_of("often")), state.observe(state.to_act)
    possible = set(worlds(state, state.to_act))
    counts = dict.fromkeys(possible, 0)
    for _ in range(50 * len(possible)):
        counts[world_of(game.sample_state(seen, draw))] += 1
    assert (min(counts.values()) > 15, max(counts.values()) < 100) == (True, True)


def test_the_deck_in_a_sample_has_the_cards_not_seen_in_any_order():
    game = GreatCrash(3)
    state = game.start(deal(game))
    sample = game.sample_state(state.observe(0), Streams(seed_of("deck")))
    assert (sorted(sample.deck) == sorted(state.deck), sample.deck == state.deck) == (True, False)


@pytest.mark.parametrize(
    "make",
    [
        lambda: sell(open_selling(table(3, regular={0: {AA: 5, BB: 2}, 1: {CC: 2}})), AA, AA),
        lambda: move(table(3, no_bonus=True, index={AA: 9}, split={0: {AA: 2}, 1: {AA: 1}}), AA, 4),
        lambda: move(table(3, board="advanced", index={5: 8}, regular={1: {5: 2}}), 5, 4),
        lambda: play(open_purchase(table(3, cash=[1, 9, 9], regular={0: {AA: 1, BB: 1}}, rows=1)), HireHelped(2)),
        lambda: open_bailout(table(3, cash=[9, 0, 9], experts={0: 1}, rows=2)),
        lambda: bid(open_bailout(table(4, cash=20)), (1, 1), (2, 1), (2, 3), (1, 3)),
    ],
    ids=["selling", "split sale", "dollar space", "cover", "bailout", "pen"],
)
def test_a_sample_goes_on_as_the_state_does_until_something_hidden_comes_out(make):
    """The same default decisions lead to the same table, as long as pairs and deck play no part."""
    state = make()
    game = GreatCrash(state.rulebook.players, state.rulebook.board, state.rulebook.experts, state.rulebook.no_bonus)
    sample = game.sample_state(state.observe(state.to_act), Streams(seed_of("go on")))
    for _ in range(3):
        assert (sample.to_act, sample.legal_actions()) == (state.to_act, state.legal_actions())
        assert sample.observe(state.to_act).cash == state.observe(state.to_act).cash
        if state.phase() in ("purchase", "bailout") and state.helper < 0:
            break
        revealed = state.revealed
        state.apply(state.legal_actions()[-1])
        sample.apply(sample.legal_actions()[-1])
        if state.revealed != revealed or state.to_act is None:
            break
    assert (sample.regular, sample.split, sample.supply) == (state.regular, state.split, state.supply)


def test_a_sample_is_a_whole_state_that_can_be_played_to_the_end():
    game = GreatCrash(4, "advanced", 2, True)
    draw = Streams(seed_of("sample"))
    state = asked_state(game, 3, 3)
    sample = game.sample_state(state.observe(state.to_act), draw)
    while sample.to_act is not None:
        sample.apply(sample.default_action())
    assert (sample.round, sorted(sample.places())[0]) == (6, 1)
