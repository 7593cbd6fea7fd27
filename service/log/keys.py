"""The stored form of matches and of silences: the names of their keys, and how to read what stands under them."""

import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from service.log.wire import Command, Reply

PARTITIONS = 16
TAGS = ("{beat}", *(f"{{p{number:02d}}}" for number in range(100)))
"""What the names of keys begin with that are ours; those beyond the partitions hold nothing but a pulse."""
BEATS = ("{beat}:last", "{beat}:silences")
RESTORING = "{beat}:restoring"
"""Stands there from the first thing that is put back of a backup to the last."""
OURS = re.compile(rb"\{(p\d\d|beat)\}:")
OLD = re.compile(rb"\{p\d\d\}:m:[^:]*:(head|keys)")
FINISH_OLD = "Finish them and export what you want to keep with 0.1, and begin anew"
"""What to do about matches that are stored in a form of old, as the end of a sentence begins."""
ID = re.compile(rb"[1-9]\d*-0")
FIELDS = [b"b", b"h", b"k"]
INDEX_ENTRIES = 500  # of one partition in one answer to a follower


class Keys(NamedTuple):
    """The keys of a match; the tag in braces keeps them in one slot with their partition's index."""

    log: str
    secret: str
    partition_index: str


class Item(NamedTuple):
    """One item of a log: the version of the batch's last entry, the batch, the head after it, and whose request."""

    version: int
    batch: bytes
    head: bytes
    mark: bytes


class Silence(NamedTuple):
    """A time in which nobody could play, from its last beat to the first one after it; each has a later number."""

    number: int
    since: int
    until: int


def partition(match: str) -> int:
    """The partition of a match."""
    return zlib.crc32(match.encode()) % PARTITIONS


def index(partition: int) -> str:
    """The index of a partition: which of its matches grew."""
    return f"{tag(partition)}:index"


def tag(partition: int) -> str:
    """What all keys of a partition begin with, so that they lie in one slot of a cluster."""
    return f"{{p{partition:02d}}}"


def tag_of(command: Command) -> str:
    """What the keys of a command begin with."""
    key = next(word for word in command if isinstance(word, str) and word.startswith("{"))
    return key[: key.index("}") + 1]


def nothing(tag: str) -> Command:
    """A write that never changes anything."""
    return ("SETRANGE", f"{tag}:nothing", 0, b"")


def after(positions: Mapping[str, str], block_ms: int) -> Command:
    """Reads some indexes from these positions on, waiting up to block_ms for the first growth (0: not at all)."""
    wait: Command = ("BLOCK", block_ms) if block_ms > 0 else ()
    return ("XREAD", "COUNT", INDEX_ENTRIES, *wait, "STREAMS", *positions, *positions.values())


def members(of: str) -> str:
    """Where the processes that serve one database say so."""
    return f"{{beat}}:members:{of}"


@lru_cache(maxsize=4096)
def keys(match: str) -> Keys:
    """The keys of a match."""
    home = index(partition(match))
    stem = f"{home.removesuffix('index')}m:{match}"
    return Keys(f"{stem}:log", f"{stem}:secret", home)


def is_ours(key: bytes) -> bool:
    """Whether a key can be one of Chronik's."""
    return OURS.match(key) is not None


def is_old(key: bytes) -> bool:
    """Whether a key is of the form in which Chronik 0.1 stored matches."""
    return OLD.fullmatch(key) is not None


def item(row: Reply) -> Item:
    """One item of a log as it is stored; raises `ValueError` where it is none."""
    name, fields = row
    if not ID.fullmatch(name) or fields[::2] != FIELDS:
        raise ValueError("an item of the log is not a batch")
    return Item(int(name[:-2]), *fields[1::2])


def silence(row: Reply) -> Silence:
    """One silence as it is recorded."""
    name, (_, since, _, until) = row
    return Silence(int(name.removesuffix(b"-0")), int(since), int(until))
