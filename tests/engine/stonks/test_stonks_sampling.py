"""What a seat knows is exact: sampled worlds are those of a brute-force search that plays each one through."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.contract import Event
from engine.games.stonks.actions import Adjust, Decline, Draft, Follow, Lead, Pick, Play
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.events import EventType, Speculation
from engine.games.stonks.game import Stonks
from engine.games.stonks.state import StonksState
from engine.streams import Streams, seed_of

VIEWER, OTHERS = 0, (1, 2)
GAME = Stonks(
    3,
    companies=["R", "Y", "B"],
    ranks=[1, 2, 3, 4, 5, 6, 7],
    symbols_by_rank=[2, 1, 0, 0, 0, 0, 0],
    shares_by_rank=[1] * 7,
    hand_size={"3": 6},
    rounds={"short": 1},
)
"""Small cases: three players, three tricks of 21 cards."""

MOST_WORLDS = 1500
SAMPLES = 60_000

World = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]
"""Hands of the others, their cards drafted face down, and the hidden lead (0 none)."""


def interesting_state(number: int) -> StonksState:
    """A state in which the viewer is asked, others have failed to follow or led face down, and few worlds are left."""
    draw = Streams(seed_of("interesting", number))
    while True:
        state = GAME.start(GAME.deal(draw), events=True)
        while state.to_act is not None:
            evidence = any(state.voids[seat] for seat in OTHERS) or 0 in state.observe(VIEWER).play_card
            if state.to_act == VIEWER and evidence and draw("stop", 3) == 0 and few_worlds(state):
                return state
            legal = state.legal_actions()
            state.apply(legal[draw("choices", len(legal))])


def few_worlds(state: StonksState) -> bool:
    return len(unseen(state)) <= 8 and sum(1 for _ in worlds(state)) <= MOST_WORLDS


def unseen(state: StonksState) -> list[int]:
    """Cards the viewer has not seen, from the whole state."""
    held = [card for seat in OTHERS for card in (*state.hands[seat], state.downs[seat])]
    hidden = [state.plays[0]] if 0 in state.observe(VIEWER).play_card else []
    return sorted([*held, *hidden, *state.deck[state.deck_at :]])


def world_of(state: StonksState) -> World:
    hidden = state.plays[0] if 0 in state.observe(VIEWER).play_card else 0
    return tuple(state.hands[seat] for seat in OTHERS), tuple(state.downs[seat] for seat in OTHERS), hidden


def worlds(state: StonksState) -> Iterator[World]:
    """Every way to deal the cards the viewer has not seen, possible or not."""
    pool = unseen(state)
    sizes = [len(state.hands[seat]) for seat in OTHERS] + [1, 1, int(0 in state.observe(VIEWER).play_card)]
    for first, second, *single in dealings(pool, sizes):
        yield (first, second), (single[0][0], single[1][0]), (*single[2], 0)[0]


def dealings(pool: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for chosen in combinations(pool, sizes[0]):
        for others in dealings([card for card in pool if card not in chosen], sizes[1:]):
            yield [chosen, *others]


def could_be(state: StonksState, world: World) -> bool:
    """Play the match again in that world: whether the viewer sees the very same and is asked."""
    replayed = GAME.start(deal_of(state, world), events=True)
    seen = state.events(VIEWER)
    while (past := len(replayed.events(VIEWER))) < len(seen):
        asked = replayed.to_act
        event = seen[past]
        if asked is None or event.seat != asked:
            return False
        action = GAME.actions.id_of(action_of(state, world, event))
        if action not in replayed.legal_actions():
            return False
        replayed.apply(action)
    return replayed.events(VIEWER) == seen and replayed.to_act == VIEWER


def deal_of(state: StonksState, world: World) -> StonksDeal:
    """The deal in which the world began."""
    hands, downs, hidden = world
    n = GAME.players
    state.fold_past()
    current = {VIEWER: state.hands[VIEWER], OTHERS[0]: hands[0], OTHERS[1]: hands[1]}
    dealt = {seat: [*hand, state.ups[seat]] for seat, hand in current.items()}
    for seat, down in zip((VIEWER, *OTHERS), (state.downs[VIEWER], *downs), strict=True):
        dealt[seat].append(down)
    for at, card in enumerate(state.past_card):
        dealt[(state.past_leader[at // n] + at) % n].append(card)
    for at, card in enumerate(state.plays):
        dealt[(state.leader + at) % n].append(hidden if at == 0 and hidden else card)
    first = [dealt[at % n][at // n] for at in range(n * 6)]
    offers = [*state.past_offer, state.offer]
    rest = [card for card in GAME.rulebook.all_cards if card not in first and card not in offers]
    return StonksDeal(((*first, *offers, *rest),))


def action_of(state: StonksState, world: World, event: Event):
    """What the seat must have done for the viewer to see the event."""
    _, downs, hidden = world
    match event.type:
        case EventType.COMMITTED:
            down = state.downs[VIEWER] if event.seat == VIEWER else downs[OTHERS.index(event.seat)]
            return Draft(state.ups[event.seat], down)
        case EventType.PLAYED if event.speculation == Speculation.LEAD:
            return Lead(event.card or past_lead(state, event) or hidden, event.company)
        case EventType.PLAYED if event.speculation == Speculation.FOLLOW:
            return Follow(event.card)
        case EventType.PLAYED:
            return Play(event.card)
        case EventType.ADJUSTED:
            return Adjust(event.company, 1 if event.steps > 0 else -1)
        case EventType.DECLINED:
            return Decline()
    return Pick(event.card)


def past_lead(state: StonksState, event: Event) -> int:
    """The card of a lead that lay face down in a finished trick; 0 if it is the running one."""
    leads = [e for e in state.events(VIEWER) if e.type == EventType.PLAYED and e.speculation == Speculation.LEAD]
    revealed = [e.card for e in state.events(VIEWER) if e.type == EventType.REVEALED]
    at = next(at for at, lead in enumerate(leads) if lead is event)
    return revealed[at] if at < len(revealed) else 0


@pytest.mark.parametrize("number", range(16))
def test_sampled_worlds_are_exactly_those_that_could_be(number):
    state = interesting_state(number)
    possible = {world for world in worlds(state) if could_be(state, world)}
    seen, draw = state.observe(VIEWER), Streams(seed_of("samples", number))
    found = set()
    for _ in range(SAMPLES):
        found.add(world_of(GAME.sample_state(seen, draw)))
        if found >= possible:
            break
    assert world_of(state) in possible
    assert found == possible


def test_what_could_not_be_is_ruled_out():
    """The search above is worth something: some dealings of unseen cards are impossible."""
    state = interesting_state(1)
    could = [could_be(state, world) for world in worlds(state)]
    assert 0 < sum(could) < len(could)


def test_a_sample_is_a_whole_state_that_can_be_played_to_the_end():
    game = Stonks(4)
    draw = Streams(seed_of("sample"))
    state = game.start(game.deal(draw))
    for _ in range(30):
        state.apply(state.default_action())
    sample = game.sample_state(state.observe(state.to_act), draw)
    while sample.to_act is not None:
        sample.apply(sample.default_action())
    assert len(sample.points) == 12
