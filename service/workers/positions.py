"""The positions: how far the indexes of the log store were read into the lobby's table."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import select

from service.sql.database import PositionRow, Session, put

PROJECTION = "lobby"
"""Under this name the table keeps its positions, and how far it has read each match."""


async def read_positions(session: Session) -> dict[int, str]:
    """How far the index of each partition was read."""
    rows = await session.exec(select(PositionRow).where(PositionRow.projection == PROJECTION))
    return {row.partition: row.position for row in rows}


async def move_positions(session: Session, positions: Mapping[int, str]) -> None:
    """Notes how far the indexes were read."""
    rows = sorted(positions.items())
    await put(session, [PositionRow(projection=PROJECTION, partition=n, position=position) for n, position in rows])


def gaps(positions: Mapping[int, str], starts: Mapping[int, str]) -> frozenset[int]:
    """The partitions whose index begins after what was read of it."""
    return frozenset(n for n, start in starts.items() if _order(positions.get(n, "0-0")) < _order(start))


def earlier(position: str, milliseconds: int) -> str:
    """A position so much before another one."""
    return f"{max(_order(position)[0] - milliseconds, 0)}-0"


def _order(position: str) -> tuple[int, int]:
    """A position of an index as what it is ordered by: milliseconds, and a number within them."""
    at, _, number = position.partition("-")
    return int(at), int(number)
