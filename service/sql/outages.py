"""Temporary errors of the database: it cannot answer now, but may answer later.

They have nothing to do with the outages that match clocks leave out (`service/matches/outages.py`)."""

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolEmpty

AWAY = (OperationalError, InterfaceError, ConnectionError, TimeoutError, PoolEmpty)
GAVE_WAY = ("40P01", "40001")
"""The Postgres codes of a deadlock and of a serialization failure: one of two transactions must be repeated."""

LOST = ("08", "57P")
"""The beginnings of the Postgres codes of a lost connection and of a server shutdown; asyncpg has no class for both."""


def is_outage(error: Exception) -> bool:
    """Returns whether a database error is temporary: no answer, a conflict of transactions, or no free connection."""
    if isinstance(error, DBAPIError):
        code = sqlstate(error)
        return isinstance(error, AWAY) or error.connection_invalidated or code in GAVE_WAY or code.startswith(LOST)
    return isinstance(error, AWAY)


def sqlstate(error: DBAPIError) -> str:
    """Returns the Postgres code of an error; empty for other errors."""
    return str(getattr(error.orig, "sqlstate", None) or "")
