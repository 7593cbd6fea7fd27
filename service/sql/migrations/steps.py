"""The steps by their names, and which of them the tables of a database are of."""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text


class UnknownStep(Exception):
    """The tables are of a step that this version does not have."""


@cache
def steps() -> tuple[str, ...]:
    """The names of all steps, the last one first: each file begins with that of its step."""
    files = (Path(__file__).parent / "versions").glob("[0-9]*.py")
    return tuple(sorted((file.name.partition("_")[0] for file in files), reverse=True))


def applied(connection: Connection) -> str:
    """The name of the step that the tables are of; empty where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return connection.scalar(text("SELECT version_num FROM alembic_version")) or ""
