"""The timekeeper: calls time on seats that have run out of it.

It remembers only when to check a match again; the log decides whether time is up. After an outage it checks all
matches at once, so that the clocks shown exclude the outage soon.
"""

from __future__ import annotations

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import CallTime
from chronik.domain.engine.match.log import Author
from chronik.service.log.members import Members
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.match_worker import NO_SUCH_MATCH, MatchWorker, Progress
from chronik.service.matches.play import Submission, pass_outages, play
from chronik.service.matches.unfinished import Unfinished

AT_ONCE = 8
CALLS_A_TURN = 8
FOREIGN_MS = 1_000
"""Milliseconds for which this process leaves the clocks to the process that appended last."""
FINGERPRINT = "clock"
LOG: FilteringBoundLogger = structlog.get_logger("chronik.timekeeper")


class Timekeeper:
    """The duty that checks every match with a clock when a seat is due, and whenever its log has grown.

    Several processes may run it side by side: the log decides whether time is up, and the first call counts.
    """

    def __init__(self, matches: LiveMatches, hints: Hints, unfinished: Unfinished, members: Members) -> None:
        self._matches = matches
        self.worker = MatchWorker(
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
        matches.outages.listen(self.worker.schedule_all)

    async def keep(self) -> None:
        """Runs until it is cancelled."""
        await self.worker.run()

    def also_handles(self, match: str, version: int) -> bool:
        """Returns False: only the process with the partition of a match keeps its time."""
        return False

    def recall_progress(self, match: str, version: int) -> Progress | None:
        """Returns the next due moment if this process has the match in memory; otherwise another process goes first."""
        live = self._matches.find_cached(match)
        if live is not None and (live.match.version >= version or live.match.timing is None):
            return _due(live)
        return Progress(0, self._matches.now() + FOREIGN_MS)

    async def take_turn(self, match: str, version: int, hinted_at: int) -> Progress | None:
        """Calls time on every seat that is due in a match, as of the end of its log."""
        live = await self._matches.find(match)
        if live is not None and live.match.timing is not None:
            live = await self._matches.find_fresh(match)
        if live is None:
            return NO_SUCH_MATCH
        await pass_outages(self._matches, live)
        for _ in range(CALLS_A_TURN):
            now = self._matches.now()
            if all(due > now for due in live.match.due.values()):
                break
            await self._call(live)
        return _due(live)

    async def _call(self, live: Live) -> None:
        """Calls time once; it is not an error if another process was faster."""
        before = live.match.version
        submission = Submission(command=CallTime(), key=f"clock:{before}", fingerprint=FINGERPRINT, by=Author.CLOCK)
        try:
            await play(self._matches, live, submission)
        except Rejected as refused:
            LOG.debug("called already", match=live.match.id, code=refused.code)
        if live.match.version == before:
            await self._matches.refresh(live)


def _due(live: Live) -> Progress | None:
    """Returns when a seat is due next; None if no seat ever will be, as in a match that is over or has no clock."""
    match = live.match
    if match.closed is not None or match.timing is None:
        return None
    return Progress(match.version, min(match.due.values(), default=None))
