"""Traces of people: everything that a service keeps, writes and answers, to be searched for words that were planted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from redis.asyncio import Redis

from service.sql.database import Records
from tests.support.service.promised import DOCUMENT, ENDLESS
from tests.support.service.tables import Person


async def found(words: dict[str, str], places: AsyncIterator[tuple[str, bytes]]) -> dict[str, set[str]]:
    """Which of these words stand where, whatever their case."""
    wanted = {name: word.lower().encode() for name, word in words.items()}
    return {place: named async for place, content in places if (named := standing_in(content.lower(), wanted))}


def standing_in(content: bytes, wanted: dict[str, bytes]) -> set[str]:
    return {name for name, word in wanted.items() if word in content}


async def tables(records: Records) -> AsyncIterator[tuple[str, bytes]]:
    """Every SQL table, as the database itself lists them, with all its rows."""
    async with records.engine.connect() as connection:
        for name in await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names()):
            rows = await connection.execute(sa.text(f'SELECT * FROM "{name}"'))
            yield f"sql {name}", repr(rows.all()).encode()


async def engine(url: str) -> AsyncIterator[tuple[str, bytes]]:
    """Every key of the log's engine, and what stands under it."""
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
    """All bytes of an answer of the engine, one after the other."""
    match value:
        case bytes():
            return value
        case dict():
            return b"\n".join(flat(part) for pair in value.items() for part in pair)
        case _:
            return b"\n".join(map(flat, value))


async def files(folder: Path) -> AsyncIterator[tuple[str, bytes]]:
    """Every file of a folder, to the last byte: the database with its write-ahead log, the engine's own log."""
    for file in await asyncio.to_thread(lambda: sorted(folder.rglob("*"))):
        if await asyncio.to_thread(file.is_file):
            yield f"file {file.name}", await asyncio.to_thread(file.read_bytes)


async def answers(
    callers: tuple[Person, ...], matches: list[str], player: str, tournament: str = "0" * 32
) -> AsyncIterator[tuple[str, bytes]]:
    """What every address that is described answers to these callers."""
    for path, asks in addresses(matches, player, tournament):
        for caller in callers if asks else callers[:1]:
            headers = {"authorization": f"Bearer {caller.token}"} if caller.token else {}
            answer = await caller.client.get(path, headers=headers, timeout=httpx.Timeout(30))
            assert answer.status_code < 500, f"{path}: {answer.text}"
            yield f"GET {path}", answer.content


class Ones(dict[str, str]):
    """Parts of an address; the first entrant, round or table where no other part is known."""

    def __missing__(self, name: str) -> str:
        return "1"


def addresses(matches: list[str], player: str, tournament: str) -> Iterator[tuple[str, bool]]:
    """Every address that is read, and whether it asks who is calling: else it tells everybody the same."""
    for path, methods in DOCUMENT["paths"].items():
        if "get" not in methods or path.endswith(ENDLESS):
            continue
        for match in matches if "{match}" in path else ("",):
            names = {"match": match, "player": player, "tournament": tournament, "game": "katharina"}
            yield path.format_map(Ones(names | {"name": "malformed"})), bool(methods["get"]["security"])
    yield f"/api/v1/matches?player={player}", True
    yield "/metrics", False
