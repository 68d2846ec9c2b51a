"""A full state that fits an observation, for bots that search."""

from engine.contract import Draw, Seat
from engine.games.stonks.hidden import fill_hidden
from engine.games.stonks.observation import StonksObservation
from engine.games.stonks.position import DRAFT, PLAIN, Position
from engine.games.stonks.rulebook import Rulebook
from engine.games.stonks.state import StonksState
from engine.games.stonks.turn import legal_now


def sample_state(rulebook: Rulebook, seen: StonksObservation, draw: Draw) -> StonksState:
    """A state in which `seen.seat` is asked and observes exactly `seen`; the rest is drawn."""
    state = StonksState()
    state.set_up(rulebook, ((),) * rulebook.rounds, None)
    _lay_out_round(state, seen)
    _lay_out_trick(state, seen)
    _lay_out_past(state, seen)
    _lay_out_cards(state, seen)
    state.to_act = seen.seat
    fill_hidden(state, seen.seat, draw)
    state.legal = legal_now(state, seen.seat)
    return state


def _lay_out_round(state: Position, seen: StonksObservation) -> None:
    players = state.rulebook.players
    state.round = seen.round
    state.take_row(seen.round)
    state.phase_number = int(seen.phase)
    state.values = list(seen.value)
    state.dot = seen.dot
    state.trump = seen.trump
    state.unused = list(seen.unused)
    state.voids = list(seen.void)
    state.points = seen.points
    state.scored_down = seen.scored_down
    state.totals = [sum(seen.points[seat::players]) for seat in range(players)]


def _lay_out_trick(state: Position, seen: StonksObservation) -> None:
    state.leader = seen.leader
    state.offer = seen.offer
    state.lead_suit = seen.lead_suit
    state.plays = list(seen.play_card)
    state.moved = list(seen.play_moved)
    state.steps = list(seen.play_steps)
    for at, speculation in enumerate(seen.play_speculation):
        if speculation != PLAIN:
            state.speculator, state.speculation = at, speculation
    state.symbols = seen.symbols
    state.winner = seen.winner


def _lay_out_past(state: Position, seen: StonksObservation) -> None:
    state.past_leader = seen.past_leader
    state.past_offer = seen.past_offer
    state.past_suit = seen.past_suit
    state.past_winner = seen.past_winner
    state.past_picked = seen.past_picked
    state.past_card = seen.past_card
    state.past_speculation = seen.past_speculation
    state.past_moved = seen.past_moved
    state.past_steps = seen.past_steps
    state.discard = seen.discard


def _lay_out_cards(state: Position, seen: StonksObservation) -> None:
    """Own and open cards; the others' hands and the draw deck hold all that was not seen, until they are dealt."""
    players = state.rulebook.players
    for seat in range(players):
        at = slice(seen.portfolio_start[seat], seen.portfolio_start[seat + 1])
        state.portfolios[seat] = seen.portfolio_card[at]
    if seen.phase == DRAFT:
        state.ups = list(seen.committed)
        state.downs = list(seen.committed)
    else:
        state.ups = [portfolio[0] for portfolio in state.portfolios]
    state.downs[seen.seat] = seen.down
    unseen = _unseen(state, seen)
    for seat, size in enumerate(seen.hand_size):
        state.hands[seat] = seen.hand if seat == seen.seat else tuple(unseen[:size])
        if seat != seen.seat:
            del unseen[:size]
    _lay_face_down(state, seen.seat, unseen)
    state.deck = tuple(unseen)


def _lay_face_down(state: Position, viewer: Seat, unseen: list[int]) -> None:
    if state.phase_number == DRAFT:
        return
    for seat in range(state.rulebook.players):
        if seat != viewer:
            state.downs[seat] = unseen.pop()
    if state.plays and not state.plays[0]:
        state.plays[0] = unseen.pop()


def _unseen(state: Position, seen: StonksObservation) -> list[int]:
    """Cards the viewer has not seen in this round."""
    there = {*seen.hand, seen.down, seen.offer, *seen.portfolio_card, *seen.play_card, *seen.discard}
    return [card for card in state.rulebook.all_cards if card not in there]
