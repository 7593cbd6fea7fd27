"""Blocking reads on the servers of a cluster, one per index, because the indexes are in different slots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from chronik.service.log.outcomes import Unavailable
from chronik.service.log.wire import Reply

Read = Callable[[str, str, int], Awaitable[Reply]]
"""Reads the entries of an index after a position, blocking up to this many milliseconds."""
PAUSE = 0.2
"""Seconds before a read that failed at once is retried."""


class BlockingReads:
    """The blocking reads in progress, by index and position.

    A read that finishes between two calls keeps its reply for the next call.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: dict[tuple[str, str], asyncio.Task[Reply]] = {}

    async def follow(self, positions: Mapping[str, str], block_ms: int) -> list[Reply]:
        """Returns the new entries as soon as any index has grown, or an empty list after `block_ms`.

        Raises `Unavailable` if the time is up, nothing was found and the last attempt at an index failed.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + block_ms / 1000
        self._forget(positions)
        while True:
            tasks = {place: self._task(*place, block_ms) for place in positions.items()}
            await asyncio.wait(tasks.values(), timeout=until - loop.time(), return_when=asyncio.FIRST_COMPLETED)
            found: list[Reply] = []
            failure: BaseException | None = None
            for place, task in tasks.items():
                if task.done():
                    if self._waiting.get(place) is task:
                        del self._waiting[place]
                    failure = failure or (Unavailable("a read was cancelled") if task.cancelled() else task.exception())
                    if not task.cancelled() and task.exception() is None:
                        found += task.result() or ()
            if failure is not None and not found:
                await asyncio.sleep(min(PAUSE, until - loop.time()))
            if found or loop.time() >= until:
                if failure is not None and not found:
                    raise failure
                return found

    async def close(self) -> None:
        """Cancels all reads."""
        for task in self._waiting.values():
            task.cancel()
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)
        self._waiting.clear()

    def _task(self, index: str, position: str, block_ms: int) -> asyncio.Task[Reply]:
        task = self._waiting.get((index, position))
        if task is None:
            task = self._waiting[index, position] = asyncio.ensure_future(self._read(index, position, block_ms))
        return task

    def _forget(self, positions: Mapping[str, str]) -> None:
        """Drops the finished reads of positions that the caller has moved past."""
        for (index, position), task in tuple(self._waiting.items()):
            if task.done() and positions.get(index) != position:
                del self._waiting[index, position]
                if not task.cancelled():
                    task.exception()
