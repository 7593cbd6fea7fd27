"""The lobby: matches as pages, newest first."""

import msgspec
from sqlmodel import col, or_, select, tuple_

from domain.engine.match.match import Status
from projections.match.lobby import Origin
from service.sql.database import MatchRow, Records
from service.sql.paging import MOST_MATCHES, cursor_of, place_behind

GOING_ON = (Status.OPEN.value, Status.RUNNING.value)


class Page(msgspec.Struct, frozen=True):
    """Some matches, and the cursor of those that follow when there are any."""

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
        """The matches after a cursor. When a match was opened never changes, so a page has the same end for ever."""
        limit = max(1, min(limit, MOST_MATCHES))
        at, match = col(MatchRow.opened_at), col(MatchRow.id)
        query = select(MatchRow).order_by(at.desc(), match.desc()).limit(limit + 1)
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

    async def going_on(self, player: str, most: int) -> int:
        """How many matches that are not over a player has opened or sits in, counted up to a number."""
        theirs = or_(col(MatchRow.opened_by) == player, col(MatchRow.seats).contains(f'"{player}"', autoescape=True))
        query = select(MatchRow.id).where(col(MatchRow.status).in_(GOING_ON), theirs).limit(most)
        async with self.records.reading() as session:
            return len((await session.exec(query)).all())


def origin_of(row: MatchRow) -> Origin | None:
    """Where a match was gone on from, as its row says."""
    return None if row.origin is None or row.origin_version is None else Origin(row.origin, row.origin_version)
