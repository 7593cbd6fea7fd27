"""Parked matches: those whose logs the bookkeeper could not read, as SQL keeps them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select

from service.sql.database import CheckpointRow, Session

PARKED = "lobby-parked"
"""Under this name stand the matches that could not be taken in, each with the version that was skipped."""


async def parked(session: Session, matches: Sequence[str]) -> frozenset[str]:
    """Those of some matches that could not be taken in: what is known of them is old, and their results are pending."""
    query = select(CheckpointRow.match).where(CheckpointRow.projection == PARKED)
    return frozenset((await session.exec(query.where(col(CheckpointRow.match).in_(matches)))).all())
