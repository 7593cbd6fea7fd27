"""The database after a night: it has every log to its end, and equals a rebuild from the logs."""

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
"""The maximum number of waits for the rows to stop changing."""

Rows = Sequence[tuple[object, ...]]


class Booked(Struct):
    """The number of rows, and a sentence for everything that is wrong or missing."""

    rows: int
    noted: int
    left: int
    wrong: list[str]


async def booked(parts: Parts, ends: Mapping[str, int]) -> Booked:
    """Compares the rows with the ends of the logs, and with a rebuild."""
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
    """Returns the rows of a table, in the order of the first column."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(f"SELECT {columns} FROM {table} ORDER BY 1")]
    finally:
        await connection.close()


async def at_rest(kept: Callable[[], Awaitable[Rows]], seconds: float) -> Rows:
    """Returns the rows once they have not changed for a while: bots finish their turns even after players have left."""
    found = await kept()
    for _ in range(RESTS):
        await asyncio.sleep(seconds)
        before, found = found, await kept()
        if found == before:
            break
    return found


def differing(kept: Rows, anew: Rows) -> list[str]:
    """Returns a sentence if a rebuild has changed, added or removed rows; the first column identifies a row."""
    before, after = ({str(row[0]): row for row in some} for some in (kept, anew))
    others = [key for key in sorted(before.keys() | after.keys()) if before.get(key) != after.get(key)]
    if not others:
        return []
    counts = f"{len(kept)} before and {len(anew)} after"
    return [f"{len(others)} rows differ from a rebuild, {counts}: {', '.join(others[:5])}"]
