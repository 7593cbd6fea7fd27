"""Archives that are there and not noted: what records that were lost, or are older, do not know of."""

from __future__ import annotations

from collections.abc import Collection

import structlog
from structlog.typing import FilteringBoundLogger

from service.clock import milliseconds
from service.cold.noted import ArchiveRow, archived, note_found
from service.cold.storage import ColdStorage, Kept, archived_matches, file_hash, there
from service.log.outcomes import Damaged

AT_ONCE = 500
LOG: FilteringBoundLogger = structlog.get_logger("chronik.cold")


async def note_all(cold: ColdStorage, in_the_log: Collection[str]) -> None:
    """Notes every archive that is there, whole, and not noted. What is damaged is said, and left.

    Those that are in the log as well have not left it.
    """
    some: list[str] = []
    async for match in archived_matches(cold.objects):
        some.append(match)
        if len(some) == AT_ONCE:
            await _note(cold, some, in_the_log)
            some.clear()
    await _note(cold, some, in_the_log)


async def _note(cold: ColdStorage, matches: Collection[str], in_the_log: Collection[str]) -> None:
    known = {one.match for one in await archived(cold.records, matches)}
    rows: list[ArchiveRow] = []
    for match in sorted(set(matches) - known):
        try:
            kept = await there(cold.objects, match)
            if kept is not None:
                rows.append(_row(kept, left=match not in in_the_log))
        except Damaged as damaged:
            LOG.error("an archive is damaged", match=match, problem=damaged.problem)
    await note_found(cold.records, rows)


def _row(kept: Kept, left: bool) -> ArchiveRow:
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
