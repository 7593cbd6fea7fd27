"""The lobby: matches as pages, newest first."""

import base64
import binascii
import re

import msgspec
from sqlmodel import col, select, tuple_

from domain.engine.match.match import Status
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem
from service.sql.database import MatchRow, Records

LIMIT = 500
PLACE = re.compile(rb"(\d{1,18})\.([0-9a-f]{32})")


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
        limit = max(1, min(limit, LIMIT))
        at, match = col(MatchRow.opened_at), col(MatchRow.id)
        query = select(MatchRow).order_by(at.desc(), match.desc()).limit(limit + 1)
        if cursor is not None:
            query = query.where(tuple_(at, match) < tuple_(*place(cursor)))
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


def cursor_of(moment: int, place: str) -> str:
    """The place in a list behind what has this moment and this id, to be handed back as it is."""
    return base64.urlsafe_b64encode(f"{moment}.{place}".encode()).decode().rstrip("=")


def place(cursor: str) -> tuple[int, str]:
    """The moment and the id that a cursor stands behind."""
    try:
        found = PLACE.fullmatch(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        found = None
    if found is None:
        raise Problem(MALFORMED, "This cursor was not given out here.", at="query.cursor")
    return int(found[1]), found[2].decode()
