"""Parked matches: those whose logs the bookkeeper could not read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlmodel import col, delete, func, select

from chronik.service.sql.database import CheckpointRow, Session, put

PARKED = "lobby-parked"
"""The projection name of the checkpoints that mark parked matches."""


async def find_parked(session: Session, matches: Sequence[str]) -> frozenset[str]:
    """Returns which of these matches are parked, so that their rows are old and their results are pending."""
    query = select(CheckpointRow.match).where(CheckpointRow.projection == PARKED)
    return frozenset((await session.exec(query.where(col(CheckpointRow.match).in_(matches)))).all())


async def all_parked(session: Session) -> Sequence[str]:
    """Returns every parked match."""
    return (await session.exec(select(CheckpointRow.match).where(CheckpointRow.projection == PARKED))).all()


async def count_parked(session: Session) -> int:
    """Returns how many matches are parked."""
    query = select(func.count()).select_from(CheckpointRow).where(CheckpointRow.projection == PARKED)
    return (await session.exec(query)).one()


async def park(session: Session, matches: Sequence[str]) -> None:
    """Parks matches whose logs could not be read."""
    await put(session, [CheckpointRow(projection=PARKED, match=match, version=0) for match in matches])


async def unpark(session: Session, matches: Collection[str]) -> None:
    """Unparks matches whose logs have been read."""
    this = (col(CheckpointRow.projection) == PARKED, col(CheckpointRow.match).in_(matches))
    await session.exec(delete(CheckpointRow).where(*this))
