"""The timekeeper: calls the time of seats that let it pass, in whichever process is first.

It remembers only when to look at a match again; what is done then, the log decides.
After a time in which nobody could play it looks at all of them, so that no clock shows that time for long.
"""

from __future__ import annotations

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Rejected
from domain.engine.match.commands import CallTime
from domain.engine.match.log import Author
from service.matches.hints import Hints
from service.matches.live import Live, LiveMatches
from service.matches.play import Submission, pass_silences, play
from service.workers.attendant import NOT_THERE, Attendant, Look
from service.workers.members import Members
from service.workers.unfinished import Unfinished

AT_ONCE = 8
CALLS_A_TURN = 8
FOREIGN_MS = 1_000
"""How long the process that has brought a growth keeps the time alone."""
FINGERPRINT = "clock"
LOG: FilteringBoundLogger = structlog.get_logger("chronik.timekeeper")


class Timekeeper:
    """Looks at every match that has a clock when a seat of it is due, and whenever it has grown.

    Any number of processes may do so side by side: the log decides whether a time is over, and the first call counts.
    """

    def __init__(self, matches: LiveMatches, hints: Hints, unfinished: Unfinished, members: Members) -> None:
        self._matches = matches
        self.attendant = Attendant(
            self,
            matches.store,
            hints,
            unfinished,
            members,
            LOG,
            "a clock has to wait",
            at_once=AT_ONCE,
            now=matches.now,
        )
        matches.silences.listen(self.attendant.call_all)

    async def keep(self) -> None:
        """Keeps the time until it is cancelled."""
        await self.attendant.run()

    def takes(self, match: str, version: int) -> bool:
        """Whose the partition is keeps the time."""
        return False

    def glance(self, match: str, version: int) -> Look | None:
        """What this process has brought it knows; what another has, it leaves to that one for a while."""
        live = self._matches.known(match)
        if live is not None and (live.match.version >= version or live.match.timing is None):
            return _due(live)
        return Look(0, self._matches.now() + FOREIGN_MS)

    async def turn(self, match: str, version: int, heard: int) -> Look | None:
        """Calls what is due in a match as its log has it now."""
        live = await self._matches.find(match)
        if live is not None and live.match.timing is not None:
            live = await self._matches.fresh(match)
        if live is None:
            return NOT_THERE
        await pass_silences(self._matches, live)
        for _ in range(CALLS_A_TURN):
            now = self._matches.now()
            if all(due > now for due in live.match.due.values()):
                break
            await self._call(live)
        return _due(live)

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


def _due(live: Live) -> Look | None:
    """When somebody is due in a match; nobody ever will be in one that is over or has no clock."""
    match = live.match
    if match.closed is not None or match.timing is None:
        return None
    return Look(match.version, min(match.due.values(), default=None))
