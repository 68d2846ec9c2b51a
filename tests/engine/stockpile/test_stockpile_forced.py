"""Conformance cases D1 and D2: who was asked and who was forced is nobody else's business."""

from dataclasses import replace

from laid_stockpile import bid, deal, in_demand, pay_dividend

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Show
from engine.games.stockpile.events import EventType
from engine.testing.seeing import seen

HOLDER, VIEWERS = 1, (0, 2, 3, SPECTATOR)


def after_a_dividend_nobody_shows_for(company: int, starting_share: int):
    """A match in which `$$` falls on a company in round 1; the holder's starting share is this one."""
    game = Stockpile(4)
    cards = deal(4)
    shares = [company for company in range(6) if company not in (2, 3)][:4]
    shares[HOLDER] = starting_share
    deck = list(cards.market_deck)
    for dealt, wanted in zip(cards.starting_shares, shares, strict=True):
        lowest = len(deck) - 1 - deck[::-1].index(wanted)
        deck[lowest] = dealt
    state = game.start(replace(cards, starting_shares=tuple(shares), market_deck=tuple(deck)), events=True)
    state.to_act = None
    pay_dividend(state, company)
    asked = 0
    while state.dividend_company >= 0:
        asked += 1
        state.apply(state.rulebook.layout.table.id_of(Show(0, 0)))
    return game, state, asked


def test_nobody_can_tell_whether_another_seat_was_asked_for_a_dividend():
    """D1: once the holder has a card of the company and shows none, once it has one of another company instead."""
    game, asked, questions = after_a_dividend_nobody_shows_for(company=2, starting_share=2)
    _, passed_over, fewer = after_a_dividend_nobody_shows_for(company=2, starting_share=3)
    same = [
        (seen(game, asked, viewer), asked.events(viewer))
        == (seen(game, passed_over, viewer), passed_over.events(viewer))
        for viewer in VIEWERS
    ]
    assert (questions, fewer, same) == (1, 0, [True] * len(VIEWERS))


def test_the_only_bid_possible_is_made_without_asking_and_seen_as_any_bid():
    """D2."""
    state = bid(in_demand(3, cash=[20, 20, 0]), (1, 0), (2, 0))
    bids = [event for event in state.events(0) if event.type == EventType.BID]
    assert (bids[-1].seat, bids[-1].track, bids[-1].space, type(bids[-1]), state.standing_seat) == (
        2,
        2,
        0,
        type(bids[0]),
        [-1, -1, -1],
    )


def test_a_seat_without_shares_is_not_asked_to_sell():
    state = in_demand(3)
    state.regular = [0] * 18
    state.regular_cards = [0] * 3
    state.table = []
    bid(state, (1, 0), (2, 0), (3, 0))
    assert state.phase() != "selling"
