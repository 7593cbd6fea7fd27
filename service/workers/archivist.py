"""The archivist: brings finished matches from the log into cold storage, one arrow at a time.

Closed and booked → its archive is built → written, never over another one → read back and verified → noted in SQL → a
time of grace → verified once more → removed from the log, if that ends where the archive does, or where the archive has
been before.
Each of these may be repeated, and any number of processes may do it side by side: which matches are due, SQL says, and
whoever takes one in hand has it for a minute.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from enum import Enum, auto

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.typing import FilteringBoundLogger

from domain.engine.match.log import MAX_ENTRIES
from domain.engine.proof.signature import Signer
from service.clock import milliseconds
from service.cold.noted import (
    ArchiveRow,
    Noted,
    archive_noted,
    claim,
    note_archived,
    note_booked,
    note_failed,
    note_left,
    note_returned,
    note_unarchived,
)
from service.cold.storage import ColdStorage, file_hash
from service.log.outcomes import Damaged, OutcomeUnknown, ReadOnly, Unavailable
from service.log.store import LogStore, Tail
from service.matches.archives import archive_of
from service.matches.catalogue import Catalogue, opened_by
from service.observing.metrics import ARCHIVED

PAUSE = 5.0
"""Seconds between two rounds."""
AT_ONCE = 20
"""How many matches a round takes in hand."""
YIELD = 9.0
"""The processor time that a match took is followed by so many times as long a pause: whoever plays comes first. Waiting
for a bucket is none.
"""
LOOK_SECONDS = 3_600.0
"""How often it looks for logs that came back, from a backup or from a master that had not heard of their going, and for
those that a process of an earlier version has booked."""
UNREACHED_MS = 600_000
"""How long a match rests at most that could not be reached."""
LOOKED_UP_AT_ONCE = 1_000
PASSING = (Unavailable, OutcomeUnknown, ReadOnly, OSError, SQLAlchemyError)
"""What says nothing about a match: the log, the archives or the database are away."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.archivist")


class Step(Enum):
    """The moments between two arrows, at which the tests let a process die."""

    CLAIMED = auto()
    BUILT = auto()
    WRITTEN = auto()
    VERIFIED = auto()
    NOTED = auto()
    COMPARED = auto()
    REMOVED = auto()
    GONE_NOTED = auto()


class Archivist:
    """Archives what is booked as finished, and removes from the log what was closed so many seconds ago."""

    def __init__(
        self,
        store: LogStore,
        cold: ColdStorage,
        catalogue: Catalogue,
        signer: Signer,
        after_seconds: float,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.store = store
        self.cold = cold
        self.records = cold.records
        self.catalogue = catalogue
        self.signer = signer
        self.after_ms = int(after_seconds * 1000)
        self.now = now

    async def run(self) -> None:
        """Works for ever; an engine, a database or an object store that is away ends a round."""
        try:
            await self.cold.objects.check_takes_files()
        except Unavailable as error:
            LOG.warning(
                "the archives cannot be reached: matches that end stay in the log until they can", why=str(error)
            )
        looked = -LOOK_SECONDS
        while True:
            done = 0
            try:
                if time.monotonic() - looked > LOOK_SECONDS:
                    await self.look_through_logs()
                    looked = time.monotonic()
                done = await self.round()
            except Exception as error:
                LOG.warning("the archivist waits", error=type(error).__name__, why=str(error))
            if done < AT_ONCE:
                await asyncio.sleep(PAUSE)

    def reached(self, step: Step) -> None:
        """Does nothing; the tests die here."""

    async def round(self) -> int:
        """Takes some matches a step further that are due, those first that wait longest; how many those were."""
        now = self.now()
        rows = await claim(self.records, now, now - self.after_ms, AT_ONCE)
        self.reached(Step.CLAIMED)
        unreached: Exception | None = None
        for row in rows:
            before = self.cold.effort.seconds
            try:
                await self._try(row)
            except PASSING as error:
                LOG.warning("a match waits for its archive", match=row.match, error=type(error).__name__)
                # One is no reason to stop: only its server or its object may be away. Others come before it.
                await note_failed(self.records, row, self.now(), UNREACHED_MS)
                if unreached is not None:
                    raise
                unreached = error
            await asyncio.sleep(YIELD * (self.cold.effort.seconds - before))
        if unreached is not None:
            raise unreached
        return len(rows)

    async def look_through_logs(self) -> int:
        """Makes due what is in the log and noted as gone, or booked by a version that noted nothing; how many."""
        found, some = 0, list[str]()
        async for match in self.store.matches():
            some.append(match)
            if len(some) == LOOKED_UP_AT_ONCE:
                found += await note_returned(self.records, some) + await note_booked(self.records, some)
                some.clear()
        return found + await note_returned(self.records, some) + await note_booked(self.records, some)

    async def _try(self, row: ArchiveRow) -> None:
        try:
            if row.archived_at is None:
                await self._archive(row)
                ARCHIVED.labels("archived").inc()
            else:
                await self._remove(archive_noted(row))
                ARCHIVED.labels("removed").inc()
        except PASSING:
            ARCHIVED.labels("failed").inc()
            raise
        except Exception as error:
            ARCHIVED.labels("failed").inc()
            LOG.error("a match cannot be archived", match=row.match, tries=row.tries, exc_info=error)
            await note_failed(self.records, row, self.now())

    async def _archive(self, row: ArchiveRow) -> None:
        tail = await self.store.tail(row.match, 0)
        if tail.items:  # else it has left, and SQL is older than that: its archive is there
            file = await self._built(row, tail)
            self.reached(Step.BUILT)
            await self.cold.write(archive_noted(row), file)
            self.reached(Step.WRITTEN)
        kept = await self.cold.read_anew(archive_noted(row))
        self.reached(Step.VERIFIED)
        key_id = kept.archive.manifest.key_id
        await note_archived(self.records, row.match, file_hash(kept.file), len(kept.file), key_id, self.now())
        self.reached(Step.NOTED)

    async def _built(self, row: ArchiveRow, tail: Tail) -> bytes:
        if (tail.last, tail.head.hex()) != (row.version, row.head):
            raise Damaged(row.match, f"its log ends at version {tail.last}, and was booked at {row.version}")
        rules = self.catalogue.pinned(opened_by(tail.items[0].batch))
        if rules is None:
            raise LookupError("its rules or its data set are not loaded here")
        return await self.cold.effort.of(archive_of, rules.game, row.match, tail.batches, tail.head, self.signer)

    async def _remove(self, noted: Noted) -> None:
        log = await self.store.tail(noted.match, MAX_ENTRIES)  # only where it ends
        try:
            kept = await self.cold.read_anew(noted)
        except Damaged:
            if (log.last, log.head) == (noted.version, noted.head):  # nothing is lost: it is archived anew
                await note_unarchived(self.records, noted.match)
            raise
        if log.last:
            if (log.last, log.head) not in {(item.version, item.head) for item in kept.items}:
                raise Damaged(noted.match, f"its log ends at version {log.last} with another head than its archive")
            self.reached(Step.COMPARED)
            await self.store.remove(noted.match, log.last, log.head)
            self.reached(Step.REMOVED)
            if (await self.store.tail(noted.match, MAX_ENTRIES)).last:
                return  # somebody has put it back meanwhile: it stays due
        await note_left(self.records, noted.match, self.now())
        self.reached(Step.GONE_NOTED)
