"""Budgets: limits that hold for all processes together, although each counts without waiting for the others.

A caller who uses only a small share of a limit in a process is not reported. Use beyond that share is reported to the
log's server, which returns the total. Until then, part of the budget may be used twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.log.budgets import REMEMBERED_MS, hold, let_go, spend
from chronik.service.log.members import Members
from chronik.service.log.outcomes import ReadOnly, Refused, Unavailable
from chronik.service.log.store import LogStore
from chronik.service.web.feed_slots import FeedSlots
from chronik.service.web.pace import Pace

REPORT_SECONDS = 0.25
"""Seconds for which use in one process may be unknown to the others."""
AT_ONCE = 500
AGAIN_SECONDS = REMEMBERED_MS / 2_000
LOG: FilteringBoundLogger = structlog.get_logger("chronik.budgets")


class Budgets:
    """The limits of all processes: requests by account and by address, and open feeds."""

    def __init__(self, store: LogStore, members: Members, paces: Sequence[Pace], slots: FeedSlots) -> None:
        self._store = store
        self._members = members
        self._paces = paces
        self._slots = slots
        self._begun = False
        members.listen(slots.report_all)

    async def run(self) -> None:
        """Exchanges use with the other processes forever; while the log is away, each process counts alone."""
        loop = asyncio.get_running_loop()
        last_full_report = loop.time()
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            for pace in self._paces:
                pace.processes = len(self._members.names)
            try:
                if loop.time() - last_full_report > AGAIN_SECONDS:
                    last_full_report = loop.time()
                    self._begun = False
                await self.exchange()
            except (ReadOnly, Refused, Unavailable) as error:
                self._begun = False  # the numbers taken for this report may not have arrived
                LOG.debug("each process counts budgets alone", error=str(error))

    async def exchange(self) -> None:
        """Reports new use once, and reads the total use, if there are other processes."""
        others = self._members.names - {self._members.name}
        for pace in self._paces:
            spent = pace.take_unreported(AT_ONCE)
            if others and spent:
                used = await spend(self._store, {f"{pace.per}:{who}": _ms(some) for who, some in spent.items()})
                for who, milliseconds in zip(spent, used.values(), strict=True):
                    pace.update_total(who, milliseconds / 1_000)
        if not others:
            self._begun = False  # releases are not reported while this process is alone
            self._slots.forget_elsewhere()
        elif not self._begun:
            await let_go(self._store, self._members.name)  # an earlier process of this name may have left counts
            self._slots.report_all()
            self._begun = True
        held = self._slots.take_unreported(AT_ONCE)
        if others and held:
            elsewhere = await hold(
                self._store, self._members.name, {":".join(who): number for who, number in held.items()}, others
            )
            for owner, number in zip(held, elsewhere.values(), strict=True):
                self._slots.set_elsewhere(owner, number)


def _ms(seconds: float) -> int:
    return max(1, round(1_000 * seconds))
