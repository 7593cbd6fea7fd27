"""The bookkeeper: follows the indexes of the log store into the lobby's table, and results into tournaments.

A match's row, the result it brings to its tournament, how far it was read and how far the index was read change in one
transaction, so that nothing is skipped and nothing is counted twice, whatever dies when. Several processes keep books
side by side, each of the partitions that are its own; two that take one for their own do no harm.

What this process has just written or read of a match lies in memory, and is taken from there; the log is asked for the
rest. A pass is several transactions where much has grown, and the longer one takes, the longer is the rest after it.

What the table has taken in, the indexes need not tell for ever, so the bookkeeper trims them: to an hour behind where
the table stands, for the sake of the feeds, whose processes follow the same indexes from memory and look for themselves
when a hint is lost. `rebuild` finds matches by their keys and needs no index. A database
that is older than an index, new or restored from a backup, reads all matches of that partition again by their keys.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from typing import NamedTuple

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.typing import FilteringBoundLogger

from service.clock import milliseconds
from service.cold.found import note_all
from service.cold.logs import Logs
from service.cold.noted import unlisted_archives
from service.cold.objects import Unreachable
from service.log.keys import partition
from service.log.outcomes import Unavailable
from service.log.store import Grown, LogStore
from service.matches.catalogue import Catalogue
from service.matches.live import LiveMatches
from service.observing.metrics import BOOKS_LAG, BOOKS_WAITED
from service.observing.metrics import PARKED as PARKED_MATCHES
from service.sql.database import Records
from service.sql.parked import all_parked, count_parked, park, unpark
from service.tournaments.results import NOTHING, Behind, Imported, IncomingResults
from service.workers.listing import (
    Change,
    Known,
    ListedMatches,
    forget,
    listed_rows,
    listed_versions,
    listing_of,
    take_over,
)
from service.workers.members import Members
from service.workers.positions import earlier, gaps, move_positions, read_positions
from service.workers.results import Results

PAUSE = 0.5
"""Seconds between two passes: what happens meanwhile becomes one transaction."""
LONGEST_PAUSE, REST = 2.0, 9.0
"""A pass that takes long is followed by so many times as long a pause: whoever plays comes first."""
WAIT_MS = 1_000
"""How long a pass waits for growth: after that it asks anew whose the partitions are."""
TRIES = 3
AT_ONCE = 50
"""How many matches become one transaction."""
FROM_THE_LOG = 1 << 62
"""A version at which no match is known: what is asked of it, its log tells."""
KEPT_MS = 3_600_000
"""How much of the indexes stays behind the table."""
TRIM_SECONDS = 60.0
PASSING = (Unavailable, OSError, SQLAlchemyError)
"""What says nothing about a match: the engine or the database is away."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bookkeeper")


class Unread(Exception):
    """A match could not be read; it is tried again in the next pass."""


class Step(Enum):
    """The moments of a pass at which the tests let a process die."""

    BEFORE_READ = auto()
    AFTER_READ = auto()
    BEFORE_WRITE = auto()
    AFTER_MATCHES = auto()
    AFTER_RESULTS = auto()
    BEFORE_POSITIONS = auto()
    BEFORE_COMMIT = auto()
    AFTER_COMMIT = auto()


class Tried(NamedTuple):
    """What was read of some matches: those that could not be are parked now, or tried again in the next pass."""

    changes: list[Change]
    parked: list[str]
    unread: list[str]


