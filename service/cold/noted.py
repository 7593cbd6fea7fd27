"""What SQL notes of archives: which matches are over and booked, which are archived, and which have left the log.

A row is written in the transaction that books a match as finished, so none is booked and not due. Each kind of work has
an index over what waits for it alone, however many matches are through with it.
"""
# SQLModel declares `__tablename__` as something that it never is.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import BigInteger, CheckConstraint, Index, String, or_, text
from sqlmodel import Field, SQLModel, col, select, update

from service.sql.database import MatchRow, Records, Session, put, put_values

TO_ARCHIVE = "archived_at IS NULL"
TO_LEAVE = "archived_at IS NOT NULL AND left_at IS NULL"
CLAIM_MS = 60_000
"""How long a match is left to whoever has taken it in hand."""
LONGEST_MS = 86_400_000
"""How long a match rests at most with which it failed."""


class ArchiveRow(SQLModel, table=True):
    """A match that is over: where its log ends, and what has become of its archive (moments in ms since 1970)."""

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
    """SHA-256 of the file."""
    size: int | None = None
    key_id: str | None = Field(default=None, sa_type=String(16))
    archived_at: int | None = Field(default=None, sa_type=BigInteger)
    left_at: int | None = Field(default=None, sa_type=BigInteger)
    try_at: int = Field(default=0, sa_type=BigInteger)
    """Not before this moment it is taken in hand again."""
    tries: int = 0


class Noted(Struct, frozen=True):
    """An archive as it is noted: of which match, and where its log ends; of files with that head any will do."""

    match: str
    version: int
    head: bytes


class Ended(Struct, frozen=True):
    """A match that is booked as over: where its log ends, and when that was (milliseconds since 1970)."""

    match: str
    version: int
    head: bytes
    closed_at: int


async def book(session: Session, ended: Sequence[Ended]) -> None:
    """Notes matches as due, within the transaction that books them; what is noted already stays as it is."""
    rows = [
        ArchiveRow(match=one.match, version=one.version, head=one.head.hex(), closed_at=one.closed_at) for one in ended
    ]
    await put_values(session, ArchiveRow, [row.model_dump() for row in rows], over=False)


async def noted(records: Records, match: str) -> Noted | None:
    """The archive of a match, if it has one."""
    query = select(ArchiveRow).where(ArchiveRow.match == match, col(ArchiveRow.archived_at).is_not(None))
    async with records.reading() as session:
        row = (await session.exec(query)).first()
    return None if row is None else archive_noted(row)


def archive_noted(row: ArchiveRow) -> Noted:
    """The archive that a row notes."""
    return Noted(row.match, row.version, bytes.fromhex(row.head))


async def archived(records: Records, matches: Collection[str] | None = None) -> Sequence[Noted]:
    """The archives that are noted, of some matches or of all."""
    query = select(ArchiveRow).where(col(ArchiveRow.archived_at).is_not(None))
    if matches is not None:
        query = query.where(col(ArchiveRow.match).in_(matches))
    async with records.reading() as session:
        return [archive_noted(row) for row in (await session.exec(query)).all()]


async def claim(records: Records, now: int, closed_before: int, most: int) -> Sequence[ArchiveRow]:
    """Takes some matches in hand that are to be archived, or that are and may leave: closed before a moment.

    Others leave them alone for a minute. Those that wait longest come first, of both kinds by turns.
    """
    async with records.reading() as session:  # nearly always there are none, and nobody need wait for a lock
        if not await _waiting(session, now, closed_before, 1):
            return ()
    async with records.session() as session:
        found = await _waiting(session, now, closed_before, most)
        for row in found:
            row.try_at = now + CLAIM_MS
    return found


