"""The search for lost hints: it re-announces every match whose log has grown without a hint.

A hint is a separate write after the append. It is lost if the process dies between the two, or if the server refuses
the second write. The search also finds lost matches: those that are unfinished in the database but have no log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import structlog
from msgspec import Struct, field
from sqlmodel import col, select
from structlog.typing import FilteringBoundLogger

from chronik.service.log.members import Members
from chronik.service.log.store import LogStore
from chronik.service.operating.metrics import MISSING_MATCHES
from chronik.service.sql.database import MatchRow, Records
from chronik.service.sql.lobby import UNFINISHED
from chronik.service.sql.parked import all_parked

REST = 25.0
"""Seconds between two rounds: a lost hint is found within a minute."""
AT_ONCE = 1_000
NAMED = 10
"""The most missing matches that a log message names."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.lost_hints")


class LostHints(Struct, frozen=True):
    """A worker that compares the logs with the lobby table, and looks for logs without a row.

    `missing` holds the unfinished matches of this process that had no log in the last round.
    """

    store: LogStore
    records: Records
    members: Members
    missing: set[str] = field(default_factory=set[str])

    async def run(self) -> None:
        """Runs forever; a round ends if the log or the database does not answer."""
        while True:
            await asyncio.sleep(REST)
            try:
                await self.round()
            except Exception as error:
                LOG.warning("the search for lost hints waits", error=type(error).__name__)

    async def round(self) -> int:
        """Announces matches that the bookkeeper has not read completely, and returns how many there were."""
        read = await self._read_versions()
        grown, unseen = await self._announce_grown(read), set(read)
        grown += await self._announce_new_logs(unseen)
        await self._count_missing(unseen)
        return grown

    async def _read_versions(self) -> dict[str, int]:
        """Returns the unfinished matches of this process with the versions up to which the bookkeeper has read them."""
        async with self.records.reading() as session:
            going_on = select(MatchRow.id, MatchRow.version).where(col(MatchRow.status).in_(UNFINISHED))
            parked = frozenset(await all_parked(session))
            read = {match: version for match, version in await session.exec(going_on) if match not in parked}
        return {match: version for match, version in read.items() if self.members.owns(match)}

    async def _announce_grown(self, read: Mapping[str, int]) -> int:
        grown = await self.store.find_grown(read)
        for match in sorted(grown):
            await self.store.announce(match, read[match] + 1)
        return len(grown)

    async def _announce_new_logs(self, unseen: set[str]) -> int:
        """Announces logs without a row, and removes from `unseen` every match that has a log."""
        found, some = 0, list[str]()
        async for match in self.store.matches():
            unseen.discard(match)
            if self.members.owns(match):
                some.append(match)
            if len(some) == AT_ONCE:
                found += await self._announce_unlisted(some)
                some.clear()
        return found + await self._announce_unlisted(some)

    async def _count_missing(self, unseen: Iterable[str]) -> None:
        """Counts and reports the unfinished matches that still have no log."""
        missing: set[str] = set()
        for some in split(unseen, AT_ONCE):
            async with self.records.reading() as session:
                still = (col(MatchRow.id).in_(some), col(MatchRow.status).in_(UNFINISHED))
                going_on = (await session.exec(select(MatchRow.id).where(*still))).all()
            missing.update([match for match in going_on if not (await self.store.tail(match, 0)).last])
        MISSING_MATCHES.set(len(missing))
        if lost := sorted(missing - self.missing):
            LOG.error("matches are missing from the log", missing=len(missing), first=lost[:NAMED])
        self.missing.clear()
        self.missing.update(missing)

    async def _announce_unlisted(self, matches: Sequence[str]) -> int:
        async with self.records.reading() as session:
            listed = frozenset(await session.exec(select(MatchRow.id).where(col(MatchRow.id).in_(matches))))
            unlisted = sorted(set(matches) - listed - frozenset(await all_parked(session)))
        for match in unlisted:
            await self.store.announce(match, 1)
        return len(unlisted)


def split(matches: Iterable[str], size: int) -> Iterator[Sequence[str]]:
    """Splits matches into parts of at most `size` each."""
    rest = iter(matches)
    while part := tuple(islice(rest, size)):
        yield part
