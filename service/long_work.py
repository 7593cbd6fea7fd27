"""Long work: what may take seconds has a few threads of its own, so that those which all share stay free."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

Done = TypeVar("Done")


class LongWork:
    """A few threads for one kind of work; whoever has asked for some waits until what they asked for before has ended.

    What nobody awaits any more is not begun. What was begun runs to its end, and until then it is still the turn of who
    asked for it: to hang up and to ask again gives nobody a second thread.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def done(self, asker: str, work: Callable[[], Done]) -> Done:
        """What comes of some work."""
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
