"""Values that were read a moment ago, so that many readers share one query."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

SECONDS = 1.0
"""How old a value may be. Other processes may have changed it meanwhile."""
MOST = 10_000

Key = TypeVar("Key")
Value = TypeVar("Value")


class RecentValues(Generic[Key, Value]):
    """Values by key, each for a second."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: dict[Key, tuple[float, Value]] = {}

    def get(self, key: Key) -> Value | None:
        """Returns the value of a key, or None if it was not read a moment ago."""
        found = self._known.get(key)
        return found[1] if found is not None and self._clock() < found[0] else None

    def put(self, key: Key, value: Value) -> None:
        """Remembers a value that was just read."""
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = (self._clock() + SECONDS, value)

    def forget(self, key: Key) -> None:
        """Forgets the value of a key, because it has changed."""
        self._known.pop(key, None)
