"""The base of the workers that act in matches, such as bots and clocks: it makes sure that no match waits for long.

A `Duty` defines what there is to do in a match. A match gets its turn in four ways:

1. A hint reports that its log has grown (`receive_hint`). One is written after every append, and
   `service/matches/hints.py` reads it. That is fast, but a hint may be late, repeated or lost.
2. Every 15 seconds the tracked matches are checked (`recheck_tracked`). If a log has grown, its hint was lost.
3. A search checks all unfinished matches (`search`): at the start, every 15 minutes, and whenever this process gets
   new partitions. It finds the matches that were already waiting.
4. A failed turn is tried again, at increasing intervals (`turn_queue.py`).

Each process works on the matches of the partitions it owns, and on any others that its duty also handles. None of this
state is stored: another process finds the same work in the logs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.service.log.members import Members
from chronik.service.log.outcomes import NotLoaded, Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches.hints import Hints
from chronik.service.matches.turn_queue import TurnQueue
from chronik.service.matches.unfinished import Unfinished
from chronik.service.running.clock import monotonic

RECHECK_SECONDS = 15.0
"""Seconds between two checks of the tracked matches."""
SEARCH_SECONDS = 900.0
"""Seconds between two searches."""
SEARCH_AGAIN_SECONDS = 1.0
"""Seconds to wait after a search that failed."""
CHECKS_WITHOUT_LOG = 3
"""A match is tracked until this many checks in a row find no log. Its slot may be moving to another server."""


class Progress(Struct, frozen=True):
    """The progress of the work in a match.

    All work up to `version` is done, and none is due before `moment` (on the clock of the turn queue) unless the log
    grows. `version` 0 means unknown: the match is checked again at `moment`, or at the next regular check if that is
    None.
    """

    version: int
    moment: int | None = None


class Duty(Protocol):
    """The work of one worker in matches. A method returns None if a match will never need work, however it grows."""

    def also_handles(self, match: str, version: int) -> bool:
        """Returns whether this process handles a match at a version although another process has its partition."""
        ...

    def recall_progress(self, match: str, version: int) -> Progress | None:
        """Returns what this process knows from memory about a match that a hint reports at a version."""
        ...

    async def take_turn(self, match: str, version: int, hinted_at: int) -> Progress | None:
        """Does the work due in a match at this version or later; `hinted_at` is the time of the hint, or 0."""
        ...


NO_SUCH_MATCH = Progress(0)
"""The progress for a match that was not found."""


class TrackedMatch(Struct):
    """A match that this worker tracks: its last known version, and the version up to which the work is done.

    `hinted_at` is the moment of the last hint, and `missing` counts the checks in a row that found no log.
    """

    version: int = 0
    hinted_at: int = 0
    done: int = 0
    missing: int = 0


class MatchWorker:
    """A worker that tracks matches and schedules the background work of each."""

    def __init__(
        self,
        duty: Duty,
        store: LogStore,
        hints: Hints,
        unfinished: Unfinished,
        members: Members,
        log: FilteringBoundLogger,
        failure: str,
        *,
        at_once: int,
        now: Callable[[], int] = monotonic,
    ) -> None:
        self._duty = duty
        self._store = store
        self._hints = hints
        self._unfinished = unfinished
        self._members = members
        self._partitions_changed = asyncio.Event()
        self._log = log
        self._tracked: dict[str, TrackedMatch] = {}
        self._without_work = set[str]()
        self._queue = TurnQueue(self._take_turn, log, failure, at_once=at_once, now=now)
        hints.listen(self.receive_hint)
        members.listen(self._partitions_changed.set)

    async def run(self) -> None:
        """Runs until it is cancelled; the first search waits until hints are followed, so that no growth is missed."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._queue.run())
            group.create_task(self._recheck_forever())
            await self._hints.begun.wait()
            await self._members.begun.wait()
            group.create_task(self._search_forever())

    def receive_hint(self, match: str, version: int) -> None:
        """Schedules a turn for the match that a hint names, if there may be work to do in it."""
        if match in self._without_work or not (self._members.owns(match) or self._duty.also_handles(match, version)):
            return
        known = self._tracked.setdefault(match, TrackedMatch())
        if version > known.version:
            known.version, known.hinted_at = version, self._queue.now()
        if known.version > known.done:
            moment = self._note_progress(match, known, self._duty.recall_progress(match, known.version))
            if moment is not None:
                self._queue.schedule(match, moment)

    def schedule_all(self) -> None:
        """Schedules a turn now for every tracked match; the clocks do this after an outage."""
        for match in self._tracked:
            self._queue.schedule(match, self._queue.now())

    async def recheck_tracked(self) -> None:
        """Checks every tracked match whose last turn did not fail; stops tracking those that other processes own."""
        for match in [match for match in self._tracked if not self._members.owns(match)]:
            self._untrack(match)
        await self._check_all(match for match in tuple(self._tracked) if not self._queue.is_failing(match))

    async def search(self) -> None:
        """Checks every unfinished match of this process that is not tracked yet.

        Finished matches are removed from the list of matches without further work.
        """
        matches = await self._unfinished.matches()
        self._without_work &= matches
        unknown = [match for match in matches if match not in self._tracked and match not in self._without_work]
        await self._check_all(match for match in unknown if self._members.owns(match))

    async def _check_all(self, matches: Iterable[str]) -> None:
        """Checks the logs of matches one at a time, so that the search does not slow down play.

        A match that cannot be read does not stop the others.
        """
        for match in matches:
            try:
                await self._check(match)
            except Unavailable:
                raise
            except Exception as error:
                self._log.warning("a match cannot be checked", match=match, error=type(error).__name__)

    async def _check(self, match: str) -> None:
        last = (await self._store.tail(match, MAX_ENTRIES)).last
        known = self._tracked.setdefault(match, TrackedMatch())
        known.missing = 0 if last else known.missing + 1
        if known.missing == CHECKS_WITHOUT_LOG:
            self._untrack(match)
        if not last:
            return
        if last > known.version:
            known.version, known.hinted_at = last, 0
        if known.version > known.done:
            await self._queue.run_now(match)

    async def _take_turn(self, match: str) -> int | None:
        known = self._tracked.setdefault(match, TrackedMatch())
        try:
            progress = await self._duty.take_turn(match, known.version, known.hinted_at)
        except NotLoaded:
            progress = None
        return self._note_progress(match, known, progress)

    def _note_progress(self, match: str, known: TrackedMatch, progress: Progress | None) -> int | None:
        """Records progress in a match, and returns the moment of its next turn."""
        if progress is None:
            self._mark_without_work(match)
            return None
        known.done = 0 if progress == NO_SUCH_MATCH else max(known.done, progress.version)
        return progress.moment

    def _mark_without_work(self, match: str) -> None:
        """Records that this match will never need work again."""
        self._without_work.add(match)
        self._untrack(match)

    def _untrack(self, match: str) -> None:
        """Stops tracking a match; a running turn completes."""
        self._tracked.pop(match, None)
        self._queue.cancel(match)

    async def _recheck_forever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            await self._run_round(self.recheck_tracked)

    async def _search_forever(self) -> None:
        while True:
            self._partitions_changed.clear()
            rest = SEARCH_SECONDS if await self._run_round(self.search) else SEARCH_AGAIN_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._partitions_changed.wait()

    async def _run_round(self, work: Callable[[], Awaitable[None]]) -> bool:
        """Runs a round and returns whether it completed; it stops if the log or the database does not answer."""
        try:
            await work()
        except Exception as error:
            self._log.warning("the search stops", error=type(error).__name__)
            return False
        return True
