"""Tables of Stonks set as a test needs them. Cards and companies have the names of the audit format."""

from collections.abc import Mapping

from engine.contract import Action
from engine.games.stonks.actions import Adjust, Decline, Draft, Follow, Lead, Pick, Play
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.dealing import deal as draw_deal
from engine.games.stonks.events import EventType
from engine.games.stonks.game import Stonks
from engine.games.stonks.market import lowest_company
from engine.games.stonks.position import PLAY
from engine.games.stonks.state import StonksState
from engine.games.stonks.turn import legal_now
from engine.streams import Streams, seed_of

Hands = Mapping[int, str]
"""By seat: cards, such as "R13 Y2"."""


def deal(game: Stonks, seed: str = "table") -> StonksDeal:
    """A random deal."""
    return draw_deal(game.rulebook, Streams(seed_of(seed)))


def deck(game: Stonks, hands: Hands) -> tuple[int, ...]:
    """A deck that deals at least these cards; the others follow in order."""
    book = game.rulebook
    wanted = {seat: list(cards(game, text)) for seat, text in hands.items()}
    rest = [card for card in book.all_cards if not any(card in own for own in wanted.values())]
    for seat in range(game.players):
        own = wanted.setdefault(seat, [])
        missing = book.dealt - len(own)
        own += rest[:missing]
        del rest[:missing]
    return (*(wanted[at % game.players][at // game.players] for at in range(game.players * book.dealt)), *rest)


def cards(game: Stonks, text: str) -> tuple[int, ...]:
    """Numbers of the cards named."""
    return tuple(game.rulebook.numbers[name] for name in text.split())


def names(state: StonksState, numbers: tuple[int, ...]) -> str:
    """Names of cards, joined by blanks."""
    return " ".join(state.rulebook.card_names[card] for card in numbers)


def table(
    hands: Hands,
    *,
    values: str = "R3 Y3 B3 G3 O3",
    dot: str = "",
    offer: str = "O13",
    used: tuple[int, ...] = (),
    **settings: object,
) -> StonksState:
    """Seat 0 is to lead a trick of round 1 with these hands; other cards are where they happen to be."""
    game = Stonks(len(hands), **settings)
    state = game.start(deal(game), events=True)
    book = state.rulebook
    state.values = [int(entry.removeprefix(name)) for entry, name in zip(values.split(), book.companies, strict=True)]
    state.dot = book.companies.index(dot) if dot else state.dot
    state.trump = lowest_company(state)
    state.phase_number = PLAY
    state.hands = [tuple(sorted(cards(game, hands[seat]))) for seat in range(game.players)]
    state.ups = state.downs = [1] * game.players
    state.portfolios = [()] * game.players
    state.unused = [int(seat not in used) for seat in range(game.players)]
    state.leader = state.to_act = 0
    state.offer = book.numbers[offer]
    state.legal = legal_now(state, 0)
    return state


def action_of(state: StonksState, text: str) -> Action:
    """A typed action: "draft R4 B9", "play R4", "speculate R4" or "... R4 G", "adjust R +", "decline", "pick R4"."""
    book = state.rulebook
    match text.split():
        case ["draft", up, down]:
            return Draft(book.numbers[up], book.numbers[down])
        case ["play", card]:
            return Play(book.numbers[card])
        case ["speculate", card]:
            return Follow(book.numbers[card])
        case ["speculate", card, company]:
            return Lead(book.numbers[card], book.companies.index(company))
        case ["adjust", company, sign]:
            return Adjust(book.companies.index(company), 1 if sign == "+" else -1)
        case ["decline"]:
            return Decline()
        case ["pick", card]:
            return Pick(book.numbers[card])
    raise ValueError(text)


def text_of(state: StonksState, action: Action) -> str:
    """Inverse of `action_of`."""
    names, companies = state.rulebook.card_names, state.rulebook.companies
    match action:
        case Draft(up, down):
            return f"draft {names[up]} {names[down]}"
        case Play(card):
            return f"play {names[card]}"
        case Follow(card):
            return f"speculate {names[card]}"
        case Lead(card, company):
            return f"speculate {names[card]} {companies[company]}"
        case Adjust(company, direction):
            return f"adjust {companies[company]} {'+' if direction > 0 else '-'}"
        case Pick(card):
            return f"pick {names[card]}"
    return "decline"


def act(state: StonksState, *texts: str) -> StonksState:
    """Play actions of whoever is asked."""
    for text in texts:
        state.apply(state.rulebook.layout.table.id_of(action_of(state, text)))
    return state


def legal(state: StonksState) -> set[str]:
    """The legal actions."""
    return {text_of(state, state.rulebook.layout.table[action]) for action in state.legal_actions()}


def market(state: StonksState) -> str:
    """The market as `table` takes it, then dot and trump."""
    names = state.rulebook.companies
    values = " ".join(f"{name}{value}" for name, value in zip(names, state.values, strict=True))
    return f"{values}, dot {names[state.dot] if state.dot >= 0 else '-'}, trump {names[state.trump]}"


def happened(state: StonksState, *kinds: EventType, viewer: int = -1) -> list[str]:
    """What a viewer saw happen, in words, of these kinds."""
    game = Stonks(state.rulebook.players)
    return [game.event_text(event) for event in state.events(viewer) if event.type in kinds]


def default_to(state: StonksState, phase: str, round_: int = 1) -> StonksState:
    """Let everybody play the default action until the first question of a phase."""
    while (state.phase(), state.round) != (phase, round_):
        state.apply(state.default_action())
    return state
