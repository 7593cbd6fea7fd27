"""The lobby: pages of matches, newest first."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement
from sqlmodel import col, or_, select, tuple_

from chronik.domain.engine.match.match import Status
from chronik.projections.match.lobby import Origin
from chronik.service.sql.database import MatchRow, Records
from chronik.service.sql.paging import MOST_MATCHES, cursor_of, place_behind

UNFINISHED = (Status.OPEN.value, Status.RUNNING.value)
PUBLIC = (~col(MatchRow.tutorial), ~col(MatchRow.private))
"""The conditions of a match that lists show to everyone."""
OFFERS_SEAT = col(MatchRow.seats).contains('"offered":true')
"""The condition of a running match with a seat that another person may take."""


def is_seated(player: str) -> ColumnElement[bool]:
    """Returns the condition of a match in which a player has a seat now."""
    return col(MatchRow.seats).contains(f'"player":"{player}"', autoescape=True)


class Page(msgspec.Struct, frozen=True):
    """One page of matches, and the cursor of the next page; None if this is the last."""

    rows: tuple[MatchRow, ...]
    cursor: str | None


class Lobby:
    """The table of matches, which the bookkeeper fills."""

    def __init__(self, records: Records) -> None:
        self.records = records

    async def page(
        self,
        cursor: str | None = None,
        limit: int = 50,
        game: str | None = None,
        status: Status | None = None,
        player: str | None = None,
    ) -> Page:
        """Returns the public matches after a cursor. Times of opening never change, so no page shifts."""
        limit = max(1, min(limit, MOST_MATCHES))
        at, match = col(MatchRow.opened_at), col(MatchRow.id)
        query = select(MatchRow).where(*PUBLIC).order_by(at.desc(), match.desc()).limit(limit + 1)
        if cursor is not None:
            query = query.where(tuple_(at, match) < tuple_(*place_behind(cursor)))
        if game is not None:
            query = query.where(MatchRow.game == game)
        if status is not None:
            query = query.where(MatchRow.status == status.value)
        if player is not None:
            query = query.where(col(MatchRow.seats).contains(f'"{player}"', autoescape=True))
        async with self.records.reading() as session:
            rows = tuple((await session.exec(query)).all())
        more = len(rows) > limit
        return Page(rows[:limit], cursor_of(rows[limit - 1].opened_at, rows[limit - 1].id) if more else None)

    async def list_active(
        self, status: Status, since: int, limit: int, *which: ColumnElement[bool]
    ) -> Sequence[MatchRow]:
        """Returns public matches that changed since a moment and meet further conditions, the latest first."""
        recent = (col(MatchRow.status) == status.value, col(MatchRow.changed_at) >= since, *which)
        query = select(MatchRow).where(*PUBLIC, *recent).order_by(col(MatchRow.changed_at).desc()).limit(limit)
        async with self.records.reading() as session:
            return (await session.exec(query)).all()

    async def list_unfinished(self, player: str, limit: int) -> Sequence[MatchRow]:
        """Returns the unfinished matches of a player, also private ones; the one that changed last is first."""
        query = select(MatchRow).where(~col(MatchRow.tutorial), col(MatchRow.status).in_(UNFINISHED), is_seated(player))
        async with self.records.reading() as session:
            return (await session.exec(query.order_by(col(MatchRow.changed_at).desc()).limit(limit))).all()

    async def count_unfinished(self, player: str, most: int) -> int:
        """Returns how many unfinished matches a player has opened or sits in, counted up to `most`."""
        theirs = or_(col(MatchRow.opened_by) == player, is_seated(player))
        query = select(MatchRow.id).where(col(MatchRow.status).in_(UNFINISHED), theirs).limit(most)
        async with self.records.reading() as session:
            return len((await session.exec(query)).all())


def origin_of(row: MatchRow) -> Origin | None:
    """Returns the match and version from which a match was forked; None if it is not a fork."""
    return None if row.origin is None or row.origin_version is None else Origin(row.origin, row.origin_version)
