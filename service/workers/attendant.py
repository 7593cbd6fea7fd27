"""The attendant: sees to it that no match in which something is to be done waits for long, in whichever process.

Bots and clocks share it. What is to be done in a match, its duty says. A match gets its turn in four ways:

1. A hint tells that it has grown (`heard`): one is written behind every append, `service/matches/hints.py` reads it.
   That is quick, but a hint may be late, or come twice, or never.
2. The matches in hand are looked at every 15 seconds (`look_after_those_in_hand`): has a log grown, a hint was lost.
3. A search goes over all unfinished matches (`search`), at the start, every 15 minutes, and whenever other partitions
   are this process's own: for those that were waiting before.
4. A turn that failed is tried again, ever more rarely (`turns.py`).

Each process attends to the matches of its own partitions, and to what its duty takes besides. Nothing of this is kept
anywhere: whoever comes next finds the same in the logs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from domain.engine.match.log import MAX_ENTRIES
from service.clock import monotonic
from service.log.outcomes import Unavailable
from service.log.store import LogStore
from service.matches.hints import Hints
from service.matches.live import NotLoaded
from service.workers.members import Members
from service.workers.turns import Turns
from service.workers.unfinished import Unfinished

IN_HAND_SECONDS = 15.0
"""How long it rests after it has looked after the matches in hand."""
SEARCH_SECONDS = 900.0
"""How long it rests after a search."""
SEARCH_AGAIN_SECONDS = 1.0
"""The same after a search that had to stop."""
LOOKS_FOR_NOTHING = 3
"""So many looks in a row that find no log, and a match is put down: its slot may be on its way."""


class Look(Struct, frozen=True):
    """What a look at a match has come to.

    Up to `version` nothing is left to be done, until `moment` (of the clock by which turns are called) or a growth.
    A `version` of 0 says nothing of how far all is done: the match is looked at again, without a moment by and by.
    """

    version: int
    moment: int | None = None


class Duty(Protocol):
    """What is to be done in matches; None stands for a match in which nothing ever will be, however it grows."""

    def takes(self, match: str, version: int) -> bool:
        """Whether this process does what is to be done in a match at a version, though its partition is another's."""
        ...

    def glance(self, match: str, version: int) -> Look | None:
        """What this process knows of a match that is said to be at a version, without reading anything."""
        ...

    async def turn(self, match: str, version: int, heard: int) -> Look | None:
        """Does what is to be done in a match that is at a version or beyond; when that was `heard`, or 0."""
        ...


NOT_THERE = Look(0)
"""What a look has come to that found no such match."""


class InHand(Struct):
    """How far a match is said to have come, when the last hint said so, and how far all is done.

    So many looks in a row have found no log as are `missing`.
    """

    version: int = 0
    heard: int = 0
    done: int = 0
    missing: int = 0


class Attendant:
    """Holds the matches in hand, and gives each its turns."""

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
        self._shared_anew = asyncio.Event()
        self._log = log
        self._in_hand: dict[str, InHand] = {}
        self._done_with = set[str]()
        self._turns = Turns(self._turn, log, failure, at_once=at_once, now=now)
        hints.listen(self.heard)
        members.listen(self._shared_anew.set)

    async def run(self) -> None:
        """Attends until it is cancelled; searches once it hears of growth, so that nothing falls in between."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._turns.run())
            group.create_task(self._look_after_for_ever())
            await self._hints.begun.wait()
            await self._members.begun.wait()
            group.create_task(self._search_for_ever())

    def heard(self, match: str, version: int) -> None:
        """Takes a hint."""
        if match in self._done_with or not (self._members.owns(match) or self._duty.takes(match, version)):
            return
        known = self._in_hand.setdefault(match, InHand())
        if version > known.version:
            known.version, known.heard = version, self._turns.now()
        if known.version > known.done:
            look = self._note(match, known, self._duty.glance(match, known.version))
            if look is not None:
                self._turns.call(match, look)

    def call_all(self) -> None:
        """Wants a turn of every match in hand, now: the clocks do, after a silence."""
        for match in self._in_hand:
            self._turns.call(match, self._turns.now())

    async def look_after_those_in_hand(self) -> None:
        """Looks once at every match in hand that has no turn under way or to come; those of others it puts down."""
        for match in [match for match in self._in_hand if not self._members.owns(match)]:
            self._put_down(match)
        await self._look_at(match for match in tuple(self._in_hand) if not self._turns.failing(match))

    async def search(self) -> None:
        """Looks once at every unfinished match that is its own and not in hand, and forgets those done with that are
        over.
        """
        matches = await self._unfinished.matches()
        self._done_with &= matches
        unknown = [match for match in matches if match not in self._in_hand and match not in self._done_with]
        await self._look_at(match for match in unknown if self._members.owns(match))

    async def _look_at(self, matches: Iterable[str]) -> None:
        """Looks at the logs of matches, one at a time: what is searched for must not stand in anybody's way.

        One that cannot be read keeps no other from being looked at.
        """
        for match in matches:
            try:
                await self._look(match)
            except Unavailable:
                raise
            except Exception as error:
                self._log.warning("a match cannot be looked at", match=match, error=type(error).__name__)

    async def _look(self, match: str) -> None:
        last = (await self._store.tail(match, MAX_ENTRIES)).last
        known = self._in_hand.setdefault(match, InHand())
        known.missing = 0 if last else known.missing + 1
        if known.missing == LOOKS_FOR_NOTHING:
            self._put_down(match)
        if not last:
            return
        if last > known.version:
            known.version, known.heard = last, 0
        if known.version > known.done:
            await self._turns.take(match)

    async def _turn(self, match: str) -> int | None:
        known = self._in_hand.setdefault(match, InHand())
        try:
            look = await self._duty.turn(match, known.version, known.heard)
        except NotLoaded:
            look = None
        return self._note(match, known, look)

    def _note(self, match: str, known: InHand, look: Look | None) -> int | None:
        """Notes what a look has come to; the moment of the next one."""
        if look is None:
            self._leave(match)
            return None
        known.done = 0 if look == NOT_THERE else max(known.done, look.version)
        return look.moment

    def _leave(self, match: str) -> None:
        """Nothing will ever be to do in this match."""
        self._done_with.add(match)
        self._put_down(match)

    def _put_down(self, match: str) -> None:
        """Somebody else sees to it from now on; a turn that is under way comes to its end."""
        self._in_hand.pop(match, None)
        self._turns.drop(match)

    async def _look_after_for_ever(self) -> None:
        while True:
            await asyncio.sleep(IN_HAND_SECONDS)
            await self._went_well(self.look_after_those_in_hand)

    async def _search_for_ever(self) -> None:
        while True:
            self._shared_anew.clear()
            rest = SEARCH_SECONDS if await self._went_well(self.search) else SEARCH_AGAIN_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._shared_anew.wait()

    async def _went_well(self, look: Callable[[], Awaitable[None]]) -> bool:
        """Whether a round came to its end; a log or a database that is away cuts it short."""
        try:
            await look()
        except Exception as error:
            self._log.warning("the search stops", error=type(error).__name__)
            return False
        return True
