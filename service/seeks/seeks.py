"""The database rows of seeks, and of the terms that seeks share.

Each set of terms has one row with its current match, where its seekers take seats. A process that finds the match full
replaces it; if several do so at once, one succeeds. A seek belongs to one player. It is open until it is matched, is
withdrawn or expires.
"""
# SQLModel declares `__tablename__` with a wrong type.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import BigInteger, CheckConstraint, Index, String, Text, text
from sqlmodel import Field, SQLModel, col, delete, func, select, update

from chronik.service.identity.personal_data import PersonalData
from chronik.service.identity.register import lock_player
from chronik.service.log.outcomes import KeyReused
from chronik.service.running.clock import milliseconds, rfc3339
from chronik.service.sql.database import Records, Session, put_new

MOST = 20
"""The most open seeks of a player."""
LISTED = 100
OPEN = text("state = 'open'")


class SeekState(Enum):
    """The state of a seek."""

    OPEN = "open"
    MATCHED = "matched"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class TooManySeeks(Exception):
    """An error: the player already has `MOST` open seeks."""


class Terms(Struct, frozen=True):
    """The terms of a seek: a hash that equal seeks share, the game, and the command that opens the match."""

    key: str
    game: str
    opening: str


class SeekTermsRow(SQLModel, table=True):
    """The terms that seeks share and their current match, without personal data."""

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
    """A player's seek; `match` is the match it was assigned to."""

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
        """Returns the seek's state at a moment."""
        state = SeekState(self.state)
        return SeekState.EXPIRED if state is SeekState.OPEN and self.expires_at <= now else state


