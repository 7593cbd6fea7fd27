"""The outline of a log: what its stored bytes say without knowing their game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from domain.engine.match.events import Closed, Opened
from domain.engine.match.log import MAX_BATCH, MAX_ENTRIES, MAX_PART, Batch
from domain.engine.proof.canonical import canonical

T = TypeVar("T")


class Altered(Exception):
    """A log is not as it was played; the sentence says what shows it, `entry` is the first bad one if it is known."""

    def __init__(self, sentence: str, entry: int | None = None) -> None:
        super().__init__(sentence)
        self.entry = entry


class Outline(Struct, frozen=True):
    """The stored batches of a log with what frames them: each leads to the version of its last entry."""

    batches: tuple[tuple[int, bytes], ...]
    opened: Opened
    closed: Closed | None
    last_at: int

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return self.batches[-1][0]


BORDERS = frozenset(("opened", "closed"))


class _Tag(Struct):
    t: str


_tags = msgspec.json.Decoder(Batch[_Tag]).decode
_tag = msgspec.json.Decoder(_Tag).decode
_parts = msgspec.json.Decoder(Batch[Raw]).decode
_opening = msgspec.json.Decoder(Opened).decode
_closing = msgspec.json.Decoder(Closed).decode


def outline(log: Sequence[bytes]) -> Outline:
    """The outline of a log; raises `Altered` where it is not one."""
    if not log:
        raise Altered("A log has at least one entry.")
    batches: list[tuple[int, bytes]] = []
    version, opened, closed, last_at = 0, None, None, 0
    for stored in log:
        first = version + 1
        if closed is not None:
            raise Altered(f"Entry {first} follows the end of the match.", first)
        batch = _read(first, stored)
        version += len(batch.e)
        if version > MAX_ENTRIES:
            raise Altered(f"A log has at most {MAX_ENTRIES:,} entries.", MAX_ENTRIES + 1)
        closed = _ending([event.t for event in batch.e], stored, first)
        opened = opened or _framing(_opening, 1, events_of(1, stored)[0])
        batches.append((version, stored))
        last_at = batch.at
    assert opened is not None
    return Outline(tuple(batches), opened, closed, last_at)


def count_entries(log: Iterable[bytes]) -> int:
    """How many entries the batches of a log hold, as far as they can be read."""
    with suppress(Altered):
        return sum(len(events_of(1, stored)) for stored in log)
    return 0


def _ending(tags: Sequence[str], stored: bytes, first: int) -> Closed | None:
    """The end of the match where a batch brings it; what opens and what closes stand where they may."""
    if first > 1 and BORDERS.isdisjoint(tags):
        return None
    for n, tag in enumerate(tags, first):
        if (tag == "opened") != (n == 1):
            raise Altered(f"Entry {n} is {tag[:40]!r}: a log is opened by its first entry, and only once.", n)
    if "closed" not in tags:
        return None
    end = first + tags.index("closed")
    if end < first + len(tags) - 1:
        raise Altered(f"Entry {end + 1} follows the end of the match.", end + 1)
    return _framing(_closing, end, events_of(first, stored)[-1])


def _read(first: int, stored: bytes) -> Batch[_Tag]:
    if not canonical(stored, MAX_BATCH):
        raise Altered(f"The batch that begins with entry {first} is not canonical JSON.", first)
    try:
        batch = _tags(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        n = first_unread(_tag, first, stored)
        raise Altered(f"Entry {n} cannot be read.", n) from None
    if len(stored) > MAX_PART:
        for n, part in enumerate((batch.cmd, *events_of(first, stored)), first - 1):
            if len(bytes(part)) > MAX_PART:
                raise Altered(f"Entry {max(n, first)} is longer than 16 KiB.", max(n, first))
    return batch


def events_of(first: int, stored: bytes) -> tuple[Raw, ...]:
    """The events of a batch, each as its bytes; raises `Altered` where it is none."""
    return _framing(_parts, first, stored).e


def first_unread(decode: Callable[[bytes | Raw], object], first: int, stored: bytes) -> int:
    """The first entry of a batch whose event cannot be read; where all can, it is the batch, and its first entry."""
    for n, event in enumerate(events_of(first, stored), first):
        try:
            decode(event)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return n
    return first


def _framing(decode: Callable[[bytes | Raw], T], n: int, stored: bytes | Raw) -> T:
    try:
        return decode(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"Entry {n} cannot be read.", n) from None
