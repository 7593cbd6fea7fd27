"""The list of tournaments, in pages, newest first."""

from sqlmodel import col, select, tuple_

from chronik.domain.tournament.record.state import Phase
from chronik.service.sql.database import Records
from chronik.service.sql.paging import cursor_of, place_behind
from chronik.service.tournaments.tables import TournamentRow


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
