"""Values that are filled at once, past their dataclass, have exactly the fields the dataclass has."""

from dataclasses import fields

from laid_stockpile import deal

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.events import EventFields, EventType, StockpileEvent
from engine.games.stockpile.observation import Phase, StockpileObservation
from engine.games.stockpile.position import PHASES


def names(type_) -> list[str]:
    return [field.name for field in fields(type_)]


def test_an_observation_has_every_field_and_no_other():
    state = Stockpile(4).start(deal(4))
    assert [sorted(vars(state.observe(viewer))) for viewer in (0, SPECTATOR)] == [
        sorted(names(StockpileObservation))
    ] * 2


def test_an_event_can_be_made_with_every_field():
    assert ["type", *EventFields.__annotations__] == names(StockpileEvent)


def test_fields_an_event_was_not_made_with_are_none():
    event = StockpileEvent(EventType.BANKRUPT, company=3)
    assert (event.company, event.seat, event.cards, event) == (
        3,
        None,
        (),
        StockpileEvent(EventType.BANKRUPT, company=3),
    )


def test_phases_have_the_names_of_the_audit_format_in_order():
    assert [phase.name.lower() for phase in Phase] == list(PHASES[1:])
