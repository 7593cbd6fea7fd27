"""Members: the processes that serve now, and which of them owns each partition.

The owner of a partition does its bookkeeping, its clocks and its bots' commands. Ownership is a lease that is safe to
lose: if two processes both believe that they own a partition, work is done twice, and the log and the tables accept it
only once. So a process that cannot reach the log's server keeps the partitions it had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from importlib.resources import files

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.log.keys import PARTITIONS, members, partition
from chronik.service.log.outcomes import ReadOnly, Refused, Unavailable
from chronik.service.log.store import LogStore

MEMBERS = files("chronik.service.log").joinpath("members.lua").read_bytes()
BEAT_SECONDS = 1.0
GONE_MS = 3_000
"""Milliseconds without a report after which a process counts as gone and other processes take over its partitions."""
ALL = frozenset(range(PARTITIONS))
LOG: FilteringBoundLogger = structlog.get_logger("chronik.members")


class Members:
    """The processes that share the work on the log and database `of`; this one is called `name`.

    Without a store this process is the only one and owns every partition.
    """

    def __init__(self, store: LogStore | None = None, of: str = "", name: str = "") -> None:
        self.begun = asyncio.Event()
        """Set once the serving processes are known."""
        self.name = name
        self.names: frozenset[str] = frozenset({name})
        """The processes that serve now, including this one."""
        self.own: frozenset[int] = frozenset()
        """The partitions that this process owns now."""
        self._store = store
        self._of = of
        self._listeners: list[Callable[[], None]] = []
        if store is None:
            self.own = ALL
            self.begun.set()

    def owns(self, match: str) -> bool:
        """Returns whether this process owns the partition of a match."""
        return partition(match) in self.own

    def listen(self, listener: Callable[[], None]) -> None:
        """Adds a listener that is called whenever the partitions of this process have changed."""
        self._listeners.append(listener)

    def share(self, names: Collection[str]) -> None:
        """Divides the partitions among the named processes and this one; each process computes the same division."""
        self.names = frozenset({*names, self.name})
        order = sorted(self.names)
        mine = order.index(self.name)
        own = frozenset(n for n in range(PARTITIONS) if n % len(order) == mine)
        self.begun.set()
        if own == self.own:
            return
        LOG.info("partitions are shared", processes=len(order), own=len(own))
        self.own = own
        for listener in self._listeners:
            listener()

    async def run(self) -> None:
        """Reports every second that this process is serving; signs off when cancelled, so that others need not wait."""
        assert self._store is not None
        try:
            while True:
                try:
                    self.share(await report_serving(self._store, self._of, self.name, GONE_MS))
                except (ReadOnly, Refused, Unavailable) as error:
                    LOG.debug("the serving processes are not known", error=str(error))
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            with suppress(Exception):
                await self._store.ask(("HDEL", members(self._of), self.name))


async def report_serving(store: LogStore, of: str, name: str, gone_ms: int) -> tuple[str, ...]:
    """Reports that a process is serving, and returns the names of all that have reported within `gone_ms`."""
    (names,) = await store.ask(("EVAL", MEMBERS, 1, members(of), name, gone_ms))
    return tuple(one.decode() for one in names)
