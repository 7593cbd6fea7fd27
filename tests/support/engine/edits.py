"""Edits of stored batches: their entries by number, as bytes that can be changed and joined again."""

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
    """Returns a batch up to its events, and each event."""
    return stored[: stored.index(EVENTS) + len(EVENTS)], [bytes(event) for event in _read(stored).e]


def joined(before: bytes, events: Sequence[bytes]) -> bytes:
    """Joins a batch from its parts."""
    return before + b",".join(events) + b"]}"


def events_of(log: Sequence[bytes]) -> list[bytes]:
    """Returns the event of every entry of a log."""
    return [event for stored in log for event in parts(stored)[1]]


def place(log: Sequence[bytes], n: int) -> tuple[int, int]:
    """Returns the batch that contains an entry and the entry's place in it, both counted from 0."""
    for index, stored in enumerate(log):
        size = len(parts(stored)[1])
        if n <= size:
            return index, n - 1
        n -= size
    raise IndexError(n)


def firsts(log: Sequence[bytes]) -> list[int]:
    """Returns the version of the first entry of every batch."""
    found, version = list[int](), 1
    for stored in log:
        found.append(version)
        version += len(parts(stored)[1])
    return found


def edited(log: Sequence[bytes], n: int, old: bytes, new: bytes, count: int = 1) -> list[bytes]:
    """Edits an entry of a log: the head of its batch if it is the first and the text is there, else its event."""
    index, at = place(log, n)
    before, events = parts(log[index])
    if at == 0 and old in before:
        before = before.replace(old, new, count)
    else:
        assert old in events[at]
        events[at] = events[at].replace(old, new, count)
    return [*log[:index], joined(before, events), *log[index + 1 :]]


def with_batches(archive: Archive, log: Sequence[bytes]) -> Archive:
    """Replaces the batches of an archive; the manifest counts their entries if they can be read."""
    try:
        n = len(events_of(log))
    except (ValueError, msgspec.DecodeError):
        n = archive.manifest.n
    return replace(archive, manifest=replace(archive.manifest, n=n), batches=tuple(log))


def opened_later(stored: bytes) -> bytes:
    """Changes the first batch of a log as a later version may write it: with unknown rules and an unknown field."""
    return edited([stored], 1, OPENED, LATER)[0]


def file_by_later_version(file: bytes) -> bytes:
    """Changes the file of a match as a later version of Chronik may write it."""
    start = len(MAGIC) + sha256().digest_size
    body = zlib.compress(zlib.decompress(file[start:]).replace(OPENED, LATER), 9)
    return MAGIC + sha256(body).digest() + body
