"""Any number of finished matches in cold storage, each of them played, chained, archived and booked.

`python -m tests.bench.finished DIR 100000` makes a data directory that `chronik serve --data DIR` opens. The
commitment, the chain and the seed of a match depend on its id, so one log cannot be verified under several ids;
playing another match takes only milliseconds. Nothing is synced to disk.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich.progress import track

from chronik.domain.engine.match.match import outcome
from chronik.domain.games import game
from chronik.domain.log.signature import NO_SIGNER
from chronik.domain.tournament.record.commands import ImportResult
from chronik.projections.match.lobby import Listing, update_listing
from chronik.service.cold.archive_rows import ArchiveRow
from chronik.service.cold.storage import file_hash, object_name
from chronik.service.matches.archives import build_archive
from chronik.service.matches.lobby_table import Change, row_values
from chronik.service.matches.positions import PROJECTION
from chronik.service.sql.database import CheckpointRow, MatchRow, open_records, put_values
from tests.bench.matches import BEGAN, Recorded, played

GAME, SEATS = "katharina", 2
AT_ONCE = 250
APART_MS = 60_000
"""Milliseconds between two openings."""

Values = dict[str, Any]


class Booked(Struct, frozen=True):
    """The rows of some finished matches: for the lobby, for the checkpoints, and for the archives."""

    matches: list[Values]
    checkpoints: list[Values]
    archives: list[Values]


def finish(data: Path, count: int, workers: Callable[[], Executor] = ProcessPoolExecutor) -> None:
    """Makes this number of finished matches in a data directory, by default on all cores."""
    archives = data / "archives"
    for folder in range(256):
        (archives / f"{folder:02x}").mkdir(parents=True, exist_ok=True)
    with workers() as pool:
        parts = [(archives, first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE)]
        asyncio.run(book(data, deque(pool.submit(finished, *part) for part in parts)))


def finished(archives: Path, first: int, end: int) -> Booked:
    """Plays the matches from one number to before another, and writes their archives."""
    booked = Booked([], [], [])
    for number in range(first, end):
        match = played(GAME, SEATS, number, began=BEGAN + number * APART_MS)
        last = match.steps[-1]
        file = build_archive(game(GAME), match.match, match.stored, last.head, NO_SIGNER)
        (archives / object_name(match.match)).write_bytes(file)
        listing = update_listing(Listing(id=match.match), [entry for step in match.steps for entry in step.entries])
        booked.matches.append(row_values(Change(listing, last.head, 0, ended(match))))
        booked.checkpoints.append({"projection": PROJECTION, "match": match.match, "version": last.match.version})
        booked.archives.append(gone(listing, last.head, file).model_dump())
    return booked


def ended(match: Recorded) -> ImportResult:
    """Returns the result of a match."""
    last = match.steps[-1]
    came = outcome(game(GAME), last.match)
    assert came is not None
    assert last.match.closed is not None
    reason = last.match.closed.reason.value
    return ImportResult(match.match, last.match.version, last.head.hex(), reason, came.points, came.places)


def gone(listing: Listing, head: bytes, file: bytes) -> ArchiveRow:
    """Returns the row of a match that left the log as soon as it was archived."""
    closed_at = listing.closed_at
    assert closed_at is not None
    return ArchiveRow(
        match=listing.id,
        version=listing.version,
        head=head.hex(),
        closed_at=closed_at,
        hash=file_hash(file),
        size=len(file),
        archived_at=closed_at,
        left_at=closed_at,
    )


async def book(data: Path, parts: deque[Future[Booked]]) -> None:
    """Writes all rows to the database of a data directory as they arrive."""
    async with open_records(f"sqlite+aiosqlite:///{data / 'chronik.db'}") as records:
        for _ in track(range(len(parts)), f"{AT_ONCE} finished matches each"):
            part = await asyncio.wrap_future(parts.popleft())
            async with records.session() as session:
                await put_values(session, MatchRow, part.matches)
                await put_values(session, CheckpointRow, part.checkpoints)
                await put_values(session, ArchiveRow, part.archives)


if __name__ == "__main__":
    finish(Path(sys.argv[1]), int(sys.argv[2]))
