"""The rows of archives in SQL: which matches have ended, which are archived, and which have left the log.

A match gets its row in the transaction that marks it as finished, so no finished match lacks one. Each kind of work has
a partial index over the rows that wait for it, so its cost does not grow with finished work.
"""
# SQLModel declares `__tablename__` with a type that it never has.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import BigInteger, CheckConstraint, Index, String, or_, text
from sqlmodel import Field, SQLModel, col, select, update

from chronik.service.sql.database import MatchRow, Records, Session, put, put_values

TO_ARCHIVE = "archived_at IS NULL"
TO_LEAVE = "archived_at IS NOT NULL AND left_at IS NULL"
CLAIM_MS = 60_000
"""Milliseconds for which other processes leave a claimed match alone."""
LONGEST_MS = 86_400_000
"""The longest pause, in milliseconds, after work on a match has failed."""


class ArchiveRow(SQLModel, table=True):
    """A match that has ended: where its log ends, and the state of its archive (times in milliseconds since 1970)."""

    __tablename__: ClassVar[str] = "archives"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(match) = 32", name="match"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("length(head) = 64", name="head"),
        CheckConstraint("length(hash) = 64", name="hash"),
        CheckConstraint("archived_at IS NULL OR (hash IS NOT NULL AND size IS NOT NULL)", name="archived_at"),
        CheckConstraint("left_at IS NULL OR archived_at IS NOT NULL", name="left_at"),
        Index("ix_archives_to_archive", "closed_at", sqlite_where=text(TO_ARCHIVE), postgresql_where=text(TO_ARCHIVE)),
        Index("ix_archives_to_leave", "closed_at", sqlite_where=text(TO_LEAVE), postgresql_where=text(TO_LEAVE)),
    )

    match: str = Field(primary_key=True, sa_type=String(32))
    version: int
    head: str = Field(sa_type=String(64))
    closed_at: int = Field(sa_type=BigInteger)
    hash: str | None = Field(default=None, sa_type=String(64))
    """The SHA-256 of the file."""
    size: int | None = None
    key_id: str | None = Field(default=None, sa_type=String(16))
    archived_at: int | None = Field(default=None, sa_type=BigInteger)
    left_at: int | None = Field(default=None, sa_type=BigInteger)
    try_at: int = Field(default=0, sa_type=BigInteger)
    """The earliest time of the next attempt."""
    tries: int = 0


class RegisteredArchive(Struct, frozen=True):
    """A registered archive: its match, and where the log ends; every file with that head is equally valid."""

    match: str
    version: int
    head: bytes


class EndedMatch(Struct, frozen=True):
    """A finished match: where its log ends, and when it ended (milliseconds since 1970)."""

    match: str
    version: int
    head: bytes
    closed_at: int


async def add_due_archives(session: Session, ended: Sequence[EndedMatch]) -> None:
    """Adds missing rows for finished matches, within the transaction that marks them as finished."""
    rows = [
        ArchiveRow(match=one.match, version=one.version, head=one.head.hex(), closed_at=one.closed_at) for one in ended
    ]
    await put_values(session, ArchiveRow, [row.model_dump() for row in rows], over=False)


async def find_archive(records: Records, match: str) -> RegisteredArchive | None:
    """Returns the registered archive of a match; None if it is not archived."""
    query = select(ArchiveRow).where(ArchiveRow.match == match, col(ArchiveRow.archived_at).is_not(None))
    async with records.reading() as session:
        row = (await session.exec(query)).first()
    return None if row is None else archive_from_row(row)


def archive_from_row(row: ArchiveRow) -> RegisteredArchive:
    """Returns the archive that a row describes."""
    return RegisteredArchive(row.match, row.version, bytes.fromhex(row.head))


async def list_archives(records: Records, matches: Collection[str] | None = None) -> Sequence[RegisteredArchive]:
    """Returns the archives of these matches, or all archives."""
    query = select(ArchiveRow).where(col(ArchiveRow.archived_at).is_not(None))
    if matches is not None:
        query = query.where(col(ArchiveRow.match).in_(matches))
    async with records.reading() as session:
        return [archive_from_row(row) for row in (await session.exec(query)).all()]


async def claim(records: Records, now: int, closed_before: int, most: int) -> Sequence[ArchiveRow]:
    """Claims up to `most` matches that must be archived, or are archived and must leave the log.

    Archived matches are claimed only if they ended before `closed_before`. Other processes leave a claimed match alone
    for a minute. The two kinds alternate; within each, the match that has waited longest comes first.
    """
    async with records.reading() as session:  # usually there are none, so a read avoids waiting for the write lock
        if not await _waiting(session, now, closed_before, 1):
            return ()
    async with records.session() as session:
        found = await _waiting(session, now, closed_before, most)
        for row in found:
            row.try_at = now + CLAIM_MS
    return found


