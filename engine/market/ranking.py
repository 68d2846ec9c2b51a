"""Places by money."""


def places_by(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Competition ranking, 1 the highest score (1, 1, 3)."""
    return tuple([1 + sum([other > score for other in scores]) for score in scores])
