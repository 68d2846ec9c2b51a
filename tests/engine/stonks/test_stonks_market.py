"""Adjusting the market (7.6)."""

from laid_stonks import act, happened, legal, market, table

from engine.games.stonks.events import EventType

UNEVEN = {"values": "R5 Y4 B3 G2 O1", "dot": "B"}


def test_two_symbols_move_one_company_twice_within_the_track():
    """E4."""
    state = act(table({0: "R1 R6", 1: "R7 R8"}, **UNEVEN), "play R1")
    assert legal(state) == {"adjust R -", "adjust Y -", "adjust G +", "adjust O +", "decline"}


def test_one_symbol_moves_any_company_without_the_dot_by_one():
    """E4."""
    state = act(table({0: "R3 R6", 1: "R7 R8"}, **UNEVEN), "play R3")
    moves = {"adjust R -", "adjust Y +", "adjust Y -", "adjust G +", "adjust G -", "adjust O +", "decline"}
    assert legal(state) == moves


def test_the_dot_follows_the_company_moved_and_protects_it_next():
    """E5."""
    state = table({0: "G3 G6", 1: "G4 G7", 2: "G1 G8", 3: "G5 G9"}, dot="R")
    moves, markets = [], []
    for played, moved in [("G3", "adjust O -"), ("G4", "adjust Y -"), ("G1", "adjust G +"), ("G5", "decline")]:
        act(state, f"play {played}")
        moves.append(legal(state) - {"decline"})
        act(state, moved)
        markets.append(market(state))
    both = {company: {f"adjust {company} +", f"adjust {company} -"} for company in "RYBGO"}
    assert moves == [
        both["Y"] | both["B"] | both["G"] | both["O"],
        both["R"] | both["Y"] | both["B"] | both["G"],
        both["R"] | both["B"] | both["G"] | {"adjust O +"},
        both["R"] | both["Y"] | both["B"] | both["O"],
    ]
    assert markets == [
        "R3 Y3 B3 G3 O2, dot O, trump O",
        "R3 Y2 B3 G3 O2, dot Y, trump Y",
        "R3 Y2 B3 G5 O2, dot G, trump Y",
        "R3 Y2 B3 G5 O2, dot G, trump Y",
    ]


def test_who_declines_is_seen_to():
    state = act(table({0: "G3 G6", 1: "G7 G8"}), "play G3", "decline")
    assert happened(state, EventType.DECLINED) == ["seat 0 leaves the market alone"]


def test_an_adjustment_may_not_be_declined_where_it_is_mandatory():
    state = act(table({0: "R1 R6", 1: "R7 R8"}, adjust_mandatory=True, **UNEVEN), "play R1")
    assert "decline" not in legal(state)


def test_the_only_adjustment_possible_is_made_unasked_where_it_is_mandatory():
    """17.11 (b)."""
    settings = {"companies": ["R", "Y"], "hand_size": {"2": 4}, "adjust_mandatory": True, "market": {"max": 4}}
    state = table({0: "R1 R6", 1: "R7 R8"}, values="R3 Y2", dot="R", offer="Y13", **settings)
    act(state, "play R1")
    assert (market(state), state.to_act, state.phase()) == ("R3 Y4, dot Y, trump R", 1, "play")
    assert happened(state, EventType.ADJUSTED) == ["seat 0 adjusts Y up by 2 to 4; trump is R"]


def test_the_player_of_a_card_without_symbols_is_not_asked():
    state = act(table({0: "R6 R9", 1: "R7 R8"}), "play R6")
    assert (state.phase(), state.to_act) == ("play", 1)
