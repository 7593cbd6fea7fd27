"""Turns: what bots, clocks and the steward take, each match or tournament at its moment and alone with itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from heapq import heappop, heappush

from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Rejected
from service.clock import monotonic
from service.log.outcomes import OutcomeUnknown, ReadOnly, Unavailable
from service.matches.play import PromptClosed

BEAT_SECONDS = 1.0
"""How long a clock that is put forward may go unnoticed."""
PUT_BACK_MS = 15_000
"""A clock that is put back so far has made all moments meaningless."""
SHORTEST, LONGEST = 0.2, 30.0
"""Seconds before the first and before every later try of what has failed."""
LONGEST_OUTAGE = 2.0
"""The same while the log does not answer: then nothing is wrong with what waits."""
OUTAGES = (Unavailable, OutcomeUnknown, ReadOnly)
"""What passes by itself: the log is away, or refuses to write."""
RACES = (Rejected, PromptClosed)
"""What a turn may come to because somebody else was faster."""

Turn = Callable[[str], Awaitable[int | None]]
"""A turn answers the moment at which another one is wanted; none where nothing is to be done before the next call."""


class Place(Struct):
    """What is known of one that was called: `busy` while it waits for a worker or has one, `again` if called then.

    `pause` is the time before the next try, in seconds, where the last turn has failed.
    """

    moment: int | None = None
    pause: float = 0.0
    busy: bool = False
    again: bool = False


class Turns:
    """Gives each that is called its turn, so many side by side; what fails is said and tried again, ever more rarely.

    Moments are milliseconds of the clock `now`. Whoever wants another turn at once waits behind all others.
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
        self._places: dict[str, Place] = {}
        self._moments: list[tuple[int, str]] = []
        self._sooner = asyncio.Event()
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._looked = now()

    def failing(self, name: str) -> bool:
        """Whether the last turn of this one has failed, and is tried again."""
        return name in self._places and self._places[name].pause > 0

    async def run(self) -> None:
        """Gives turns until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._at_once):
                group.create_task(self._work())
            group.create_task(self._ring())

    def call(self, name: str, moment: int) -> None:
        """Wants a turn at a moment, or before if that is intended already."""
        place = self._places.setdefault(name, Place())
        if moment <= self.now():
            self._line_up(name, place)
        elif place.moment is None or moment < place.moment:
            place.moment = moment
            heappush(self._moments, (moment, name))
            self._sooner.set()

    def call_new(self, names: Iterable[str]) -> None:
        """Wants a turn now of each that has none under way, to come or to be tried again."""
        for name in names:
            if name not in self._places:
                self.call(name, self.now())

    def drop(self, name: str) -> None:
        """Wants no further turn; one that is under way comes to its end."""
        place = self._places.get(name)
        if place is not None:
            place.moment, place.again, place.pause = None, False, 0.0
            if not place.busy:
                del self._places[name]

    async def take(self, name: str) -> None:
        """Takes a turn at once and in this task, or wants another one where one is under way."""
        place = self._places.setdefault(name, Place())
        if place.busy:
            place.again = True
        else:
            place.busy = True
            await self._serve(name, place)

    def _line_up(self, name: str, place: Place) -> None:
        place.moment = None
        if place.busy:
            place.again = True
        else:
            place.busy = True
            self._ready.put_nowait(name)

    async def _work(self) -> None:
        while True:
            name = await self._ready.get()
            await self._serve(name, self._places[name])
            await asyncio.sleep(0)

    async def _serve(self, name: str, place: Place) -> None:
        place.again = False
        moment = await self._safe_turn(name, place)
        if place.again or (moment is not None and moment <= self.now()):
            self._ready.put_nowait(name)
            return
        place.busy = False
        if moment is not None:
            self.call(name, moment)
        elif place.moment is None:
            del self._places[name]

    async def _safe_turn(self, name: str, place: Place) -> int | None:
        """A turn that never fails."""
        try:
            moment = await self._turn(name)
        except Exception as error:
            longest = LONGEST_OUTAGE if isinstance(error, OUTAGES) else LONGEST
            place.pause = min(2 * place.pause or SHORTEST, longest)
            usual = isinstance(error, OUTAGES + RACES)
            self._log.warning(
                self._failure, **{self._of: name}, pause=place.pause, error=repr(error), exc_info=not usual
            )
            return self.now() + round(1_000 * place.pause)
        place.pause = 0.0
        return moment

    async def _ring(self) -> None:
        """Lines up everything when its moment has come."""
        while True:
            self._sooner.clear()
            now = self._clock_read()
            while self._moments and self._moments[0][0] <= now:
                moment, name = heappop(self._moments)
                place = self._places.get(name)
                if place is not None and place.moment == moment:
                    self._line_up(name, place)
            await self._wait()

    def _clock_read(self) -> int:
        """What the clock says; where it was put back, no moment means what it meant, and all have come."""
        before, self._looked = self._looked, self.now()
        if self._looked < before - PUT_BACK_MS:
            waiting = {name: place for name, place in self._places.items() if place.moment is not None}
            self._moments.clear()
            for name, place in waiting.items():
                self._line_up(name, place)
        return self._looked

    async def _wait(self) -> None:
        seconds = BEAT_SECONDS
        if self._moments:
            seconds = min(seconds, max(0.0, (self._moments[0][0] - self.now()) / 1_000))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._sooner.wait()
