"""Values that are filled at once, past their dataclass, have exactly the fields the dataclass has."""

from dataclasses import fields

from crash_table import AA, move, play, started, table

from engine.contract import SPECTATOR
from engine.games.great_crash import imbalance
from engine.games.great_crash.actions import SHOWS, Dismiss, Show
from engine.games.great_crash.events import CrashEvent, EventFields, EventType
from engine.games.great_crash.layout import layout
from engine.games.great_crash.observation import CrashObservation, Phase
from engine.games.great_crash.position import PHASES, Position
from engine.games.great_crash.text import EVENT_TEXTS


def names(type_) -> list[str]:
    return [field.name for field in fields(type_)]


def test_an_observation_has_every_field_and_no_other():
    for state in (started(4), started(4, experts=2)):
        seen = [sorted(vars(state.observe(viewer))) for viewer in (0, SPECTATOR)]
        assert seen == [sorted(names(CrashObservation))] * 2


def test_an_event_can_be_made_with_every_field():
    assert ["type", *EventFields.__annotations__] == names(CrashEvent)


def test_fields_an_event_was_not_made_with_are_none():
    event = CrashEvent(EventType.BANKRUPT, company=3)
    assert (event.company, event.seat, event.cards, event == CrashEvent(EventType.BANKRUPT, company=3)) == (
        3,
        None,
        (),
        True,
    )


def test_every_type_of_event_has_words():
    assert set(EVENT_TEXTS) == set(EventType)


def test_phases_have_the_names_of_the_audit_format_in_order():
    assert [phase.name.lower() for phase in Phase] == list(PHASES[1:])


def test_a_copy_has_every_field_and_shares_no_list_that_changes():
    state = play(move(table(3, regular={0: {AA: 1}}, experts={0: 1}), AA, 1).clone())
    copy = state.clone()
    shared = {"legal", "order", "deck", "future", "track_card"}
    """Replaced, never changed in place."""
    for name in Position.__slots__:
        value = getattr(state, name)
        assert getattr(copy, name) == value or name == "journal"
        if isinstance(value, list) and name not in shared:
            assert getattr(copy, name) is not value, name


def test_ids_are_arithmetic_on_the_fields():
    ids = layout(4, True, True)
    assert all(ids.table.id_of(action) == number for number, action in enumerate(ids.table.actions))
    assert [str(ids.table[start]) for start in (ids.take, ids.bid + 9, ids.play + 6, ids.sell + 3, ids.buy + 5)] == [
        "Take(company=0)",
        "Bid(track=1, space=1)",
        "Play(card=10, company=0)",
        "Sell(company=1, kind=<SaleKind.SPLIT: 2>)",
        "Buy(company=5)",
    ]
    assert [str(ids.table[start]) for start in (ids.done, ids.split_sale + 2, ids.hire, ids.hire_helped + 3)] == [
        "Done()",
        "SplitSale(count=2)",
        "Hire()",
        "HireHelped(helper=3)",
    ]
    assert (ids.table[ids.dismiss + 9], ids.table[ids.show + 12]) == (Dismiss(9), SHOWS[12])
    assert [ids.table[action] for action in ids.shows[1 * 11 + 1]] == [Show(0, 0), Show(0, 1), Show(1, 0), Show(1, 1)]


def test_without_variants_their_ids_are_not_there():
    plain = layout(3, False, False)
    assert len(plain.table) == plain.done + 1 == plain.split_sale == plain.hire == plain.dismiss


def unbalanced(**changes) -> str:
    state = started(3, experts=1)
    for name, value in changes.items():
        setattr(state, name, value)
    return imbalance(None, state)


def test_the_balance_sees_what_is_lost_or_made():
    state = started(3, experts=1)
    outside = next(expert for expert, owner in enumerate(state.expert_owner) if owner == -2)
    made = [-1 if expert == outside else owner for expert, owner in enumerate(state.expert_owner)]
    assert unbalanced() == ""
    assert unbalanced(deck=state.deck[1:]).startswith("there are 3 cards ")
    assert unbalanced(supply=[9, 10, 10, 10, 10, 10]) == "there are 9 cards AA, not 10"
    assert unbalanced(aside=[0, 0, 0, 0, 0, 1]) == "there are 11 cards SS, not 10"
    assert unbalanced(cash=[9, 8, 9]) == "cash is [9, 8, 9], but events explain [9, 9, 9]"
    assert unbalanced(limit=[3, 4, 3]) == "seat 1 has 0 experts, 0 hires and a limit of 4"
    assert unbalanced(expert_owner=made) == f"expert {outside} is in play without a row"
    assert unbalanced(supply=[11, 10, 10, 10, 10, 10], regular=[-1] + [0] * 17) == "a number is below zero"
