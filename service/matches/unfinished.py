"""The list of unfinished matches: those in the lobby table, and all that have grown since the bookkeeper read them.

The number of finished matches does not matter: they are neither read nor listed.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct
from sqlmodel import col, select

from chronik.service.log.store import LogStore
from chronik.service.matches.positions import find_gaps, read_positions
from chronik.service.sql.database import MatchRow, Records
from chronik.service.sql.lobby import UNFINISHED, is_seated
from chronik.service.sql.parked import all_parked

PAUSE = 1.0


class Unfinished(Struct, frozen=True):
    """A reader of the lobby table, and of the index entries that the bookkeeper has not read yet."""

    store: LogStore
    records: Records

    async def matches(self) -> frozenset[str]:
        """Returns all unfinished matches, and a few that were just closed; waits while the lobby table has gaps."""
        while True:
            positions, listed = await self._read_books()
            if not find_gaps(positions, await self.store.index_start()):
                return listed | await self._find_grown(positions)
            await asyncio.sleep(PAUSE)

    async def of(self, player: str, closed_since: int) -> frozenset[str]:
        """Returns a player's matches that are unfinished or closed since a moment, and all with unread growth."""
        async with self.records.reading() as session:
            read = await read_positions(session)
            mine = is_seated(player)
            going_on = select(MatchRow.id).where(col(MatchRow.status).in_(UNFINISHED), mine)
            closed = select(MatchRow.id).where(col(MatchRow.closed_at) >= closed_since, mine)
            listed = [*(await session.exec(going_on)).all(), *(await session.exec(closed)).all()]
            listed += await all_parked(session)
        return frozenset(listed) | await self._find_grown(read)

    async def _read_books(self) -> tuple[dict[int, str], frozenset[str]]:
        """Reads the index positions, and the matches that were unfinished then or later, including parked matches."""
        async with self.records.reading() as session:
            # Positions first: the rows read after them may be newer, but never older.
            read = await read_positions(session)
            going_on = await session.exec(select(MatchRow.id).where(col(MatchRow.status).in_(UNFINISHED)))
            return read, frozenset([*going_on.all(), *await all_parked(session)])

    async def _find_grown(self, positions: dict[int, str]) -> frozenset[str]:
        matches = set[str]()
        while hints := await self.store.read_hints(positions, 0):
            positions |= {hint.partition: hint.position for hint in hints}
            matches |= {hint.match for hint in hints}
        return frozenset(matches)
