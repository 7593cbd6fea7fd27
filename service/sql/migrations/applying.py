"""Alembic, which applies the steps and compares them with the table classes."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from chronik.service.sql.migrations.steps import UnknownStep


def config(connection: Connection) -> Config:
    """Builds Alembic's settings in code, because an installed service has no `alembic.ini`."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def apply(connection: Connection, to: str) -> None:
    """Applies the missing steps up to one; raises `UnknownStep`."""
    try:
        command.upgrade(config(connection), to)
    except CommandError as error:
        raise UnknownStep(str(error)) from error


def check(connection: Connection) -> None:
    """Raises an error if the table classes differ from the result of the steps."""
    command.check(config(connection))
