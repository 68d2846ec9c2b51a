"""Maverick Mark and Wise Warren (rules 13.2, 13.3, clarifications 7, 8, 10). Piles from 0."""

from laid_stockpile import AA, BB, CC, EE, LL, SS, bid, legal, play, started

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Done, Mark, Place, Warren
from engine.games.stockpile.events import EventType
from engine.games.stockpile.knowledge import GAIN_HIDDEN
from engine.market.investors import MARK, WARREN
from engine.testing.seeing import seen


def supplied(owners, first: int = 0, players: int = 3):
    """Three seats have placed: pile 0 is AA, BB, [CC]; pile 1 is AA, EE, [LL]; pile 2 is AA, SS, [BB]."""
    hands = ((BB, CC), (EE, LL), (SS, BB))
    state = started(players, owners, first=first, top=(AA, AA, AA, *(card for hand in hands for card in hand)))
    return play(state, *(Place(up, pile, down, pile) for pile, (up, down) in enumerate(hands)))


def cards(state, viewer: int):
    """What a viewer sees of each pile."""
    seen = state.observe(viewer)
    return [seen.pile_card[start:end] for start, end in zip(seen.pile_start, seen.pile_start[1:], strict=False)]


def test_owners_are_asked_in_turn_order():
    state = supplied({WARREN: 2, MARK: 1}, first=0)
    asked = [(state.phase(), state.to_act)]
    play(state, Done())
    asked.append((state.phase(), state.to_act))
    play(state, Done())
    assert [*asked, state.phase()] == [("before_demand", 1), ("before_demand", 2), "demand"]


def test_turn_order_begins_with_the_first_player():
    state = started(3, {WARREN: 0, MARK: 1}, first=1)
    while state.phase() == "supply":
        state.apply(state.default_action())
    asked = [state.to_act]
    play(state, Done())
    assert [*asked, state.to_act] == [1, 0]


def test_without_their_owners_the_auction_follows_at_once():
    assert supplied({}).phase() == "demand"


def test_mark_may_move_any_card_to_any_other_pile():
    """13.3: the opening card too; each face-down card is a target of its own."""
    moves = {Mark(a, index, b) for a in range(3) for index in range(3) for b in range(3) if a != b}
    assert legal(supplied({MARK: 0})) == {Done(), *moves}


def test_mark_may_be_declined():
    state = play(supplied({MARK: 0}), Done())
    assert (state.phase(), cards(state, SPECTATOR)) == ("demand", [(AA, BB, -1), (AA, EE, -1), (AA, SS, -1)])


def test_a_moved_card_lies_last_with_its_face_as_it_was():
    """Clarification 8."""
    state = play(supplied({MARK: 0}), Mark(1, 0, 2))
    assert cards(state, SPECTATOR) == [(AA, BB, -1), (EE, -1), (AA, SS, -1, AA)]


def test_a_face_down_card_is_moved_unseen():
    state = play(supplied({MARK: 0}), Mark(1, 2, 2))
    (told,) = [event for event in state.events(0) if event.type == EventType.MARK]
    assert (cards(state, 0)[2], told.card) == ((AA, SS, -1, -1), None)


def test_everybody_sees_a_face_up_card_that_is_moved():
    state = play(supplied({MARK: 0}), Mark(1, 1, 2))
    (told,) = [event for event in state.events(SPECTATOR) if event.type == EventType.MARK]
    assert (told.seat, told.from_pile, told.index, told.to_pile, told.card) == (0, 1, 1, 2, EE)


def test_who_placed_a_face_down_card_knows_it_where_it_lies_now():
    """13.3 and clarification 7."""
    state = play(supplied({MARK: 0}), Mark(1, 2, 0))
    seen = state.observe(1)
    assert (cards(state, 1)[0], seen.pile_by[3], seen.placed_pile) == ((AA, BB, -1, LL), 1, (1, 1))


def test_an_emptied_pile_can_be_bid_for():
    state = supplied({MARK: 0})
    state.table = [entry for entry in state.table if entry >> 14 != 0 or entry & 15 == BB]
    play(state, Mark(0, 0, 1))
    bid(state, (1, 0))
    assert (cards(state, SPECTATOR)[0], state.standing_seat[0]) == ((), 0)


def test_a_moved_card_goes_to_the_winner_of_its_new_pile():
    state = play(supplied({MARK: 0}), Mark(1, 2, 0))
    before = state.regular[2 * 6 + LL]
    bid(state, (2, 0), (3, 0), (1, 1))
    assert state.regular[2 * 6 + LL] == before + 1


def test_everybody_can_see_what_mark_has_done():
    state = play(supplied({MARK: 0}), Mark(1, 0, 2))
    assert (state.observe(2).marked, state.observe(2).pile_turn) == ((1, 0, 2), (0, 1, 1, 2, 2, 0, 3, 3, 0))


def test_warren_may_look_at_any_pile():
    assert legal(supplied({WARREN: 0})) == {Done(), Warren(0), Warren(1), Warren(2)}


def test_warren_may_name_a_pile_without_face_down_cards():
    """Clarification 10."""
    state = supplied({WARREN: 0})
    state.table = [entry for entry in state.table if entry >> 14 != 0 or entry & 16]
    play(state, Warren(0))
    assert (state.phase(), state.observe(0).peeked_card, state.observe(1).warren_pile) == ("demand", (), 0)


