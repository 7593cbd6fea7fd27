"""The persistence watch: checks once a minute whether the durability settings of the log's servers are still strong."""

from __future__ import annotations

import asyncio

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.log.durability import read_settings
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore

CHECK_SECONDS = 60.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.log")


async def watch_persistence(store: LogStore, seconds: float = CHECK_SECONDS) -> None:
    """Checks the durability settings every `seconds`, forever; the last known settings apply while servers are away."""
    while True:
        try:
            await check_persistence(store)
        except Unavailable as error:
            LOG.debug("the durability settings are not known", error=str(error))
        await asyncio.sleep(seconds)


async def check_persistence(store: LogStore) -> None:
    """Reads the durability settings of every server into `store.persistence`.

    A server that is away keeps its last known settings. Raises `Unavailable` if the servers cannot be found.
    """
    if store.persistence is not None:
        wires = (await store.servers()).all()
        said = await asyncio.gather(*map(read_settings, wires))
        store.persistence.note_all({wire.address: one for wire, one in zip(wires, said, strict=True)})
