"""The rules of The Great Crash once more, written as a story from top to bottom, to hold the engine against.

It knows names instead of numbers, asks through a function, and shares with the engine the data of the tracks only.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.market.tracks import BOARDS

NAMES = ("AA", "BB", "CC", "EE", "LL", "SS")
BIDS = (0, 1, 3, 6, 10, 15, 20, 25)
AMOUNTS = {
    "bill": 32,
    "bernie": 16,
    "cramer": 18,
    "donald": 13,
    "deborah": 20,
    "graham": 16,
    "martha": 22,
    "mark": 25,
    "stuart": 22,
    "warren": 20,
}
ROUNDS = {3: 7, 4: 6, 5: 5}
DONE = {"type": "done"}

Move = dict[str, Any]
Choose = Callable[["PlainCrash", int, str, list[Move]], Move]


class PlainCrash:
    """One match; `choose` is called for each decision with two legal actions at least."""

    def __init__(self, players: int, settings: dict[str, Any], deal: dict[str, Any], choose: Choose) -> None:
        self.n = players
        self.experts = settings["experts"]
        self.no_bonus = settings["no_bonus"]
        self.track = dict(zip(NAMES, BOARDS[settings["board"]], strict=True))
        self.choose = choose
        self.deck = list(deal["market_deck"])
        self.infos = deal["rounds"]
        self.dealt_rows = deal.get("expert_rows", [])
        self.rows = [list(row) for row in self.dealt_rows]
        self.order = [(deal["first"] + turn) % players for turn in range(players)]
        self.cash = [9] * players
        self.debts: list[list[int]] = [[] for _ in range(players)]
        self.actions: list[list[str]] = [[] for _ in range(players)]
        self.regular = [Counter() for _ in range(players)]
        self.split = [Counter() for _ in range(players)]
        self.staff: list[list[str]] = [[] for _ in range(players)]
        self.hires = [0] * players
        self.index = {name: self.track[name].start for name in NAMES}
        self.supply = dict.fromkeys(NAMES, 10)

    def ask(self, seat: int, phase: str, legal: list[Move]) -> Move:
        return legal[0] if len(legal) == 1 else self.choose(self, seat, phase, legal)

    def price(self, name: str) -> int:
        return self.track[name].values[self.index[name]]

    def gain(self, seat: int, amount: int) -> None:
        self.cash[seat] += amount
        for fee in sorted(self.debts[seat]):
            if self.cash[seat] >= fee:
                self.cash[seat] -= fee
                self.debts[seat].remove(fee)

    def play(self) -> list[int]:
        last = ROUNDS[self.n]
        for number in range(1, last + 1):
            if number > 1:
                self.bail_out()
            self.auction(number)
            if number == 1:
                self.take_starting_stock()
            else:
                self.use_action_cards()
                self.sell()
            self.purchase()
            self.move_all(self.infos[number - 1])
        return self.settle()

    def bail_out(self) -> None:
        for seat in self.order:
            if self.cash[seat] or +self.regular[seat] or +self.split[seat]:
                continue
            self.debts[seat] = []
            self.staff[seat] = []
            self.cash[seat] = 9
            for _ in range(2):
                left = [name for name in NAMES if self.supply[name]]
                if left:
                    self.take(seat, self.ask(seat, "bailout", [{"type": "take", "company": name} for name in left]))

    def take(self, seat: int, move: Move) -> None:
        self.supply[move["company"]] -= 1
        self.regular[seat][move["company"]] += 1

    def auction(self, number: int) -> None:
        cards = [self.deck.pop(0) for _ in range(self.n)] if number > 1 else [None] * self.n
        standing: list[tuple[int, int] | None] = [None] * self.n
        waiting = list(self.order)
        while waiting:
            seat = waiting.pop(0)
            move = self.bid(seat, standing)
            outbid = standing[move["track"] - 1]
            standing[move["track"] - 1] = (seat, move["space"])
            if outbid is not None:
                waiting.append(outbid[0])
            if number == 1 and outbid is not None:
                # Clockwise from the bidder, who comes last.
                waiting.sort(key=lambda other, by=seat: (other - by - 1) % self.n)
        self.order = [bid[0] for bid in standing if bid]
        for (seat, space), card in zip([bid for bid in standing if bid], cards, strict=True):
            self.cash[seat] -= space
            if card in ("boom", "bust"):
                self.actions[seat].append(card)
            elif card:
                self.debts[seat].append(int(card[-1]))
        for seat in self.order:
            self.gain(seat, 0)

    def bid(self, seat: int, standing: list[tuple[int, int] | None]) -> Move:
        while True:
            legal: list[Move] = [
                {"type": "bid", "track": track, "space": space}
                for track, bid in enumerate(standing, start=1)
                for space in BIDS
                if space <= self.cash[seat] and (bid is None or space > bid[1])
            ]
            move = self.ask(seat, "bidding", legal + self.dismissals(seat))
            if move["type"] == "bid":
                return move
            self.dismiss(seat, move["expert"])

    def take_starting_stock(self) -> None:
        for seat in self.order:
            self.take(seat, self.ask(seat, "starting_stock", [{"type": "take", "company": name} for name in NAMES]))
        for seat in reversed(self.order):
            names = [name for name in NAMES if not self.regular[seat][name]]
            self.take(seat, self.ask(seat, "starting_stock", [{"type": "take", "company": name} for name in names]))

    def use_action_cards(self) -> None:
        for seat in self.order:
            while self.actions[seat]:
                card = self.actions[seat][0]
                legal: list[Move] = [{"type": "play", "card": card, "company": name} for name in NAMES]
                move = self.ask(seat, "action", legal + self.dismissals(seat))
                if move["type"] == "dismiss":
                    self.dismiss(seat, move["expert"])
                    continue
                self.move(move["company"], 2 if card == "boom" else -2, "action")
                self.actions[seat].remove(card)

    def sell(self) -> None:
        shown: set[tuple[int, str]] = set()
        first, sold = True, True
        while sold and (first or any(self.cards(seat, name) for seat, name in shown)):
            sold = False
            for seat in self.order:
                rights = NAMES if first else [name for name in NAMES if (seat, name) in shown]
                if first or any(self.cards(seat, name) for name in rights):
                    sold |= self.selling_turn(seat, rights, shown)
            first = False
        for _, name in shown:
            self.supply[name] += 2

    def cards(self, seat: int, name: str) -> int:
        return self.regular[seat][name] + self.split[seat][name]

    def selling_turn(self, seat: int, rights: Any, shown: set[tuple[int, str]]) -> bool:
        aside: Counter[str] = Counter()
        while True:
            legal: list[Move] = [
                {"type": "sell", "company": name, "kind": kind}
                for name in rights
                for kind, held in (("regular", self.regular[seat]), ("split", self.split[seat]))
                if aside[name] < 2 and held[name]
            ]
            move = self.ask(seat, "selling", [*legal, DONE, *self.dismissals(seat)])
            if move == DONE:
                break
            if move["type"] == "dismiss":
                self.dismiss(seat, move["expert"])
                continue
            name = move["company"]
            held, worth = (self.regular, 1) if move["kind"] == "regular" else (self.split, 2)
            held[seat][name] -= 1
            aside[name] += 1
            self.gain(seat, worth * self.price(name))
        for name, count in aside.items():
            if (seat, name) in shown:
                self.supply[name] += 2
                shown.discard((seat, name))
            if count == 2:
                shown.add((seat, name))
            else:
                self.supply[name] += 1
        for name in NAMES:
            if aside[name]:
                self.step_down(name, 1)
        return bool(aside)

    def step_down(self, name: str, spaces: int) -> None:
        for _ in range(spaces):
            if self.index[name] == 0:
                self.bankrupt(name)
                return
            self.index[name] -= 1

    def bankrupt(self, name: str) -> None:
        for seat in range(self.n):
            self.supply[name] += self.cards(seat, name)
            self.regular[seat][name] = self.split[seat][name] = 0
        self.index[name] = self.track[name].start

    def purchase(self) -> None:
        for seat in self.order:
            bought: Counter[str] = Counter()
            hired = False
            while (move := self.ask(seat, "purchase", self.purchases(seat, bought, hired))) != DONE:
                if move["type"] == "buy":
                    name = move["company"]
                    self.cash[seat] -= self.price(name)
                    self.take(seat, move)
                    bought[name] += 1
                elif move["type"] == "dismiss":
                    self.dismiss(seat, move["expert"])
                else:
                    self.hire(seat, move.get("helper"))
                    hired = True
            for name in bought:
                self.index[name] = min(self.index[name] + 1, len(self.track[name].values) - 1)

    def purchases(self, seat: int, bought: Counter[str], hired: bool) -> list[Move]:
        legal: list[Move] = []
        if sum(bought.values()) < 3 + len(self.staff[seat]):
            names = [name for name in NAMES if self.supply[name] and self.price(name) <= self.cash[seat]]
            legal = [{"type": "buy", "company": name} for name in names]
        legal.append(DONE)
        if not bought and not hired and self.hires[seat] < self.experts and self.rows[self.hires[seat]]:
            halves = sum(self.half(name, kind) for name, kind in self.own_cards(seat))
            if self.cash[seat] >= 2:
                legal.append({"type": "hire"})
            elif self.cash[seat] + halves >= 2:
                legal += [{"type": "hire", "helper": other} for other in range(self.n) if other != seat]
        return legal + self.dismissals(seat)

    def own_cards(self, seat: int) -> list[tuple[str, str]]:
        regular = [(name, "regular") for name in NAMES for _ in range(self.regular[seat][name])]
        return regular + [(name, "split") for name in NAMES for _ in range(self.split[seat][name])]

    def half(self, name: str, kind: str) -> int:
        return self.price(name) // 2 if kind == "regular" else 2 * self.price(name) // 2

    def hire(self, seat: int, helper: int | None) -> None:
        while self.cash[seat] < 2:
            assert helper is not None
            sorts = sorted(set(self.own_cards(seat)))
            legal: list[Move] = [{"type": "cover", "company": name, "kind": kind} for name, kind in sorts]
            move = self.ask(helper, "purchase", legal)
            held = self.regular if move["kind"] == "regular" else self.split
            held[seat][move["company"]] -= 1
            self.supply[move["company"]] += 1
            self.cash[seat] += self.half(move["company"], move["kind"])
        self.cash[seat] -= 2
        self.staff[seat].append(self.rows[self.hires[seat]].pop(0))
        self.hires[seat] += 1
        self.gain(seat, 0)

    def dismissals(self, seat: int) -> list[Move]:
        names = [name for name in AMOUNTS if name in self.staff[seat] and AMOUNTS[name] <= self.cash[seat]]
        return [{"type": "dismiss", "expert": name} for name in names]

    def dismiss(self, seat: int, name: str) -> None:
        self.cash[seat] -= AMOUNTS[name]
        self.staff[seat].remove(name)
        for row, dealt in zip(self.rows, self.dealt_rows, strict=True):
            if name in dealt:
                row.append(name)
                row.sort(key=dealt.index)

    def move_all(self, info: dict[str, Any]) -> None:
        private = [pair for seat in self.order for pair in info["private"][seat]]
        for name, forecast in [*private, *info["public"], *info["blind"]]:
            if forecast == "DIV":
                self.dividend(name, 2, "movement")
            else:
                self.move(name, forecast, "movement")

    def move(self, name: str, steps: int, phase: str) -> None:
        track = self.track[name]
        sellers: set[int] = set()
        for _ in range(abs(steps)):
            if steps > 0 and self.index[name] == len(track.values) - 1:
                sellers |= self.split_company(name, phase)
                self.index[name] = track.split_return
            elif steps > 0:
                self.index[name] += 1
                if self.index[name] in track.dollars:
                    self.dividend(name, 1, phase)
            elif self.index[name] == 0:
                self.bankrupt(name)
                break
            else:
                self.index[name] -= 1
        self.step_down(name, len(sellers))

    def split_company(self, name: str, phase: str) -> set[int]:
        sellers = set()
        for seat in self.order:
            held = self.split[seat][name]
            if self.no_bonus and held:
                sales: list[Move] = [{"type": "split_sale", "count": count} for count in range(held + 1)]
                count = self.ask(seat, phase, sales)["count"]
                self.split[seat][name] -= count
                self.supply[name] += count
                self.gain(seat, 2 * self.track[name].values[-1] * count)
                if count:
                    sellers.add(seat)
            elif held:
                self.gain(seat, 5 * held)
        for seat in self.order:
            self.split[seat][name] += self.regular[seat][name]
            self.regular[seat][name] = 0
        return sellers

    def dividend(self, name: str, rate: int, phase: str) -> None:
        for seat in self.order:
            regular, split = self.regular[seat][name], self.split[seat][name]
            if regular or split:
                legal: list[Move] = [
                    {"type": "show", "regular": r, "split": s} for r in range(regular + 1) for s in range(split + 1)
                ]
                move = self.ask(seat, phase, legal)
                self.gain(seat, rate * (move["regular"] + 2 * move["split"]))

    def settle(self) -> list[int]:
        for name in NAMES:
            shares = [self.regular[seat][name] + 2 * self.split[seat][name] for seat in range(self.n)]
            leaders = [seat for seat, held in enumerate(shares) if held == max(shares) > 0]
            for seat in leaders:
                self.gain(seat, 10 if len(leaders) == 1 else 5)
        for seat in range(self.n):
            shares = [(name, self.regular[seat][name] + 2 * self.split[seat][name]) for name in NAMES]
            self.gain(seat, sum(self.price(name) * held for name, held in shares))
            self.cash[seat] -= sum(AMOUNTS[name] for name in self.staff[seat])
        return self.cash
