"""A trick from the offer to the discard: leading, following, Speculation, winning and picking (7, 8, 9)."""

from engine.contract import Seat
from engine.games.stonks.deck import NO_CARD
from engine.games.stonks.events import EventType, Speculation, StonksEvent
from engine.games.stonks.market import ask_adjustment
from engine.games.stonks.position import (
    CANCELLED,
    FOLLOWED,
    LED,
    NOBODY,
    PICK,
    PLAIN,
    PLAY,
    Position,
    Trick,
)


def begin_trick(position: Position, leader: Seat) -> None:
    """Turn up the offer and ask the leader, who has at least two cards."""
    position.clear_trick()
    position.leader = leader
    position.offer = position.deck[position.deck_at]
    position.deck_at += 1
    if position.journal is not None:
        position.journal.tell_all(StonksEvent(EventType.TRICK, seat=leader, card=position.offer))
    position.phase_number = PLAY
    position.to_act = leader
    position.legal = legal_leads(position, leader)


def may_speculate(position: Position, seat: Seat) -> bool:
    """Whether the seat's Speculation is unused, and nobody's was used in this trick (or round: `once_a_round`)."""
    if not position.unused[seat] or position.speculator >= 0:
        return False
    return not position.rulebook.once_a_round or 0 not in position.unused


def legal_plays(position: Position, seat: Seat) -> list[int]:
    """What a seat may play now."""
    return legal_follows(position, seat) if position.plays else legal_leads(position, seat)


def legal_leads(position: Position, seat: Seat) -> list[int]:
    """Any card face up; with Speculation any card face down, calling any company (7.3)."""
    layout = position.rulebook.layout
    hand = position.hands[seat]
    play = layout.play
    legal = [play + card for card in hand]
    if may_speculate(position, seat):
        calls = layout.calls
        for card in hand:
            legal += calls[card]
    return legal


def legal_follows(position: Position, seat: Seat) -> list[int]:
    """A card of the lead suit; without one any card, and with Speculation any whose real card is not there (7.4)."""
    rulebook = position.rulebook
    hand = position.hands[seat]
    suit = position.lead_suit
    company, play = rulebook.company, rulebook.layout.play
    legal = [play + card for card in hand if company[card] == suit]
    if legal:
        return legal
    legal = [play + card for card in hand]
    if may_speculate(position, seat):
        real, follow, plays = rulebook.real[suit], rulebook.layout.follow, position.plays
        legal += [follow + card for card in hand if real[card] not in plays]
    return legal


def play(position: Position, seat: Seat, action: int) -> None:
    """Play what was chosen and ask for the adjustment it allows; a face-down card allows none."""
    layout = position.rulebook.layout
    if action <= layout.follow:
        card = action - layout.play
        _lay(position, seat, card, PLAIN)
    elif action < layout.lead:
        card = action - layout.follow
        _lay(position, seat, card, FOLLOWED)
    else:
        number, company = divmod(action - layout.lead, layout.companies)
        position.lead_suit = company
        _lay(position, seat, number + 1, LED)
        return
    symbols = position.rulebook.symbols[card]
    if symbols:
        ask_adjustment(position, seat, symbols)


def go_on(position: Position) -> None:
    """Let the next seats play until one has a choice, or the trick is decided.

    A forced card is played like any other and leaves no trace of being forced (17.11).
    """
    players = position.rulebook.players
    symbols = position.rulebook.symbols
    while len(position.plays) < players:
        seat = (position.leader + len(position.plays)) % players
        legal = legal_follows(position, seat)
        if len(legal) > 1:
            position.phase_number = PLAY
            position.to_act = seat
            position.legal = legal
            return
        card = legal[0] - position.rulebook.layout.play
        _lay(position, seat, card, PLAIN)
        if symbols[card] and ask_adjustment(position, seat, symbols[card]):
            return
    _resolve(position)


def _lay(position: Position, seat: Seat, card: int, speculation: int) -> None:
    """Put a card of the hand into the trick: place it, then the counter (7.5)."""
    hand = position.hands[seat]
    at = hand.index(card)
    position.hands[seat] = hand[:at] + hand[at + 1 :]
    company = position.rulebook.company[card]
    if speculation != PLAIN:
        position.unused[seat] = 0
        position.speculator = len(position.plays)
        position.speculation = speculation
    if position.plays:
        if company != position.lead_suit:
            position.voids[seat] |= 1 << position.lead_suit
    elif speculation == PLAIN:
        position.lead_suit = company
    position.plays.append(card)
    position.moved.append(-1)
    position.steps.append(0)
    if position.journal is not None:
        _tell_played(position, seat, card, speculation)
    if position.speculation == FOLLOWED and speculation == PLAIN:
        _counter(position, seat, card)


