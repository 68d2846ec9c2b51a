"""A chunk of random play without bots, records and all: what a worker would report, made in a millisecond."""

from random import Random

from arena.model.faults import Cause, Fault
from arena.model.matches import (
    DecisionTime,
    MatchRecord,
    RotationRecord,
    SeatReport,
    Termination,
    final_places,
    out_order,
)
from engine.games import make_game
from engine.streams import Streams
from engine.transcript import Transcript


def play_match(table, seed, fault_seat=None):
    """One match of random choices; `fault_seat` makes an illegal choice at its first decision."""
    game = make_game(table.game, table.players, dict(table.settings))
    deal = game.deal(Streams(seed))
    state = game.start(deal)
    dice = Random(seed)
    decisions, faults = [], []
    while (seat := state.to_act) is not None:
        if seat == fault_seat and not faults:
            faults.append(Fault(seat, len(decisions), Cause.ILLEGAL_ACTION, "action 9999 is not legal"))
            action = state.default_action()
        else:
            action = dice.choice(state.legal_actions())
        state.apply(action)
        decisions.append((seat, action))
    transcript = Transcript(
        game=game.name,
        players=game.players,
        settings=game.settings(),
        rules_version=game.rules_version,
        deal=game.deal_to_json(deal),
        decisions=tuple(decisions),
    )
    out = out_order(faults, table.time_control.strikes)
    return MatchRecord(
        transcript=transcript,
        scores=state.scores(),
        places=final_places(state.places(), out),
        termination=Termination.FORFEITED if out else Termination.COMPLETED,
        faults=tuple(faults),
        times=tuple(DecisionTime(dice.randrange(50, 2000), 0) for _ in decisions),
        wall_us=12_000,
        reports=tuple(SeatReport() for _ in range(table.players)),
    )


def play_rotation(table, rotation):
    """All matches of a rotation; in every fifth a seat makes a mistake."""
    matches = tuple(
        play_match(table, seed, fault_seat=no if rotation.id % 5 == 0 else None)
        for no, seed in enumerate(rotation.seeds)
    )
    return RotationRecord(rotation.id, rotation.attempt, matches)


def play_chunk(chunk, report, should_stop):
    """The job of a worker."""
    for rotation in chunk.rotations:
        if should_stop():
            return
        report(play_rotation(chunk.table, rotation))
