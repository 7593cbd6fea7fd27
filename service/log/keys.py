"""The stored form of matches and of silences: the names of their keys, and how to read what stands under them."""

import re
import zlib
from typing import NamedTuple

import msgspec

from service.log.wire import Command, Reply

PARTITIONS = 16
BEATS = ("{beat}:last", "{beat}:silences")
OURS = re.compile(rb"\{(p\d\d|beat)\}:")
NOTHING: Command = ("SETRANGE", "{p00}:nothing", 0, b"")
"""A write that never changes anything."""


class Keys(NamedTuple):
    """The keys of a match; the tag in braces keeps them in one slot with their partition's index."""

    log: str
    keys: str
    head: str
    partition_index: str
    secret: str


class Known(msgspec.Struct, frozen=True):
    """What an idempotency key stands for."""

    fingerprint: str
    first: int
    last: int


class Silence(NamedTuple):
    """A time in which nobody could play, from its last beat to the first one after it; they are numbered from 1."""

    number: int
    since: int
    until: int


def partition(match: str) -> int:
    """The partition of a match."""
    return zlib.crc32(match.encode()) % PARTITIONS


def index(partition: int) -> str:
    """The index of a partition: which of its matches grew."""
    return f"{{p{partition:02d}}}:index"


def keys(match: str) -> Keys:
    """The keys of a match."""
    home = index(partition(match))
    stem = f"{home.removesuffix('index')}m:{match}"
    return Keys(f"{stem}:log", f"{stem}:keys", f"{stem}:head", home, f"{stem}:secret")


def is_ours(key: bytes) -> bool:
    """Whether a key can be one of Chronik's."""
    return OURS.match(key) is not None


def entry(row: Reply, version: int) -> bytes:
    """The stored bytes of one entry of a log, which must have this version."""
    match row:
        case [bytes(name), [b"e", bytes(stored)]] if name == b"%d-0" % version:
            return stored
        case _:
            raise ValueError(f"entry {version} is missing or not an entry")


def known(row: bytes) -> Known:
    """A row of the table of idempotency keys."""
    try:
        fingerprint, first, last = row.decode().rsplit(" ", 2)
        return Known(fingerprint, int(first), int(last))
    except ValueError:
        raise ValueError("a row of the key table cannot be read") from None


def silence(row: Reply) -> Silence:
    """One silence as it is recorded."""
    name, (_, since, _, until) = row
    return Silence(int(name.removesuffix(b"-0")), int(since), int(until))
