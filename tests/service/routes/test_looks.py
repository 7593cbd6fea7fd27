"""A referee's look over HTTP: noted once an hour however often the page is read anew, and by name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from domain.engine.match.match import LOOK_LASTS
from service.clock import milliseconds
from service.people.auth import Scope
from service.settings import Settings
from tests.support.service.tables import GAME, House, Person, good, kept_open, refused, seated


class Hands:
    """A clock whose hands can be moved."""

    def __init__(self) -> None:
        self.moved = 0

    def __call__(self) -> int:
        return milliseconds() + self.moved


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def house(settings: Settings, hands: Hands) -> AsyncIterator[House]:
    async with kept_open(settings, hands) as house:
        yield house


async def looks(person: Person, match: str) -> list[str]:
    """Who has looked, as the public lines say."""
    entries = good(await person.get(f"/matches/{match}/audit"))["entries"]
    return [one["line"]["params"]["player"] for one in entries if one["line"]["key"] == "inspected"]


async def test_a_page_that_a_referee_refreshes_leaves_one_look_an_hour(house: House, hands: Hands) -> None:
    rita, ruth = await house.person("Rita", Scope.REFEREE), await house.person("Ruth", Scope.REFEREE)
    match, (ann, _) = await seated(house)
    pages = [f"/{GAME}/matches/{match}/{page}" for page in ("view", "replay", "view", "replay")]
    for page in pages:
        assert (await rita.get(page, params={"as": "referee"})).is_success
    assert await looks(ann, match) == [rita.player]
    answers = await asyncio.gather(*(ruth.get(page, params={"as": "referee"}) for page in pages))
    assert all(answer.is_success for answer in answers)
    assert await looks(ann, match) == [rita.player, ruth.player]
    hands.moved = LOOK_LASTS + 60_000
    for page in pages:
        assert (await rita.get(page, params={"as": "referee"})).is_success
    assert await looks(ann, match) == [rita.player, ruth.player, rita.player]


async def test_two_processes_note_a_look_once(house: House, other: House) -> None:
    rita = await house.person("Rita", Scope.REFEREE)
    match, (ann, _) = await seated(house)
    for one in (rita, rita.at(other)):
        assert (await one.view(match, **{"as": "referee"}))["viewer"] == "referee"
    assert await looks(ann, match) == [rita.player]


async def test_a_match_names_its_referees_by_ids_in_its_lines_and_by_names_beside_them(house: House) -> None:
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


async def test_a_seat_has_one_number_to_look_through(house: House) -> None:
    match, (ann, _) = await seated(house)
    for page in ("view", "replay", "feed"):
        for eyes in ("00", "01", "+0", "-0", " 0", "0 ", "\u0660", "0x0", "2", ""):
            told = refused(await ann.get(f"/{GAME}/matches/{match}/{page}", params={"as": eyes}), 400, "malformed")
            assert told["at"] == "query.as"


async def test_a_seat_has_one_address_to_stand_up_from(house: House) -> None:
    ann = await house.person("Ann")
    match = await ann.open("mine", "open")
    refused(await ann.ask("DELETE", f"/matches/{match}/seats/00"), 404, "not-found")
    good(await ann.ask("DELETE", f"/matches/{match}/seats/0"))
