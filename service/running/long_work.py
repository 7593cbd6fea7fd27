"""Long work: computations that take seconds run on a few separate threads, so that the shared threads stay free."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

Result = TypeVar("Result")


class LongWork:
    """A few threads for one kind of work; a second request by the same caller waits for the first.

    Work that is cancelled before it starts is not started. Work that has started runs to its end and keeps its caller's
    turn until then, so hanging up and asking again does not occupy a second thread.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self, asker: str, work: Callable[[], Result]) -> Result:
        """Runs the work on a thread once the caller's earlier work has ended, and returns its result."""
        turn = self._turns.setdefault(asker, asyncio.Lock())
        await turn.acquire()
        try:
            begun = self._pool.submit(work)
        except BaseException:
            turn.release()
            raise
        ended = asyncio.wrap_future(begun)
        ended.add_done_callback(lambda _: turn.release())
        try:
            return await asyncio.shield(ended)
        except asyncio.CancelledError:
            begun.cancel()
            raise
