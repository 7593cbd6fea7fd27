"""Stored logs: built from batches and put into a store at once, even in ways that no append would."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_heads
from chronik.service.log.idempotency import make_mark
from chronik.service.log.keys import Item, keys
from chronik.service.log.store import LogStore, hint
from chronik.service.log.wire import Command, Reply


def items_of(match: str, secret: bytes, log: Sequence[bytes]) -> list[Item]:
    """Returns the items of a valid log, each brought by a different key."""
    heads = chain_heads(outline(log), Keys.of(match, secret))
    return [
        Item(version, batch, bytes.fromhex(head), make_mark(f"{match}/{version}", "stored"))
        for (version, head), batch in zip(heads, log, strict=True)
    ]


async def send(store: LogStore, *commands: Command) -> list[Reply]:
    """Sends commands to the servers of a store and returns their replies."""
    return await (await store.servers()).read(*commands)


async def put(store: LogStore, match: str, items: Sequence[Item], secret: bytes | None = None) -> None:
    """Puts items at the end of a log, with one hint; the first ones come with the secret."""
    at = keys(match)
    written = [("XADD", at.log, f"{one.version}-0", "b", one.batch, "h", one.head, "k", one.mark) for one in items]
    kept = [] if secret is None else [("SET", at.secret, secret)]
    await send(store, *kept, *written, hint(match, items[-1].version))


async def keep(store: LogStore, match: str, secret: bytes, log: Sequence[bytes], *, at_once: int = 10_000) -> None:
    """Puts a whole match into a store, several batches at once."""
    items = items_of(match, secret, log)
    for first in range(0, len(items), at_once):
        await put(store, match, items[first : first + at_once], None if first else secret)


async def plant(store: LogStore, match: str, items: Sequence[Item]) -> None:
    """Makes the log of a match contain other items, as if it always had."""
    await send(store, ("DEL", keys(match).log))
    await put(store, match, items)


def flipped(items: Sequence[Item], batch: int, byte: int, bit: int = 0) -> list[Item]:
    """Returns the items with one bit of one batch flipped."""
    altered = bytearray(items[batch].batch)
    altered[byte] ^= 1 << bit
    return [*items[:batch], items[batch]._replace(batch=bytes(altered)), *items[batch + 1 :]]
