"""The positions up to which the indexes of the log store were read into the lobby table."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import select

from chronik.service.sql.database import PositionRow, Session, put

PROJECTION = "lobby"
"""The name under which the table stores its positions, and its version of each match."""


async def read_positions(session: Session) -> dict[int, str]:
    """Reads the position in the index of each partition."""
    rows = await session.exec(select(PositionRow).where(PositionRow.projection == PROJECTION))
    return {row.partition: row.position for row in rows}


async def move_positions(session: Session, positions: Mapping[int, str]) -> None:
    """Writes new positions in the indexes of these partitions."""
    rows = sorted(positions.items())
    await put(session, [PositionRow(projection=PROJECTION, partition=n, position=position) for n, position in rows])


def find_gaps(positions: Mapping[int, str], starts: Mapping[int, str]) -> frozenset[int]:
    """Returns the partitions whose index begins after the table's position, so that entries are missing."""
    return frozenset(n for n, start in starts.items() if _sort_key(positions.get(n, "0-0")) < _sort_key(start))


def earlier_position(position: str, milliseconds: int) -> str:
    """Returns the position that is this many milliseconds earlier than another."""
    return f"{max(_sort_key(position)[0] - milliseconds, 0)}-0"


def _sort_key(position: str) -> tuple[int, int]:
    """Returns the sort key of a position: its millisecond, and its number within that millisecond."""
    at, _, number = position.partition("-")
    return int(at), int(number)
