"""Run by alembic: migrates the engine it was given (there is no alembic.ini)."""

from alembic import context
from sqlmodel.sql.sqltypes import AutoString

import arena.store.tables  # noqa: F401  # the metadata must know every table
from arena.store.columns import Row, UTCDateTime


def _render(kind, item, context):
    """Write our own column type by its name, and SQLModel's text type as the plain one it is."""
    if kind == "type" and isinstance(item, UTCDateTime):
        context.imports.add("from arena.store.columns import UTCDateTime")
        return "UTCDateTime()"
    if kind == "type" and isinstance(item, AutoString):
        return f"sa.String(length={item.length})" if item.length else "sa.String()"
    return False


engine = context.config.attributes.get("engine") or context.config.attributes["connection"]
with engine.connect() as connection:
    # Rebuilding a table on SQLite drops the old one, which must not cascade to its children.
    connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    context.configure(
        connection=connection,
        target_metadata=Row.metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=_render,
    )
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
    connection.exec_driver_sql("PRAGMA foreign_keys = ON")
