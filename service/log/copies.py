"""Copies: logs and silences put back into an empty server, item by item under the same ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from service.log.durability import Unsupported
from service.log.keys import BEATS, RESTORING, Item, Silence, keys, silence
from service.log.outcomes import Unavailable
from service.log.servers import Servers
from service.log.wire import Command, Reply, answered

TOGETHER = 256
BYTES_TOGETHER = 1 << 20


class Beats(Struct, frozen=True):
    """When somebody beat last, as the server keeps it, and all silences that are recorded."""

    last: str | None
    silences: tuple[Silence, ...]


async def mark_restoring(servers: Servers) -> None:
    """Notes that a backup is being put back, and is not whole until somebody says so."""
    answered(await servers.write([("SET", RESTORING, "1")]))


async def unmark_restoring(servers: Servers) -> None:
    """Notes that a backup is put back whole."""
    answered(await servers.write([("DEL", RESTORING)]))


async def check_is_restored(servers: Servers) -> None:
    """Raises `Unsupported` where a backup was put back in part: whoever serves that, has lost the rest."""
    found: list[Reply] = [0]
    with suppress(Unavailable):  # the one server that could tell is away: its log is whole as far as anybody knows
        found = await servers.read(("EXISTS", RESTORING))
    if found[0]:
        raise Unsupported(
            "A restore into this log is under way, or was broken off; then begin again with an empty log, an empty "
            "database and an empty directory of archives."
        )


async def put_back(servers: Servers, match: str, secret: bytes, items: Sequence[Item]) -> None:
    """Puts a match back where there is none: its secret first, as when it was opened; each batch is one write."""
    at = keys(match)
    answered(await servers.write([("SET", at.secret, secret, "NX")]))
    for part in _parts(at.log, items):
        answered(await servers.write(part))


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


async def beats(servers: Servers) -> Beats:
    """What there is of beats."""
    last, rows = await servers.read(("GET", BEATS[0]), ("XRANGE", BEATS[1], "-", "+"))
    return Beats(None if last is None else bytes(last).decode(), tuple(map(silence, rows)))


async def put_beats_back(servers: Servers, kept: Beats) -> None:
    """Puts beats back, over those of a service that has begun here before; the first one after it is a silence."""
    await servers.read(("DEL", *BEATS))
    for one in kept.silences:
        await servers.read(("XADD", BEATS[1], f"{one.number}-0", "since", one.since, "until", one.until))
    if kept.last is not None:
        await servers.read(("SET", BEATS[0], kept.last))
