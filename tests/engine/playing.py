"""Random matches for tests, the same each time."""

from engine.contract import Game
from engine.streams import Streams, seed_of
from engine.transcript import Transcript


def random_transcript(game: Game, seed: str) -> Transcript:
    """A whole match in which everybody chooses at random."""
    draw = Streams(seed_of(seed))
    deal = game.deal(draw)
    state = game.start(deal)
    decisions = []
    while state.to_act is not None:
        legal = state.legal_actions()
        action = legal[draw("choices", len(legal))]
        decisions.append((state.to_act, action))
        state.apply(action)
    return Transcript(
        game.name, game.players, game.settings(), game.rules_version, game.deal_to_json(deal), tuple(decisions)
    )
