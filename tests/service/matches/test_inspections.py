"""Inspections by referees over HTTP: each is logged with the name, at most once an hour."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from chronik.domain.engine.match.match import INSPECTION_MS
from chronik.service.identity.auth import Scope
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from tests.support.service.tables import GAME, House, Person, good, kept_open, refused, seated


class ShiftedClock:
    """The real clock plus an offset that the test sets."""

    def __init__(self) -> None:
        self.moved = 0

    def __call__(self) -> int:
        return milliseconds() + self.moved


@pytest.fixture
def shifted_clock() -> ShiftedClock:
    return ShiftedClock()


@pytest.fixture
async def house(settings: Settings, shifted_clock: ShiftedClock) -> AsyncIterator[House]:
    async with kept_open(settings, shifted_clock) as house:
        yield house


async def list_inspections(person: Person, match: str) -> list[str]:
    """Returns the referees of the public lines about inspections."""
    entries = good(await person.get(f"/matches/{match}/audit"))["entries"]
    return [one["line"]["params"]["player"] for one in entries if one["line"]["key"] == "inspected"]


async def test_a_referee_who_reloads_a_page_is_logged_once_an_hour(house: House, shifted_clock: ShiftedClock) -> None:
    rita, ruth = await house.person("Rita", Scope.REFEREE), await house.person("Ruth", Scope.REFEREE)
    match, (ann, _) = await seated(house)
    pages = [f"/{GAME}/matches/{match}/{page}" for page in ("view", "replay", "view", "replay")]
    for page in pages:
        assert (await rita.get(page, params={"as": "referee"})).is_success
    assert await list_inspections(ann, match) == [rita.player]
    answers = await asyncio.gather(*(ruth.get(page, params={"as": "referee"}) for page in pages))
    assert all(answer.is_success for answer in answers)
    assert await list_inspections(ann, match) == [rita.player, ruth.player]
    shifted_clock.moved = INSPECTION_MS + 60_000
    for page in pages:
        assert (await rita.get(page, params={"as": "referee"})).is_success
    assert await list_inspections(ann, match) == [rita.player, ruth.player, rita.player]


async def test_two_processes_log_an_inspection_only_once(house: House, other: House) -> None:
    rita = await house.person("Rita", Scope.REFEREE)
    match, (ann, _) = await seated(house)
    for one in (rita, rita.at(other)):
        assert (await one.view(match, **{"as": "referee"}))["viewer"] == "referee"
    assert await list_inspections(ann, match) == [rita.player]


async def test_log_lines_name_referees_by_id_and_the_summary_gives_their_names(house: House) -> None:
    rita, ruth = await house.person("Rita", Scope.REFEREE), await house.person("Ruth", Scope.REFEREE)
    match, (ann, _) = await seated(house)
    await rita.view(match, **{"as": "referee"})
    good(await ruth.post(f"/matches/{match}/pauses", {"paused": True}))
    good(await ruth.post(f"/matches/{match}/pauses", {"paused": False}))
    lines = [one["line"] for one in good(await ann.get(f"/matches/{match}/audit"))["entries"][-3:]]
    assert [(line["key"], line["params"]["player"]) for line in lines] == [
        ("inspected", rita.player),
        ("match-paused", ruth.player),
        ("match-resumed", ruth.player),
    ]
    named = [{"player": rita.player, "name": "Rita"}, {"player": ruth.player, "name": "Ruth"}]
    assert good(await ann.get(f"/matches/{match}"))["referees"] == named


async def test_a_seat_number_in_the_query_can_be_written_in_only_one_way(house: House) -> None:
    match, (ann, _) = await seated(house)
    for page in ("view", "replay", "feed"):
        for eyes in ("00", "01", "+0", "-0", " 0", "0 ", "\u0660", "0x0", "2", ""):
            told = refused(await ann.get(f"/{GAME}/matches/{match}/{page}", params={"as": eyes}), 400, "malformed")
            assert told["at"] == "query.as"


async def test_a_seat_number_in_the_path_can_be_written_in_only_one_way(house: House) -> None:
    ann = await house.person("Ann")
    match = await ann.open("mine", "open")
    refused(await ann.ask("DELETE", f"/matches/{match}/seats/00"), 404, "not-found")
    good(await ann.ask("DELETE", f"/matches/{match}/seats/0"))
