"""The entries of a log, grouped into batches. A batch has the entries of one command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar


class Begins(Protocol):
    """An entry that knows whether it is the first of its batch."""

    @property
    def begins(self) -> bool: ...


E = TypeVar("E", bound=Begins)


def batches(entries: Iterable[E]) -> Iterator[tuple[E, ...]]:
    """Yields the entries in batches. A batch begins with the entry that carries the command."""
    batch: list[E] = []
    for entry in entries:
        if entry.begins and batch:
            yield tuple(batch)
            batch = []
        batch.append(entry)
    if batch:
        yield tuple(batch)
