"""The search for lost hints: whatever grew without being announced is announced again, so everybody hears of it.

A hint is a write of its own behind the append, so it may be lost where the append is not: whoever dies between the two,
or a server that takes no more writes then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from msgspec import Struct
from sqlmodel import col, select
from structlog.typing import FilteringBoundLogger

from service.log.store import LogStore
from service.sql.database import MatchRow, Records
from service.sql.lobby import GOING_ON
from service.sql.parked import all_parked
from service.workers.members import Members

REST = 25.0
"""Seconds between two rounds: what was lost is found within a minute."""
AT_ONCE = 1_000
LOG: FilteringBoundLogger = structlog.get_logger("chronik.lost_hints")


class LostHints(Struct, frozen=True):
    """Compares the ends of the logs with what the books have read of them, and looks for logs they know nothing of."""

    store: LogStore
    records: Records
    members: Members

    async def run(self) -> None:
        """Searches for ever; an engine or a database that is away ends a round."""
        while True:
            await asyncio.sleep(REST)
            try:
                await self.round()
            except Exception as error:
                LOG.warning("the search for lost hints waits", error=type(error).__name__)

    async def round(self) -> int:
        """Announces what the books have not read, some of it on its way to them anyway; how many matches those are."""
        return await self._growth() + await self._openings()

    async def _growth(self) -> int:
        async with self.records.reading() as session:
            going_on = select(MatchRow.id, MatchRow.version).where(col(MatchRow.status).in_(GOING_ON))
            parked = frozenset(await all_parked(session))
            read = {match: version for match, version in await session.exec(going_on) if match not in parked}
        read = {match: version for match, version in read.items() if self.members.owns(match)}
        grown = await self.store.grown_past(read)
        for match in sorted(grown):
            await self.store.announce(match, read[match] + 1)
        return len(grown)

    async def _openings(self) -> int:
        found, some = 0, list[str]()
        async for match in self.store.matches():
            if self.members.owns(match):
                some.append(match)
            if len(some) == AT_ONCE:
                found += await self._announce_unlisted(some)
                some.clear()
        return found + await self._announce_unlisted(some)

    async def _announce_unlisted(self, matches: Sequence[str]) -> int:
        async with self.records.reading() as session:
            listed = frozenset(await session.exec(select(MatchRow.id).where(col(MatchRow.id).in_(matches))))
            unlisted = sorted(set(matches) - listed - frozenset(await all_parked(session)))
        for match in unlisted:
            await self.store.announce(match, 1)
        return len(unlisted)
