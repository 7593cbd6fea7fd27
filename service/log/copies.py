"""Restores logs into an empty server, item by item and under the same ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from chronik.service.log.durability import Unsupported
from chronik.service.log.keys import RESTORING, Item, keys
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.servers import Servers
from chronik.service.log.store import hint
from chronik.service.log.wire import Command, Reply, raise_errors

TOGETHER = 256
BYTES_TOGETHER = 1 << 20


async def mark_restoring(servers: Servers) -> None:
    """Marks the log as being restored, until `unmark_restoring` says that the restore is complete."""
    raise_errors(await servers.write([("SET", RESTORING, "1")]))


async def unmark_restoring(servers: Servers) -> None:
    """Marks the restore as complete."""
    raise_errors(await servers.write([("DEL", RESTORING)]))


async def check_is_restored(servers: Servers) -> None:
    """Raises `Unsupported` if a backup was restored only in part, because serving it would lose the rest."""
    found: list[Reply] = [0]
    with suppress(Unavailable):  # the server with the mark is away, so the log counts as complete
        found = await servers.read(("EXISTS", RESTORING))
    if found[0]:
        raise Unsupported(
            "A restore into this log is running, or was interrupted. If it was interrupted, restore again into an "
            "empty log, an empty database and an empty archive directory."
        )


async def put_back(servers: Servers, match: str, secret: bytes, items: Sequence[Item]) -> None:
    """Restores a match that does not exist yet, and adds its hint to the index.

    Writes the secret first, as opening a match does. Each batch is one write.
    """
    at = keys(match)
    raise_errors(await servers.write([("SET", at.secret, secret, "NX")]))
    for part in _parts(at.log, items):
        raise_errors(await servers.write(part))
    await servers.read(hint(match, items[-1].version))


def _parts(log: str, items: Sequence[Item]) -> Iterator[list[Command]]:
    part: list[Command] = []
    size = 0
    for one in items:
        part.append(("XADD", log, f"{one.version}-0", "b", one.batch, "h", one.head, "k", one.mark))
        size += len(one.batch)
        if len(part) == TOGETHER or size > BYTES_TOGETHER:
            yield part
            part, size = [], 0
    if part:
        yield part
