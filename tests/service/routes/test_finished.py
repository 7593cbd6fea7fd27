"""Finished matches as NDJSON and as a table: which ones, in which order, and from where on."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator
from io import StringIO
from typing import Any

import httpx
import pytest

from service.settings import Settings
from service.sql.database import MatchRow, opened_records
from service.sql.paging import MOST_MATCHES
from service.tournaments.tables import TableRow, TournamentRow
from tests.service.routes.test_matches import ANN, stored
from tests.support.service.apps import running

CUP = "ef" * 16


def row(number: int, **more: Any) -> MatchRow:
    kept = stored().model_dump() | {"id": f"{number:032x}", "closed_at": 2_000 + number // 2, **more}
    return MatchRow(**kept)


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A service that knows a page of matches and three more; Ann has lost the last one, which is of a tournament."""
    last = MOST_MATCHES + 2
    async with running(settings) as (_, client):
        async with opened_records(settings.database_url) as records, records.session() as session:
            session.add_all(row(number) for number in range(last))
            session.add(row(last, game="cities_knights", result='{"points":[5,7],"places":[2,1]}'))
            session.add(row(last + 1, status="running", closed_at=None, result=None))
            cup: dict[str, Any] = {"title": "Cup", "game": "cities_knights", "phase": "finished", "published": True}
            secrets: dict[str, Any] = {"draws_secret": "0" * 64, "tables_secret": "0" * 64}
            session.add(TournamentRow(id=CUP, organiser=ANN, created_at=1, version=1, **cup, **secrets))
            await session.flush()
            session.add(
                TableRow(match=f"{last:032x}", tournament=CUP, round=1, number=1, started=True, opened=True, arrived=1)
            )
        yield client


async def numbers(client: httpx.AsyncClient, **asked: Any) -> list[int]:
    """The matches that were found, by their numbers."""
    answer = await client.get("/api/v1/matches.ndjson", params=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    return [int(json.loads(line)["id"], 16) for line in answer.text.splitlines()]


async def test_finished_matches_are_found_by_what_they_are(client: httpx.AsyncClient) -> None:
    last = MOST_MATCHES + 2
    assert await numbers(client) == list(range(last + 1)), "more than a page, in the order in which they ended"
    assert await numbers(client, tournament=CUP) == [last] == await numbers(client, game="cities_knights")
    assert await numbers(client, player=ANN, won=False) == [last]
    assert await numbers(client, player=ANN, won=True) == list(range(last))
    assert await numbers(client, player="12" * 16) == []
    assert await numbers(client, since="1970-01-01T00:00:02.001Z", until="1970-01-01T01:00:02.002+01:00") == [2, 3]
    wrongs = ({"since": "yesterday"}, {"won": "true"}, {"after": "x"}, {"after": "ab" * 16}, {"nobody": "1"})
    for wrong in wrongs:
        assert (await client.get("/api/v1/matches.ndjson", params=wrong)).status_code == 400


async def test_one_goes_on_behind_a_line(client: httpx.AsyncClient) -> None:
    lines = (await client.get("/api/v1/matches.ndjson")).text.splitlines()
    cursor = json.loads(lines[6])["cursor"]
    assert await numbers(client, after=cursor) == list(range(7, MOST_MATCHES + 3))
    assert await numbers(client, after=json.loads(lines[-1])["cursor"]) == []
    assert await numbers(client, after=json.loads(lines[6])["id"]) == list(range(7, MOST_MATCHES + 3))


async def test_a_table_has_a_line_for_each_seat(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/matches.csv", params={"tournament": CUP})
    first, second = csv.DictReader(StringIO(answer.text, newline=""), strict=True)
    assert (first["player"], first["points"], first["place"]) == (ANN, "5", "2")
    assert (second["name"], second["bot"]) == ("Bot (random)", "random")
    assert (second["bot"], second["points"], second["place"]) == ("random", "7", "1")
    assert first["closed_at"] == "1970-01-01T00:00:02Z"
    german = await client.get("/api/v1/matches.csv", params={"tournament": CUP, "lang": "de"})
    assert german.content.decode().startswith("\ufeffmatch;game;opened_at;")
