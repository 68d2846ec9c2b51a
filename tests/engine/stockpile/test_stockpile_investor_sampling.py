"""With investors too a sample is any world that fits what the seat has seen, and no other (compared by brute force)."""

from itertools import combinations, permutations, product

import pytest
from laid_stockpile import AA, BB, CC, EE, LL, SS, deal, in_demand, play, started

from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Martha, Place, Warren
from engine.games.stockpile.position import CHOOSING, ROUND_UNIT
from engine.market.investors import MARTHA, WARREN, cards_in
from engine.streams import Streams, seed_of

PATIENCE = 20_000


def sampled(state, facts, wanted):
    """What `facts` says of sampled states, until all that is wanted has come or patience ends."""
    game = Stockpile(state.rulebook.players, investors=True)
    draw = Streams(seed_of("investor samples"))
    observation = state.observe(state.to_act)
    found = set()
    for _ in range(PATIENCE):
        found.add(facts(game.sample_state(observation, draw)))
        if found >= wanted:
            break
    return found


def test_investors_others_did_not_keep_are_any_that_are_left():
    state = Stockpile(3, investors=True).start(deal(3, investors=True))
    while state.phase_number == CHOOSING:
        state.apply(state.default_action())
    viewer = state.to_act
    others = [seat for seat in range(3) if seat != viewer]
    kept = {investor for investor, owner in enumerate(state.investor_owner) if owner >= 0}
    left = set(range(10)) - kept - set(state.investors_dealt[viewer])

    def out_of_the_game(sample):
        return tuple(investor for seat in others for investor in sample.investors_dealt[seat] if investor not in kept)

    possible = set(permutations(left, 2))
    assert sampled(state, out_of_the_game, possible) == possible


def test_what_another_seat_was_dealt_and_has_chosen_in_secret_is_anything_that_is_left():
    state = Stockpile(2, investors=True).start(deal(2, investors=True))
    state.apply(state.default_action())
    left = set(range(10)) - set(state.investors_dealt[1])
    possible = {(dealt, kept) for dealt in combinations(sorted(left), 4) for kept in combinations(dealt, 2)}

    def choice(sample):
        return tuple(sorted(sample.investors_dealt[0])), cards_in(sample.investors_chosen[0])

    assert (state.to_act, sampled(state, choice, possible)) == (1, possible)


def test_a_pair_martha_has_seen_stays_and_the_others_change():
    state = play(in_demand(5, owners={MARTHA: 0}), Martha(2, 0))
    hidden = [slot for slot in range(5) if slot not in (0, 2)]
    companies, forecasts = zip(*(state.pairs[slot] for slot in hidden), strict=True)
    possible = {
        tuple(zip(order, cards, strict=True))
        for order, cards in product(permutations(companies), permutations(forecasts))
    }

    def unseen(sample):
        assert [sample.pairs[slot] for slot in (0, 2, 5)] == [state.pairs[slot] for slot in (0, 2, 5)]
        return tuple(sample.pairs[slot] for slot in hidden)

    assert sampled(state, unseen, possible) == possible


def test_a_card_warren_has_seen_stays_and_one_he_has_not_may_be_any():
    hands = ((BB, CC), (EE, LL), (SS, BB))
    state = started(3, {WARREN: 0}, top=(AA, AA, AA, *(card for hand in hands for card in hand)))
    play(state, *(Place(up, pile, down, pile) for pile, (up, down) in enumerate(hands)), Warren(1))

    def face_down(sample):
        return tuple(entry & 15 for entry in sorted(sample.table) if not entry & 16)

    possible = {(CC, LL, kind) for kind in range(11)}
    assert sampled(state, face_down, possible) == possible


@pytest.mark.parametrize("number", range(30))
def test_a_sample_remembers_what_everybody_saw_others_do(number):
    """Which cards came together and from where, which of them Warren's owner knows, whatever Mark did since."""
    game = Stockpile(2 + number % 2, investors=True)
    draw = Streams(seed_of("remembers", number))
    state = game.start(game.deal(draw))
    while state.to_act is not None:
        if state.table and state.investor_owner[WARREN] >= 0:
            sample = game.sample_state(state.observe(state.to_act), draw)
            assert [shape(sample, seat) for seat in range(game.players)] == [
                shape(state, seat) for seat in range(game.players)
            ]
        legal = state.legal_actions()
        state.apply(legal[draw("choices", len(legal))])


def shape(state, seat):
    """The seat's placements of this round without their face-down cards, and where the cards lie that it knows."""
    placements = []
    for code in state.placed[seat]:
        if code // ROUND_UNIT == state.round:
            cards = [code & 255, code >> 8 & 255]
            placements.append(sorted((card >> 4, card & 15 if card & 16 else -1) for card in cards))
    facts = state.private_facts(seat)
    known = [(card["pile"], card["index"]) for card in facts["known_face_down"]]
    peeked = [
        (entry.get("pile"), entry.get("owner"), entry.get("index"))
        for entry in facts["peeked"]
        if entry["round"] == state.round
    ]
    return placements, known, peeked
