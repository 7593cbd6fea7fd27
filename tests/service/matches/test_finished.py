"""Exports of finished matches as NDJSON and CSV: filters, order and cursors."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator
from io import StringIO
from typing import Any

import httpx
import pytest

from chronik.service.running.settings import Settings
from chronik.service.sql.database import MatchRow, open_records
from chronik.service.sql.paging import MOST_MATCHES
from chronik.service.tournaments.tables import TableRow, TournamentRow
from tests.service.matches.test_routes import ANN, build_row
from tests.support.service.apps import running

CUP = "ef" * 16


def row(number: int, **more: Any) -> MatchRow:
    kept = build_row().model_dump() | {"id": f"{number:032x}", "closed_at": 2_000 + number // 2, **more}
    return MatchRow(**kept)


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A service with a page of finished matches and a few more; Ann lost the last one, a tournament match."""
    last = MOST_MATCHES + 2
    async with running(settings) as (_, client):
        async with open_records(settings.database_url) as records, records.session() as session:
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


async def export_numbers(client: httpx.AsyncClient, **asked: Any) -> list[int]:
    """Returns the numbers of the matches in the export."""
    answer = await client.get("/api/v1/matches.ndjson", params=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    return [int(json.loads(line)["id"], 16) for line in answer.text.splitlines()]


async def test_finished_matches_can_be_filtered(client: httpx.AsyncClient) -> None:
    last = MOST_MATCHES + 2
    assert await export_numbers(client) == list(range(last + 1)), "more than one page, in the order in which they ended"
    assert await export_numbers(client, tournament=CUP) == [last] == await export_numbers(client, game="cities_knights")
    assert await export_numbers(client, player=ANN, won=False) == [last]
    assert await export_numbers(client, player=ANN, won=True) == list(range(last))
    assert await export_numbers(client, player="12" * 16) == []
    assert await export_numbers(client, since="1970-01-01T00:00:02.001Z", until="1970-01-01T01:00:02.002+01:00") == [
        2,
        3,
    ]
    wrongs = ({"since": "yesterday"}, {"won": "true"}, {"after": "x"}, {"after": "ab" * 16}, {"nobody": "1"})
    for wrong in wrongs:
        assert (await client.get("/api/v1/matches.ndjson", params=wrong)).status_code == 400


async def test_an_export_continues_after_a_cursor_or_a_match(client: httpx.AsyncClient) -> None:
    lines = (await client.get("/api/v1/matches.ndjson")).text.splitlines()
    cursor = json.loads(lines[6])["cursor"]
    assert await export_numbers(client, after=cursor) == list(range(7, MOST_MATCHES + 3))
    assert await export_numbers(client, after=json.loads(lines[-1])["cursor"]) == []
    assert await export_numbers(client, after=json.loads(lines[6])["id"]) == list(range(7, MOST_MATCHES + 3))


async def test_a_csv_export_has_a_line_for_each_seat(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/matches.csv", params={"tournament": CUP})
    first, second = csv.DictReader(StringIO(answer.text, newline=""), strict=True)
    assert (first["player"], first["points"], first["place"]) == (ANN, "5", "2")
    assert (second["name"], second["bot"]) == ("Bot (random)", "random")
    assert (second["bot"], second["points"], second["place"]) == ("random", "7", "1")
    assert first["closed_at"] == "1970-01-01T00:00:02Z"
    german = await client.get("/api/v1/matches.csv", params={"tournament": CUP, "lang": "de"})
    assert german.content.decode().startswith("\ufeffmatch;game;opened_at;")
