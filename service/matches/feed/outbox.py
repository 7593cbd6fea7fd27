"""The outbox: bytes on their way to one reader, never more than a bound."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

PIECE = 64 * 1024
"""Bytes that are handed on together, unless one chunk alone has more."""


class Outbox:
    """A queue that closes when something no longer fits: whoever reads too slowly is cut off, and may resume."""

    def __init__(self, bound: int) -> None:
        self.closed = asyncio.Event()
        self._bound = bound
        self._size = 0
        self._owed = 0
        self._chunks: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._finished = False

    def owe(self, chunks: Sequence[bytes]) -> None:
        """Adds what does not count, as others share it: what its reader has missed. To be done before any `put`."""
        if self._finished:
            return
        self._chunks.extend(chunks)
        self._owed = len(self._chunks)
        self._changed.set()

    def put(self, chunk: bytes) -> None:
        """Adds a chunk; where there is nothing yet that counts, any will go in."""
        if self._finished:
            return
        if self._size and self._size + len(chunk) > self._bound:
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
        self._size = self._owed = 0
        self.finish()
        self.closed.set()

    async def take(self) -> bytes | None:
        """What comes next, waited for; None at the end."""
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
        if self._owed:
            self._owed -= 1
        else:
            self._size -= len(chunk)
        return chunk
