"""Secretive Stuart places both supply cards face down (rules 13.2, clarification 13). Piles from 0."""

from laid_stockpile import AA, BB, CC, EE, legal, play, started

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Place, PlaceDown, place_down
from engine.games.stockpile.events import EventType
from engine.market.investors import STUART

OWNER = {STUART: 0}


def downs(state) -> set[PlaceDown]:
    return {action for action in legal(state) if isinstance(action, PlaceDown)}


def supplied(*hand: int, players: int = 3):
    """Seat 0 has Stuart and these cards in hand; the opening cards are AA."""
    return started(players, OWNER, top=(AA,) * (4 if players == 2 else players) + hand)


def test_stuart_may_place_as_others_do_or_both_face_down():
    state = supplied(BB, CC)
    assert legal(state) == {
        *(Place(up, a, down, b) for up, down in ((BB, CC), (CC, BB)) for a in range(3) for b in range(3)),
        *(PlaceDown(BB, a, CC, b) for a in range(3) for b in range(3)),
    }


def test_two_equal_cards_face_down_are_one_choice_per_two_piles():
    """Clarification 13: an unordered pair."""
    assert downs(supplied(BB, BB)) == {PlaceDown(BB, a, BB, b) for a in range(3) for b in range(a, 3)}


def test_two_cards_make_the_same_choice_in_whichever_order_they_are_named():
    assert place_down(CC, 2, BB, 0) == place_down(BB, 0, CC, 2) == PlaceDown(BB, 0, CC, 2)


def test_others_place_one_card_face_up():
    state = play(supplied(BB, CC, CC, EE), PlaceDown(BB, 0, CC, 1))
    assert (state.to_act, downs(state)) == (1, set())


def test_in_one_pile_the_two_cards_lie_in_the_order_in_which_they_were_dealt():
    """Clarification 13."""
    piles = [play(supplied(*hand), PlaceDown(BB, 1, CC, 1)).observe(0).pile_card for hand in ((BB, CC), (CC, BB))]
    assert piles == [(AA, AA, BB, CC, AA), (AA, AA, CC, BB, AA)]


def test_only_who_placed_them_knows_the_two_cards():
    state = play(supplied(BB, CC), PlaceDown(BB, 2, CC, 0))
    assert [state.observe(viewer).pile_card for viewer in (0, 1, SPECTATOR)] == [
        (AA, CC, AA, AA, BB),
        (AA, -1, AA, AA, -1),
        (AA, -1, AA, AA, -1),
    ]


def test_nothing_seen_tells_which_of_the_two_cards_went_where():
    game = Stockpile(3, investors=True)
    one, other = (play(supplied(BB, CC), PlaceDown(BB, a, CC, b)) for a, b in ((0, 2), (2, 0)))
    told = [[event for event in state.events(1) if event.type == EventType.PLACED_DOWN] for state in (one, other)]
    assert (told[0], game.event_text(told[0][0])) == (
        told[1],
        "seat 0 places a card down on pile 1, a card down on pile 3",
    )


def test_its_own_event_tells_the_placer_both_cards():
    state = play(supplied(BB, CC), PlaceDown(BB, 2, CC, 0))
    (own,) = [event for event in state.events(0) if event.type == EventType.PLACED_DOWN]
    assert (own.down, own.down_pile, own.other_down, own.other_pile) == (CC, 0, BB, 2)


def test_a_placement_of_two_face_down_cards_is_remembered_as_dealt():
    seen = play(supplied(CC, BB), PlaceDown(BB, 2, CC, 0)).observe(0)
    assert (seen.placed_card, seen.placed_pile, seen.placed_face_up) == ((CC, BB), (0, 2), (0, 0))


def test_with_two_players_he_may_be_used_in_both_batches():
    """Clarification 13: the exception to once a round."""
    state = supplied(BB, CC, players=2)
    first = len(downs(state))
    state.apply(state.rulebook.layout.table.id_of(PlaceDown(BB, 0, CC, 0)))
    state.apply(state.default_action())
    assert (first, state.to_act, state.batch, len(downs(state)) > 0) == (16, 0, 1, True)


def test_the_audit_format_names_the_cards_in_the_order_dealt():
    game = Stockpile(3, investors=True)
    for hand in ((BB, CC), (CC, BB)):
        state = supplied(*hand)
        names = ["BB", "CC"] if hand == (BB, CC) else ["CC", "BB"]
        piles = [1, 3] if hand == (BB, CC) else [3, 1]
        action = state.rulebook.layout.table.id_of(PlaceDown(BB, 0, CC, 2))
        written = game.action_to_json(action, state)
        assert written == {"type": "place_down", "cards": names, "piles": piles}
        assert game.action_from_json(written, state) == action


def test_the_audit_format_names_two_equal_cards_with_the_piles_ascending():
    game = Stockpile(3, investors=True)
    state = supplied(BB, BB)
    action = state.rulebook.layout.table.id_of(PlaceDown(BB, 0, BB, 2))
    assert game.action_to_json(action, state) == {"type": "place_down", "cards": ["BB", "BB"], "piles": [1, 3]}
