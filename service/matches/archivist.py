"""The archivist: moves finished matches from the log into cold storage, one step at a time.

Closed and booked → archive built → written, never over an existing file → read back and verified → recorded in SQL →
grace period → verified again → removed from the log. The removal requires that the log ends at a version and head that
the archive contains.
Each step may be repeated, and any number of processes may run side by side. SQL lists the matches that are due; a
process that claims one keeps it for a minute.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.domain.log.signature import Signer
from chronik.service.cold.archive_rows import (
    ArchiveRow,
    RegisteredArchive,
    add_missing_rows,
    archive_from_row,
    claim,
    postpone,
    record_archived,
    record_left,
    record_returned,
    record_unarchived,
)
from chronik.service.cold.storage import ColdStorage, file_hash
from chronik.service.log.outcomes import Damaged, NotLoaded, OutcomeUnknown, ReadOnly, Unavailable
from chronik.service.log.store import LogStore, Tail
from chronik.service.matches.archives import build_archive
from chronik.service.matches.catalogue import Catalogue, read_opening
from chronik.service.operating.metrics import ARCHIVED
from chronik.service.running.clock import milliseconds

PAUSE = 5.0
"""Seconds between two rounds."""
AT_ONCE = 20
"""How many matches a round claims."""
YIELD = 9.0
"""The pause after a match is this multiple of its processor time, because players have priority.

Time spent waiting for a bucket does not count.
"""
SCAN_SECONDS = 3_600.0
"""Seconds between two scans for logs that have returned, and for matches that an earlier version of Chronik booked.

A log may return with a restored backup, or from a master that never received its removal.
"""
UNREACHABLE_MS = 600_000
"""The longest delay before an unreachable match is tried again."""
NEWER_MS = 5_000
"""The delay before a match that needs a newer version is tried again: a process of that version may be serving."""
SCANNED_AT_ONCE = 1_000
TRANSIENT_ERRORS = (Unavailable, OutcomeUnknown, ReadOnly, OSError, SQLAlchemyError)
"""Errors that do not concern the match itself: the log, the archives or the database do not answer."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.archivist")


class Archivist:
    """A worker that archives finished matches, and removes them from the log `after_seconds` after their end."""

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
        """Runs forever; a round ends if the log, the database or the object store does not answer."""
        try:
            await self.cold.objects.check_writable()
        except Unavailable as error:
            LOG.warning(
                "the archives cannot be reached: finished matches stay in the log until they can", why=str(error)
            )
        scanned = -SCAN_SECONDS
        while True:
            done = 0
            try:
                if time.monotonic() - scanned > SCAN_SECONDS:
                    await self.rescan_logs()
                    scanned = time.monotonic()
                done = await self.round()
            except Exception as error:
                LOG.warning("the archivist waits", error=type(error).__name__, why=str(error))
            if done < AT_ONCE:
                await asyncio.sleep(PAUSE)

    async def round(self) -> int:
        """Advances up to `AT_ONCE` due matches by one step, longest waiting first, and returns how many it tried."""
        now = self.now()
        rows = await claim(self.records, now, now - self.after_ms, AT_ONCE)
        unreached: Exception | None = None
        for row in rows:
            before = self.cold.cpu.seconds
            try:
                await self._try(row)
            except TRANSIENT_ERRORS as error:
                LOG.warning("a match waits for its archive", match=row.match, error=type(error).__name__)
                # One failure may concern only that match's server or file, so the round continues with the next one.
                await postpone(self.records, row, self.now(), UNREACHABLE_MS)
                if unreached is not None:
                    raise
                unreached = error
            await asyncio.sleep(YIELD * (self.cold.cpu.seconds - before))
        if unreached is not None:
            raise unreached
        return len(rows)

    async def rescan_logs(self) -> int:
        """Marks matches as due if their log returned after its removal or they were never marked; returns how many."""
        found, some = 0, list[str]()
        async for match in self.store.matches():
            some.append(match)
            if len(some) == SCANNED_AT_ONCE:
                found += await record_returned(self.records, some) + await add_missing_rows(self.records, some)
                some.clear()
        return found + await record_returned(self.records, some) + await add_missing_rows(self.records, some)

    async def _try(self, row: ArchiveRow) -> None:
        try:
            if row.archived_at is None:
                await self._archive(row)
                ARCHIVED.labels("archived").inc()
            else:
                await self._remove(archive_from_row(row))
                ARCHIVED.labels("removed").inc()
        except TRANSIENT_ERRORS:
            ARCHIVED.labels("failed").inc()
            raise
        except NotLoaded:
            LOG.info("a match waits for a newer version", match=row.match)
            await postpone(self.records, row, self.now(), NEWER_MS)
        except Exception as error:
            ARCHIVED.labels("failed").inc()
            LOG.error("a match cannot be archived", match=row.match, tries=row.tries, exc_info=error)
            await postpone(self.records, row, self.now())

    async def _archive(self, row: ArchiveRow) -> None:
        tail = await self.store.tail(row.match, 0)
        if tail.items:  # otherwise it was removed after this SQL backup was made, and its archive exists
            file = await self._build(row, tail)
            await self.cold.write(archive_from_row(row), file)
        kept = await self.cold.read_again(archive_from_row(row))
        key_id = kept.archive.manifest.key_id
        await record_archived(self.records, row.match, file_hash(kept.file), len(kept.file), key_id, self.now())

    async def _build(self, row: ArchiveRow, tail: Tail) -> bytes:
        if (tail.last, tail.head.hex()) != (row.version, row.head):
            raise Damaged(row.match, f"its log ends at version {tail.last}, but it was booked at version {row.version}")
        rules = self.catalogue.rules_of(read_opening(tail.items[0].batch))
        if rules is None:
            raise LookupError("its rules or its data set are not loaded in this process")
        return await self.cold.cpu.run(build_archive, rules.game, row.match, tail.batches, tail.head, self.signer)

    async def _remove(self, noted: RegisteredArchive) -> None:
        log = await self.store.tail(noted.match, MAX_ENTRIES)  # only its end
        try:
            kept = await self.cold.read_again(noted)
        except Damaged:
            if (log.last, log.head) == (noted.version, noted.head):  # the log is complete: archive it again
                await record_unarchived(self.records, noted.match)
            raise
        if log.last:
            if (log.last, log.head) not in {(item.version, item.head) for item in kept.items}:
                raise Damaged(
                    noted.match, f"its log ends at version {log.last} with a head that its archive does not contain"
                )
            await self.store.remove(noted.match, log.last, log.head)
            if (await self.store.tail(noted.match, MAX_ENTRIES)).last:
                return  # another process restored the log meanwhile, so the match stays due
        await record_left(self.records, noted.match, self.now())
