"""Matches that ended eight days ago and are still in the log: the service must book, archive and remove them (P14)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import redis

from chronik.service.log.store import LogStore
from chronik.service.running.clock import milliseconds
from tests.bench.append import batches
from tests.bench.finished import GAME, SEATS
from tests.bench.matches import Recorded, played
from tests.bench.servers import Service, engine_of

AGO_MS = 8 * 86_400_000
"""The age of the matches: a day more than a finished match stays in the log."""
FIRST = 1 << 30
"""Their first number: the matches that are in cold storage from the beginning have lower ones."""
AT_ONCE = 50
LOOK = 0.2


def left_behind(ours: Service, count: int, patience: float) -> int:
    """Returns how many keys of `count` matches are left when a service has had `patience` seconds to remove them."""
    url = engine_of(ours.data)
    asyncio.run(append_all(url, count))
    with redis.Redis.from_url(url) as client:
        until = time.monotonic() + patience
        while (left := keys_of_matches(client)) and time.monotonic() < until:
            time.sleep(LOOK)
    return left


async def append_all(url: str, count: int) -> None:
    """Appends a number of whole matches to the log, batch by batch, as the service does."""
    store = LogStore(url)
    for first in range(0, count, AT_ONCE):
        numbers = range(FIRST + first, FIRST + min(first + AT_ONCE, count))
        began = milliseconds() - AGO_MS
        await _append(store, [played(GAME, SEATS, number, began=began) for number in numbers])
    await store.close()


async def _append(store: LogStore, matches: Sequence[Recorded]) -> None:
    async def one(match: Recorded) -> None:
        await store.keep_secret(match.match, match.keys.secret)
        for batch in batches(match, match.match):
            await store.append(batch)

    await asyncio.gather(*map(one, matches))


def keys_of_matches(client: redis.Redis) -> int:
    """Returns the number of keys of matches."""
    return sum(1 for _ in client.scan_iter(match="{p*}:m:*", count=1000))
