"""The room watch: looks every second how much space is left, so that no command has to wait for that."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog
from structlog.typing import FilteringBoundLogger

from service.log.outcomes import OutcomeUnknown, ReadOnly, Refused, Unavailable
from service.log.room import Room, Space, free_of_disk
from service.log.store import LogStore
from service.observing.metrics import FREE_SPACE

LOOK_SECONDS = 1.0
SAID = {
    Space.ENOUGH: "there is enough space again",
    Space.SCARCE: "space is scarce: no new matches are opened, those that have begun go on",
    Space.LITTLE: "there is too little space: nothing is recorded any more, everything can be read",
}
LOG: FilteringBoundLogger = structlog.get_logger("chronik.room")


class RoomWatch:
    """Keeps what is known of the space up to date: of the log's server, and of a directory, where one is written to."""

    def __init__(self, room: Room, store: LogStore, directory: Path | None) -> None:
        self._room = room
        self._store = store
        self._directory = directory
        self._memory = 1.0

    async def keep(self) -> None:
        """Looks for ever; while the log is away, what was known of its memory holds."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Looks once, and says so where that changes what may be recorded."""
        disk = 1.0 if self._directory is None else await asyncio.to_thread(_free, self._directory)
        try:
            self._memory = await self._store.free_memory()
        except (OutcomeUnknown, ReadOnly, Refused, Unavailable) as error:
            LOG.debug("the memory of the log is not known", error=str(error))
        FREE_SPACE.labels("disk").set(disk)
        FREE_SPACE.labels("memory").set(self._memory)
        if self._room.take(min(disk, self._memory)):
            say = LOG.warning if self._room.space is not Space.ENOUGH else LOG.info
            say(SAID[self._room.space], disk=round(disk, 3), memory=round(self._memory, 3))


def _free(directory: Path) -> float:
    try:
        return free_of_disk(directory)
    except OSError as error:
        LOG.debug("the disk is not known", error=str(error))
        return 1.0
