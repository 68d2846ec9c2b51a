"""Perfect recall (clarification 26): what an observation says of the others' shares."""

from laid_stockpile import AA, BB, CC, EE, LL, SS

from engine.contract import SPECTATOR
from engine.games.stockpile.knowledge import EXCLUDE, GAIN, GAIN_HIDDEN, LEAVE, SALE, SHOW, Knowledge, fact


def known(*facts: int, viewer: int = 0, own_share: int = SS) -> Knowledge:
    """What the viewer, whose starting share is SS, knows after these facts about seat 1."""
    knowledge = Knowledge(viewer, 3, own_share)
    knowledge.fold(list(facts))
    return knowledge


def row(knowledge: Knowledge, seat: int = 1) -> tuple[dict[int, int], int, dict[int, int]]:
    """Known cards, number of unknown ones, and how many of these cannot be of a company; zeros left out."""
    cards = {company: n for company in range(6) if (n := knowledge.known[seat * 6 + company])}
    excluded = {company: n for company in range(6) if (n := knowledge.unknown_not[seat * 6 + company])}
    return cards, knowledge.unknown[seat], excluded


def test_at_the_start_everybody_holds_one_unknown_share_that_is_not_ones_own():
    assert row(known()) == ({}, 1, {SS: 1})


def test_a_card_won_face_up_is_known():
    assert row(known(fact(GAIN, 1, AA))) == ({AA: 1}, 1, {SS: 1})


def test_a_card_won_face_down_is_unknown():
    assert row(known(fact(GAIN_HIDDEN, 1, AA, 2))) == ({}, 2, {SS: 1})


def test_a_card_one_placed_face_down_oneself_is_known():
    assert row(known(fact(GAIN_HIDDEN, 1, AA, 0))) == ({AA: 1}, 1, {SS: 1})


def test_a_sold_card_is_a_known_one_first():
    assert row(known(fact(GAIN, 1, AA), fact(SALE, 1, AA))) == ({}, 1, {SS: 1})


def test_a_sale_of_a_card_not_known_takes_the_oldest_unknown_one_that_may_be_it():
    assert row(known(fact(GAIN_HIDDEN, 1, AA, 2), fact(SALE, 1, SS))) == ({}, 1, {SS: 1})


def test_a_split_shows_that_no_unknown_card_is_of_its_company():
    facts = (fact(GAIN_HIDDEN, 1, AA, 2), fact(LEAVE, 1, BB, 1), fact(EXCLUDE, 0, BB))
    assert row(known(*facts)) == ({}, 1, {BB: 1})


def test_an_unknown_card_that_came_after_a_split_may_be_of_its_company():
    facts = (fact(EXCLUDE, 0, BB), fact(GAIN_HIDDEN, 1, AA, 2))
    assert row(known(*facts)) == ({}, 2, {SS: 1, BB: 1})


def test_cards_shown_for_a_dividend_are_known_from_then_on():
    facts = (fact(GAIN, 1, CC), fact(GAIN_HIDDEN, 1, CC, 2), fact(SHOW, 1, CC, 2))
    assert row(known(*facts)) == ({CC: 2}, 1, {})


def test_showing_fewer_cards_than_are_known_says_nothing_new():
    facts = (fact(GAIN, 1, CC), fact(GAIN, 1, CC), fact(SHOW, 1, CC, 1))
    assert row(known(*facts)) == ({CC: 2}, 1, {SS: 1})


def test_a_starting_share_is_certainly_unseen_until_a_card_comes_to_light():
    knowledge = known(fact(GAIN, 1, AA), fact(EXCLUDE, 0, BB))
    assert (knowledge.start_unseen[1], knowledge.start_seen[1]) == (0b111111 & ~(1 << BB | 1 << SS), 0)


def test_a_starting_share_may_be_what_came_to_light_or_be_unseen_still():
    knowledge = known(fact(GAIN_HIDDEN, 1, AA, 2), fact(SALE, 1, EE))
    assert (knowledge.start_unseen[1], knowledge.start_seen[1]) == (0b111111 & ~(1 << SS), 1 << EE)


def test_a_starting_share_has_been_seen_when_nothing_unknown_is_left():
    knowledge = known(fact(SALE, 1, LL), fact(GAIN_HIDDEN, 1, AA, 2))
    assert (knowledge.start_unseen[1], knowledge.start_seen[1]) == (0, 1 << LL)


def test_the_row_of_ones_own_seat_is_what_others_publicly_know():
    facts = (fact(GAIN_HIDDEN, 0, AA, 0), fact(GAIN, 0, BB))
    assert row(known(*facts), seat=0) == ({BB: 1}, 2, {})


def test_a_spectator_knows_what_is_public():
    facts = (fact(GAIN_HIDDEN, 1, AA, 0), fact(GAIN, 1, BB))
    assert row(known(*facts, viewer=SPECTATOR)) == ({BB: 1}, 2, {})
