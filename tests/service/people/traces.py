"""Traces of people: everything that a service stores, writes and answers, to be searched for planted words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from redis.asyncio import Redis

from chronik.service.sql.database import Records
from tests.support.service.promised import DOCUMENT, ENDLESS
from tests.support.service.tables import Person

FROM_CODE = ("/openapi.json", "/docs", "/docs/search")
"""Addresses whose answers are built from the code alone, which takes half a second in each application."""


async def find_words(words: dict[str, str], places: AsyncIterator[tuple[str, bytes]]) -> dict[str, set[str]]:
    """Returns the places of each of these words, ignoring case."""
    wanted = {name: word.lower().encode() for name, word in words.items()}
    return {place: named async for place, content in places if (named := standing_in(content.lower(), wanted))}


def standing_in(content: bytes, wanted: dict[str, bytes]) -> set[str]:
    return {name for name, word in wanted.items() if word in content}


async def tables(records: Records) -> AsyncIterator[tuple[str, bytes]]:
    """Yields every SQL table that the database lists, with all rows."""
    async with records.engine.connect() as connection:
        for name in await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names()):
            rows = await connection.execute(sa.text(f'SELECT * FROM "{name}"'))
            yield f"sql {name}", repr(rows.all()).encode()


async def engine(url: str) -> AsyncIterator[tuple[str, bytes]]:
    """Yields every key of the log's server, with its value."""
    redis = Redis.from_url(url)
    try:
        async for key in redis.scan_iter():
            match await redis.type(key):
                case b"string":
                    value: Any = await redis.get(key)
                case b"hash":
                    value = await redis.hgetall(key)
                case b"stream":
                    value = await redis.xrange(key)
                case other:
                    raise AssertionError(f"{key!r} is a {other!r}")
            yield f"engine {key.decode()}", key + flat(value)
    finally:
        await redis.aclose()


def flat(value: Any) -> bytes:
    """Returns all bytes of a server's reply, joined."""
    match value:
        case bytes():
            return value
        case dict():
            return b"\n".join(flat(part) for pair in value.items() for part in pair)
        case _:
            return b"\n".join(map(flat, value))


async def files(folder: Path) -> AsyncIterator[tuple[str, bytes]]:
    """Yields every file of a folder in full: the database with its write-ahead log, the server's append-only file."""
    for file in await asyncio.to_thread(lambda: sorted(folder.rglob("*"))):
        if await asyncio.to_thread(file.is_file):
            yield f"file {file.name}", await asyncio.to_thread(file.read_bytes)


async def answers(
    callers: tuple[Person, ...], matches: list[str], player: str, tournament: str = "0" * 32
) -> AsyncIterator[tuple[str, bytes]]:
    """Yields the answer of every documented address to these callers."""
    for path, asks in addresses(matches, player, tournament):
        for caller in callers if asks else callers[:1]:
            headers = {"authorization": f"Bearer {caller.token}"} if caller.token else {}
            answer = await caller.client.get(path, headers=headers, timeout=httpx.Timeout(30))
            assert answer.status_code < 500, f"{path}: {answer.text}"
            yield f"GET {path}", answer.content


class AddressParameters(dict[str, str]):
    """The parameters of an address; by default the first entrant, round or table."""

    def __missing__(self, name: str) -> str:
        return "1"


def addresses(matches: list[str], player: str, tournament: str) -> Iterator[tuple[str, bool]]:
    """Yields every GET address that depends on data, and whether its answer depends on the caller."""
    for path, methods in DOCUMENT["paths"].items():
        if "get" not in methods or path.endswith(ENDLESS) or path in FROM_CODE:
            continue
        for match in matches if "{match}" in path else ("",):
            names = {"match": match, "player": player, "tournament": tournament, "game": "katharina"}
            yield path.format_map(AddressParameters(names | {"name": "malformed"})), bool(methods["get"]["security"])
    yield f"/api/v1/matches?player={player}", True
    yield "/metrics", False
