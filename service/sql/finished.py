"""Finished matches, in the order in which they ended."""

from collections.abc import AsyncIterator

import msgspec
from sqlmodel import col, select, tuple_
from sqlmodel.sql.expression import SelectOfScalar

from chronik.domain.engine.match.match import Status
from chronik.service.sql.database import MatchRow, Records
from chronik.service.sql.lobby import PUBLIC
from chronik.service.sql.paging import MOST_MATCHES, cursor_of, place_behind


class MatchFilter(msgspec.Struct, frozen=True):
    """A filter of finished matches: by game, player, ids, and the time of their end (milliseconds since 1970)."""

    game: str | None = None
    player: str | None = None
    among: SelectOfScalar[str] | None = None
    since: int | None = None
    until: int | None = None


async def list_finished_matches(
    records: Records, wanted: MatchFilter, after: str | None
) -> AsyncIterator[tuple[MatchRow, ...]]:
    """Yields the public matches after a cursor, page by page; `cursor_of_end` gives each cursor."""
    ended, match = col(MatchRow.closed_at), col(MatchRow.id)
    shown = (MatchRow.status == Status.FINISHED.value, *PUBLIC)
    query = select(MatchRow).where(*shown).order_by(ended, match)
    if wanted.game is not None:
        query = query.where(MatchRow.game == wanted.game)
    if wanted.player is not None:
        query = query.where(col(MatchRow.seats).contains(f'"{wanted.player}"', autoescape=True))
    if wanted.among is not None:
        query = query.where(match.in_(wanted.among))
    if wanted.since is not None:
        query = query.where(ended >= wanted.since)
    if wanted.until is not None:
        query = query.where(ended < wanted.until)
    while True:
        page = query if after is None else query.where(tuple_(ended, match) > tuple_(*place_behind(after)))
        async with records.reading() as session:
            rows = tuple((await session.exec(page.limit(MOST_MATCHES))).all())
        if rows:
            yield rows
        if len(rows) < MOST_MATCHES:
            return
        after = cursor_of_end(rows[-1])


async def cursor_behind(records: Records, match: str) -> str | None:
    """Returns the cursor after a match; None if no finished match has this id."""
    query = select(MatchRow).where(MatchRow.id == match, MatchRow.status == Status.FINISHED.value)
    async with records.reading() as session:
        row = (await session.exec(query)).first()
    return None if row is None else cursor_of_end(row)


def cursor_of_end(row: MatchRow) -> str:
    """Returns the cursor after a match."""
    assert row.closed_at is not None
    return cursor_of(row.closed_at, row.id)
