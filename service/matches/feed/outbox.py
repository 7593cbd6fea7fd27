"""The outbox: a bounded queue of bytes for one subscriber."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

BOUND = 256 * 1024
"""The most bytes in one outbox, not counting its backlog; a single larger chunk is allowed."""
PIECE = 64 * 1024
"""The most bytes taken at once, unless a single chunk is larger."""


class Outbox:
    """A queue that closes when a chunk no longer fits: a slow subscriber is cut off, and may resume."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self._size = 0
        self._backlog = 0
        self._chunks: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._finished = False

    def put_backlog(self, chunks: Sequence[bytes]) -> None:
        """Adds missed events, which do not count towards the bound because others share them. Call it before `put`."""
        if self._finished:
            return
        self._chunks.extend(chunks)
        self._backlog = len(self._chunks)
        self._changed.set()

    def put(self, chunk: bytes) -> None:
        """Adds a chunk, or closes the queue if it does not fit. A queue without counted chunks accepts any size."""
        if self._finished:
            return
        if self._size and self._size + len(chunk) > BOUND:
            self.close()
            return
        self._chunks.append(chunk)
        self._size += len(chunk)
        self._changed.set()

    def finish(self) -> None:
        """Stops accepting chunks; chunks already queued are still delivered."""
        self._finished = True
        self._changed.set()

    def close(self) -> None:
        """Ends the queue at once and drops its chunks."""
        self._chunks.clear()
        self._size = self._backlog = 0
        self.finish()
        self.closed.set()

    async def take(self) -> bytes | None:
        """Waits for the next chunks and returns them joined, or None at the end."""
        while not self._chunks:
            if self._finished:
                return None
            self._changed.clear()
            await self._changed.wait()
        taken = [self._next()]
        size = len(taken[0])
        while self._chunks and (size := size + len(self._chunks[0])) <= PIECE:
            taken.append(self._next())
        return b"".join(taken)

    def _next(self) -> bytes:
        chunk = self._chunks.popleft()
        if self._backlog:
            self._backlog -= 1
        else:
            self._size -= len(chunk)
        return chunk
