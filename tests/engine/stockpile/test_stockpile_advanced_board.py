"""Conformance cases A1 to A10, S3 and S9: the advanced board (rules section 12). Spaces by index, money in K."""

import pytest
from laid_stockpile import AA, BB, CC, EE, LL, SS, cards_of, happened, legal, move, play, table

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Play, Show
from engine.games.stockpile.events import EventType
from engine.games.stockpile.position import ACTION
from engine.games.stockpile.turn import proceed
from engine.market.cards import BOOM
from engine.market.tracks import BOARDS, STANDARD


def on_advanced(**holdings):
    return table(board="advanced", **holdings)


def moved(company: int, index: int, steps: int) -> tuple[int, int, int, int]:
    """Price and index afterwards, splits, bankruptcies."""
    state = move(on_advanced(index={company: index}), company, steps)
    splits = happened(state, EventType.SPLIT).count(EventType.SPLIT)
    failures = happened(state, EventType.BANKRUPT).count(EventType.BANKRUPT)
    return state.price[company], state.index[company], splits, failures


def show_all(state, seat: int):
    """Show everything at each dividend question of a seat; the amounts paid."""
    paid = []
    while state.dividend_company >= 0 and state.to_act == seat:
        cash = state.cash[seat]
        state.apply(state.legal_actions()[-1])
        paid.append(state.cash[seat] - cash)
    return paid


def test_one_move_can_split_cosmic_computers_twice():
    """A1."""
    assert moved(CC, 4, +4) == (5, 2, 2, 0)


def test_one_move_can_split_bottomline_bank_twice():
    """A2."""
    assert moved(BB, 5, +4) == (4, 3, 2, 0)


def test_a_split_of_american_automotive_returns_to_seven():
    """A3."""
    assert moved(AA, 6, +4) == (13, 6, 1, 0)


def test_every_dollar_space_passed_or_landed_on_pays():
    """A4."""
    state = move(on_advanced(index={SS: 0}, regular={0: {SS: 1}}), SS, +4)
    paid = show_all(state, 0)
    assert (paid, state.index[SS], state.price[SS]) == ([1, 1], 4, 3)


def test_a_dollar_space_before_a_split_pays_once():
    """A5."""
    state = move(on_advanced(index={SS: 8}, regular={0: {SS: 1}}), SS, +2)
    paid = show_all(state, 0)
    assert (paid, state.index[SS], state.price[SS]) == ([1], 4, 3)


def test_a_share_is_worth_twice_at_the_dollar_space_after_its_split():
    """A6 and S9."""
    state = move(on_advanced(cash=0, index={SS: 8}, regular={0: {SS: 1}}), SS, +4)
    paid = show_all(state, 0)
    assert (paid, state.index[SS], state.price[SS], cards_of(state, 0, SS)) == ([1, 2], 6, 4, (0, 1))


def test_nothing_is_paid_on_the_way_down():
    """A7."""
    state = move(on_advanced(index={SS: 9}, regular={0: {SS: 1}}), SS, -3)
    assert (state.index[SS], state.price[SS], state.cash[0]) == (6, 4, 20)


def test_epic_electric_returns_to_its_first_five():
    """A8."""
    assert moved(EE, 9, +1) == (5, 3, 1, 0)


def test_a_ticker_may_move_without_a_change_of_price():
    """A9."""
    assert moved(EE, 3, +1) == (5, 4, 0, 0)


def test_a_bankruptcy_returns_to_the_start_of_the_track():
    """A10."""
    assert moved(CC, 1, -2) == (5, 2, 0, 1)


def test_cards_split_by_the_first_split_of_a_move_earn_at_the_second():
    """S3."""
    state = move(on_advanced(cash=0, index={CC: 4}, regular={0: {CC: 2}}, split={0: {CC: 1}}), CC, +4)
    assert (state.cash[0], cards_of(state, 0, CC)) == (40, (0, 3))


def test_a_ticker_put_back_on_a_dollar_space_pays_nothing():
    """A reset is no move to the right (12.4): Steel returns to index 4 or 8, which pay nothing either way."""
    steel = BOARDS["advanced"][SS]
    assert (steel.start in steel.dollars, steel.split_return in steel.dollars) == (False, False)


def test_a_dollar_space_asks_in_the_middle_of_the_action_turn_of_another_seat():
    """Clarifications 2 and 3: the action card stays before its owner until its move is complete."""
    state = on_advanced(index={SS: 4}, regular={2: {SS: 1}})
    state.phase_number, state.cursor = ACTION, 0
    state.action_cards[0] = 1
    proceed(state)
    play(state, Play(BOOM, SS))
    asked = state.observe(2)
    assert (
        state.to_act,
        state.phase(),
        legal(state),
        asked.playing_seat,
        asked.playing_card,
        asked.action_card[0],
    ) == (
        2,
        "action",
        {Show(0, 0), Show(1, 0)},
        0,
        BOOM,
        1,
    )


def test_after_the_question_the_move_goes_on():
    state = on_advanced(index={SS: 4}, regular={2: {SS: 1}, 3: {AA: 1}})
    state.phase_number, state.cursor = ACTION, 0
    state.action_cards[0] = 1
    proceed(state)
    play(state, Play(BOOM, SS), Show(1, 0))
    assert (state.index[SS], state.cash[2], state.action_cards[0], state.phase()) == (6, 21, 0, "selling")


def test_a_question_nobody_answers_with_a_card_leaves_no_trace():
    state = move(on_advanced(index={SS: 0}, regular={0: {SS: 1}}), SS, +1)
    before = state.events(SPECTATOR)
    play(state, Show(0, 0))
    assert state.events(SPECTATOR)[: len(before)] == before
    assert EventType.SHOWN not in happened(state, *EventType)


def test_all_companies_start_at_five():
    assert [track.values[track.start] for track in BOARDS["advanced"]] == [5] * 6


def test_leading_laboratories_has_the_standard_track():
    assert BOARDS["advanced"][LL] == STANDARD


@pytest.mark.parametrize("company", range(6))
def test_a_split_never_costs_who_has_not_split(company):
    """Section 12.3: twice the price a split returns to is at least the highest price."""
    track = BOARDS["advanced"][company]
    assert 2 * track.values[track.split_return] >= track.values[-1]


def test_settings_tell_the_tracks_of_every_company():
    game = Stockpile(3, "advanced")
    ends = [game.track_value[start:end] for start, end in zip(game.track_start, game.track_start[1:], strict=False)]
    dollars = [at - game.track_start[SS] for at, dollar in enumerate(game.track_dollar) if dollar]
    assert (ends[CC], dollars, game.start_index, game.split_index) == (
        (1, 3, 5, 7, 9),
        [1, 3, 5, 7, 9],
        (2, 4, 2, 4, 4, 8),
        (3, 3, 2, 3, 5, 4),
    )