async def _waiting(session: Session, now: int, closed_before: int, most: int) -> Sequence[ArchiveRow]:
    closed, try_at = col(ArchiveRow.closed_at), col(ArchiveRow.try_at)
    # No process sets a longer pause, so a later time was set by a wrong clock.
    free = or_(try_at <= now, try_at > now + LONGEST_MS)
    archived, left = col(ArchiveRow.archived_at), col(ArchiveRow.left_at)
    found: list[Sequence[ArchiveRow]] = []
    for due in ((archived.is_(None), free), (archived.is_not(None), left.is_(None), closed < closed_before, free)):
        query = select(ArchiveRow).where(*due).order_by(closed).limit(most)
        found.append((await session.exec(query.with_for_update(skip_locked=True))).all())
    # The two kinds alternate, so that a long queue of one does not block the other.
    return [row for both in zip_longest(*found) for row in both if row is not None][:most]


async def record_archived(records: Records, match: str, file_hash: str, size: int, key_id: str, now: int) -> None:
    """Records that the archive of a match is written and verified."""
    async with records.session() as session:
        this = update(ArchiveRow).where(col(ArchiveRow.match) == match)
        found = {"hash": file_hash, "size": size, "key_id": key_id or None, "archived_at": now}
        await session.exec(this.values(**found, try_at=0, tries=0))


async def find_archives_to_sign(records: Records, key_id: str) -> Sequence[RegisteredArchive]:
    """Returns the archives that are unsigned or signed with a key other than this one."""
    key = col(ArchiveRow.key_id)
    query = select(ArchiveRow).where(col(ArchiveRow.archived_at).is_not(None), or_(key.is_(None), key != key_id))
    async with records.reading() as session:
        return [archive_from_row(row) for row in (await session.exec(query.order_by(ArchiveRow.match))).all()]


async def record_signed(records: Records, match: str, file_hash: str, size: int, key_id: str) -> None:
    """Records the new file of an archive that was signed again."""
    this = update(ArchiveRow).where(col(ArchiveRow.match) == match, col(ArchiveRow.archived_at).is_not(None))
    async with records.session() as session:
        await session.exec(this.values(hash=file_hash, size=size, key_id=key_id or None))


async def record_unarchived(records: Records, match: str) -> None:
    """Records that the archive of a match is invalid; its log still exists, and will be archived again."""
    async with records.session() as session:
        await session.exec(update(ArchiveRow).where(col(ArchiveRow.match) == match).values(archived_at=None))


async def add_archive_rows(records: Records, found: Sequence[ArchiveRow]) -> None:
    """Adds rows for archives that lacked them."""
    async with records.session() as session:
        await put(session, found)


async def record_left(records: Records, match: str, now: int) -> None:
    """Records that the log of a match was removed and exists only in its archive."""
    async with records.session() as session:
        await session.exec(update(ArchiveRow).where(col(ArchiveRow.match) == match).values(left_at=now, tries=0))


async def postpone(records: Records, row: ArchiveRow, now: int, longest_ms: int = LONGEST_MS) -> None:
    """Postpones the next attempt for a match; the pause doubles with each failure, up to `longest_ms`."""
    rest = min(CLAIM_MS << min(row.tries, 20), longest_ms)
    async with records.session() as session:
        this = update(ArchiveRow).where(col(ArchiveRow.match) == row.match)
        await session.exec(this.values(tries=row.tries + 1, try_at=now + rest))


async def add_missing_rows(records: Records, matches: Collection[str]) -> int:
    """Adds missing rows for the finished matches among these; returns how many were missing."""
    unknown = select(MatchRow).outerjoin(ArchiveRow, col(ArchiveRow.match) == col(MatchRow.id))
    query = unknown.where(col(MatchRow.id).in_(matches), MatchRow.status == "finished", col(ArchiveRow.match).is_(None))
    async with records.reading() as session:
        rows = (await session.exec(query)).all()
    if rows:
        async with records.session() as session:
            await add_due_archives(
                session, [EndedMatch(r.id, r.version, bytes.fromhex(r.head), r.closed_at or 0) for r in rows]
            )
    return len(rows)


async def find_unlisted_archives(records: Records) -> Sequence[str]:
    """Returns the archived matches that the table of matches lacks, or has only up to an earlier version."""
    query = select(ArchiveRow.match).outerjoin(MatchRow, col(MatchRow.id) == col(ArchiveRow.match))
    behind = or_(col(MatchRow.id).is_(None), col(MatchRow.version) < col(ArchiveRow.version))
    async with records.reading() as session:
        return (await session.exec(query.where(col(ArchiveRow.archived_at).is_not(None), behind))).all()


async def record_returned(records: Records, matches: Collection[str]) -> int:
    """Records that these matches are in the log again; returns how many had been recorded as removed."""
    this = (col(ArchiveRow.match).in_(matches), col(ArchiveRow.left_at).is_not(None))
    async with records.reading() as session:
        returned = (await session.exec(select(ArchiveRow.match).where(*this))).all()
    if returned:
        async with records.session() as session:
            await session.exec(
                update(ArchiveRow).where(col(ArchiveRow.match).in_(returned)).values(left_at=None, try_at=0)
            )
    return len(returned)
