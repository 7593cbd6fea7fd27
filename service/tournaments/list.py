"""The list of tournaments in pages, newest first, and those of the lobby."""

from sqlalchemy import func
from sqlmodel import and_, col, or_, select, tuple_

from chronik.domain.tournament.record.state import Phase
from chronik.service.sql.database import Records
from chronik.service.sql.paging import cursor_of, place_behind
from chronik.service.tournaments.tables import TournamentRow

DAY_MS = 24 * 3_600_000
LISTED_MS = 7 * DAY_MS
"""Milliseconds before the planned start from which the lobby lists a tournament that accepts no entrants."""


async def list_current_tournaments(records: Records, now: int, limit: int) -> tuple[TournamentRow, ...]:
    """Returns the newest tournaments that are under way, accept entrants, or are planned for these days.

    Those under way come first, then the others by their start. Without a planned start, their creation counts.
    """
    phase, start = col(TournamentRow.phase), func.coalesce(TournamentRow.starts_at, TournamentRow.created_at)
    waiting = and_(phase.in_((Phase.ANNOUNCED.value, Phase.READY.value)), start.between(now - DAY_MS, now + LISTED_MS))
    query = select(TournamentRow).where(or_(phase.in_((Phase.RUNNING.value, Phase.REGISTRATION.value)), waiting))
    async with records.reading() as session:
        rows = (await session.exec(query.order_by(col(TournamentRow.created_at).desc()).limit(limit))).all()
    return tuple(sorted(rows, key=lambda row: (row.phase != Phase.RUNNING.value, row.starts_at or row.created_at)))


async def tournaments_after(
    records: Records, cursor: str | None, limit: int, game: str | None, phase: Phase | None
) -> tuple[tuple[TournamentRow, ...], str | None]:
    """Returns the tournaments after a cursor, and the cursor of the next page (None on the last page)."""
    at, tournament = col(TournamentRow.created_at), col(TournamentRow.id)
    query = select(TournamentRow).order_by(at.desc(), tournament.desc()).limit(limit + 1)
    if cursor is not None:
        query = query.where(tuple_(at, tournament) < tuple_(*place_behind(cursor)))
    if game is not None:
        query = query.where(TournamentRow.game == game)
    if phase is not None:
        query = query.where(TournamentRow.phase == phase.value)
    async with records.reading() as session:
        rows = tuple((await session.exec(query)).all())
    more = len(rows) > limit
    last = rows[limit - 1] if more else None
    return rows[:limit], cursor_of(last.created_at, last.id) if last else None
