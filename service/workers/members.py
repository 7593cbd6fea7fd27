"""The members: the processes that serve now, and whose each partition is.

Whose a partition is, its bookkeeping, its clocks and what its bots owe are done by one process instead of by all. It is
a lease that is safe to lose: who holds one that another believes to have does a thing twice, and the log and the tables
take it once. So a process that hears nothing from the log's server goes on with what it had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from structlog.typing import FilteringBoundLogger

from service.log.keys import PARTITIONS, partition
from service.log.outcomes import ReadOnly, Refused, Unavailable
from service.log.store import LogStore

BEAT_SECONDS = 1.0
GONE_MS = 3_000
"""Who has not said for so long that they serve is gone, and the others take over."""
ALL = frozenset(range(PARTITIONS))
LOG: FilteringBoundLogger = structlog.get_logger("chronik.members")


class Members:
    """The processes that share the work on one log and one database, `of`, and among them this one, by its `name`.

    Without a store nobody else serves, and everything is this process's own.
    """

    def __init__(self, store: LogStore | None = None, of: str = "", name: str = "") -> None:
        self.begun = asyncio.Event()
        """Set once it is known who serves."""
        self.name = name
        self.names: frozenset[str] = frozenset({name})
        """Who serves now, this process too."""
        self.own: frozenset[int] = frozenset()
        """The partitions that are this process's own now."""
        self._store = store
        self._of = of
        self._listeners: list[Callable[[], None]] = []
        if store is None:
            self.own = ALL
            self.begun.set()

    def owns(self, match: str) -> bool:
        """Whether a match is of a partition of this process's own."""
        return partition(match) in self.own

    def listen(self, listener: Callable[[], None]) -> None:
        """Has a listener told whenever this process's own partitions have changed."""
        self._listeners.append(listener)

    async def keep(self) -> None:
        """Says for ever that this process serves; when that is over it says so, and the others need not wait."""
        assert self._store is not None
        try:
            while True:
                try:
                    self._take(await self._store.serves(self._of, self.name, GONE_MS))
                except (ReadOnly, Refused, Unavailable) as error:
                    LOG.debug("who serves is not known", error=str(error))
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            with suppress(Exception):
                await self._store.serves_no_more(self._of, self.name)

    def _take(self, names: tuple[str, ...]) -> None:
        """Reckons whose what is: the same in every process that has heard the same names."""
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
