"""The keys of matches and outages on the server, and how their stored values are read."""

import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from chronik.service.log.wire import Command, Reply

PARTITIONS = 16
TAGS = ("{beat}", *(f"{{p{number:02d}}}" for number in range(100)))
"""The tags with which our keys begin; the tags beyond the partitions only ever hold confirmation writes."""
BEATS = ("{beat}:last", "{beat}:silences")
RESTORING = "{beat}:restoring"
"""Exists while a backup is being restored."""
OURS = re.compile(rb"\{(p\d\d|beat)\}:")
OLD = re.compile(rb"\{p\d\d\}:m:[^:]*:(head|keys)")
FINISH_OLD = "Finish them and export what you want to keep with 0.1, and start again"
"""Advice about matches that are stored in an older form; it begins a sentence that the caller finishes."""
ID = re.compile(rb"[1-9]\d*-0")
FIELDS = [b"b", b"h", b"k"]
INDEX_ENTRIES = 500  # of one partition in one reply to a follower


class Keys(NamedTuple):
    """The keys of a match; the tag in braces keeps them in one cluster slot with their partition's index."""

    log: str
    secret: str
    partition_index: str


class Item(NamedTuple):
    """One item of a log: the version of the batch's last entry, the batch, the head after it and its mark."""

    version: int
    batch: bytes
    head: bytes
    mark: bytes


class Silence(NamedTuple):
    """An outage: no match could be played from heartbeat `since` to `until`. Later outages have larger numbers."""

    number: int
    since: int
    until: int


def partition(match: str) -> int:
    """Returns the partition of a match."""
    return zlib.crc32(match.encode()) % PARTITIONS


def index(partition: int) -> str:
    """Returns the key of a partition's index, a stream of hints about which of its matches have grown."""
    return f"{tag(partition)}:index"


def tag(partition: int) -> str:
    """Returns the tag with which all keys of a partition begin, so that they share one slot of a cluster."""
    return f"{{p{partition:02d}}}"


def tag_of(command: Command) -> str:
    """Returns the tag with which the keys of a command begin."""
    key = next(word for word in command if isinstance(word, str) and word.startswith("{"))
    return key[: key.index("}") + 1]


def nothing(tag: str) -> Command:
    """Builds a write that never changes anything."""
    return ("SETRANGE", f"{tag}:nothing", 0, b"")


def after(positions: Mapping[str, str], block_ms: int) -> Command:
    """Builds a read of several indexes after these positions, blocking up to `block_ms` for growth (0: not at all)."""
    wait: Command = ("BLOCK", block_ms) if block_ms > 0 else ()
    return ("XREAD", "COUNT", INDEX_ENTRIES, *wait, "STREAMS", *positions, *positions.values())


def members(of: str) -> str:
    """Returns the key under which the processes of one database report that they serve."""
    return f"{{beat}}:members:{of}"


@lru_cache(maxsize=4096)
def keys(match: str) -> Keys:
    """Returns the keys of a match."""
    home = index(partition(match))
    stem = f"{home.removesuffix('index')}m:{match}"
    return Keys(f"{stem}:log", f"{stem}:secret", home)


def is_ours(key: bytes) -> bool:
    """Returns whether a key can be one of Chronik's."""
    return OURS.match(key) is not None


def is_old(key: bytes) -> bool:
    """Returns whether a key has the form in which Chronik 0.1 stored matches."""
    return OLD.fullmatch(key) is not None


def item(row: Reply) -> Item:
    """Reads one stored item of a log; raises `ValueError` if it is not a batch."""
    name, fields = row
    if not ID.fullmatch(name) or fields[::2] != FIELDS:
        raise ValueError("an item of the log is not a batch")
    return Item(int(name[:-2]), *fields[1::2])


def silence(row: Reply) -> Silence:
    """Reads one stored outage."""
    name, (_, since, _, until) = row
    return Silence(int(name.removesuffix(b"-0")), int(since), int(until))
