"""Seeks: matches that people look for, and which match those who look for the same meet in.

For all who look for the same there is one row with the match at which they sit down; who finds it full puts the next
one there, and of several who do so at once one does. A seek itself is its owner's: it is open until it has led to a
match, was withdrawn, or has expired.
"""
# SQLModel declares `__tablename__` as something that it never is.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import BigInteger, CheckConstraint, Index, String, Text, text
from sqlmodel import Field, SQLModel, col, delete, func, select, update

from service.clock import milliseconds, rfc3339
from service.log.outcomes import KeyReused
from service.people.erasure import PersonalData
from service.people.register import living
from service.sql.database import Records, Session, put_new

MOST = 20
"""How many seeks somebody can have open."""
LISTED = 100
OPEN = text("state = 'open'")


class SeekState(Enum):
    """What became of a seek."""

    OPEN = "open"
    MATCHED = "matched"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class TooManySeeks(Exception):
    """Somebody has as many seeks open as they can."""


class Terms(Struct, frozen=True):
    """What is looked for: a hash that all who look for the same share, and the command that opens such a match."""

    key: str
    game: str
    opening: str


class SeekTermsRow(SQLModel, table=True):
    """The terms of some seeks, and the match in which those who share them meet; nothing in it is about people."""

    __tablename__: ClassVar[str] = "seek_terms"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(key) = 64", name="key"),
        CheckConstraint("length(match) = 32", name="match"),
        CheckConstraint("length(opening) <= 16384", name="opening"),
    )

    key: str = Field(primary_key=True, sa_type=String(64))
    game: str = Field(sa_type=String(40))
    opening: str = Field(sa_type=Text)
    match: str = Field(sa_type=String(32))


class SeekRow(SQLModel, table=True):
    """A seek; `match` is where its owner was sent to sit down."""

    __tablename__: ClassVar[str] = "seeks"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(id) = 32", name="id"),
        CheckConstraint("length(match) = 32", name="match"),
        CheckConstraint("state IN ('open', 'matched', 'withdrawn', 'expired')", name="state"),
        Index("uq_seeks_player_terms", "player", "terms", unique=True, sqlite_where=OPEN, postgresql_where=OPEN),
        Index("ix_seeks_state_expires_at", "state", "expires_at"),
        Index("ix_seeks_player_created_at", "player", "created_at"),
    )

    id: str = Field(primary_key=True, sa_type=String(32))
    player: str = Field(foreign_key="players.id", sa_type=String(32))
    terms: str = Field(foreign_key="seek_terms.key", sa_type=String(64))
    match: str | None = Field(default=None, sa_type=String(32))
    created_at: int = Field(sa_type=BigInteger)
    expires_at: int = Field(sa_type=BigInteger)
    state: str = Field(default=SeekState.OPEN.value, sa_type=String(10))

    def state_at(self, now: int) -> SeekState:
        """What became of it by a moment."""
        state = SeekState(self.state)
        return SeekState.EXPIRED if state is SeekState.OPEN and self.expires_at <= now else state


