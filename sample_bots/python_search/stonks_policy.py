"""Fast, plain play of Stonks on a state, for playouts: cards by chance and prize, the market by who owns what."""

from stonks_trick import leading

from engine.games.stonks.position import ADJUST, DRAFT, PICK, PLAY, Position

Numbers = list[float]
Scored = list[tuple[float, int]]
"""Actions with their gain."""

DENIED = 0.9
"""What the prize of a trick is worth that another seat does not get, of several the part of one."""
KEEP_RANK = 3.5
KEEP_TRUMP = 2.0
"""Points a card of the highest rank, and any trump, is worth for later tricks."""
SYMBOL = 1.6
"""Points a market symbol is worth."""
LEAD_TRUMP = 0.85
"""Chance that nobody beats a trump that is led face down under another suit."""
SPECULATION = 2.0
"""Points an unused Speculation is worth, if one share is."""


class StonksPolicy:
    """Chooses for the seat that is asked; numbers by card and rank are made once per game."""

    def __init__(self, position: Position) -> None:
        book = self.book = position.rulebook
        self.top = max(book.rank)
        self.shares = [1.0] * len(book.shares) if book.count_cards else [float(share) for share in book.shares]
        self.part = [rank / (self.top + 1) for rank in book.rank]
        self.keep = [KEEP_RANK * share * share for share in self.part]
        self.symbols = [SYMBOL * count for count in book.symbols]
        plain = [min(1.0, 0.05 + 0.9 * share) for share in self.part]
        trump = [0.35 + 0.65 * share for share in self.part]
        self.plain_chance = [[one**rivals for one in plain] for rivals in range(book.players)]
        self.trump_chance = [[one**rivals for one in trump] for rivals in range(book.players)]
        """By seats still to play, by card: chance that none of them beats a card that is winning."""
        self.denied = DENIED / (book.players - 1)
        self.unused = SPECULATION * book.bonus_shares

    def choose(self, position: Position) -> int:
        """The id of the action played."""
        if position.phase_number == DRAFT:
            return self.draft(position)
        return max(self.scored(position))[1]

    def scored(self, position: Position) -> Scored:
        """Actions with what they gain, in points; of several with Speculation the best only."""
        phase = position.phase_number
        if phase == PLAY:
            return self.plays(position)
        if phase == PICK:
            return self.picks(position)
        if phase == ADJUST:
            return self.adjustments(position)
        return self.drafts(position)

    def picks(self, position: Position) -> Scored:
        """Cards by their worth now; of equal ones those of the company it owns most of."""
        company, values, shares = self.book.company, position.values, self.shares
        owned = [0.0] * self.book.company_count
        for card in position.portfolios[position.winner]:
            owned[company[card]] += 0.05 * shares[card]
        pick = self.book.layout.pick
        cards = (*position.plays, position.offer)
        return [(shares[card] * (values[company[card]] + owned[company[card]]), pick + card) for card in cards]

    def stakes(self, position: Position, seat: int) -> Numbers:
        """By company: points this seat gains on the others if its value rises by one."""
        company, shares = self.book.company, self.shares
        stakes = [0.0] * self.book.company_count
        others = -1.0 / (self.book.players - 1)
        for owner, portfolio in enumerate(position.portfolios):
            factor = 1.0 if owner == seat else others
            for card in portfolio:
                stakes[company[card]] += factor * shares[card]
            card = position.downs[owner]
            if card:
                stakes[company[card]] += factor * shares[card]
        return stakes

    def adjustments(self, position: Position) -> Scored:
        """Moves of the market by what they do to its shares and to who wins the trick."""
        seat = position.to_act
        assert seat is not None
        stakes = self.stakes(position, seat)
        values, symbols, layout = position.values, position.symbols, self.book.layout
        prize = self.prize(position) * (1.0 + self.denied)
        to_come = self.book.players - len(position.plays)
        winning = {trump: self.winning_chance(position, trump, to_come) for trump in position.row}
        scored = []
        for action in position.legal:
            if action == layout.decline:
                scored.append((winning[position.trump] * prize, action))
                continue
            of, up = divmod(action - layout.adjust, 2)
            step = symbols if up else -symbols
            values[of] += step
            trump = min(position.row, key=values.__getitem__)
            values[of] -= step
            scored.append((stakes[of] * step + winning[trump] * prize, action))
        return scored

    def prize(self, position: Position) -> float:
        """Points of the best card that can be picked now."""
        company, values, shares = self.book.company, position.values, self.shares
        return max([shares[card] * values[company[card]] for card in (*position.plays, position.offer)])

    def winning_chance(self, position: Position, trump: int, to_come: int) -> float:
        """That the seat that played last wins, if `trump` stays trump."""
        at, is_trump = leading(position, trump)
        if at != len(position.plays) - 1:
            return 0.0
        chances = self.trump_chance if is_trump else self.plain_chance
        return chances[to_come][position.plays[at]]

    def plays(self, position: Position) -> Scored:
        """Cards by their chance of the prize, less what they are worth in hand."""
        prize, layout = self.prize(position), self.book.layout
        at, best_trump = leading(position, position.trump)
        best_rank = self.book.rank[position.plays[at]] if at >= 0 else 0
        scored = self.plain_plays(position, prize, best_rank, best_trump)
        if position.legal[-1] > layout.follow:
            if not position.plays:
                scored += self.face_down_leads(position, prize)
            elif not best_trump or position.trump == position.lead_suit:
                scored += self.speculating_follows(position, prize, best_rank)
        return scored

    def plain_plays(self, position: Position, prize: float, best_rank: int, best_trump: bool) -> Scored:
        """Cards face up without Speculation; the best play so far has that rank, and may be a trump."""
        book, layout, denied = self.book, self.book.layout, self.denied
        company, rank, values, shares = book.company, book.rank, position.values, self.shares
        trump, suit, leads = position.trump, position.lead_suit, not position.plays
        to_come = book.players - 1 - len(position.plays)
        plain, trumps = self.plain_chance[to_come], self.trump_chance[to_come]
        scored: Scored = []
        for action in position.legal:
            if action > layout.follow:
                break
            card = action - layout.play
            of = company[card]
            gain = self.symbols[card] - self.keep[card]
            chance = 0.0
            if of == trump:
                gain -= KEEP_TRUMP
                if not best_trump or rank[card] > best_rank:
                    chance = trumps[card]
            elif leads or (of == suit and not best_trump and rank[card] > best_rank):
                chance = plain[card]
            stake = max(prize, shares[card] * values[of])
            scored.append((gain + stake * (chance - (1.0 - chance) * denied), action))
        return scored

    def face_down_leads(self, position: Position, prize: float) -> Scored:
        """The lowest trump, under the suit of which the seat holds least."""
        book, hand = self.book, position.hands[position.leader]
        trumps = [card for card in hand if book.company[card] == position.trump]
        if not trumps:
            return []
        card = min(trumps, key=book.rank.__getitem__)
        held = [0] * book.company_count
        for other in hand:
            held[book.company[other]] += 1
        held[position.trump] = len(hand) + 1
        call = min(position.row, key=held.__getitem__)
        action = book.layout.lead + (card - 1) * book.layout.companies + call
        return [(self.speculation_gain(prize, card, LEAD_TRUMP ** (book.players - 1)), action)]

    def speculating_follows(self, position: Position, prize: float, to_beat: int) -> Scored:
        """The lowest card that would win as one of the lead suit."""
        book, follow = self.book, self.book.layout.follow
        able = [action - follow for action in position.legal if action > follow]
        able = [card for card in able if book.rank[card] > to_beat]
        if not able:
            return []
        card = min(able, key=book.rank.__getitem__)
        chance = self.plain_chance[book.players - 1 - len(position.plays)][card]
        return [(self.speculation_gain(prize, card, chance), follow + card)]

    def speculation_gain(self, prize: float, card: int, chance: float) -> float:
        """What a card with Speculation brings that has this chance of the prize."""
        return prize * (chance - (1.0 - chance) * self.denied) - self.keep[card] - self.unused

    def drafts(self, position: Position) -> Scored:
        """Pairs of cards by their worth, less what they are worth in hand."""
        drafted, keep, shares = self.book.layout.drafted, self.keep, self.shares
        return [
            (sum([3.0 * shares[card] - keep[card] for card in drafted(action)]), action) for action in position.legal
        ]

    def draft(self, position: Position) -> int:
        """The two cards worth most, less what they are worth in hand."""
        seat = position.to_act
        assert seat is not None
        ranked = sorted(position.hands[seat], key=lambda card: self.keep[card] - 3.0 * self.shares[card])
        return self.book.layout.drafts[ranked[1]][ranked[0]]
