"""From parameters that are each in range to a rulebook, if they go together (section 3.2)."""

import json
from collections.abc import Mapping, Sequence

from engine.contract import InvalidSetting, Json
from engine.games.stonks.deck import MOST_CARDS, Card
from engine.games.stonks.parameters import BLOCK, FEWEST_DEALT, as_list, as_number, as_object
from engine.games.stonks.reading import all_different
from engine.games.stonks.rulebook import Rulebook, Switches, Track


def build(players: int, length: str, texts: Mapping[str, str], switches: Switches) -> Rulebook:
    """The rulebook; InvalidSetting if two parameters do not fit each other. `texts` are canonical."""
    block: dict[str, Json] = {name: json.loads(text) for name, text in texts.items()}
    companies = tuple(str(letter) for letter in as_list(block["companies"]))
    cards = _deck(companies, block)
    _check_players(players, as_object(block["players"]))
    return Rulebook(
        players=players,
        companies=companies,
        company_names=_names(companies, as_object(block["company_names"])),
        cards=cards,
        dealt=_dealt(players, len(cards), as_object(block["hand_size"])),
        rounds=as_number(as_object(block["rounds"])[length]),
        track=_track(cards, as_object(block["market"])),
        switches=switches,
    )


def _check_players(players: int, allowed: Mapping[str, Json]) -> None:
    low, high = as_number(allowed["min"]), as_number(allowed["max"])
    if not low <= players <= high:
        raise InvalidSetting(f"players is {players}; these settings are for {low} to {high}")


def _names(companies: tuple[str, ...], names: Mapping[str, Json]) -> tuple[str, ...]:
    for letter in names:
        if letter not in companies and names != BLOCK["company_names"]:
            raise InvalidSetting(f"company_names has a company {letter!r}; there are {', '.join(companies)}")
    return tuple(str(names.get(letter, letter)) for letter in companies)


def _deck(companies: tuple[str, ...], block: Mapping[str, Json]) -> tuple[Card, ...]:
    override = block["cards_override"]
    cards = _generated(companies, block) if override is None else _given(companies, as_list(override))
    if len(cards) > MOST_CARDS:
        raise InvalidSetting(f"ranks and companies make {len(cards)} cards; stonks allows {MOST_CARDS}")
    all_different("the deck", [f"{companies[card.company]} {card.rank}" for card in cards])
    all_different("the deck", [card.id for card in cards])
    return tuple(sorted(cards, key=lambda card: (card.company, card.rank)))


def _generated(companies: tuple[str, ...], block: Mapping[str, Json]) -> list[Card]:
    ranks = [as_number(rank) for rank in as_list(block["ranks"])]
    profiles = {}
    for name in ("symbols_by_rank", "shares_by_rank"):
        profiles[name] = [as_number(entry) for entry in as_list(block[name])]
        if len(profiles[name]) != len(ranks):
            raise InvalidSetting(f"{name} has {len(profiles[name])} entries; stonks allows one a rank, {len(ranks)}")
    profile = zip(ranks, profiles["symbols_by_rank"], profiles["shares_by_rank"], strict=True)
    return [
        Card(f"{letter}{rank}", company, rank, symbols, shares)
        for rank, symbols, shares in profile
        for company, letter in enumerate(companies)
    ]


def _given(companies: tuple[str, ...], entries: Sequence[Json]) -> list[Card]:
    cards = []
    for at, entry in enumerate(entries):
        card = as_object(entry)
        if card["company"] not in companies:
            raise InvalidSetting(
                f"cards_override[{at}].company is {card['company']!r}; stonks allows {', '.join(companies)}"
            )
        company = companies.index(str(card["company"]))
        numbers = [as_number(card[key]) for key in ("rank", "symbols", "shares")]
        cards.append(Card(str(card["id"]), company, *numbers))
    return cards


def _dealt(players: int, cards: int, sizes: Mapping[str, Json]) -> int:
    """Cards dealt to each seat: one is turned up in each of the H - 3 tricks, so n H + H - 3 cards are needed."""
    most = (cards + 3) // (players + 1)
    if most < FEWEST_DEALT:
        need = players * FEWEST_DEALT + FEWEST_DEALT - 3
        raise InvalidSetting(f"the deck has {cards} cards; stonks allows {need} or more with {players} players")
    size = as_number(sizes[str(players)])
    if size > most:
        allowed = f"{FEWEST_DEALT} to {most} with {players} players and {cards} cards"
        raise InvalidSetting(f"hand_size.{players} is {size}; stonks allows {allowed}")
    return size


def _track(cards: tuple[Card, ...], market: Mapping[str, Json]) -> Track:
    """A company anywhere on the track must have a legal move, so that no adjustment is impossible."""
    low, high = as_number(market["min"]), as_number(market["max"])
    span = 3 if any(card.symbols == 2 for card in cards) else 1
    if high - low < span:
        symbols = "a card of two symbols" if span == 3 else "any deck"
        raise InvalidSetting(f"market.max is {high}; stonks allows {low + span} or more with min {low} and {symbols}")
    return Track(
        low=low,
        high=high,
        start=as_number(market["start"]),
        reset=market["reset_each_round"] is True,
        first_dot=market["initial_dot"] == "first_in_row",
    )
