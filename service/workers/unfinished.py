"""The unfinished matches: those that are not over as the books have them, and whatever has grown since.

Finished ones are neither read nor listed, however many there are.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct
from sqlmodel import col, select

from service.log.store import LogStore
from service.sql.database import MatchRow, Records
from service.sql.lobby import GOING_ON
from service.sql.parked import all_parked
from service.workers.positions import gaps, read_positions

PAUSE = 1.0


class Unfinished(Struct, frozen=True):
    """Where they stand: in the table that the bookkeeper keeps, and in the indexes behind what it has read of them."""

    store: LogStore
    records: Records

    async def matches(self) -> frozenset[str]:
        """All that were opened until now, a few that have just been closed among them; waits for books with gaps."""
        while True:
            positions, listed = await self._books()
            if not gaps(positions, await self.store.index_start()):
                return listed | await self._grown_since(positions)
            await asyncio.sleep(PAUSE)

    async def of(self, player: str, closed_since: int) -> frozenset[str]:
        """Those of a player, with what was closed since a moment, and all that the books have not read of yet."""
        async with self.records.reading() as session:
            read = await read_positions(session)
            mine = col(MatchRow.seats).contains(f'"{player}"', autoescape=True)
            going_on = select(MatchRow.id).where(col(MatchRow.status).in_(GOING_ON), mine)
            closed = select(MatchRow.id).where(col(MatchRow.closed_at) >= closed_since, mine)
            listed = [*(await session.exec(going_on)).all(), *(await session.exec(closed)).all()]
            listed += await all_parked(session)
        return frozenset(listed) | await self._grown_since(read)

    async def _books(self) -> tuple[dict[int, str], frozenset[str]]:
        """How far the indexes were read, and the matches that were going on then or later, the parked ones too."""
        async with self.records.reading() as session:
            # The positions first: what is read of the table after them may be newer, and never older.
            read = await read_positions(session)
            going_on = await session.exec(select(MatchRow.id).where(col(MatchRow.status).in_(GOING_ON)))
            return read, frozenset([*going_on.all(), *await all_parked(session)])

    async def _grown_since(self, positions: dict[int, str]) -> frozenset[str]:
        matches = set[str]()
        while hints := await self.store.grown(positions, 0):
            positions |= {hint.partition: hint.position for hint in hints}
            matches |= {hint.match for hint in hints}
        return frozenset(matches)
