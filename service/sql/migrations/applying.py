"""Alembic, which applies the steps and compares them with the table classes."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from service.sql.migrations.steps import UnknownStep


def config(connection: Connection) -> Config:
    """Alembic's settings, made in code: an installed service has no `alembic.ini`."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def apply(connection: Connection, to: str) -> None:
    """Applies the steps that are missing up to one; raises `UnknownStep`."""
    try:
        command.upgrade(config(connection), to)
    except CommandError as error:
        raise UnknownStep(str(error)) from error


def check(connection: Connection) -> None:
    """Raises when the table classes say something that no step has done."""
    command.check(config(connection))
