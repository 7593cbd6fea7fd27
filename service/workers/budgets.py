"""Budgets: limits that hold for all processes together, though each counts for itself and waits for nobody.

A caller who uses little of a limit in a process is not spoken of. What one uses beyond that share is told where the log
is, with what the others have told: for as long as that takes, some of it may be used twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from structlog.typing import FilteringBoundLogger

from service.http.guards import Pace
from service.log.budgets import REMEMBERED_MS, hold, let_go, spend
from service.log.outcomes import ReadOnly, Refused, Unavailable
from service.log.store import LogStore
from service.matches.feed.slots import FeedSlots
from service.workers.members import Members

TELL_SECONDS = 0.25
"""How long what is used in one process may be unknown to the others."""
AT_ONCE = 500
AGAIN_SECONDS = REMEMBERED_MS / 2_000
LOG: FilteringBoundLogger = structlog.get_logger("chronik.budgets")


class Budgets:
    """The limits of all processes: of requests, by account and by address, and of feeds that are open."""

    def __init__(self, store: LogStore, members: Members, paces: Sequence[Pace], slots: FeedSlots) -> None:
        self._store = store
        self._members = members
        self._paces = paces
        self._slots = slots
        self._begun = False
        members.listen(slots.tell_all)

    async def keep(self) -> None:
        """Tells and hears for ever; while the log is away, each process counts for itself."""
        loop = asyncio.get_running_loop()
        all_told = loop.time()
        while True:
            await asyncio.sleep(TELL_SECONDS)
            for pace in self._paces:
                pace.processes = len(self._members.names)
            try:
                if loop.time() - all_told > AGAIN_SECONDS:
                    all_told = loop.time()
                    self._begun = False
                await self.round()
            except (ReadOnly, Refused, Unavailable) as error:
                self._begun = False  # what was taken out to be told may have been told nobody
                LOG.debug("budgets are counted by each process", error=str(error))

    async def round(self) -> None:
        """Tells once what is new, if anybody else is there to hear it."""
        others = self._members.names - {self._members.name}
        for pace in self._paces:
            spent = pace.untold(AT_ONCE)
            if others and spent:
                used = await spend(self._store, {f"{pace.per}:{who}": _ms(some) for who, some in spent.items()})
                for who, milliseconds in zip(spent, used.values(), strict=True):
                    pace.hear(who, milliseconds / 1_000)
        if not others:
            self._begun = False  # what is let go now is told nobody
        elif not self._begun:
            await let_go(self._store, self._members.name)  # one that has died is born again under its name
            self._slots.tell_all()
            self._begun = True
        held = self._slots.untold(AT_ONCE)
        if others and held:
            elsewhere = await hold(
                self._store, self._members.name, {":".join(who): number for who, number in held.items()}, others
            )
            for owner, number in zip(held, elsewhere.values(), strict=True):
                self._slots.hear(owner, number)


def _ms(seconds: float) -> int:
    return max(1, round(1_000 * seconds))