class Seeks:
    """The seeks of all players; `now` is the clock by which they expire, in milliseconds since 1970."""

    def __init__(self, records: Records, now: Callable[[], int] = milliseconds) -> None:
        self.records = records
        self.now = now

    async def begin(self, seek: str, player: str, terms: Terms, lasts_ms: int) -> SeekRow | None:
        """Returns a new seek of a player, or their open seek with these terms; None if the account was erased.

        A repeated id returns the first seek, whatever its state. Raises `KeyReused` if that seek had other terms, and
        `TooManySeeks`.
        """
        now = self.now()
        async with self.records.session() as session:
            if await lock_player(session, player) is None:
                return None
            again = await session.get(SeekRow, seek)
            if again is not None:
                if (again.terms, again.expires_at - again.created_at) != (terms.key, lasts_ms):
                    raise KeyReused("the idempotency key was already used for another seek")
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

    async def find_earlier(self, seek: str, player: str, terms: Terms) -> SeekRow | None:
        """Returns the seek that `begin` would repeat: the seek with this id, or the open seek with these terms."""
        still = (col(SeekRow.state) == SeekState.OPEN.value, col(SeekRow.expires_at) > self.now())
        standing = select(SeekRow).where(col(SeekRow.player) == player, col(SeekRow.terms) == terms.key, *still)
        async with self.records.reading() as session:
            return await session.get(SeekRow, seek) or (await session.exec(standing)).first()

    async def find(self, seek: str, player: str) -> SeekRow | None:
        """Returns a seek if it belongs to the player, otherwise None."""
        async with self.records.reading() as session:
            row = await session.get(SeekRow, seek)
        return row if row is not None and row.player == player else None

    async def terms(self, keys: Collection[str]) -> Mapping[str, SeekTermsRow]:
        """Returns terms by their keys, with their current matches."""
        async with self.records.reading() as session:
            found = await session.exec(select(SeekTermsRow).where(col(SeekTermsRow.key).in_(keys)))
            return {row.key: row for row in found}

    async def of(self, player: str, since: int) -> Sequence[SeekRow]:
        """Returns a player's seeks that are open or were begun since a moment; at most 100, newest first."""
        listed = (col(SeekRow.state) == SeekState.OPEN.value) | (col(SeekRow.created_at) >= since)
        newest = (col(SeekRow.created_at).desc(), col(SeekRow.id))
        async with self.records.reading() as session:
            mine = select(SeekRow).where(col(SeekRow.player) == player, listed)
            return (await session.exec(mine.order_by(*newest).limit(LISTED))).all()

    async def list_open(self) -> Sequence[SeekRow]:
        """Returns open seeks; at most 100, newest first."""
        opened = (col(SeekRow.state) == SeekState.OPEN.value, col(SeekRow.expires_at) > self.now())
        newest = (col(SeekRow.created_at).desc(), col(SeekRow.id))
        async with self.records.reading() as session:
            return (await session.exec(select(SeekRow).where(*opened).order_by(*newest).limit(LISTED))).all()

    async def list_expired(self, terms: str | None = None) -> Sequence[SeekRow]:
        """Returns at most 100 expired seeks that were not ended yet: with any terms, or only with the given ones."""
        over = (col(SeekRow.state) == SeekState.OPEN.value, col(SeekRow.expires_at) <= self.now())
        of = () if terms is None else (col(SeekRow.terms) == terms,)
        async with self.records.reading() as session:
            return (await session.exec(select(SeekRow).where(*over, *of).limit(LISTED))).all()

    async def send(self, row: SeekRow, match: str) -> None:
        """Assigns a seek to a match, unless another request has changed the seek's match meanwhile."""
        at = col(SeekRow.match)
        before = (col(SeekRow.id) == row.id, at.is_(None) if row.match is None else at == row.match)
        await self._write(update(SeekRow).where(*before).values(match=match))

    async def move_on(self, terms: str, match: str) -> None:
        """Replaces the current match of these terms with a new one; if several processes try at once, one succeeds."""
        there = (col(SeekTermsRow.key) == terms, col(SeekTermsRow.match) == match)
        await self._write(update(SeekTermsRow).where(*there).values(match=secrets.token_hex(16)))

    async def mark_matched(self, match: str, players: Collection[str]) -> None:
        """Marks the open seeks of these players in a started match as matched."""
        theirs = (col(SeekRow.match) == match, col(SeekRow.player).in_(players))
        await self._end(SeekState.MATCHED, *theirs)

    async def mark_matched_after_all(self, row: SeekRow) -> None:
        """Marks a withdrawn or expired seek as matched, because its player got a seat in the meantime."""
        ended = col(SeekRow.state).in_((SeekState.WITHDRAWN.value, SeekState.EXPIRED.value))
        after_all = update(SeekRow).where(col(SeekRow.id) == row.id, ended)
        await self._write(after_all.values(state=SeekState.MATCHED.value))

    async def has_newer_open_seek(self, row: SeekRow) -> bool:
        """Returns whether the player of a closed seek has an open seek with the same terms."""
        same = (col(SeekRow.player) == row.player, col(SeekRow.terms) == row.terms)
        opened = select(SeekRow.id).where(*same, col(SeekRow.state) == SeekState.OPEN.value)
        async with self.records.reading() as session:
            return (await session.exec(opened)).first() is not None

    async def end(self, row: SeekRow, state: SeekState) -> None:
        """Ends a seek, and deletes all seeks of the player if the account was erased meanwhile."""
        await self._end(state, col(SeekRow.id) == row.id)
        async with self.records.session() as session:
            if await lock_player(session, row.player) is None:
                await session.exec(delete(SeekRow).where(col(SeekRow.player) == row.player))

    async def _end(self, state: SeekState, *which: Any) -> None:
        still = col(SeekRow.state) == SeekState.OPEN.value
        await self._write(update(SeekRow).where(*which, still).values(state=state.value))

    async def _write(self, statement: Any) -> None:
        async with self.records.session() as session:
            await session.exec(statement)


async def export_seeks(session: Session, player: str) -> Mapping[str, Any]:
    """Returns a player's seeks, for the export of personal data."""
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


async def erase_seeks(session: Session, player: str) -> None:
    """Deletes a player's closed seeks. Open seeks expire at once, so that no seat is kept for an erased account."""
    mine, still = col(SeekRow.player) == player, col(SeekRow.state) == SeekState.OPEN.value
    await session.exec(delete(SeekRow).where(mine, ~still))
    await session.exec(update(SeekRow).where(mine).values(expires_at=0))


SEEKS = PersonalData("seeks", export_seeks, erase_seeks)
