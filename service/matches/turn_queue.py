"""The turn queue of bots, clocks and tournaments: each name gets its turns when they are due, never two at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from heapq import heappop, heappush

from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Rejected
from chronik.service.log.outcomes import OutcomeUnknown, Outdated, ReadOnly, Unavailable
from chronik.service.matches.play import PromptClosed
from chronik.service.running.clock import monotonic

CLOCK_CHECK_SECONDS = 1.0
"""Seconds until the queue notices that the clock was set forward."""
SET_BACK_MS = 15_000
"""If the clock is set back by more milliseconds than this, all planned moments are useless."""
SHORTEST, LONGEST = 0.2, 30.0
"""Seconds before the first retry of a failed turn, and the limit for later waits, each twice as long."""
LONGEST_TRANSIENT = 2.0
"""The limit after a transient error, because then the turn itself is not at fault."""
TRANSIENT_ERRORS = (Unavailable, OutcomeUnknown, Outdated, ReadOnly)
"""Errors that go away by themselves: the log does not answer, refuses writes, or has moved on."""
RACES = (Rejected, PromptClosed)
"""Errors that a turn raises if another request was faster."""

Turn = Callable[[str], Awaitable[int | None]]
"""A turn returns the moment of the next one, or None if it need not run before it is scheduled again."""


class QueueState(Struct):
    """The state of a name in the queue: `busy` while it waits for a worker or runs, `again` if scheduled meanwhile.

    `pause` is the time in seconds before the next try, if the last turn failed.
    """

    moment: int | None = None
    pause: float = 0.0
    busy: bool = False
    again: bool = False


class TurnQueue:
    """A queue that runs `at_once` turns side by side; a failed turn is logged and tried again at growing intervals.

    Moments are milliseconds of the clock `now`. A name that wants another turn at once goes to the end of the queue.
    """

    def __init__(
        self,
        turn: Turn,
        log: FilteringBoundLogger,
        failure: str,
        *,
        of: str = "match",
        at_once: int = 1,
        now: Callable[[], int] = monotonic,
    ) -> None:
        self.now = now
        self._turn = turn
        self._log = log
        self._failure = failure
        self._of = of
        self._at_once = at_once
        self._states: dict[str, QueueState] = {}
        self._moments: list[tuple[int, str]] = []
        self._sooner = asyncio.Event()
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._clock_seen = now()

    def is_failing(self, name: str) -> bool:
        """Returns whether the last turn of this name failed and will be tried again."""
        return name in self._states and self._states[name].pause > 0

    async def run(self) -> None:
        """Runs turns until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._at_once):
                group.create_task(self._work())
            group.create_task(self._enqueue_due())

    def schedule(self, name: str, moment: int) -> None:
        """Schedules a turn at a moment, unless an earlier one is planned."""
        state = self._states.setdefault(name, QueueState())
        if moment <= self.now():
            self._enqueue(name, state)
        elif state.moment is None or moment < state.moment:
            state.moment = moment
            heappush(self._moments, (moment, name))
            self._sooner.set()

    def schedule_new(self, names: Iterable[str]) -> None:
        """Schedules a turn now for each name that is not in the queue."""
        for name in names:
            if name not in self._states:
                self.schedule(name, self.now())

    def cancel(self, name: str) -> None:
        """Cancels planned turns; a running one completes."""
        state = self._states.get(name)
        if state is not None:
            state.moment, state.again, state.pause = None, False, 0.0
            if not state.busy:
                del self._states[name]

    async def run_now(self, name: str) -> None:
        """Runs a turn at once in this task; if one is running or queued, schedules another turn after it."""
        state = self._states.setdefault(name, QueueState())
        if state.busy:
            state.again = True
        else:
            state.busy = True
            await self._serve(name, state)

    def _enqueue(self, name: str, state: QueueState) -> None:
        state.moment = None
        if state.busy:
            state.again = True
        else:
            state.busy = True
            self._ready.put_nowait(name)

    async def _work(self) -> None:
        while True:
            name = await self._ready.get()
            await self._serve(name, self._states[name])
            await asyncio.sleep(0)

    async def _serve(self, name: str, state: QueueState) -> None:
        state.again = False
        moment = await self._try_turn(name, state)
        if state.again or (moment is not None and moment <= self.now()):
            self._ready.put_nowait(name)
            return
        state.busy = False
        if moment is not None:
            self.schedule(name, moment)
        elif state.moment is None:
            del self._states[name]

    async def _try_turn(self, name: str, state: QueueState) -> int | None:
        """Runs a turn and returns the moment of the next one, or of the retry after an error."""
        try:
            moment = await self._turn(name)
        except Exception as error:
            longest = LONGEST_TRANSIENT if isinstance(error, TRANSIENT_ERRORS) else LONGEST
            state.pause = min(2 * state.pause or SHORTEST, longest)
            usual = isinstance(error, TRANSIENT_ERRORS + RACES)
            self._log.warning(
                self._failure, **{self._of: name}, pause=state.pause, error=repr(error), exc_info=not usual
            )
            return self.now() + round(1_000 * state.pause)
        state.pause = 0.0
        return moment

    async def _enqueue_due(self) -> None:
        """Enqueues each name when it is due."""
        while True:
            self._sooner.clear()
            now = self._read_clock()
            while self._moments and self._moments[0][0] <= now:
                moment, name = heappop(self._moments)
                state = self._states.get(name)
                if state is not None and state.moment == moment:
                    self._enqueue(name, state)
            await self._wait()

    def _read_clock(self) -> int:
        """Returns the clock's time; if it was set back, enqueues everything, because planned moments are useless."""
        before, self._clock_seen = self._clock_seen, self.now()
        if self._clock_seen < before - SET_BACK_MS:
            waiting = {name: state for name, state in self._states.items() if state.moment is not None}
            self._moments.clear()
            for name, state in waiting.items():
                self._enqueue(name, state)
        return self._clock_seen

    async def _wait(self) -> None:
        seconds = CLOCK_CHECK_SECONDS
        if self._moments:
            seconds = min(seconds, max(0.0, (self._moments[0][0] - self.now()) / 1_000))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._sooner.wait()
