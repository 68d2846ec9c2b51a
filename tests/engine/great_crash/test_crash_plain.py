"""The engine and the rules told as a story play the same matches, question by question."""

import json

import pytest
from plain_crash import NAMES, PlainCrash

from engine.games.great_crash import GreatCrash
from engine.streams import Streams, seed_of

GAMES = [
    GreatCrash(players, board, experts, no_bonus)
    for players in (3, 4, 5)
    for board, experts, no_bonus in (("standard", 0, False), ("advanced", 1, True), ("advanced", 2, False))
]


def in_order(moves):
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def facts_of(plain):
    """What both know of the table, in the words of the audit format."""
    by_name = [{name: held[name] for name in NAMES} for held in (*plain.regular, *plain.split)]
    return {
        "cash": plain.cash,
        "debts": [sorted(owed) for owed in plain.debts],
        "index": plain.index,
        "turn_order": plain.order,
        "regular": by_name[: plain.n],
        "split": by_name[plain.n :],
        "expert_rows": plain.rows,
        "experts": [sorted(staff) for staff in plain.staff],
        "hires": plain.hires,
        "supply": plain.supply,
    }


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_engine_asks_and_pays_as_the_rules_tell(game, seed):
    """Also whoever dumps: every other match sells whenever that is possible."""
    draw = Streams(seed_of("plain", str(game), seed))
    deal = game.deal(draw)
    state = game.start(deal)

    def choose(plain, seat, phase, legal):
        assert (state.to_act, state.phase()) == (seat, phase)
        offered = [game.action_to_json(action, state) for action in state.legal_actions()]
        assert in_order(offered) == in_order(legal)
        facts = state.public_facts()
        facts["experts"] = [sorted(staff) for staff in facts["experts"]]
        known = facts_of(plain)
        assert {key: facts[key] for key in known} == known
        eager = [move for move in offered if seed % 2 and move["type"] in ("sell", "hire", "buy", "split_sale")]
        move = (eager or offered)[draw("choices", len(eager or offered))]
        state.apply(game.action_from_json(move, state))
        return move

    told = PlainCrash(game.players, game.settings(), json.loads(json.dumps(game.deal_to_json(deal))), choose)
    assert (told.play(), state.to_act) == (list(state.scores()), None)