def test_warren_sees_the_face_down_cards_of_one_pile_and_the_others_do_not():
    state = play(supplied({WARREN: 0}), Warren(1))
    assert (cards(state, 0), cards(state, 2)[1], cards(state, SPECTATOR)[1]) == (
        [(AA, BB, CC), (AA, EE, LL), (AA, SS, -1)],
        (AA, EE, -1),
        (AA, EE, -1),
    )


def test_everybody_sees_which_pile_warren_looked_at_and_only_he_what_lay_there():
    """Section 10."""
    state = play(supplied({WARREN: 0}), Warren(1))
    told = [
        [(event.seat, event.track, event.cards) for event in state.events(viewer) if event.type == EventType.WARREN]
        for viewer in (0, 1, SPECTATOR)
    ]
    assert told == [[(0, 1, (LL,))], [(0, 1, ())], [(0, 1, ())]]
    assert [state.observe(viewer).pile_watched for viewer in (0, 2)] == [(0, 0, 0, 0, 0, 1, 0, 0, 0)] * 2


def test_what_warren_saw_is_listed_with_its_later_winner():
    """Clarification 7."""
    state = play(supplied({WARREN: 0}), Warren(1))
    before = state.observe(0)
    bid(state, (1, 0), (3, 0), (2, 1))
    after = state.observe(0)
    assert (
        (before.peeked_round, before.peeked_pile, before.peeked_card, before.peeked_winner),
        after.peeked_winner,
    ) == (
        ((1,), (1,), (LL,), (-1,)),
        (2,),
    )


def test_what_warren_saw_is_known_where_mark_puts_it_and_goes_to_that_winner():
    state = play(supplied({WARREN: 0, MARK: 1}), Warren(1), Mark(1, 2, 0))
    seen = cards(state, 0)
    bid(state, (1, 0), (2, 0), (3, 0))
    observed = state.observe(0)
    assert (seen[0], observed.peeked_pile, observed.peeked_winner) == ((AA, BB, CC, LL), (1,), (0,))


def test_a_share_warren_saw_is_known_in_the_portfolio_of_its_winner():
    """Clarification 26."""
    state = play(supplied({WARREN: 0}), Warren(1))
    bid(state, (1, 0), (3, 0), (2, 1))
    known = [state.observe(viewer).known_regular[2 * 6 + LL] for viewer in (0, 1, SPECTATOR)]
    placed_by_seat_one = 1
    assert known == [1, placed_by_seat_one, 0]
    assert [code & 7 for code in state.facts].count(GAIN_HIDDEN) == 3


def test_two_abilities_in_one_hand_are_used_in_the_order_the_owner_likes():
    """13.1 and clarification 10."""
    state = started(2, {MARK: 0, WARREN: 0})
    while state.phase() == "supply":
        state.apply(state.default_action())
    after_warren = play(state.clone(), Warren(3))
    after_mark = play(state.clone(), Mark(3, 0, 0))
    kinds = [{type(action) for action in legal(each)} for each in (state, after_warren, after_mark)]
    assert kinds == [{Done, Mark, Warren}, {Done, Mark}, {Done, Warren}]


def test_one_done_declines_both():
    """Clarification 10."""
    state = started(2, {MARK: 0, WARREN: 0})
    while state.phase() == "supply":
        state.apply(state.default_action())
    assert play(state, Done()).phase() == "demand"


def test_each_is_used_once_a_round_and_again_in_the_next():
    state = play(supplied({WARREN: 0}), Warren(1))
    ready = [state.observe(1).investors_ready]
    while state.round == 1:
        state.apply(state.default_action())
    assert [*ready, state.observe(1).investors_ready, state.observe(1).warren_pile] == [0, 1 << WARREN, -1]


def test_what_warren_saw_is_remembered_in_later_rounds():
    state = play(supplied({WARREN: 0}), Warren(1))
    while state.round < 3:
        state.apply(state.default_action())
    observed = state.observe(0)
    assert (observed.peeked_round, observed.peeked_card, observed.peeked_winner != (-1,)) == ((1,), (LL,), True)


def test_the_audit_format_lists_what_warren_saw():
    state = play(supplied({WARREN: 0}), Warren(1))
    facts = state.private_facts(0)
    assert (facts["peeked"], facts["known_face_down"], state.private_facts(2)["peeked"]) == (
        [{"round": 1, "pile": 2, "card": "LL", "winner": None}],
        [{"pile": 1, "index": 2, "card": "CC"}, {"pile": 2, "index": 2, "card": "LL"}],
        [],
    )


def test_the_audit_format_names_moves_and_looks():
    game = Stockpile(3, investors=True)
    state = supplied({MARK: 0, WARREN: 0})
    written = [
        game.action_to_json(state.rulebook.layout.table.id_of(action), state) for action in (Mark(0, 2, 1), Warren(1))
    ]
    assert written == [{"type": "mark", "from": 1, "index": 2, "to": 2}, {"type": "warren", "pile": 2}]


def test_nobody_else_can_tell_what_warren_saw():
    """The pile looked at has another card in the other world; who did not place it is sent the same bytes."""
    game = Stockpile(3, investors=True)
    worlds = []
    for down in (LL, CC):
        hands = ((BB, CC), (EE, down), (SS, BB))
        state = started(3, {WARREN: 0}, top=(AA, AA, AA, *(card for hand in hands for card in hand)))
        play(state, *(Place(up, pile, card, pile) for pile, (up, card) in enumerate(hands)), Warren(1))
        worlds.append((seen(game, state, 2), state.events(2)))
    assert worlds[0] == worlds[1]
