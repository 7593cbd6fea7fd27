"""The bookkeeper: copies changes announced by the log's indexes into the lobby table, and results into tournaments.

One transaction changes the row of a match, its result in the tournament, and the positions up to which its log and the
index were read. So a crash never skips a match or counts it twice. Several processes keep books side by side, each for
its own partitions; if two claim the same partition, no harm is done.

Matches in this process's memory are taken from there; the others are read from the log. A pass over many matches is
split into several transactions, and a longer pass is followed by a longer pause.

The bookkeeper trims each index to one hour before the table's position in it. The hour is for feeds: their processes
follow the same indexes, and check matches themselves when a hint is lost. `rebuild` finds matches by their keys and
needs no index. If the database is older than an index, because it is new or a restored backup, all matches of that
partition are read again by their keys.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.typing import FilteringBoundLogger

from chronik.domain.tournament.record.log import NewerEntry
from chronik.service.cold.archive_rows import find_unlisted_archives
from chronik.service.cold.logs import Logs
from chronik.service.cold.objects import Unreachable
from chronik.service.cold.unregistered import register_archives
from chronik.service.log.keys import partition
from chronik.service.log.members import Members
from chronik.service.log.outcomes import Conflict, NotLoaded, Unavailable
from chronik.service.log.store import GrowthHint, LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.lobby_table import (
    Change,
    ChangeReader,
    LobbySnapshot,
    delete_rows,
    listing_from_row,
    read_rows,
    read_versions,
    write_changes,
)
from chronik.service.matches.positions import earlier_position, find_gaps, move_positions, read_positions
from chronik.service.matches.results import Results
from chronik.service.operating.metrics import BOOKS_LAG, BOOKS_WAITED
from chronik.service.operating.metrics import PARKED as PARKED_MATCHES
from chronik.service.running.clock import milliseconds
from chronik.service.sql.database import Records
from chronik.service.sql.parked import all_parked, count_parked, park, unpark
from chronik.service.tournaments.results import NOTHING, Imported, IncomingResults

PAUSE = 0.5
"""Seconds between two passes; changes in between share a transaction."""
LONGEST_PAUSE, REST = 2.0, 9.0
"""The pause after a pass is `REST` times its duration, at most `LONGEST_PAUSE` seconds: players have priority."""
WAIT_MS = 1_000
"""Milliseconds a pass waits for new entries before the process checks again which partitions it serves."""
TRIES = 3
AT_ONCE = 50
"""How many matches share a transaction."""
FROM_THE_LOG = 1 << 62
"""A version higher than that of any match in memory, so that the log is read."""
KEPT_MS = 3_600_000
"""Milliseconds of index entries that are kept behind the table's position."""
TRIM_SECONDS = 60.0
TRANSIENT_ERRORS = (Unavailable, OSError, SQLAlchemyError)
"""Errors that do not concern the match itself: the log or the database does not answer."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bookkeeper")


class Unread(Exception):
    """A match could not be read; the next pass tries it again."""


class ReadAttempt(NamedTuple):
    """The result of reading several matches: their changes, those to park, and those to try again in the next pass."""

    changes: list[Change]
    parked: list[str]
    unread: list[str]


class Bookkeeper:
    """The keeper of the lobby table; `run` follows the logs until it is cancelled.

    It calls `call` when a result allows the next game of a tournament table to begin.
    """

    def __init__(
        self,
        store: LogStore,
        records: Records,
        catalogue: Catalogue,
        live: LiveMatches | None = None,
        call: Callable[[], None] = lambda: None,
        members: Members | None = None,
        logs: Logs | None = None,
    ) -> None:
        self.logs = logs = logs or Logs(store)
        self.call = call
        self.members = members or Members()
        self.store = store
        self.records = records
        self.results = Results(logs, catalogue, live)
        self.matches = ChangeReader(logs, catalogue, self.results, live)
        self.arrivals = IncomingResults(records)
        self.failures: Counter[str] = Counter()
        self.took = 0.0
        """Seconds the last pass took."""
        self.trimmed = time.monotonic()
        self.members_changed = False
        """Whether the set of serving processes has changed since the parked matches were last tried."""
        self.members.listen(self._note_new_members)

    async def run(self) -> None:
        """Runs forever, starting with parked matches and gaps; waits while the log or the database does not answer."""
        await self.members.begun.wait()
        tried = False
        while True:
            try:
                if not tried or self.members_changed:
                    self.members_changed = False
                    await self.try_parked()
                if not tried:
                    await self.close_gaps()
                    tried = True
                if not await self.follow(WAIT_MS):
                    continue
                if time.monotonic() - self.trimmed > TRIM_SECONDS:
                    self.trimmed = time.monotonic()
                    await self.trim()
                    await self.retry_results()
            except Conflict:
                LOG.debug("another process has kept these books")
            except Exception as error:
                if isinstance(error, TRANSIENT_ERRORS):
                    tried = False  # a server that returns may have been restored from a backup
                BOOKS_WAITED.inc()
                LOG.warning("the bookkeeper waits", error=type(error).__name__)
            await asyncio.sleep(max(PAUSE, min(REST * self.took, LONGEST_PAUSE)))

    def _note_new_members(self) -> None:
        """Has the parked matches tried again: an older process may have parked matches that this version can read."""
        self.members_changed = True

    async def follow(self, wait_ms: int = 0) -> int:
        """Processes the index entries since the last pass, and returns how many there were."""
        own = self.members.own
        if not own:
            await asyncio.sleep(wait_ms / 1_000)
            return 0
        grown = await self.store.read_hints(await self._positions(), wait_ms, sorted(own))
        if grown:
            begun = time.monotonic()
            await self._take_in(grown)
            self.took = time.monotonic() - begun
            oldest = min(int(hint.position.partition("-")[0]) for hint in grown)
            BOOKS_LAG.observe(max(milliseconds() - oldest, 0) / 1000)
        return len(grown)

    async def try_parked(self) -> None:
        """Reads the parked matches that can now be read."""
        async with self.records.reading() as session:
            parked = await all_parked(session)
        PARKED_MATCHES.set(len(parked))
        with suppress(Unreachable):  # running matches need not wait for the archives
            await self.catch_up(parked)

    async def close_gaps(self) -> None:
        """Reads all matches of each partition whose index begins after the position of the table.

        Such a table may be new, or older than some archives, so archives without a row are registered too.
        """
        positions, starts = await self._positions(), await self.store.index_start()
        behind = find_gaps(positions, starts)
        if not behind:
            return
        LOG.info("searching for matches by their keys", partitions=len(behind))
        ends = await self.store.index_end()
        matches = {match async for match in self.store.matches()}
        await self.take_in_archives(matches)
        await self.catch_up([match for match in matches if partition(match) in behind])
        async with self.records.session() as session:
            await move_positions(session, {n: ends[n] for n in behind})

    async def take_in_archives(self, in_the_log: Collection[str]) -> None:
        """Registers archives that have no row, and reads the archived matches whose rows are missing or behind."""
        if self.logs.cold is None:
            return
        await register_archives(self.logs.cold, in_the_log)
        unlisted = await find_unlisted_archives(self.records)
        for first in range(0, len(unlisted), AT_ONCE):
            some = unlisted[first : first + AT_ONCE]
            async with self.records.session() as session:
                await delete_rows(session, some)
            await self.catch_up(some)

    async def trim(self) -> None:
        """Trims index entries that are an hour behind the table; the entry at its position always stays."""
        positions = await self._positions()
        await self.store.trim_indexes({n: earlier_position(position, KEPT_MS) for n, position in positions.items()})

    async def retry_results(self) -> Imported:
        """Imports the results of matches that were read before their tournament table was known."""
        taken = NOTHING
        known = await self._read_lobby(dict.fromkeys(await self.arrivals.find_owed(), FROM_THE_LOG))
        for match, row in sorted(known.rows.items()):
            try:
                await known.owners.is_table(match, listing_from_row(row).chairs)
                ended = await self.results.of(match)
            except (*TRANSIENT_ERRORS, Conflict):
                raise
            except (NotLoaded, NewerEntry):
                continue
            except Exception as error:
                LOG.error("a result cannot be imported", match=match, exc_info=error)
                continue
            async with self.records.session() as session:
                one = await self.arrivals.import_results(session, [] if ended is None else [ended])
            one.observe()
            taken = taken.merge(one)
        return taken

    async def catch_up(self, matches: Sequence[str]) -> Imported:
        """Reads whole matches without their indexes; parks those that cannot be read."""
        taken = NOTHING
        for first in range(0, len(matches), AT_ONCE):
            some = sorted(matches[first : first + AT_ONCE])
            for _ in range(TRIES):
                with suppress(Conflict):
                    read = await self._try_read(dict.fromkeys(some, FROM_THE_LOG), tries=1)
                    taken = taken.merge(await self._write(read))
                    break
            else:
                for match in some if len(some) > 1 else ():
                    taken = taken.merge(await self.catch_up([match]))
        return taken

    async def _positions(self) -> dict[int, str]:
        async with self.records.reading() as session:
            return await read_positions(session)

    async def _take_in(self, grown: Sequence[GrowthHint]) -> None:
        for some in split_by_matches(grown):
            versions: dict[str, int] = {}
            for hint in some:
                versions[hint.match] = max(hint.version, versions.get(hint.match, 0))
            # Every process locks rows in the same order, so that two of them never wait for each other.
            tried = await self._try_read(dict(sorted(versions.items())))
            if tried.unread:
                raise Unread
            await self._write(tried, {hint.partition: hint.position for hint in some})

    async def _write(self, tried: ReadAttempt, positions: Mapping[int, str] | None = None) -> Imported:
        """Writes changes, results and positions in one transaction; raises `Conflict` if another process was faster."""
        async with self.records.session() as session:
            await write_changes(session, tried.changes)
            await park(session, tried.parked)
            await unpark(session, [change.listing.id for change in tried.changes])
            taken = await self.arrivals.import_results(
                session, [one.ended for one in tried.changes if one.ended is not None]
            )
            parked = await count_parked(session)
            await move_positions(session, positions or {})
        taken.observe()
        PARKED_MATCHES.set(parked)
        if self.arrivals.games_begin:
            self.arrivals.games_begin = False
            self.call()
        return taken

    async def _try_read(self, versions: Mapping[str, int], tries: int = TRIES) -> ReadAttempt:
        """Reads the changes of matches that the index reports at these versions.

        A match that fails `tries` times is logged and parked.
        """
        known = await self._read_lobby(versions)
        tried = ReadAttempt([], [], [])
        for match, version in versions.items():
            try:
                change = await self.matches.read(match, version, known)
            except TRANSIENT_ERRORS:
                raise
            except (NotLoaded, NewerEntry) as error:
                LOG.info("a match waits for a newer version", match=match, error=repr(error))
                tried.parked.append(match)
                continue
            except Exception as error:
                self.failures[match] += 1
                if self.failures[match] < tries:
                    tried.unread.append(match)
                    continue
                LOG.error("match parked", match=match, exc_info=error)
                tried.parked.append(match)
                continue
            del self.failures[match]
            if change is not None:
                tried.changes.append(change)
        return tried

    async def _read_lobby(self, versions: Mapping[str, int]) -> LobbySnapshot:
        """Reads the lobby rows of these matches, and the tournament tables to which they belong."""
        matches = list(versions)
        unknown = [match for match, version in versions.items() if self.matches.find_cached(match, version) is None]
        async with self.records.reading() as session:
            return LobbySnapshot(
                await read_versions(session, matches),
                await read_rows(session, unknown),
                await self.arrivals.owners(session, matches),
            )


def split_by_matches(grown: Sequence[GrowthHint]) -> Iterator[Sequence[GrowthHint]]:
    """Splits hints, in their order, into parts of at most `AT_ONCE` matches, so that transactions stay short."""
    first, matches = 0, set[str]()
    for at, hint in enumerate(grown):
        matches.add(hint.match)
        if len(matches) > AT_ONCE:
            yield grown[first:at]
            first, matches = at, {hint.match}
    yield grown[first:]
