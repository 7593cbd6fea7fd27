"""Edits of stored batches: their entries by number, each as its bytes, to be changed and put together again."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.match.log import Batch
from chronik.domain.engine.proof.archive import MAGIC, Archive

_read = msgspec.json.Decoder(Batch[Raw]).decode
EVENTS = b'"e":['
OPENED, LATER = b'"rules":2,', b'"rules":3,"later":1,'


def parts(stored: bytes) -> tuple[bytes, list[bytes]]:
    """A batch up to its events, and each of those."""
    return stored[: stored.index(EVENTS) + len(EVENTS)], [bytes(event) for event in _read(stored).e]


def joined(before: bytes, events: Sequence[bytes]) -> bytes:
    """A batch of its parts."""
    return before + b",".join(events) + b"]}"


def events_of(log: Sequence[bytes]) -> list[bytes]:
    """The event of every entry of a log."""
    return [event for stored in log for event in parts(stored)[1]]


def place(log: Sequence[bytes], n: int) -> tuple[int, int]:
    """In which batch an entry stands, and at which place in it, both from 0."""
    for index, stored in enumerate(log):
        size = len(parts(stored)[1])
        if n <= size:
            return index, n - 1
        n -= size
    raise IndexError(n)


def firsts(log: Sequence[bytes]) -> list[int]:
    """The version of the first entry of every batch."""
    found, version = list[int](), 1
    for stored in log:
        found.append(version)
        version += len(parts(stored)[1])
    return found


def edited(log: Sequence[bytes], n: int, old: bytes, new: bytes, count: int = 1) -> list[bytes]:
    """A log with something else in an entry: for the first of a batch in what that says before, else in its event."""
    index, at = place(log, n)
    before, events = parts(log[index])
    if at == 0 and old in before:
        before = before.replace(old, new, count)
    else:
        assert old in events[at]
        events[at] = events[at].replace(old, new, count)
    return [*log[:index], joined(before, events), *log[index + 1 :]]


def with_batches(archive: Archive, log: Sequence[bytes]) -> Archive:
    """An archive of other batches, whose manifest counts their entries where that can be done."""
    try:
        n = len(events_of(log))
    except (ValueError, msgspec.DecodeError):
        n = archive.manifest.n
    return replace(archive, manifest=replace(archive.manifest, n=n), batches=tuple(log))


def opened_later(stored: bytes) -> bytes:
    """The first batch of a log as a later version may write it: with rules and a field that this one does not know."""
    return edited([stored], 1, OPENED, LATER)[0]


def file_by_later_version(file: bytes) -> bytes:
    """The file of a match as a later version of Chronik may write it."""
    start = len(MAGIC) + sha256().digest_size
    body = zlib.compress(zlib.decompress(file[start:]).replace(OPENED, LATER), 9)
    return MAGIC + sha256(body).digest() + body
