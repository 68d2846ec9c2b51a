"""Deals, actions and facts in the words of the audit format (version 1): plain JSON that other programs can check."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.contract import Action, IllegalAction, InvalidDeal, Json, Seat
from engine.games.stonks.actions import Adjust, Decline, Draft, Follow, Lead, Pick, Play
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.deck import NO_CARD
from engine.games.stonks.observing import lead_is_hidden, seen_plays, speculations
from engine.games.stonks.position import CANCELLED, DRAFT, FOLLOWED, LED, PLAIN, Position
from engine.games.stonks.rulebook import Rulebook

NOBODY_SEES: Final = -1

SPECULATIONS: Final = {PLAIN: "none", LED: "lead", FOLLOWED: "follow", CANCELLED: "follow"}


def deal_to_json(rulebook: Rulebook, deal: StonksDeal) -> dict[str, Json]:
    """The deal, cards by id."""
    return {"decks": [[rulebook.card_names[card] for card in deck] for deck in deal.decks]}


def deal_from_json(rulebook: Rulebook, data: Json) -> StonksDeal:
    """Inverse of `deal_to_json`; InvalidDeal names what is wrong."""
    if not isinstance(data, Mapping):
        raise InvalidDeal("the deal is no object")
    if set(data) != {"decks"}:
        raise InvalidDeal(
            f"the deal has the keys {', '.join(map(str, sorted(data))) or 'none'}; it must have decks only"
        )
    decks = _list("decks", data["decks"])
    return StonksDeal(tuple(_deck(rulebook, number, deck) for number, deck in enumerate(decks, start=1)))


def _deck(rulebook: Rulebook, number: int, data: Json) -> tuple[int, ...]:
    cards = []
    for name in _list(f"the deck of round {number}", data):
        if not isinstance(name, str) or name not in rulebook.numbers:
            raise InvalidDeal(f"the deck of round {number} has a card {name!r}; cards are {_some(rulebook)}")
        cards.append(rulebook.numbers[name])
    return tuple(cards)


def _some(rulebook: Rulebook) -> str:
    return f"{rulebook.card_names[1]} to {rulebook.card_names[-1]}"


def _list(name: str, value: Json) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidDeal(f"{name} is {value!r}; it must be a list")
    return value


def action_to_json(rulebook: Rulebook, action: Action) -> dict[str, Json]:
    """A typed action."""
    names, companies = rulebook.card_names, rulebook.companies
    match action:
        case Draft(up, down):
            return {"type": "draft", "up": names[up], "down": names[down]}
        case Play(card):
            return {"type": "play", "card": names[card]}
        case Follow(card):
            return {"type": "speculate", "card": names[card]}
        case Lead(card, company):
            return {"type": "speculate", "card": names[card], "call": companies[company]}
        case Decline():
            return {"type": "adjust", "company": None}
        case Adjust(company, direction):
            return {"type": "adjust", "company": companies[company], "dir": direction}
        case Pick(card):
            return {"type": "pick", "card": names[card]}
    raise IllegalAction(f"{action} is no action of stonks")


def public_facts(position: Position) -> dict[str, Json]:
    """What everyone may know."""
    rulebook = position.rulebook
    names, companies = rulebook.card_names, rulebook.companies
    return {
        "round": position.round,
        "row": [companies[company] for company in position.row],
        "values": dict(zip(companies, position.values, strict=True)),
        "dot": companies[position.dot] if position.dot >= 0 else None,
        "trump": companies[position.trump],
        "hand_sizes": [len(hand) for hand in position.hands],
        "deck_count": len(position.deck) - position.deck_at,
        "portfolios": [[names[card] for card in portfolio] for portfolio in position.portfolios],
        "speculation_unused": [bool(unused) for unused in position.unused],
        "leader": position.leader if position.leader >= 0 else None,
        "offer": names[position.offer] if position.offer else None,
        "trick": _trick(position) if position.offer else None,
        "totals": list(position.totals),
    }


def private_facts(position: Position, seat: Seat) -> dict[str, Json]:
    """What only `seat` knows."""
    names = position.rulebook.card_names
    hidden = position.plays[0] if lead_is_hidden(position) and position.leader == seat else NO_CARD
    down = position.downs[seat] if position.phase_number != DRAFT else NO_CARD
    return {
        "hand": [names[card] for card in position.hands[seat]],
        "down": names[down] or None,
        "hidden_lead": names[hidden] or None,
    }


def _trick(position: Position) -> dict[str, Json]:
    rulebook = position.rulebook
    plays: list[Json] = [
        {
            "seat": (position.leader + at) % rulebook.players,
            "card": rulebook.card_names[card] or None,
            "speculation": SPECULATIONS[speculation],
            "cancelled": speculation == CANCELLED,
        }
        for at, (card, speculation) in enumerate(
            zip(seen_plays(position, NOBODY_SEES), speculations(position), strict=True)
        )
    ]
    suit = rulebook.companies[position.lead_suit] if position.lead_suit >= 0 else None
    return {"leader": position.leader, "lead_suit": suit, "plays": plays}
