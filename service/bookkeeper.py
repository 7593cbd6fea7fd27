"""The bookkeeper: follows the indexes of the log store into the lobby's table.

A match's row, how far it was read and how far the index was read change in one transaction, so that nothing is skipped
and nothing is counted twice, whatever dies when. Several processes may keep books side by side.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import structlog
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession
from structlog.typing import FilteringBoundLogger

from domain.engine.events import Opened
from domain.engine.match import Match, Status, fold, outcome
from domain.engine.seats import Chair
from projections.lobby import Listing, listed
from service.answers import Result, SeatLine
from service.catalogue import Catalogue
from service.log_store import Grown, LogStore
from service.records import CheckpointRow, MatchRow, PositionRow, Records

PROJECTION = "lobby"
PAUSE = 0.5
"""Seconds between two passes: what happens meanwhile becomes one transaction."""
WAIT_MS = 5_000
TRIES = 3
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bookkeeper")


class _Beginning(msgspec.Struct):
    e: Opened


class Behind(Exception):
    """Another process has taken in the match meanwhile; it is read again in the next pass."""


class Change(NamedTuple):
    """A row of the table, and the versions of the match between which it changed."""

    match: str
    before: int
    version: int
    row: MatchRow


class Bookkeeper:
    """Keeps the table of matches; `run` follows the logs until it is cancelled."""

    def __init__(self, store: LogStore, records: Records, catalogue: Catalogue) -> None:
        self.store = store
        self.records = records
        self.catalogue = catalogue
        self.failures: Counter[str] = Counter()

    async def run(self) -> None:
        """Follows for ever; an engine or a database that is away is waited for."""
        while True:
            try:
                if not await self.follow(WAIT_MS):
                    continue
            except Exception as error:
                LOG.warning("the books wait", error=type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def follow(self, wait_ms: int = 0) -> int:
        """One pass: takes in what the indexes say since the last one; how many hints there were."""
        grown = await self.store.grown(await self._positions(), wait_ms)
        if grown:
            await self._take_in(grown)
        return len(grown)

    async def catch_up(self, matches: Iterable[str]) -> int:
        """Takes in whole matches, whatever the indexes say; how many."""
        count = 0
        for match in matches:
            change = await self._read(match)
            async with self.records.session() as session:
                await _write(session, change)
            count += 1
        return count

    async def _positions(self) -> dict[int, str]:
        async with self.records.reading() as session:
            rows = await session.exec(select(PositionRow).where(PositionRow.projection == PROJECTION))
            return {row.partition: row.position for row in rows}

    async def _take_in(self, grown: Sequence[Grown]) -> None:
        positions = {hint.partition: hint.position for hint in grown}
        changes = [await self._tried(match) for match in dict.fromkeys(hint.match for hint in grown)]
        async with self.records.session() as session:
            for change in changes:
                await _write(session, change)
            for partition, position in positions.items():
                await session.merge(PositionRow(projection=PROJECTION, partition=partition, position=position))

    async def _tried(self, match: str) -> Change | None:
        """What is new of a match; one that fails three times is parked, and said so, until the next start."""
        if self.failures[match] >= TRIES:
            return None
        try:
            return await self._read(match)
        except Exception:
            self.failures[match] += 1
            if self.failures[match] == TRIES:
                LOG.exception("match parked", match=match)
            raise

    async def _read(self, match: str) -> Change | None:
        """The row of a match as the log now has it; None when the table has it already."""
        async with self.records.reading() as session:
            row = await session.get(MatchRow, match)
            checkpoint = await session.get(CheckpointRow, (PROJECTION, match))
        version = checkpoint.version if checkpoint else 0
        tail = await self.store.tail(match, version)
        if not tail.entries:
            return None
        first = tail.entries[0] if version == 0 else (await self.store.tail(match, 0)).entries[0]
        opened = msgspec.json.decode(first, type=_Beginning).e
        rules = self.catalogue.current(opened.game)
        if rules is None:
            raise LookupError(opened.game)
        listing = listed(_listing(match, row, version, opened), map(rules.codec.entry, tail.entries))
        changed = _row(listing, tail.head)
        if listing.status is Status.FINISHED:
            changed.result = await self._result(match)
        return Change(match, version, listing.version, changed)

    async def _result(self, match: str) -> str | None:
        """How a closed match ended, where its data set is loaded."""
        stored = (await self.store.tail(match, 0)).entries
        rules = self.catalogue.pinned(msgspec.json.decode(stored[0], type=_Beginning).e)
        if rules is None:
            return None
        ended = outcome(rules.game, fold(rules.game, Match(id=match), map(rules.codec.entry, stored)))
        return None if ended is None else msgspec.json.encode(Result(ended.points, ended.places)).decode()


async def rebuild(store: LogStore, records: Records, catalogue: Catalogue) -> int:
    """Makes the table anew from the logs; how many matches there are."""
    async with records.session() as session:
        await session.exec(delete(MatchRow))
        await session.exec(delete(CheckpointRow).where(col(CheckpointRow.projection) == PROJECTION))
        await session.exec(delete(PositionRow).where(col(PositionRow.projection) == PROJECTION))
    ends = await store.index_end()
    keeper = Bookkeeper(store, records, catalogue)
    count = await keeper.catch_up([match async for match in store.matches()])
    async with records.session() as session:
        for partition, position in ends.items():
            await session.merge(PositionRow(projection=PROJECTION, partition=partition, position=position))
    return count


async def _write(session: AsyncSession, change: Change | None) -> None:
    if change is None:
        return
    checkpoint = await session.get(CheckpointRow, (PROJECTION, change.match))
    if (checkpoint.version if checkpoint else 0) != change.before:
        raise Behind
    await session.merge(change.row)
    await session.merge(CheckpointRow(projection=PROJECTION, match=change.match, version=change.version))


def _listing(match: str, row: MatchRow | None, version: int, opened: Opened) -> Listing:
    if row is None:
        return Listing(id=match)
    seats = msgspec.json.decode(row.seats, type=tuple[SeatLine, ...])
    return Listing(
        id=match,
        version=version,
        status=Status(row.status),
        opened=opened,
        chairs=tuple(Chair(seat.player or "", seat.bot or "") for seat in seats),
        opened_at=row.opened_at,
        started_at=row.started_at,
        closed_at=row.closed_at,
    )


def _row(listing: Listing, head: bytes) -> MatchRow:
    opened = listing.opened
    assert opened is not None
    seats = tuple(
        SeatLine(seat=number, player=chair.player or None, bot=chair.bot or None)
        for number, chair in enumerate(listing.chairs)
    )
    return MatchRow(
        id=listing.id,
        game=opened.game,
        rules=str(opened.rules),
        status=listing.status.value,
        seat_count=opened.seats,
        seats=msgspec.json.encode(seats).decode(),
        opened_by=opened.opener or None,
        opened_at=listing.opened_at,
        started_at=listing.started_at,
        closed_at=listing.closed_at,
        version=listing.version,
        head=head.hex(),
        disclosure=opened.disclosure.value,
    )
