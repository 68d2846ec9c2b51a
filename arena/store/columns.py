"""Column types that mean the same on every database, and the parent of all tables."""

from datetime import UTC, datetime
from enum import Enum
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData, String, TypeDecorator
from sqlalchemy import Enum as SqlEnum
from sqlmodel import SQLModel

NAMING = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Every constraint has a name, so that a migration can name it too."""


class Row(SQLModel):
    """Parent of all tables: they share one metadata with named constraints."""

    metadata = MetaData(naming_convention=NAMING)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC, also where the database keeps none (SQLite gives naive ones back)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a naive datetime; store UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Say that it is UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def enum_type(kind: type[Enum]) -> Any:
    """An enum kept as its values and checked by Python, so that a new value needs no migration."""
    return SqlEnum(
        kind,
        native_enum=False,
        length=32,
        create_constraint=False,
        values_callable=lambda members: [member.value for member in members],
        name=kind.__name__.lower(),
    )


def short() -> Any:
    """A short text."""
    return String(length=255)
