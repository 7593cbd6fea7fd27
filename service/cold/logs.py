"""Logs, wherever they are: read as the log store reads them, from Redis or from their archives.

Redis is asked first, then cold storage, then Redis once more before there is nothing, or only damage. An archive beats
a shorter log: that one is what a backup held. Who reads on from a version that Redis still has asks Redis alone.
"""

from __future__ import annotations

import structlog
from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from service.cold.noted import Noted
from service.cold.objects import Unreachable
from service.cold.storage import ColdStorage, Kept
from service.log.outcomes import Damaged
from service.log.store import LogStore, Tail, tail_of

LOG: FilteringBoundLogger = structlog.get_logger("chronik.cold")


class Logs(Struct, frozen=True):
    """The logs of all matches, live and archived; without cold storage, those that Redis holds."""

    store: LogStore
    cold: ColdStorage | None = None

    async def tail(self, match: str, after: int) -> Tail:
        """Everything after a version; a match that does not exist has last 0 and head b""."""
        if after:
            found = await self.store.tail(match, after)
            if found.last >= after:
                return found
            noted = await self._noted(match)
            if noted is not None and noted.version == after:  # what is noted says as much as the archive would
                return Tail(after, noted.head, (), noted.head, after)
        whole, _ = await self.whole(match)
        if whole.last < after:
            return Tail(after, b"", (), whole.head, whole.last)
        return tail_of(after, tuple([item for item in whole.items if item.version >= after]))

    async def whole(self, match: str) -> tuple[Tail, bytes | None]:
        """A log from its beginning, and the secret of its match."""
        try:
            found, secret = await self.store.whole(match)
        except Damaged:
            found, secret = tail_of(0, ()), None
        noted = await self._noted(match)
        if noted is None or noted.version <= found.last:
            return (found, secret) if found.items else await self.store.whole(match)
        if found.items:
            LOG.error("a log is shorter than its archive", match=match, last=found.last, archived=noted.version)
        try:
            kept = await self._read(noted)
        except (Damaged, Unreachable):
            found, secret = await self.store.whole(match)
            if found.last < noted.version:
                raise
            return found, secret
        return tail_of(0, kept.items), kept.secret

    async def archive(self, match: str) -> Kept | None:
        """The archive of a match, once it has one; none where that cannot be had, but Redis has the log."""
        noted = await self._noted(match)
        if noted is None:
            return None
        try:
            return await self._read(noted)
        except (Damaged, Unreachable):
            if (await self.store.tail(match, noted.version)).last < noted.version:
                raise
            return None

    async def is_archived(self, match: str) -> bool:
        """Whether a match has an archive, wherever its log is."""
        return await self._noted(match) is not None

    async def _noted(self, match: str) -> Noted | None:
        return None if self.cold is None else await self.cold.noted(match)

    async def _read(self, noted: Noted) -> Kept:
        assert self.cold is not None, "somebody has noted it"
        return await self.cold.read(noted)
