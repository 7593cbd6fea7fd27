"""The timekeeper: calls the time of seats that let it pass, in whichever process is first.

It remembers only when to look at a match again; what is done then, the log decides.
After a time in which nobody could play it looks at all of them, so that no clock shows that time for long.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from heapq import heappop, heappush
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Rejected
from domain.engine.match.commands import CallTime
from domain.engine.match.log import Author
from domain.engine.match.match import Match
from service.log.outcomes import OutcomeUnknown, ReadOnly, Unavailable
from service.matches.hints import Hints
from service.matches.live import Live, LiveMatches, NotLoaded
from service.matches.play import Submission, pass_silences, play
from service.workers.missed import MissedMatches
from service.workers.unfinished import Unfinished

AT_ONCE = 8
CALLS_A_TURN = 8
BEAT_SECONDS = 1.0
"""How long a wall clock that is put forward may go unnoticed."""
AGAIN_MS = 15_000
"""How soon a match in hand is looked at again: a hint may have been missed."""
FOREIGN_MS = 1_000
"""How long the process that has brought a growth keeps the time alone."""
PAUSE_MS = 500
FINGERPRINT = "clock"
LOG: FilteringBoundLogger = structlog.get_logger("chronik.timekeeper")


class Timekeeper:
    """Looks at every match that has a clock when a seat of it is due, and whenever it has grown.

    Any number of processes may do so side by side: the log decides whether a time is over, and the first call counts.
    """

    def __init__(self, matches: LiveMatches, hints: Hints, unfinished: Unfinished) -> None:
        self._matches = matches
        self._hints = hints
        self._looks: dict[str, int] = {}
        self._queue: list[tuple[int, str]] = []
        self._without = set[str]()
        self._sooner = asyncio.Event()
        self._then = matches.now()
        self._search = MissedMatches(unfinished, LOG, self._keep, self._in_hand, self._safe_turn)
        hints.listen(self.heard)
        matches.silences.listen(self._look_at_all)

    async def keep(self) -> None:
        """Keeps the time until it is cancelled; begins with what was left waiting."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._ring())
            group.create_task(self._search.run(self._hints))

    def heard(self, match: str, version: int) -> None:
        """Takes a hint that a match has grown: who is due may be somebody else now.

        What this process has brought it knows; what another has, it leaves to that one for a while.
        """
        if match in self._without:
            return
        live = self._matches.known(match)
        if live is not None and live.match.version >= version:
            self._note(live)
        elif live is not None and not _has_clock(live.match):
            self._leave(match)
        else:
            self._look_at(match, self._matches.now() + FOREIGN_MS)

    def _note(self, live: Live) -> None:
        """Notes when to look at a match again that is at the last version as far as anybody knows."""
        match = live.match
        if match.closed is not None:
            self._forget(match.id)
        elif not _has_clock(match):
            self._leave(match.id)
        else:
            now, due = self._matches.now(), min(match.due.values(), default=None)
            self._look_at(match.id, now + AGAIN_MS if due is None else min(due, now + AGAIN_MS))

    def _look_at(self, match: str, moment: int) -> None:
        """Looks at a match at a moment, or before if that is intended already."""
        intended = self._looks.get(match)
        if intended is None or moment < intended:
            self._looks[match] = moment
            heappush(self._queue, (moment, match))
            self._sooner.set()

    def _look_at_all(self) -> None:
        """Looks at every match that is in hand now."""
        now = self._matches.now()
        self._looks = dict.fromkeys(self._looks, now)
        self._queue = [(now, match) for match in self._looks]
        self._sooner.set()

    async def _ring(self) -> None:
        """Looks at each match when its moment has come."""
        while True:
            due = self._due()
            for first in range(0, len(due), AT_ONCE):
                await asyncio.gather(*map(self._safe_turn, due[first : first + AT_ONCE]))
            if not due:
                await self._wait()

    def _due(self) -> list[str]:
        """The matches to be looked at now, in the order of their moments."""
        before, self._then = self._then, self._matches.now()
        now, due = self._then, list[str]()
        if now < before - AGAIN_MS:  # The wall clock was put back: no moment means what it meant.
            self._look_at_all()
        while self._queue and self._queue[0][0] <= now:
            moment, match = heappop(self._queue)
            if self._looks.get(match) == moment:
                del self._looks[match]
                due.append(match)
        return due

    async def _wait(self) -> None:
        self._sooner.clear()
        seconds = BEAT_SECONDS
        if self._queue:
            seconds = min(seconds, max(0.0, (self._queue[0][0] - self._matches.now()) / 1_000))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._sooner.wait()

    async def _safe_turn(self, match: str) -> None:
        """A look that never fails: what goes wrong in a match is said, and tried again soon."""
        try:
            await self._turn(match)
        except NotLoaded:
            self._leave(match)
        except Exception as error:
            usual = isinstance(error, (Unavailable, OutcomeUnknown, ReadOnly))
            LOG.warning("a clock has to wait", match=match, error=repr(error), exc_info=not usual)
            self._look_at(match, self._matches.now() + PAUSE_MS)

    async def _turn(self, match: str) -> None:
        """Calls what is due in a match as its log has it now, and notes when to look again."""
        live = await self._matches.find(match)
        if live is not None and _has_clock(live.match):
            live = await self._matches.fresh(match)
        if live is None:
            return
        await pass_silences(self._matches, live)
        for _ in range(CALLS_A_TURN):
            now = self._matches.now()
            if all(due > now for due in live.match.due.values()):
                break
            await self._call(live)
        self._note(live)

    async def _call(self, live: Live) -> None:
        """Calls the time once; that somebody else was faster is no failure."""
        before = live.match.version
        submission = Submission(command=CallTime(), key=f"clock:{before}", fingerprint=FINGERPRINT, by=Author.CLOCK)
        try:
            await play(self._matches, live, submission)
        except Rejected as refused:
            LOG.debug("called already", match=live.match.id, code=refused.code)
        if live.match.version == before:
            await self._matches.refresh(live)

    def _in_hand(self, match: str) -> bool:
        return match in self._without or match in self._looks

    def _keep(self, matches: frozenset[str]) -> None:
        """These matches are not over: of no others has it to be known that they have no clock."""
        self._without &= matches

    def _leave(self, match: str) -> None:
        """Nobody will ever be due in this match, as long as it goes on."""
        self._looks.pop(match, None)
        self._without.add(match)

    def _forget(self, match: str) -> None:
        """The match is over: nothing of it is kept in mind."""
        self._looks.pop(match, None)
        self._without.discard(match)


def _has_clock(match: Match[Any]) -> bool:
    return match.timing is not None
