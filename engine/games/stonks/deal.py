"""What chance decides in a match of Stonks: the order of the deck in each round."""

from dataclasses import dataclass

from engine.contract import Deal


@dataclass(frozen=True, slots=True)
class StonksDeal(Deal):
    """A deck of all cards per round, top first; card i of those dealt goes to seat i mod n."""

    decks: tuple[tuple[int, ...], ...]
