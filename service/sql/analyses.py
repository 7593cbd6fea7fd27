"""The rows of analyses in SQL: requested ones wait in a queue, finished ones hold their JSON.

They are derived: rebuilding the database and erasing a player delete them, backups leave them out, and each may be
computed again from its match.
"""
# SQLModel declares `__tablename__` with a type that it never has.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import asdict, astuple
from sqlalchemy import BigInteger, CheckConstraint, Index, String, Text, func, text
from sqlmodel import Field, SQLModel, col, delete, select

from chronik.service.sql.database import MatchRow, Records, Session, put_new

WAITING = "analysis IS NULL"
CLAIM_MS = 600_000
"""Milliseconds for which other processes leave a claimed analysis alone: longer than any analysis takes."""
PAUSE_MS = 60_000
"""Milliseconds before the second attempt; each further pause is twice as long, up to six times."""


class AnalysisKey(Struct, frozen=True):
    """The key of an analysis: a match, the rules version and the facts that it is pinned to, and a model."""

    match: str
    rules: int
    facts: str
    model: str


class AnalysisRow(SQLModel, table=True):
    """An analysis: its JSON, which is empty if no model fits and missing until it is computed (times in ms)."""

    __tablename__: ClassVar[str] = "analyses"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(match) = 32", name="match"),
        Index("ix_analyses_waiting", "requested_at", sqlite_where=text(WAITING), postgresql_where=text(WAITING)),
    )

    match: str = Field(primary_key=True, sa_type=String(32))
    rules: int = Field(primary_key=True)
    facts: str = Field(primary_key=True, sa_type=String(64))
    model: str = Field(primary_key=True, sa_type=String(64))
    requested_at: int = Field(sa_type=BigInteger)
    analysis: str | None = Field(default=None, sa_type=Text)
    try_at: int = Field(default=0, sa_type=BigInteger)
    """The earliest time of the next attempt."""
    tries: int = 0


async def find_analysis(records: Records, key: AnalysisKey) -> AnalysisRow | None:
    """Returns the analysis of a match with a model, computed or waiting."""
    async with records.reading() as session:
        return await session.get(AnalysisRow, astuple(key))


async def request_analysis(records: Records, key: AnalysisKey, now: int) -> None:
    """Adds an analysis to the queue, unless it was requested before."""
    async with records.session() as session:
        await put_new(session, AnalysisRow(**asdict(key), requested_at=now))


async def was_analysed(records: Records, match: str) -> bool:
    """Returns whether a match was analysed with any model."""
    async with records.reading() as session:
        return (await session.exec(select(AnalysisRow.match).where(AnalysisRow.match == match))).first() is not None


async def find_place(records: Records, row: AnalysisRow) -> int:
    """Returns the place of a waiting analysis in the queue; the first place is 1."""
    waiting, earlier = col(AnalysisRow.analysis).is_(None), col(AnalysisRow.requested_at) < row.requested_at
    async with records.reading() as session:
        return 1 + (await session.exec(select(func.count()).select_from(AnalysisRow).where(waiting, earlier))).one()


async def claim_analysis(records: Records, now: int, models: Collection[str]) -> AnalysisKey | None:
    """Claims the analysis that has waited longest, among those with these models."""
    query = (
        select(AnalysisRow)
        .where(col(AnalysisRow.analysis).is_(None), AnalysisRow.try_at <= now, col(AnalysisRow.model).in_(models))
        .order_by(col(AnalysisRow.requested_at))
        .limit(1)
    )
    async with records.reading() as session:  # usually there is none, so a read avoids waiting for the write lock
        if (await session.exec(query)).first() is None:
            return None
    async with records.session() as session:
        row = (await session.exec(query.with_for_update(skip_locked=True))).first()
        if row is None:
            return None
        row.try_at = now + CLAIM_MS
        return AnalysisKey(row.match, row.rules, row.facts, row.model)


async def store_analysis(records: Records, key: AnalysisKey, analysis: str) -> None:
    """Stores a computed analysis, if it is still wanted, and deletes those of the match with other models."""
    async with records.session() as session:
        if (row := await session.get(AnalysisRow, astuple(key))) is not None:
            row.analysis = analysis
        others = (col(AnalysisRow.match) == key.match, col(AnalysisRow.model) != key.model)
        await session.exec(delete(AnalysisRow).where(*others))


async def postpone_analysis(records: Records, key: AnalysisKey, now: int) -> None:
    """Postpones an analysis that failed."""
    async with records.session() as session:
        if (row := await session.get(AnalysisRow, astuple(key))) is not None:
            row.try_at = now + (PAUSE_MS << min(row.tries, 6))
            row.tries += 1


async def release_analysis(records: Records, key: AnalysisKey) -> None:
    """Gives up the claim on an analysis, so that another process computes it at once."""
    async with records.session() as session:
        if (row := await session.get(AnalysisRow, astuple(key))) is not None:
            row.try_at = 0


async def drop_analyses(session: Session, player: str) -> None:
    """Deletes the analyses of all matches of a player."""
    seated = select(MatchRow.id).where(col(MatchRow.seats).contains(f'"{player}"', autoescape=True))
    await session.exec(delete(AnalysisRow).where(col(AnalysisRow.match).in_(seated)))
