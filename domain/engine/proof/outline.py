"""The outline of a log: the parts of its stored bytes that can be read without knowing the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from chronik.domain.engine.match.events import Closed, Opened
from chronik.domain.engine.match.log import MAX_BATCH, MAX_ENTRIES, Batch
from chronik.domain.log.canonical import MAX_PART, canonical
from chronik.domain.log.verdict import Altered, Pinned

T = TypeVar("T")


def opening_of(pinned: Pinned) -> Opened:
    """Returns an `Opened` event with only the game, rules version and facts of a match."""
    return Opened(game=pinned.game, rules=pinned.rules, facts=pinned.facts, seats=0, options=Raw(b"{}"))


class Outline(Struct, frozen=True):
    """The stored batches of a log, each with the version of its last entry, and the events that frame them.

    `started` is true if all seats were taken, so that the match has a seed.
    """

    batches: tuple[tuple[int, bytes], ...]
    opened: Opened
    closed: Closed | None
    last_at: int
    started: bool

    @property
    def version(self) -> int:
        """The number of entries of the log."""
        return self.batches[-1][0]


BORDERS = frozenset(("opened", "closed"))


class _Tag(Struct):
    t: str


_tags = msgspec.json.Decoder(Batch[_Tag]).decode
_tag = msgspec.json.Decoder(_Tag).decode
_parts = msgspec.json.Decoder(Batch[Raw]).decode
_opening = msgspec.json.Decoder(Opened).decode
_closing = msgspec.json.Decoder(Closed).decode
_pinned = msgspec.json.Decoder(Pinned).decode


def read_pinned(event: bytes | Raw) -> Pinned | None:
    """Returns the game, rules version and facts that an opening pins, or None if the event is not an opening."""
    try:
        return _pinned(event)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def outline(log: Sequence[bytes]) -> Outline:
    """Returns the outline of a log. Raises `Altered` if the bytes are not a valid log."""
    try:
        return _outline(log)
    except Altered as altered:
        with suppress(Altered):
            altered.pinned = read_pinned(events_of(1, log[0])[0]) if log else None
        raise


def _outline(log: Sequence[bytes]) -> Outline:
    if not log:
        raise Altered("A log has at least one entry.")
    batches: list[tuple[int, bytes]] = []
    version, opened, closed, last_at, started = 0, None, None, 0, False
    for stored in log:
        first = version + 1
        if closed is not None:
            raise Altered(f"Entry {first} follows the end of the match.", first)
        batch = _read_batch(first, stored)
        version += len(batch.e)
        if version > MAX_ENTRIES:
            raise Altered(f"A log has at most {MAX_ENTRIES:,} entries.", MAX_ENTRIES + 1)
        tags = [event.t for event in batch.e]
        closed = _find_closed(tags, stored, first)
        started = started or "started" in tags
        opened = opened or _decode_or_raise(_opening, 1, events_of(1, stored)[0])
        batches.append((version, stored))
        last_at = batch.at
    assert opened is not None
    return Outline(tuple(batches), opened, closed, last_at, started)


def count_entries(log: Iterable[bytes]) -> int:
    """Returns the number of entries in the batches of a log, or 0 if a batch cannot be read."""
    with suppress(Altered):
        return sum(len(events_of(1, stored)) for stored in log)
    return 0


def _find_closed(tags: Sequence[str], stored: bytes, first: int) -> Closed | None:
    """Returns the `Closed` event of a batch, if any. Raises `Altered` if `Opened` or `Closed` is out of place."""
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
    return _decode_or_raise(_closing, end, events_of(first, stored)[-1])


def _read_batch(first: int, stored: bytes) -> Batch[_Tag]:
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
    """Returns the events of a batch, each as bytes. Raises `Altered` if the bytes are not a batch."""
    return _decode_or_raise(_parts, first, stored).e


def first_unread(decode: Callable[[bytes | Raw], object], first: int, stored: bytes) -> int:
    """Returns the first entry of a batch whose event cannot be read, or the batch's first entry if all can be read."""
    for n, event in enumerate(events_of(first, stored), first):
        try:
            decode(event)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return n
    return first


def _decode_or_raise(decode: Callable[[bytes | Raw], T], n: int, stored: bytes | Raw) -> T:
    try:
        return decode(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"Entry {n} cannot be read.", n) from None
