"""Checks the stored form of one match, which must be exactly what appends leave behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec import Raw, Struct

from chronik.service.log.idempotency import KEY, SIZE
from chronik.service.log.keys import Item, item, keys
from chronik.service.log.outcomes import Refused
from chronik.service.log.servers import Servers
from chronik.service.log.wire import Reply, Wire

NO_LOG = "there is no log"


class _Counted(Struct):
    """A batch, decoded only far enough to count its events."""

    e: tuple[Raw, ...]


_decode_counted = msgspec.json.Decoder(_Counted).decode


async def fsck(servers: Servers | Wire, match: str) -> tuple[str, ...]:
    """Returns the flaws in the stored form of a match, in words; empty for a sound match."""
    at = keys(match)
    end = ("XINFO", "STREAM", at.log)
    try:
        while True:  # read again if the match grew, or its slot moved, between the commands
            facts, rows, secret, still = await servers.read(end, ("XRANGE", at.log, "-", "+"), ("GET", at.secret), end)
            if facts == still:
                break
        items = tuple(map(item, rows))
    except Refused as error:
        (exists,) = await servers.read(("EXISTS", at.log))
        return (f"a key holds something else ({error})",) if exists else (NO_LOG,)
    except ValueError as error:
        return (str(error),)
    return (
        *_counts(dict(zip(facts[::2], facts[1::2], strict=True)), items),
        *_versions(items),
        *_marks(items),
        *(() if secret is not None and len(secret) == 32 else ("the secret is missing",)),
    )


def _counts(facts: dict[bytes, Reply], items: Sequence[Item]) -> Iterator[str]:
    last, added = bytes(facts[b"last-generated-id"]).decode(), facts[b"entries-added"]
    version = items[-1].version if items else 0
    if last != f"{version}-0":
        yield f"the log ends at version {version}, but the last id ever used is {last}"
    if added != len(items):
        yield f"there are {len(items)} batches, but {added} were added"


def _versions(items: Sequence[Item]) -> Iterator[str]:
    """Yields a flaw if a batch's version is not the previous version plus its number of events."""
    for before, one in pairwise((Item(0, b"", b"", b""), *items)):
        try:
            events = len(_decode_counted(one.batch).e)
        except (msgspec.DecodeError, ValueError, RecursionError):
            yield f"the batch at version {one.version} cannot be read"
            return
        if one.version != before.version + events:
            yield f"the batch after version {before.version} has {events} events, but its version is {one.version}"
            return


def _marks(items: Sequence[Item]) -> Iterator[str]:
    if any(len(one.head) != 32 or len(one.mark) != SIZE for one in items):
        yield "a batch has no head or no idempotency mark"
    elif len({one.mark[:KEY] for one in items}) < len(items):
        yield "two batches have the same idempotency key"
