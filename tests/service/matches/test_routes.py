"""The list of matches: the stored form of a match in SQL does not depend on the public fields."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from chronik.domain.engine.seats import SeatHolder
from chronik.domain.tournament.record.commands import ImportResult
from chronik.projections.match.lobby import Listing
from chronik.service.identity.register import People
from chronik.service.matches.lobby_table import Change, listing_from_row, row_values
from chronik.service.matches.results import encode_result
from chronik.service.matches.routes import matches
from chronik.service.sql.database import MatchRow, Records

ANN = "ab" * 16
SEATS = f'[{{"seat":0,"player":"{ANN}"}},{{"seat":1,"bot":"random"}}]'
RESULT = '{"points":[7,5],"places":[1,2]}'
CHAIRS = (SeatHolder(ANN), SeatHolder(bot="random"))


class RenamedSeat(Struct, frozen=True, rename={"player": "person"}):
    """A seat with a renamed public field."""

    seat: int
    player: str | None = None
    name: str | None = None
    bot: str | None = None
    bot_account: bool = False
    former: tuple[Any, ...] = ()


class RenamedResult(Struct, frozen=True, rename={"places": "ranks"}):
    """A result with a renamed public field."""

    points: tuple[int, ...]
    places: tuple[int, ...]


def build_row() -> MatchRow:
    return MatchRow(
        id="cd" * 16,
        game="katharina",
        rules="1",
        status="finished",
        seat_count=2,
        seats=SEATS,
        opened_at=1_000,
        closed_at=2_000,
        version=9,
        head="0" * 64,
        result=RESULT,
    )


async def test_stored_rows_can_be_read_after_a_public_field_is_renamed(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "SeatLine", RenamedSeat)
    monkeypatch.setattr("chronik.service.running.result.Result", RenamedResult)
    async with sqlite_records.session() as session:
        session.add(build_row())
    async with sqlite_records.reading() as session:
        row = await session.get_one(MatchRow, "cd" * 16)
    (line,) = await matches.match_lines(People(sqlite_records), (row,))
    answer = msgspec.json.decode(msgspec.json.encode(line))
    assert [seat["person"] for seat in answer["seats"]] == [ANN, None]
    assert answer["result"] == {"points": [7, 5], "ranks": [1, 2]}
    assert listing_from_row(row).chairs == CHAIRS
    ended = ImportResult("cd" * 16, 9, "00" * 32, "finished", (7, 5), (1, 2))
    assert encode_result(ended) == RESULT, "the build_row form is the same as before"
    listing = Listing(id="cd" * 16, game="katharina", chairs=CHAIRS, version=9)
    assert row_values(Change(listing, b"", 0, ended))["seats"] == SEATS
