"""The list of matches: what SQL keeps of a match is a form of its own, and no answer of the service."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from domain.engine.seats import SeatHolder
from domain.tournament.record.commands import ImportResult
from projections.match.lobby import Listing
from service.people.register import People
from service.routes.match import matches
from service.sql.database import MatchRow, Records
from service.workers.listing import Change, listing_of, values_of
from service.workers.results import listed_result

ANN = "ab" * 16
SEATS = f'[{{"seat":0,"player":"{ANN}"}},{{"seat":1,"bot":"random"}}]'
RESULT = '{"points":[7,5],"places":[1,2]}'
CHAIRS = (SeatHolder(ANN), SeatHolder(bot="random"))


class RenamedSeat(Struct, frozen=True, rename={"player": "person"}):
    """A seat as another version of the interface may call its fields."""

    seat: int
    player: str | None = None
    name: str | None = None
    bot: str | None = None
    bot_account: bool = False


class RenamedResult(Struct, frozen=True, rename={"places": "ranks"}):
    """A result as another version of the interface may call its fields."""

    points: tuple[int, ...]
    places: tuple[int, ...]


def stored() -> MatchRow:
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


async def test_the_database_still_reads_when_a_public_field_gets_another_name(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "SeatLine", RenamedSeat)
    monkeypatch.setattr("service.result.Result", RenamedResult)
    async with sqlite_records.session() as session:
        session.add(stored())
    async with sqlite_records.reading() as session:
        row = await session.get_one(MatchRow, "cd" * 16)
    (line,) = await matches.match_lines(People(sqlite_records), (row,))
    answer = msgspec.json.decode(msgspec.json.encode(line))
    assert [seat["person"] for seat in answer["seats"]] == [ANN, None]
    assert answer["result"] == {"points": [7, 5], "ranks": [1, 2]}
    assert listing_of(row).chairs == CHAIRS
    ended = ImportResult("cd" * 16, 9, "00" * 32, "finished", (7, 5), (1, 2))
    assert listed_result(ended) == RESULT, "and it is written as before"
    listing = Listing(id="cd" * 16, game="katharina", chairs=CHAIRS, version=9)
    assert values_of(Change(listing, b"", 0, ended))["seats"] == SEATS
