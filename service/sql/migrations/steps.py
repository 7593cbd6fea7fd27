"""The migration steps by name, and the step that a database has."""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text


class UnknownStep(Exception):
    """The error if the tables have a step that this version does not know."""


@cache
def steps() -> tuple[str, ...]:
    """Returns the names of all steps, newest first; the name of each file begins with its step."""
    files = (Path(__file__).parent / "versions").glob("[0-9]*.py")
    return tuple(sorted((file.name.partition("_")[0] for file in files), reverse=True))


def current_step(connection: Connection) -> str:
    """Returns the step of the tables, or "" if the tables are missing."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return connection.scalar(text("SELECT version_num FROM alembic_version")) or ""
