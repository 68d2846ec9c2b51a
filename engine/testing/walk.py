"""A random match with the laws applied on the way."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from engine.contract import Deal, Draw, Game, State
from engine.testing.laws import (
    BrokenLaw,
    a_sample_fits,
    choices_are_in_order,
    deals_do_not_leak,
    every_choice_is_accepted,
    everything_encodes,
    nothing_leaks,
    other_choices_are_refused,
    require,
    secret_choices_look_alike,
)
from engine.testing.seeing import Encode, everything, plain_bytes, viewers
from engine.testing.silence import questions_are_silent
from engine.transcript import Transcript, final_state


@dataclass(slots=True)
class Findings:
    """What a walk came across; laws that look at what varies need it."""

    decisions: int = 0
    redeals: int = 0
    redeals_that_differ: int = 0
    samples: int = 0
    samples_that_differ: int = 0
    secret_choices: int = 0
    """Choices found that look alike in a state and its redeal."""
    silent_decisions: int = 0
    """Decisions compared for the silent question, beyond the first of each pair."""

    def add(self, other: "Findings") -> None:
        """Sum up."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Walk:
    """How to walk: the game, what draws, how often the dear laws are tried, and what bytes are compared."""

    game: Game
    draw: Draw
    often: int = 8
    """One decision in so many is looked at closely."""
    encode: Encode = plain_bytes


def walk(plan: Walk) -> Findings:
    """Play one random match; BrokenLaw at the first law that does not hold."""
    game = plan.game
    deal = game.deal(plan.draw)
    require_deal(game, deal)
    deals_do_not_leak(game, deal, plan.draw, plan.encode)
    state = game.start(deal, events=True)
    twin = game.start(deal)
    findings = Findings()
    decisions = []
    while state.to_act is not None:
        choices_are_in_order(game, state)
        _balanced(game, state)
        if plan.draw("closer", plan.often) == 0:
            _look_closely(plan, state, findings)
        legal = state.legal_actions()
        action = legal[plan.draw("choices", len(legal))]
        decisions.append((state.to_act, action))
        state.apply(action)
        twin.apply(action)
        if len(decisions) > game.max_decisions:
            raise BrokenLaw(f"the match goes on after {game.max_decisions} decisions")
    findings.decisions = len(decisions)
    _at_the_end(plan, state, twin)
    transcript = Transcript(
        game.name, game.players, game.settings(), game.rules_version, game.deal_to_json(deal), tuple(decisions)
    )
    same = everything(game, final_state(transcript)) == everything(game, twin)
    require(same, "a replay of the transcript ends in another state", state)
    return findings


def require_deal(game: Game, deal: Deal) -> None:
    """A deal survives being written down."""
    if game.deal_from_json(game.deal_to_json(deal)) != deal:
        raise BrokenLaw("a deal is another after being written down and read")


def _look_closely(plan: Walk, state: State, findings: Findings) -> None:
    game, draw, encode = plan.game, plan.draw, plan.encode
    assert state.to_act is not None
    everything_encodes(game, state, encode)
    other_choices_are_refused(game, state, draw)
    if draw("accepted", 4) == 0:
        every_choice_is_accepted(game, state)
    for viewer in viewers(game):
        findings.redeals += 1
        findings.redeals_that_differ += nothing_leaks(game, state, viewer, draw, encode)
    findings.samples += 1
    findings.samples_that_differ += a_sample_fits(game, state, draw)
    viewer = viewers(game)[draw("viewers", game.players + 1)]
    findings.secret_choices += secret_choices_look_alike(game, state, viewer, draw)
    compared = questions_are_silent(game, state, state.to_act, draw, encode)
    findings.silent_decisions += max(compared - 1, 0)


def _balanced(game: Game, state: State) -> None:
    """Cards, money and shares are conserved, by the game's own account."""
    imbalance: Callable[[Game, State], str] = import_module(f"engine.games.{game.name}").imbalance
    wrong = imbalance(game, state)
    require(not wrong, wrong, state)


def _at_the_end(plan: Walk, state: State, twin: State) -> None:
    game = plan.game
    choices_are_in_order(game, state)
    _balanced(game, state)
    for viewer in viewers(game):
        same = state.clone(events=True).events(viewer) == state.events(viewer)
        require(same, f"viewer {viewer} has other events in a copy", state)
    require(everything(game, state) == everything(game, twin), "equal inputs end in different states", state)
    require(not twin.events(0), "events are recorded that nobody asked for", twin)
    _places_fit(state)


def _places_fit(state: State) -> None:
    """Places are a competition ranking (1, 1, 3) in which more points are better; equal points may be told apart."""
    places, scores = state.places(), state.scores()
    for seat, place in enumerate(places):
        better = 1 + sum(other < place for other in places)
        require(place == better, f"seat {seat} has place {place}, not {better}", state)
        worse = [other for other, score in enumerate(scores) if score > scores[seat] and places[other] >= place]
        require(not worse, f"seat {seat} has place {place}, but seats {worse} have more points", state)
