"""Bring a database's schema up to date, from the migrations that are part of the package."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

MIGRATIONS = Path(__file__).parent / "migrations"


def alembic_config(engine: Engine) -> Config:
    """What alembic needs to work on this database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["engine"] = engine
    return config


def migrate(engine: Engine) -> None:
    """Upgrade to the newest schema; nothing happens if it is that already."""
    command.upgrade(alembic_config(engine), "head")