def _counter(position: Position, seat: Seat, card: int) -> None:
    """The real card of a Follow Speculation cancels it (8.3)."""
    speculated = position.plays[position.speculator]
    if position.rulebook.real[position.lead_suit][speculated] != card:
        return
    position.speculation = CANCELLED
    if position.journal is not None:
        other = (position.leader + position.speculator) % position.rulebook.players
        position.journal.tell_all(StonksEvent(EventType.COUNTERED, seat=other, by=seat))


def winning_play(position: Position) -> int:
    """Place among the plays of the winner: the highest trump, else the highest of the lead suit; -1 nobody (9)."""
    company, rank = position.rulebook.company, position.rulebook.rank
    trump, suit = position.trump, position.lead_suit
    best, best_rank, best_trump = -1, 0, False
    followed = position.speculator if position.speculation == FOLLOWED else -1
    for at, card in enumerate(position.plays):
        effective = suit if at == followed else company[card]
        if effective == trump:
            if not best_trump or rank[card] > best_rank:
                best, best_rank, best_trump = at, rank[card], True
        elif effective == suit and not best_trump and rank[card] > best_rank:
            best, best_rank = at, rank[card]
    return best


def _resolve(position: Position) -> None:
    """Show the hidden card; the winner is asked to pick, or nobody wins."""
    journal = position.journal
    if journal is not None and position.speculation == LED:
        journal.tell_all(StonksEvent(EventType.REVEALED, seat=position.leader, card=position.plays[0]))
    best = winning_play(position)
    if best < 0:
        if journal is not None:
            journal.tell_all(StonksEvent(EventType.NOBODY, seat=position.leader, trump=position.trump))
        end_trick(position, NO_CARD)
        return
    winner = (position.leader + best) % position.rulebook.players
    if journal is not None:
        card = position.plays[best]
        journal.tell_all(StonksEvent(EventType.WON, seat=winner, card=card, trump=position.trump))
    position.winner = winner
    position.phase_number = PICK
    position.to_act = winner
    position.legal = legal_picks(position)


def legal_picks(position: Position) -> list[int]:
    """Any card of the trick, or the offer."""
    pick = position.rulebook.layout.pick
    legal = [pick + card for card in position.plays]
    legal.append(pick + position.offer)
    legal.sort()
    return legal


def take(position: Position, seat: Seat, action: int) -> None:
    """The winner takes a card into its portfolio."""
    card = action - position.rulebook.layout.pick
    position.portfolios[seat] += (card,)
    if position.journal is not None:
        position.journal.tell_all(StonksEvent(EventType.TAKEN, seat=seat, card=card))
    end_trick(position, card)


def end_trick(position: Position, picked: int) -> None:
    """Discard what was not picked and note the trick; whoever won it, or else its leader, leads next."""
    position.recent.append(Trick(position, picked))
    leader = position.leader if position.winner == NOBODY else position.winner
    position.clear_trick()
    position.leader = leader


def default_pick(position: Position) -> int:
    """The card with fewest shares, of these the lowest (17.13)."""
    rulebook, place = position.rulebook, position.row_place
    shares, rank, company = rulebook.shares, rulebook.rank, rulebook.company
    cards = (*position.plays, position.offer)
    card = min(cards, key=lambda card: (shares[card], rank[card], place[company[card]]))
    return rulebook.layout.pick + card


def default_play(position: Position) -> int:
    """The lowest card that may be played, face up and without Speculation (17.13)."""
    rulebook, place = position.rulebook, position.row_place
    rank, company, layout = rulebook.rank, rulebook.company, rulebook.layout
    cards = [action - layout.play for action in position.legal if action <= layout.follow]
    return layout.play + min(cards, key=lambda card: (rank[card], place[company[card]]))


def _tell_played(position: Position, seat: Seat, card: int, speculation: int) -> None:
    assert position.journal is not None
    kind = Speculation(speculation)
    if speculation == PLAIN:
        position.journal.tell_all(StonksEvent(EventType.PLAYED, seat=seat, card=card, speculation=kind))
        return
    suit = position.lead_suit
    own = StonksEvent(EventType.PLAYED, seat=seat, card=card, speculation=kind, company=suit)
    if speculation == LED:
        others = StonksEvent(EventType.PLAYED, seat=seat, speculation=kind, company=suit)
        position.journal.tell_apart(seat, own, others)
    else:
        position.journal.tell_all(own)
