"""Drawing a deal, and checking one that was given."""

from engine.contract import Deal, Draw, InvalidDeal
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.rulebook import Rulebook
from engine.streams import shuffle


def deal(rulebook: Rulebook, draw: Draw) -> StonksDeal:
    """Draw a deal; each round has a stream of its own."""
    return StonksDeal(tuple(deck_of_round(rulebook, number, draw) for number in range(1, rulebook.rounds + 1)))


def deck_of_round(rulebook: Rulebook, number: int, draw: Draw) -> tuple[int, ...]:
    """All cards, shuffled."""
    deck = list(rulebook.all_cards)
    shuffle(deck, draw, f"deck_{number}")
    return tuple(deck)


def check_deal(rulebook: Rulebook, deal: Deal) -> StonksDeal:
    """The same deal, if it is one of these rules; InvalidDeal says what is wrong."""
    if not isinstance(deal, StonksDeal):
        raise InvalidDeal(f"a {type(deal).__name__} is no deal of stonks")
    if len(deal.decks) != rulebook.rounds:
        raise InvalidDeal(f"decks has {len(deal.decks)} entries; these rules play {rulebook.rounds} rounds")
    for number, deck in enumerate(deal.decks, start=1):
        if len(deck) != len(rulebook.all_cards) or set(deck) != rulebook.card_set:
            raise InvalidDeal(f"the deck of round {number} {_what_is_wrong(rulebook, deck)}")
    return deal


def _what_is_wrong(rulebook: Rulebook, deck: tuple[int, ...]) -> str:
    for card in rulebook.all_cards:
        if deck.count(card) != 1:
            return f"has {deck.count(card)} cards {rulebook.card_names[card]}; it must have 1"
    return f"has {len(deck)} cards; it must have {len(rulebook.all_cards)}"
