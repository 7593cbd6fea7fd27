"""The logs of all matches, read from Redis or from their archives in the same way.

Redis is asked first, then cold storage. If both fail, Redis is asked once more before the match counts as missing or
damaged. An archive wins over a shorter log, which comes from a restored backup. A read that starts at a version
which Redis still has asks only Redis.
"""

from __future__ import annotations

import structlog
from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from chronik.service.cold.archive_rows import RegisteredArchive
from chronik.service.cold.objects import Unreachable
from chronik.service.cold.storage import ColdStorage, VerifiedArchive
from chronik.service.log.outcomes import Damaged
from chronik.service.log.store import LogStore, Tail, tail_of

LOG: FilteringBoundLogger = structlog.get_logger("chronik.cold")


class Logs(Struct, frozen=True):
    """The logs of all matches, live and archived; without cold storage, only those in Redis."""

    store: LogStore
    cold: ColdStorage | None = None

    async def tail(self, match: str, after: int) -> Tail:
        """Returns everything after a version; for a match that does not exist, last is 0 and head is b""."""
        if after:
            found = await self.store.tail(match, after)
            if found.last >= after:
                return found
            noted = await self._find(match)
            if noted is not None and noted.version == after:  # the row contains all that the archive would add
                return Tail(after, noted.head, (), noted.head, after)
        whole, _ = await self.read_log(match)
        if whole.last < after:
            return Tail(after, b"", (), whole.head, whole.last)
        return tail_of(after, tuple([item for item in whole.items if item.version >= after]))

    async def read_log(self, match: str) -> tuple[Tail, bytes | None]:
        """Returns a log from its beginning, and the secret of its match."""
        try:
            found, secret = await self.store.read_log(match)
        except Damaged:
            found, secret = tail_of(0, ()), None
        noted = await self._find(match)
        if noted is None or noted.version <= found.last:
            return (found, secret) if found.items else await self.store.read_log(match)
        if found.items:
            LOG.error("a log is shorter than its archive", match=match, last=found.last, archived=noted.version)
        try:
            kept = await self._read(noted)
        except (Damaged, Unreachable):
            found, secret = await self.store.read_log(match)
            if found.last < noted.version:
                raise
            return found, secret
        return tail_of(0, kept.items), kept.secret

    async def archive(self, match: str) -> VerifiedArchive | None:
        """Returns the archive of a match; None if it is not archived, or if it cannot be read but Redis has the log."""
        noted = await self._find(match)
        if noted is None:
            return None
        try:
            return await self._read(noted)
        except (Damaged, Unreachable):
            if (await self.store.tail(match, noted.version)).last < noted.version:
                raise
            return None

    async def is_archived(self, match: str) -> bool:
        """Returns whether a match has an archive, wherever its log is."""
        return await self._find(match) is not None

    async def _find(self, match: str) -> RegisteredArchive | None:
        return None if self.cold is None else await self.cold.find(match)

    async def _read(self, noted: RegisteredArchive) -> VerifiedArchive:
        assert self.cold is not None, "only cold storage has archives"
        return await self.cold.read(noted)
