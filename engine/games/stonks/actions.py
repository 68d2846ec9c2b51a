"""The actions of Stonks. Cards are named by their numbers, which stand for company and rank."""

from dataclasses import dataclass
from typing import Final

from engine.contract import Action


@dataclass(frozen=True, slots=True)
class Draft(Action):
    """Draft: take card `up` face up and card `down` face down into one's portfolio."""

    up: int
    down: int


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play: lay a card face up."""

    card: int


@dataclass(frozen=True, slots=True)
class Follow(Action):
    """Play, by a follower: lay a card face up with Speculation; it counts as a card of the lead suit."""

    card: int


@dataclass(frozen=True, slots=True)
class Lead(Action):
    """Play, by the leader: lay a card face down with Speculation and call `company` as the lead suit."""

    card: int
    company: int


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Adjust: leave the market alone."""


@dataclass(frozen=True, slots=True)
class Adjust(Action):
    """Adjust: move `company` in `direction` (1 up, -1 down) by one step per symbol of the card played."""

    company: int
    direction: int


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Pick: take a card of the trick, or the offer, into one's portfolio."""

    card: int


ACTION_TYPES: Final[tuple[type[Action], ...]] = (Draft, Play, Follow, Lead, Decline, Adjust, Pick)
