"""Archive files that have no row in SQL, because a database was lost or an older backup was restored."""

from __future__ import annotations

from collections.abc import Collection

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.cold.archive_rows import ArchiveRow, add_archive_rows, list_archives
from chronik.service.cold.storage import ColdStorage, VerifiedArchive, file_hash, list_archived_matches, read_archive
from chronik.service.log.outcomes import Damaged, NotLoaded
from chronik.service.running.clock import milliseconds

AT_ONCE = 500
LOG: FilteringBoundLogger = structlog.get_logger("chronik.cold")


async def register_archives(cold: ColdStorage, in_the_log: Collection[str]) -> None:
    """Adds the missing row of every valid archive; logs damaged archives and skips them.

    Matches that are also in the log are not marked as having left it.
    """
    some: list[str] = []
    async for match in list_archived_matches(cold.objects):
        some.append(match)
        if len(some) == AT_ONCE:
            await _register(cold, some, in_the_log)
            some.clear()
    await _register(cold, some, in_the_log)


async def _register(cold: ColdStorage, matches: Collection[str], in_the_log: Collection[str]) -> None:
    known = {one.match for one in await list_archives(cold.records, matches)}
    rows: list[ArchiveRow] = []
    for match in sorted(set(matches) - known):
        try:
            kept = await read_archive(cold.objects, match)
            if kept is not None:
                rows.append(_row(kept, left=match not in in_the_log))
        except Damaged as damaged:
            LOG.error("an archive is damaged", match=match, problem=damaged.problem)
        except NotLoaded:
            LOG.info("an archive waits for a newer version", match=match)
    await add_archive_rows(cold.records, rows)


def _row(kept: VerifiedArchive, left: bool) -> ArchiveRow:
    manifest, now = kept.archive.manifest, milliseconds()
    return ArchiveRow(
        match=manifest.match,
        version=manifest.n,
        head=manifest.head,
        closed_at=manifest.closed_at_ms,
        hash=file_hash(kept.file),
        size=len(kept.file),
        key_id=manifest.key_id or None,
        archived_at=now,
        left_at=now if left else None,
    )
