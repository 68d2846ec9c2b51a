"""A whole match as text for people: every decision, everything seen, every table at the end of a round."""

from engine.contract import SPECTATOR, Game, Seat, State
from engine.streams import Streams, seed_of


def playthrough(game: Game, seed: str) -> str:
    """A match in which everybody chooses at random, the same for the same seed."""
    draw = Streams(seed_of(seed))
    state = game.start(game.deal(draw), events=True)
    settings = ", ".join(f"{name} {value}" for name, value in game.settings().items())
    lines = [f"{game.title}, {game.players} players, {settings}, rules version {game.rules_version}", ""]
    shown = _Shown(game)
    lines += [game.state_text(state), "", *shown.news(state)]
    phase = state.phase()
    number = 0
    while (seat := state.to_act) is not None:
        legal = state.legal_actions()
        action = legal[draw("choices", len(legal))]
        lines.append(f"{number}. seat {seat}, one of {len(legal)}: {game.action_text(action)}")
        state.apply(action)
        lines += shown.news(state)
        number += 1
        if state.phase() != phase:
            phase = state.phase()
            lines += ["", game.state_text(state), ""]
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(state.scores()))
    places = ", ".join(f"seat {seat} {place}" for seat, place in enumerate(state.places()))
    return "\n".join([*lines, "", f"Scores: {scores}", f"Places: {places}", ""])


class _Shown:
    """How many events of each viewer have been printed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._printed: dict[Seat, int] = dict.fromkeys((SPECTATOR, *range(game.players)), 0)

    def news(self, state: State) -> list[str]:
        """What everybody has seen since the last call, then what only one seat has."""
        public = self._new(state, SPECTATOR)
        lines = [f"   {line}" for line in public]
        for seat in range(self._game.players):
            lines += [f"   [seat {seat}] {line}" for line in self._new(state, seat) if line not in public]
        return lines

    def _new(self, state: State, viewer: Seat) -> list[str]:
        events = state.events(viewer, self._printed[viewer])
        self._printed[viewer] += len(events)
        return [self._game.event_text(event) for event in events]
