"""The outline of a log: what its stored bytes say without knowing their game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.engine.match.events import Closed, Opened
from domain.engine.match.log import MAX_ENTRIES, EntryOf
from domain.engine.proof.canonical import canonical

E = TypeVar("E")


class Altered(Exception):
    """A log is not as it was played; the sentence says what shows it, `entry` is the first bad one if it is known."""

    def __init__(self, sentence: str, entry: int | None = None) -> None:
        super().__init__(sentence)
        self.entry = entry


class Outline(Struct, frozen=True):
    """The stored entries of a log with what frames them; each batch is the range of its indexes."""

    stored: tuple[bytes, ...]
    opened: Opened
    closed: Closed | None
    batches: tuple[range, ...]
    last_at: int

    def batch(self, versions: range) -> tuple[bytes, ...]:
        return self.stored[versions.start : versions.stop]


class _Tag(Struct):
    t: str


_line = msgspec.json.Decoder(EntryOf[_Tag]).decode
_opening = msgspec.json.Decoder(EntryOf[Opened]).decode
_closing = msgspec.json.Decoder(EntryOf[Closed]).decode


def outline(entries: Sequence[bytes]) -> Outline:
    """The outline of a log; raises `Altered` where it is not one."""
    if not 0 < len(entries) <= MAX_ENTRIES:
        raise Altered(f"A log has 1 to {MAX_ENTRIES:,} entries, not {len(entries):,}.")
    starts: list[int] = []
    closed: Closed | None = None
    line = None
    for n, stored in enumerate(entries, 1):
        line = _read(n, stored)
        if line.begins:
            starts.append(n - 1)
        if not starts or line.cause != starts[-1]:
            raise Altered(f"Entry {n} names another version as its cause than the one its batch was decided at.", n)
        if (line.e.t == "opened") != (n == 1):
            raise Altered(f"Entry {n} is {line.e.t[:40]!r}: a log is opened by its first entry, and only once.", n)
        if line.e.t == "closed":
            if n < len(entries):
                raise Altered(f"Entry {n + 1} follows the end of the match.", n + 1)
            closed = _framing(_closing, n, stored).e
    assert line is not None
    batches = tuple(map(range, starts, (*starts[1:], len(entries))))
    return Outline(tuple(entries), _framing(_opening, 1, entries[0]).e, closed, batches, line.at)


def _read(n: int, stored: bytes) -> EntryOf[_Tag]:
    if not canonical(stored):
        raise Altered(f"Entry {n} is not canonical JSON.", n)
    line = _framing(_line, n, stored)
    if line.n != n:
        raise Altered(f"Where entry {n} should stand, there is one with the number {line.n}.", n)
    return line


def _framing(decode: Callable[[bytes], EntryOf[E]], n: int, stored: bytes) -> EntryOf[E]:
    try:
        return decode(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"Entry {n} cannot be read.", n) from None