class Seeks:
    """The seeks of everybody; `now` is the clock by which they expire, in milliseconds since 1970."""

    def __init__(self, records: Records, now: Callable[[], int] = milliseconds) -> None:
        self.records = records
        self.now = now

    async def begin(self, seek: str, player: str, terms: Terms, lasts_ms: int) -> SeekRow | None:
        """A seek of a player: a new one, or the one that they have open by these terms; None for a ghost.

        With the same id a second time it is the first one again, whatever became of it; raises `KeyReused` where that
        one was for something else, and `TooManySeeks`.
        """
        now = self.now()
        async with self.records.session() as session:
            if await living(session, player) is None:
                return None
            again = await session.get(SeekRow, seek)
            if again is not None:
                if (again.terms, again.expires_at - again.created_at) != (terms.key, lasts_ms):
                    raise KeyReused("the idempotency key already stands for another seek")
                return again
            mine = (col(SeekRow.player) == player, col(SeekRow.state) == SeekState.OPEN.value)
            standing = await session.exec(select(SeekRow).where(*mine, col(SeekRow.terms) == terms.key))
            if (row := standing.first()) is not None:
                return row
            if (await session.exec(select(func.count()).select_from(SeekRow).where(*mine))).one() >= MOST:
                raise TooManySeeks
            kept = SeekTermsRow(key=terms.key, game=terms.game, opening=terms.opening, match=secrets.token_hex(16))
            await put_new(session, kept)
            row = SeekRow(id=seek, player=player, terms=terms.key, created_at=now, expires_at=now + lasts_ms)
            session.add(row)
            await session.flush()
            return row

    async def earlier(self, seek: str, player: str, terms: Terms) -> SeekRow | None:
        """The seek that `begin` would give again: that of this id, or the one that is open by these terms."""
        still = (col(SeekRow.state) == SeekState.OPEN.value, col(SeekRow.expires_at) > self.now())
        standing = select(SeekRow).where(col(SeekRow.player) == player, col(SeekRow.terms) == terms.key, *still)
        async with self.records.reading() as session:
            return await session.get(SeekRow, seek) or (await session.exec(standing)).first()

    async def find(self, seek: str, player: str) -> SeekRow | None:
        """A seek of a player; for everybody else there is none."""
        async with self.records.reading() as session:
            row = await session.get(SeekRow, seek)
        return row if row is not None and row.player == player else None

    async def terms(self, keys: Collection[str]) -> Mapping[str, SeekTermsRow]:
        """Terms by their keys, with the matches in which people meet now."""
        async with self.records.reading() as session:
            found = await session.exec(select(SeekTermsRow).where(col(SeekTermsRow.key).in_(keys)))
            return {row.key: row for row in found}

    async def of(self, player: str, since: int) -> Sequence[SeekRow]:
        """The seeks of a player that are open, or were begun since a moment; newest first, a hundred at most."""
        listed = (col(SeekRow.state) == SeekState.OPEN.value) | (col(SeekRow.created_at) >= since)
        newest = (col(SeekRow.created_at).desc(), col(SeekRow.id))
        async with self.records.reading() as session:
            mine = select(SeekRow).where(col(SeekRow.player) == player, listed)
            return (await session.exec(mine.order_by(*newest).limit(LISTED))).all()

    async def open_ones(self) -> Sequence[SeekRow]:
        """The seeks that are open, newest first, a hundred at most."""
        opened = (col(SeekRow.state) == SeekState.OPEN.value, col(SeekRow.expires_at) > self.now())
        newest = (col(SeekRow.created_at).desc(), col(SeekRow.id))
        async with self.records.reading() as session:
            return (await session.exec(select(SeekRow).where(*opened).order_by(*newest).limit(LISTED))).all()

    async def expired(self, terms: str | None = None) -> Sequence[SeekRow]:
        """The seeks whose time is over and whose owners may sit there still: all of them, or those by some terms."""
        over = (col(SeekRow.state) == SeekState.OPEN.value, col(SeekRow.expires_at) <= self.now())
        of = () if terms is None else (col(SeekRow.terms) == terms,)
        async with self.records.reading() as session:
            return (await session.exec(select(SeekRow).where(*over, *of).limit(LISTED))).all()

    async def send(self, row: SeekRow, match: str) -> None:
        """Sends the owner of a seek to a match, unless another request has sent them on before."""
        at = col(SeekRow.match)
        before = (col(SeekRow.id) == row.id, at.is_(None) if row.match is None else at == row.match)
        await self._write(update(SeekRow).where(*before).values(match=match))

    async def move_on(self, terms: str, match: str) -> None:
        """Puts another match in the place of one that is of no use now; of several who do this at once one does."""
        there = (col(SeekTermsRow.key) == terms, col(SeekTermsRow.match) == match)
        await self._write(update(SeekTermsRow).where(*there).values(match=secrets.token_hex(16)))

    async def matched(self, match: str, players: Collection[str]) -> None:
        """The seeks that have led these players to a match that has started are over."""
        theirs = (col(SeekRow.match) == match, col(SeekRow.player).in_(players))
        await self._end(SeekState.MATCHED, *theirs)

    async def matched_after_all(self, row: SeekRow) -> None:
        """A seek that was withdrawn or has expired has led to a match all the same: its owner sat down meanwhile."""
        ended = col(SeekRow.state).in_((SeekState.WITHDRAWN.value, SeekState.EXPIRED.value))
        after_all = update(SeekRow).where(col(SeekRow.id) == row.id, ended)
        await self._write(after_all.values(state=SeekState.MATCHED.value))

    async def is_begun_anew(self, row: SeekRow) -> bool:
        """Whether the owner of a seek that is over looks for the same again."""
        same = (col(SeekRow.player) == row.player, col(SeekRow.terms) == row.terms)
        opened = select(SeekRow.id).where(*same, col(SeekRow.state) == SeekState.OPEN.value)
        async with self.records.reading() as session:
            return (await session.exec(opened)).first() is not None

    async def end(self, row: SeekRow, state: SeekState) -> None:
        """A seek is over; one of somebody who was erased meanwhile goes altogether."""
        await self._end(state, col(SeekRow.id) == row.id)
        async with self.records.session() as session:
            if await living(session, row.player) is None:
                await session.exec(delete(SeekRow).where(col(SeekRow.player) == row.player))

    async def _end(self, state: SeekState, *which: Any) -> None:
        still = col(SeekRow.state) == SeekState.OPEN.value
        await self._write(update(SeekRow).where(*which, still).values(state=state.value))

    async def _write(self, statement: Any) -> None:
        async with self.records.session() as session:
            await session.exec(statement)


async def tell(session: Session, player: str) -> Mapping[str, Any]:
    """The seeks of a player."""
    mine = select(SeekRow, SeekTermsRow.game).join(SeekTermsRow).where(col(SeekRow.player) == player)
    rows = (await session.exec(mine.order_by(col(SeekRow.created_at)))).all()
    return {
        "seeks": [
            {
                "id": row.id,
                "game": game,
                "match": row.match,
                "state": row.state,
                "created_at": rfc3339(row.created_at),
            }
            for row, game in rows
        ]
    }


async def erase(session: Session, player: str) -> None:
    """Forgets the seeks of a player; those that are open expire, so that nobody is kept waiting with a ghost."""
    mine, still = col(SeekRow.player) == player, col(SeekRow.state) == SeekState.OPEN.value
    await session.exec(delete(SeekRow).where(mine, ~still))
    await session.exec(update(SeekRow).where(mine).values(expires_at=0))


SEEKS = PersonalData("seeks", tell, erase)