async def _waiting(session: Session, now: int, closed_before: int, most: int) -> Sequence[ArchiveRow]:
    closed, try_at = col(ArchiveRow.closed_at), col(ArchiveRow.try_at)
    # Nobody lets a match rest for longer: whose clock said so was wrong.
    free = or_(try_at <= now, try_at > now + LONGEST_MS)
    archived, left = col(ArchiveRow.archived_at), col(ArchiveRow.left_at)
    found: list[Sequence[ArchiveRow]] = []
    for due in ((archived.is_(None), free), (archived.is_not(None), left.is_(None), closed < closed_before, free)):
        query = select(ArchiveRow).where(*due).order_by(closed).limit(most)
        found.append((await session.exec(query.with_for_update(skip_locked=True))).all())
    # By turns: however many are to be archived, others leave.
    return [row for both in zip_longest(*found) for row in both if row is not None][:most]


async def note_archived(records: Records, match: str, file_hash: str, size: int, key_id: str, now: int) -> None:
    """Notes that the archive of a match is written and verified."""
    async with records.session() as session:
        this = update(ArchiveRow).where(col(ArchiveRow.match) == match)
        found = {"hash": file_hash, "size": size, "key_id": key_id or None, "archived_at": now}
        await session.exec(this.values(**found, try_at=0, tries=0))


async def note_unarchived(records: Records, match: str) -> None:
    """Notes that the archive of a match is no good; its log is there, and it is archived anew."""
    async with records.session() as session:
        await session.exec(update(ArchiveRow).where(col(ArchiveRow.match) == match).values(archived_at=None))


async def note_found(records: Records, found: Sequence[ArchiveRow]) -> None:
    """Notes archives that were found where nothing was noted of them."""
    async with records.session() as session:
        await put(session, found)


async def note_left(records: Records, match: str, now: int) -> None:
    """Notes that the log of a match is where its archive is, and nowhere else."""
    async with records.session() as session:
        await session.exec(update(ArchiveRow).where(col(ArchiveRow.match) == match).values(left_at=now, tries=0))


async def note_failed(records: Records, row: ArchiveRow, now: int, longest_ms: int = LONGEST_MS) -> None:
    """Lets a match rest with which something failed, the longer the more often it did."""
    rest = min(CLAIM_MS << min(row.tries, 20), longest_ms)
    async with records.session() as session:
        this = update(ArchiveRow).where(col(ArchiveRow.match) == row.match)
        await session.exec(this.values(tries=row.tries + 1, try_at=now + rest))


async def note_booked(records: Records, matches: Collection[str]) -> int:
    """Notes those of some matches as due that are booked as finished, and of which nothing is noted; how many."""
    unknown = select(MatchRow).outerjoin(ArchiveRow, col(ArchiveRow.match) == col(MatchRow.id))
    query = unknown.where(col(MatchRow.id).in_(matches), MatchRow.status == "finished", col(ArchiveRow.match).is_(None))
    async with records.reading() as session:
        rows = (await session.exec(query)).all()
    if rows:
        async with records.session() as session:
            await book(session, [Ended(r.id, r.version, bytes.fromhex(r.head), r.closed_at or 0) for r in rows])
    return len(rows)


async def unlisted_archives(records: Records) -> Sequence[str]:
    """The archived matches that the table of matches does not have, or not up to their end."""
    query = select(ArchiveRow.match).outerjoin(MatchRow, col(MatchRow.id) == col(ArchiveRow.match))
    behind = or_(col(MatchRow.id).is_(None), col(MatchRow.version) < col(ArchiveRow.version))
    async with records.reading() as session:
        return (await session.exec(query.where(col(ArchiveRow.archived_at).is_not(None), behind))).all()


async def note_returned(records: Records, matches: Collection[str]) -> int:
    """Notes of matches whose logs are there that they have not left, if it says so; how many there were."""
    this = (col(ArchiveRow.match).in_(matches), col(ArchiveRow.left_at).is_not(None))
    async with records.reading() as session:
        returned = (await session.exec(select(ArchiveRow.match).where(*this))).all()
    if returned:
        async with records.session() as session:
            await session.exec(
                update(ArchiveRow).where(col(ArchiveRow.match).in_(returned)).values(left_at=None, try_at=0)
            )
    return len(returned)
