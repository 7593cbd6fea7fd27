"""The free space watch: measures the free space every second, so that no command has to wait for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.log.free_space import FreeSpace, Space, free_disk_share, free_memory_share
from chronik.service.log.outcomes import OutcomeUnknown, ReadOnly, Refused, Unavailable
from chronik.service.log.servers import Servers
from chronik.service.log.store import LogStore
from chronik.service.log.wire import Reply
from chronik.service.operating.metrics import FREE_SPACE

MEASURE_SECONDS = 1.0
SAID = {
    Space.ENOUGH: "there is enough space again",
    Space.SCARCE: "space is scarce: no new matches are opened, matches that have begun continue",
    Space.LITTLE: "there is too little space: nothing is recorded, but everything can still be read",
}
LOG: FilteringBoundLogger = structlog.get_logger("chronik.room")


class FreeSpaceWatch:
    """A worker that keeps a `FreeSpace` up to date from the memory of the log's server and the disk of a directory."""

    def __init__(self, free_space: FreeSpace, store: LogStore, directory: Path | None) -> None:
        self._free_space = free_space
        self._store = store
        self._directory = directory
        self._memory = 1.0

    async def run(self) -> None:
        """Measures forever; while the log is away, its last known free memory applies."""
        while True:
            await self.measure()
            await asyncio.sleep(MEASURE_SECONDS)

    async def measure(self) -> None:
        """Measures once, and logs any change in what may be recorded."""
        disk = 1.0 if self._directory is None else await asyncio.to_thread(_free, self._directory)
        try:
            self._memory = await free_memory(await self._store.servers())
        except (OutcomeUnknown, ReadOnly, Refused, Unavailable) as error:
            LOG.debug("the memory of the log is not known", error=str(error))
        FREE_SPACE.labels("disk").set(disk)
        FREE_SPACE.labels("memory").set(self._memory)
        if self._free_space.update(min(disk, self._memory)):
            say = LOG.warning if self._free_space.space is not Space.ENOUGH else LOG.info
            say(SAID[self._free_space.space], disk=round(disk, 3), memory=round(self._memory, 3))


async def free_memory(servers: Servers) -> float:
    """Returns the free share of the memory that the server may use; if several servers answer, the smallest share."""
    asked = (wire.read(("INFO", "memory")) for wire in servers.masters())
    replies = await asyncio.gather(*asked, return_exceptions=True)
    shares = [_free_memory(one[0]) for one in replies if not isinstance(one, BaseException)]
    for one in replies if not shares else ():
        if isinstance(one, BaseException):
            raise one
    return min(shares, default=1.0)


def _free_memory(info: Reply) -> float:
    about = dict(line.split(b":", 1) for line in bytes(info).splitlines() if b":" in line)
    return free_memory_share(int(about.get(b"used_memory", 0)), int(about.get(b"maxmemory", 0)))


def _free(directory: Path) -> float:
    try:
        return free_disk_share(directory)
    except OSError as error:
        LOG.debug("the disk is not known", error=str(error))
        return 1.0
