"""What is played for a seat that does not answer (17.13)."""

from laid_stonks import act, deck, table, text_of

from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.game import Stonks


def default(state) -> str:
    return text_of(state, state.rulebook.layout.table[state.default_action()])


def test_it_drafts_the_lowest_card_up_and_the_next_down():
    game = Stonks(2, hand_size={"2": 4})
    state = game.start(StonksDeal((deck(game, {0: "O2 Y2 R13 B9"}),) * 3))
    assert default(state) == "draft Y2 O2"


def test_it_plays_the_lowest_card_of_the_leftmost_company_without_speculation():
    assert default(table({0: "O2 Y2 R13", 1: "R1 R2"})) == "play Y2"


def test_it_follows_with_the_lowest_card():
    assert default(act(table({0: "R6 R7", 1: "R9 R8 O1"}), "play R6")) == "play R8"


def test_it_leaves_the_market_alone():
    assert default(act(table({0: "R1 R7", 1: "R9 R8"}), "play R1")) == "decline"


def test_where_it_must_adjust_it_takes_the_first_of_the_row_down_before_up():
    state = table({0: "R1 R7", 1: "R9 R8"}, values="R3 Y2 B3 G3 O3", dot="R", adjust_mandatory=True)
    assert default(act(state, "play R1")) == "adjust Y +"


def test_it_takes_the_card_with_fewest_shares():
    state = act(table({0: "R6 R9", 1: "R7 O1"}, offer="Y13"), "play R6")
    assert default(state) == "pick Y13"
