"""The outbox: bytes on their way to one reader, never more than a bound."""

from __future__ import annotations

import asyncio
from collections import deque


class Outbox:
    """A queue that closes when something no longer fits: whoever reads too slowly is cut off, and may resume."""

    def __init__(self, bound: int) -> None:
        self.closed = asyncio.Event()
        self._bound = bound
        self._size = 0
        self._chunks: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._finished = False

    def put(self, chunk: bytes) -> None:
        """Adds a chunk; into an empty outbox any will go."""
        if self._finished:
            return
        if self._chunks and self._size + len(chunk) > self._bound:
            self.close()
            return
        self._chunks.append(chunk)
        self._size += len(chunk)
        self._changed.set()

    def finish(self) -> None:
        """Lets nothing more in; what is in it is still delivered."""
        self._finished = True
        self._changed.set()

    def close(self) -> None:
        """Ends it at once, and drops what is in it."""
        self._chunks.clear()
        self._size = 0
        self.finish()
        self.closed.set()

    async def take(self) -> bytes | None:
        """The next chunk, waited for; None at the end."""
        while not self._chunks:
            if self._finished:
                return None
            self._changed.clear()
            await self._changed.wait()
        chunk = self._chunks.popleft()
        self._size -= len(chunk)
        return chunk
