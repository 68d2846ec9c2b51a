"""The choice of investors (13.1, clarification 9): dealt, kept in secret, revealed together; both cash columns."""

import pytest
from laid_stockpile import deal, legal

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Keep, KeepTwo
from engine.games.stockpile.events import EventType
from engine.market.cards import COPIES
from engine.market.investors import CASH, CASH_OF_TWO, INVESTORS
from engine.testing.seeing import seen

CHOICES = (EventType.INVESTORS_DEALT, EventType.INVESTORS_KEPT)


def dealt(players: int = 3):
    return Stockpile(players, investors=True).start(deal(players, investors=True), events=True)


def keep(state, *places: int):
    """The seat asked keeps those of its investors that stand at these places."""
    mine = sorted(state.investors_dealt[state.to_act][place] for place in places)
    action = Keep(*mine) if len(mine) == 1 else KeepTwo(*mine)
    state.apply(state.rulebook.layout.table.id_of(action))
    return state


@pytest.mark.parametrize(
    ("name", "three", "two"),
    [
        ("bill", 32, 35),
        ("bernie", 16, 16),
        ("cramer", 18, 12),
        ("donald", 13, 4),
        ("deborah", 20, 14),
        ("graham", 16, 6),
        ("martha", 22, 20),
        ("mark", 25, 22),
        ("stuart", 22, 16),
        ("warren", 20, 23),
    ],
)
def test_an_investor_brings_its_money_with_three_players_and_with_two(name, three, two):
    investor = INVESTORS.index(name)
    assert (CASH[investor], CASH_OF_TWO[investor]) == (three, two)


@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 2), (4, 2), (5, 2)])
def test_so_many_different_investors_are_dealt_to_each_seat(players, each):
    hands = deal(players, investors=True).investors
    cards = [card for hand in hands for card in hand]
    assert ([len(hand) for hand in hands], len(set(cards))) == ([each] * players, players * each)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seat_keeps_one_of_two(players):
    state = dealt(players)
    assert legal(state) == {Keep(investor) for investor in state.investors_dealt[0]}


def test_with_two_players_a_seat_keeps_two_of_four():
    state = dealt(2)
    a, b, c, d = sorted(state.investors_dealt[0])
    assert legal(state) == {
        KeepTwo(a, b),
        KeepTwo(a, c),
        KeepTwo(a, d),
        KeepTwo(b, c),
        KeepTwo(b, d),
        KeepTwo(c, d),
    }


def test_seats_are_asked_in_seat_order_whoever_is_first():
    state = Stockpile(3, investors=True).start(deal(3, first=1, investors=True))
    asked = []
    while state.phase() == "investors":
        asked.append(state.to_act)
        keep(state, 0)
    assert (asked, state.to_act) == ([0, 1, 2], 1)


def test_starting_shares_are_seen_before_the_choice():
    state = dealt()
    assert (state.round, state.observe(0).start_share, state.observe(0).own_regular.count(1)) == (
        0,
        state.starting_shares[0],
        1,
    )


def test_nothing_of_the_round_lies_out_before_the_choice():
    """Cards and pairs come with the first round."""
    state = dealt()
    observed = state.observe(0)
    assert (observed.round, observed.deck_size, observed.pile_card, observed.forecast_card, observed.hand) == (
        0,
        sum(COPIES) - 3,
        (),
        (-1,) * 6,
        (),
    )


def test_nobody_has_money_before_all_have_chosen():
    """Clarification 9."""
    state = keep(keep(dealt(), 0), 1)
    assert (state.cash, state.phase()) == ([0, 0, 0], "investors")


def test_all_investors_are_revealed_together_and_replace_the_usual_money():
    state = dealt()
    kept = [state.investors_dealt[seat][seat % 2] for seat in range(3)]
    for seat in range(3):
        keep(state, seat % 2)
    owners = {investor: seat for investor, seat in enumerate(state.observe(SPECTATOR).investor_owner) if seat >= 0}
    assert (owners, state.cash, state.phase()) == (
        {investor: seat for seat, investor in enumerate(kept)},
        [CASH[investor] for investor in kept],
        "supply",
    )


def test_with_two_players_the_money_of_both_is_added_by_the_column_for_two():
    state = dealt(2)
    hands = [sorted(hand)[:2] for hand in state.investors_dealt]
    for hand in hands:
        state.apply(state.rulebook.layout.table.id_of(KeepTwo(*hand)))
    assert state.cash == [sum(CASH_OF_TWO[investor] for investor in hand) for hand in hands]


def test_nobody_is_told_what_another_has_chosen_before_all_have():
    game = Stockpile(3, investors=True)
    first, second = keep(dealt(), 0), keep(dealt(), 1)
    same = [(seen(game, first, viewer)) == seen(game, second, viewer) for viewer in (0, 1, 2, SPECTATOR)]
    assert same == [False, True, True, True]


def test_a_seat_remembers_what_it_was_dealt_and_keeps_and_the_others_see_only_what_is_kept():
    state = dealt()
    hands = state.investors_dealt[:]
    for _ in range(3):
        keep(state, 1)
    own, other = state.observe(0), state.observe(1)
    assert (own.investors_dealt, own.investors_chosen) == (hands[0], (hands[0][1],))
    assert hands[0][0] not in (*other.investors_dealt, *other.investors_chosen)
    assert [owner for owner in other.investor_owner if owner >= 0].count(0) == 1


def test_events_tell_each_seat_what_it_was_dealt_and_everybody_what_is_kept_and_brought():
    state = dealt()
    hands = state.investors_dealt[:]
    for _ in range(3):
        keep(state, 0)
    told = [(event.type, event.seat, event.investors) for event in state.events(1) if event.type in CHOICES]
    brought = [event.amount for event in state.events(SPECTATOR) if event.type == EventType.INVESTORS_KEPT]
    assert told == [
        (EventType.INVESTORS_DEALT, 1, hands[1]),
        *((EventType.INVESTORS_KEPT, seat, (hands[seat][0],)) for seat in range(3)),
    ]
    assert brought == [CASH[hand[0]] for hand in hands]


def test_investors_go_with_either_board():
    """Clarification 9."""
    boards = [Stockpile(4, board, True).start(deal(4, investors=True)).phase() for board in ("standard", "advanced")]
    assert boards == ["investors"] * 2


def test_settings_tell_what_each_investor_brings():
    games = (Stockpile(2, investors=True), Stockpile(4, investors=True), Stockpile(4))
    assert [(game.cash, game.investor_cash) for game in games] == [(0, CASH_OF_TWO), (0, CASH), (20, ())]


def test_ids_of_the_base_game_mean_the_same_with_investors():
    for players in (2, 3, 4, 5):
        base = Stockpile(players).actions.actions
        assert Stockpile(players, investors=True).actions.actions[: len(base)] == base


def test_there_are_no_investors_without_the_setting():
    state = Stockpile(4).start(deal(4))
    observed = state.observe(0)
    assert (observed.investor_owner, observed.investors_dealt, observed.pile_watched, state.investors_dealt) == (
        (),
        (),
        (),
        [],
    )


def test_an_investor_that_is_not_kept_is_out_of_the_game():
    state = dealt(5)
    for _ in range(5):
        keep(state, 0)
    owners = state.investor_owner
    assert (owners.count(-1), sorted(owner for owner in owners if owner >= 0)) == (5, [0, 1, 2, 3, 4])