class Bookkeeper:
    """Keeps the table of matches; `run` follows the logs until it is cancelled.

    `call` is called when a result lets the next game of a table begin.
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
        self.matches = ListedMatches(logs, catalogue, self.results, live)
        self.arrivals = IncomingResults(records)
        self.failures: Counter[str] = Counter()
        self.took = 0.0
        """Seconds that the last pass took."""
        self.trimmed = time.monotonic()

    async def run(self) -> None:
        """Follows for ever, parked matches and gaps first; an engine or a database that is away is waited for."""
        await self.members.begun.wait()
        tried = False
        while True:
            try:
                if not tried:
                    await self.try_parked()
                    await self.close_gaps()
                    tried = True
                if not await self.follow(WAIT_MS):
                    continue
                if time.monotonic() - self.trimmed > TRIM_SECONDS:
                    self.trimmed = time.monotonic()
                    await self.trim()
                    await self.retry_results()
            except Behind:
                LOG.debug("another process has kept these books")
            except Exception as error:
                if isinstance(error, PASSING):
                    tried = False  # what comes back may be a backup
                BOOKS_WAITED.inc()
                LOG.warning("the books wait", error=type(error).__name__)
            await asyncio.sleep(max(PAUSE, min(REST * self.took, LONGEST_PAUSE)))

    def reached(self, step: Step) -> None:
        """Does nothing; the tests die here."""

    async def follow(self, wait_ms: int = 0) -> int:
        """One pass: takes in what the indexes say since the last one; how many hints there were."""
        self.reached(Step.BEFORE_READ)
        own = self.members.own
        if not own:
            await asyncio.sleep(wait_ms / 1_000)
            return 0
        grown = await self.store.grown(await self._positions(), wait_ms, sorted(own))
        if grown:
            begun = time.monotonic()
            await self._take_in(grown)
            self.took = time.monotonic() - begun
            oldest = min(int(hint.position.partition("-")[0]) for hint in grown)
            BOOKS_LAG.observe(max(milliseconds() - oldest, 0) / 1000)
        return len(grown)

    async def try_parked(self) -> None:
        """Takes in the matches that were parked, as far as that is possible now."""
        async with self.records.reading() as session:
            parked = await all_parked(session)
        PARKED_MATCHES.set(len(parked))
        with suppress(Unreachable):  # what is being played need not wait for archives
            await self.catch_up(parked)

    async def close_gaps(self) -> None:
        """Takes in all matches of the partitions whose index begins after what the table has read of it.

        Such a table may be older than archives, or new: those that nobody has noted are taken in too.
        """
        positions, starts = await self._positions(), await self.store.index_start()
        behind = gaps(positions, starts)
        if not behind:
            return
        LOG.info("matches are looked for by their keys", partitions=len(behind))
        ends = await self.store.index_end()
        matches = {match async for match in self.store.matches()}
        await self.take_in_archives(matches)
        await self.catch_up([match for match in matches if partition(match) in behind])
        async with self.records.session() as session:
            await move_positions(session, {n: ends[n] for n in behind})

    async def take_in_archives(self, in_the_log: Collection[str]) -> None:
        """Notes the archives that nobody has noted, and takes in the matches of which the table knows less."""
        if self.logs.cold is None:
            return
        await note_all(self.logs.cold, in_the_log)
        unlisted = await unlisted_archives(self.records)
        for first in range(0, len(unlisted), AT_ONCE):
            some = unlisted[first : first + AT_ONCE]
            async with self.records.session() as session:
                await forget(session, some)
            await self.catch_up(some)

    async def trim(self) -> None:
        """Lets the indexes forget what the table has long taken in; the entry it stands at always stays."""
        positions = await self._positions()
        await self.store.trim_indexes({n: earlier(position, KEPT_MS) for n, position in positions.items()})

    async def retry_results(self) -> Imported:
        """Records the results of matches that were read before their tournament table was known."""
        taken = NOTHING
        known = await self._known(dict.fromkeys(await self.arrivals.owed(), FROM_THE_LOG))
        for match, row in sorted(known.rows.items()):
            try:
                await known.owners.own(match, listing_of(row).chairs)
                ended = await self.results.of(match)
            except (*PASSING, Behind):
                raise
            except Exception as error:
                LOG.error("a result is owed", match=match, exc_info=error)
                continue
            async with self.records.session() as session:
                one = await self.arrivals.take_in(session, [] if ended is None else [ended])
            one.tell()
            taken = taken.and_more(one)
        return taken

    async def catch_up(self, matches: Sequence[str]) -> Imported:
        """Takes in whole matches, whatever the indexes say; parks those with which that fails."""
        taken = NOTHING
        for first in range(0, len(matches), AT_ONCE):
            some = sorted(matches[first : first + AT_ONCE])
            for _ in range(TRIES):
                with suppress(Behind):
                    read = await self._tried(dict.fromkeys(some, FROM_THE_LOG), tries=1)
                    taken = taken.and_more(await self._write(read))
                    break
            else:
                for match in some if len(some) > 1 else ():
                    taken = taken.and_more(await self.catch_up([match]))
        return taken

    async def _positions(self) -> dict[int, str]:
        async with self.records.reading() as session:
            return await read_positions(session)

    async def _take_in(self, grown: Sequence[Grown]) -> None:
        for some in few_at_once(grown):
            versions: dict[str, int] = {}
            for hint in some:
                versions[hint.match] = max(hint.version, versions.get(hint.match, 0))
            # In one order everywhere, so that processes side by side wait for each other and never in a circle.
            tried = await self._tried(dict(sorted(versions.items())))
            if tried.unread:
                raise Unread
            await self._write(tried, {hint.partition: hint.position for hint in some})

    async def _write(self, tried: Tried, positions: Mapping[int, str] | None = None) -> Imported:
        """Takes over what was read, results and positions with it; raises `Behind` where somebody was faster."""
        self.reached(Step.BEFORE_WRITE)
        async with self.records.session() as session:
            await take_over(session, tried.changes)
            await park(session, tried.parked)
            await unpark(session, [change.listing.id for change in tried.changes])
            self.reached(Step.AFTER_MATCHES)
            taken = await self.arrivals.take_in(session, [one.ended for one in tried.changes if one.ended is not None])
            self.reached(Step.AFTER_RESULTS)
            parked = await count_parked(session)
            self.reached(Step.BEFORE_POSITIONS)
            await move_positions(session, positions or {})
            self.reached(Step.BEFORE_COMMIT)
        self.reached(Step.AFTER_COMMIT)
        taken.tell()
        PARKED_MATCHES.set(parked)
        if self.arrivals.games_begin:
            self.arrivals.games_begin = False
            self.call()
        return taken

    async def _tried(self, versions: Mapping[str, int], tries: int = TRIES) -> Tried:
        """What is new of some matches that are said to be at these versions; one that cannot be read again and again
        is parked, and said so.
        """
        known = await self._known(versions)
        tried = Tried([], [], [])
        for match, version in versions.items():
            try:
                change = await self.matches.read(match, version, known)
            except PASSING:
                raise
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
        self.reached(Step.AFTER_READ)
        return tried

    async def _known(self, versions: Mapping[str, int]) -> Known:
        """What the table says of some matches, and whose tables they are."""
        matches = list(versions)
        unknown = [match for match, version in versions.items() if self.matches.remembered(match, version) is None]
        async with self.records.reading() as session:
            return Known(
                await listed_versions(session, matches),
                await listed_rows(session, unknown),
                await self.arrivals.owners(session, matches),
            )


def few_at_once(grown: Sequence[Grown]) -> Iterator[Sequence[Grown]]:
    """Hints in their order, each part about so few matches that nobody waits long for it."""
    first, matches = 0, set[str]()
    for at, hint in enumerate(grown):
        matches.add(hint.match)
        if len(matches) > AT_ONCE:
            yield grown[first:at]
            first, matches = at, {hint.match}
    yield grown[first:]
