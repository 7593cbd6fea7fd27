"""Finished matches in the order in which they ended, as many as there are."""

from collections.abc import AsyncIterator

import msgspec
from sqlmodel import col, select, tuple_
from sqlmodel.sql.expression import SelectOfScalar

from domain.engine.match.match import Status
from service.sql.database import MatchRow, Records
from service.sql.paging import MOST_MATCHES, cursor_of, place_behind


class Sought(msgspec.Struct, frozen=True):
    """Which finished matches are wanted: of a game, with a player, among some, and when they ended (milliseconds)."""

    game: str | None = None
    player: str | None = None
    among: SelectOfScalar[str] | None = None
    since: int | None = None
    until: int | None = None


async def finished(records: Records, sought: Sought, after: str | None) -> AsyncIterator[tuple[MatchRow, ...]]:
    """The matches behind a cursor, page by page; each row has a cursor of its own (`cursor_of_end`)."""
    ended, match = col(MatchRow.closed_at), col(MatchRow.id)
    query = select(MatchRow).where(MatchRow.status == Status.FINISHED.value).order_by(ended, match)
    if sought.game is not None:
        query = query.where(MatchRow.game == sought.game)
    if sought.player is not None:
        query = query.where(col(MatchRow.seats).contains(f'"{sought.player}"', autoescape=True))
    if sought.among is not None:
        query = query.where(match.in_(sought.among))
    if sought.since is not None:
        query = query.where(ended >= sought.since)
    if sought.until is not None:
        query = query.where(ended < sought.until)
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
    """The cursor of what ended after a match, by its id; None where no finished match has it."""
    query = select(MatchRow).where(MatchRow.id == match, MatchRow.status == Status.FINISHED.value)
    async with records.reading() as session:
        row = (await session.exec(query)).first()
    return None if row is None else cursor_of_end(row)


def cursor_of_end(row: MatchRow) -> str:
    """The cursor of what ended after a match."""
    assert row.closed_at is not None
    return cursor_of(row.closed_at, row.id)
