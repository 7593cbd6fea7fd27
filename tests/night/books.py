"""The books after a night: they have every log to its end, and are what a rebuild makes of the logs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

import asyncpg
from msgspec import Struct

from tests.night.parts import Parts
from tests.support.service.apps import until

BOOKS_SECONDS = 120.0
REST_SECONDS = 15.0
RESTS = 20
"""So often it is waited for that nothing more is written, at most."""

Rows = Sequence[tuple[object, ...]]


class Booked(Struct):
    """How much stands in the books, and a sentence for all that should not, or is missing."""

    rows: int
    noted: int
    left: int
    wrong: list[str]


async def booked(parts: Parts, ends: Mapping[str, int]) -> Booked:
    """Holds the books against where the logs of matches end, and against a rebuild."""
    url = parts.environment["CHRONIK_DATABASE_URL"]

    async def missing() -> list[str]:
        known = {row[0]: row[1] for row in await rows(url, "matches", "id, version")}
        return [f"{match}: booked to {known.get(match)} of {n}" for match, n in ends.items() if known.get(match) != n]

    async def nothing_is_missing() -> bool:
        return not await missing()

    async def kept() -> Rows:
        return await rows(url, "matches")

    with suppress(TimeoutError):
        await until(nothing_is_missing, BOOKS_SECONDS)
    wrong, before = await missing(), await at_rest(kept, REST_SECONDS)
    noted = await rows(url, "archives", "match, archived_at, left_at")
    rebuilt = await parts.command("rebuild")
    if rebuilt.returncode:
        wrong.append(f"rebuild: {rebuilt.stdout[-500:]} {rebuilt.stderr[-500:]}")
    wrong += differing(before, await kept())
    archived, left = (sum(row[column] is not None for row in noted) for column in (1, 2))
    return Booked(len(before), archived, left, wrong)


async def rows(url: str, table: str, columns: str = "*") -> Rows:
    """What stands in a table, in the order of the first column."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(f"SELECT {columns} FROM {table} ORDER BY 1")]
    finally:
        await connection.close()


async def at_rest(kept: Callable[[], Awaitable[Rows]], seconds: float) -> Rows:
    """What stands there when nothing was written for a while: bots finish what they have begun, whoever has left."""
    found = await kept()
    for _ in range(RESTS):
        await asyncio.sleep(seconds)
        before, found = found, await kept()
        if found == before:
            break
    return found


def differing(kept: Rows, anew: Rows) -> list[str]:
    """A sentence where a rebuild has made other rows, or more or fewer of them; the first column tells which."""
    before, after = ({str(row[0]): row for row in some} for some in (kept, anew))
    others = [key for key in sorted(before.keys() | after.keys()) if before.get(key) != after.get(key)]
    if not others:
        return []
    counts = f"{len(kept)} before and {len(anew)} after"
    return [f"{len(others)} rows differ from a rebuild, {counts}: {', '.join(others[:5])}"]
