"""Values that are filled at once, past their dataclass, have exactly the fields the dataclass has."""

from dataclasses import fields

from laid_stonks import deal

from engine.contract import SPECTATOR
from engine.games.stonks.events import EventFields, EventType, Speculation, StonksEvent
from engine.games.stonks.game import Stonks
from engine.games.stonks.layout import layout
from engine.games.stonks.observation import Phase, StonksObservation
from engine.games.stonks.position import CANCELLED, FOLLOWED, LED, PHASES, PLAIN
from engine.games.stonks.schema import SCHEMA


def names(type_) -> list[str]:
    return [field.name for field in fields(type_)]


def test_an_observation_has_every_field_and_no_other():
    state = Stonks(4).start(deal(Stonks(4)))
    assert [sorted(vars(state.observe(viewer))) for viewer in (0, SPECTATOR)] == [sorted(names(StonksObservation))] * 2


def test_an_event_can_be_made_with_every_field():
    assert ["type", *EventFields.__annotations__] == names(StonksEvent)


def test_fields_an_event_was_not_made_with_are_none():
    event = StonksEvent(EventType.DECLINED, seat=3)
    assert (event.seat, event.card, event.cards, event) == (3, None, (), StonksEvent(EventType.DECLINED, seat=3))


def test_phases_have_the_names_of_the_audit_format_in_order():
    assert [phase.name.lower() for phase in Phase] == list(PHASES[1:])


def test_what_speculation_does_has_the_numbers_a_position_stores():
    assert list(Speculation) == [PLAIN, LED, FOLLOWED, CANCELLED]


def test_the_schema_names_every_field_of_the_game_but_the_players():
    assert ["players", *(setting.attribute for setting in SCHEMA)] == names(Stonks)


def test_ids_are_arithmetic_on_the_fields():
    ids = layout(65, 5)
    table = ids.table
    assert all(table.id_of(action) == number for number, action in enumerate(table.actions))
    assert [ids.drafted(number) for number in range(ids.play + 1)] == [
        (action.up, action.down) for action in table.actions[: ids.play + 1]
    ]
    assert [str(table[start]) for start in (ids.play + 1, ids.follow + 65, ids.calls[65][4], ids.decline)] == [
        "Play(card=1)",
        "Follow(card=65)",
        "Lead(card=65, company=4)",
        "Decline()",
    ]
    assert [str(table[start]) for start in (ids.adjust, ids.adjust + 9, ids.pick + 1, ids.pick + 65)] == [
        "Adjust(company=0, direction=-1)",
        "Adjust(company=4, direction=1)",
        "Pick(card=1)",
        "Pick(card=65)",
    ]
    assert len(table) == ids.pick + 66
