"""The laws, each a function that raises BrokenLaw; they hold for every game, in every state."""

from engine.contract import Deal, Draw, Event, Game, IllegalAction, Observation, Seat, State
from engine.testing.seeing import Encode, everything, plain_bytes, secrets, seen, viewers


class BrokenLaw(AssertionError):
    """A law that does not hold; the text says which and where."""


def choices_are_in_order(game: Game, state: State) -> None:
    """Legal actions are distinct, ascending, at least two while somebody is asked, and none afterwards."""
    legal = state.legal_actions()
    if state.to_act is None:
        require(not legal, "nobody is asked, but there are legal actions", state)
        return
    require(len(legal) >= 2, f"seat {state.to_act} is asked with {len(legal)} legal actions", state)
    require(legal == sorted(set(legal)), f"legal actions are not distinct and ascending: {legal}", state)
    require(legal[0] >= 0 and legal[-1] < len(game.actions), "a legal action is not in the table", state)
    require(state.default_action() in legal, "the default action is not legal", state)
    legal.clear()
    require(len(state.legal_actions()) >= 2, "whoever changes the list returned changes the state", state)


def every_choice_is_accepted(game: Game, state: State) -> None:
    """Each legal action can be played on a copy, and the original does not notice."""
    before = everything(game, state)
    for action in state.legal_actions():
        state.clone().apply(action)
    require(everything(game, state) == before, "playing on a copy changes the original", state)


def other_choices_are_refused(game: Game, state: State, draw: Draw) -> None:
    """Any other number raises IllegalAction and changes nothing."""
    before = everything(game, state)
    legal = set(state.legal_actions())
    tried = {-1, len(game.actions), *(draw("illegal", len(game.actions)) for _ in range(8))} - legal
    for action in sorted(tried):
        try:
            state.apply(action)
        except IllegalAction:
            continue
        raise BrokenLaw(f"action {action} is not legal but was accepted")
    require(everything(game, state) == before, "an illegal action changes the state", state)


def a_sample_fits(game: Game, state: State, draw: Draw) -> bool:
    """A state sampled from the observation of the seat asked is one it observes alike; True if the sample differs."""
    seat = state.to_act
    assert seat is not None
    observation = state.observe(seat)
    sample = game.sample_state(observation, draw)
    require(sample.observe(seat) == observation, f"seat {seat} observes another thing in a sample", state)
    require(sample.to_act == seat, f"seat {seat} is not asked in a sample", state)
    require(sample.legal_actions() == state.legal_actions(), f"seat {seat} has other choices in a sample", state)
    return secrets(game, sample) != secrets(game, state)


def nothing_leaks(game: Game, state: State, viewer: Seat, draw: Draw, encode: Encode = plain_bytes) -> bool:
    """Whatever the viewer has never seen, it is sent the same bytes; True if the other state differs at all."""
    future = draw("future", 4) > 0
    other = state.redeal(viewer, draw, future=future)
    same = seen(game, state, viewer, encode) == seen(game, other, viewer, encode)
    same = same and state.events(viewer) == other.events(viewer)
    require(same, f"viewer {viewer} can tell a state from its redeal", state)
    if state.to_act == viewer:
        require(other.to_act == viewer, f"seat {viewer} is not asked in a redeal", state)
        same = state.default_action() == other.default_action()
        require(same, f"the default action of seat {viewer} depends on what it does not know", state)
    return secrets(game, other) != secrets(game, state)


def deals_do_not_leak(game: Game, deal: Deal, draw: Draw, encode: Encode = plain_bytes) -> None:
    """Before the first decision a viewer is sent the same for every deal it cannot tell from this one, events too.

    States made by `State.redeal` have the events of the state they come from; here they are recorded anew.
    """
    state = game.start(deal, events=True)
    for viewer in viewers(game):
        other = game.start(game.redeal(deal, viewer, draw), events=True)
        same = seen(game, state, viewer, encode) == seen(game, other, viewer, encode)
        require(same, f"viewer {viewer} can tell a deal from its redeal", state)


def secret_choices_look_alike(game: Game, state: State, viewer: Seat, draw: Draw) -> int:
    """Where choices of another seat, in a state and in its redeal, come to the same observation, so do its events.

    Several ways may lead to one observation (two bids in either order): one of them must be the same. The number of
    observations compared.
    """
    if state.to_act in (viewer, None):
        return 0
    past = len(state.events(viewer))
    shown = _shown_by_choice(state, viewer, past)
    found = 0
    for observation, ways in _shown_by_choice(state.redeal(viewer, draw), viewer, past).items():
        if observation in shown:
            found += 1
            alike = any(events in shown[observation] for events in ways)
            require(alike, f"viewer {viewer} sees events it cannot explain", state)
    return found


def _shown_by_choice(state: State, viewer: Seat, past: int) -> dict[Observation, list[list[Event]]]:
    """By what the viewer observes after a legal action: the events it saw meanwhile, for each such action.

    Actions that end the match are left out: all is shown then, and nobody observes any more.
    """
    shown: dict[Observation, list[list[Event]]] = {}
    for action in state.legal_actions():
        after = state.clone(events=True)
        after.apply(action)
        if after.to_act is None:
            continue
        shown.setdefault(after.observe(viewer), []).append(after.events(viewer, past))
    return shown


def everything_encodes(game: Game, state: State, encode: Encode) -> None:
    """Whatever is observed, and every recent event, can be sent."""
    for viewer in viewers(game):
        seen(game, state, viewer, encode)


def require(holds: bool, what: str, state: State) -> None:
    """BrokenLaw with the phase and the seat asked, unless it holds."""
    if not holds:
        raise BrokenLaw(f"{what} (in {state.phase()}, seat {state.to_act} asked)")
