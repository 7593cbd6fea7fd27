"""Undo over HTTP: free and blocked undos, requests and votes, and their entries in the replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chronik.domain.engine.match import takeback
from chronik.service.matches.catalogue import Catalogue
from chronik.service.tournaments.proof_file import verify_file
from tests.support.service.tables import GAME, ONE_LOOP, House, Person, good, play_on, refused, seated

pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """The shared application of these tests."""
    return shared_house


@pytest.fixture
def other(shared_other: House) -> House:
    """A second application over the same store."""
    return shared_other


async def play_opening(match: str, people: list[Person]) -> tuple[int, list[Any]]:
    """Plays the opening choices; returns the version before them, and what each seat saw there."""
    before = (await people[0].view(match))["version"]
    seen = [await person.view(match) for person in people]
    for person in people:
        good(await person.answer(match, 2))
    return before, seen


async def ask(person: Person, match: str, to: int, **more: Any) -> Any:
    return good(await person.post(f"/matches/{match}/undo", {"to": to, "ask": True}, **more))


async def vote(person: Person, match: str, request: int, grant: bool, **more: Any) -> Any:
    return await person.post(f"/matches/{match}/undo/{request}/votes", {"grant": grant}, **more)


async def list_entries(person: Person, match: str) -> list[Any]:
    found: list[Any] = good(await person.get(f"/matches/{match}/audit"))["entries"]
    return found


async def test_a_blocked_undo_names_the_blocking_entries(house: House) -> None:
    match, (ann, ben) = await seated(house)
    before, _ = await play_opening(match, [ann, ben])
    told = refused(await ann.post(f"/matches/{match}/undo", {"to": before}), 422, "undo-blocked")
    last = (await ann.view(match))["version"]
    assert told["type"] == "/problems/undo-blocked"
    assert told["entries"]
    assert set(told["entries"]) <= set(range(before + 1, last + 1))
    lines = {entry["version"]: entry for entry in await list_entries(ann, match)}
    for version in told["entries"]:
        assert lines[version]["seat"] == 1 or lines[version]["line"]["key"] not in ("committed", "asked")
    for to in (last, last + 1, 1, before - 1):
        code = "nothing-to-undo" if to == last else "no-such-moment"
        refused(await ann.post(f"/matches/{match}/undo", {"to": to}), 422, code)
    refused(await house.nobody().post(f"/matches/{match}/undo", {"to": before}), 401, "unauthenticated")
    refused(await (await house.person("Cleo")).post(f"/matches/{match}/undo", {"to": before}), 403, "not-your-seat")


async def test_a_seat_cannot_ask_for_an_undo_more_than_the_limit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = await seated(house)
    before, _ = await play_opening(match, people)
    monkeypatch.setattr(takeback, "MAX_UNDOS", 1)
    number = (await ask(people[0], match, before, key="ask"))["version"]
    good(await vote(people[1], match, number, False))
    told = refused(await people[0].post(f"/matches/{match}/undo", {"to": before, "ask": True}), 422, "undo-too-often")
    assert told["facts"] == {"most": 1}
    assert "200 times" in told["detail"]
    assert (await ask(people[0], match, before, key="ask"))["version"] == number
    await ask(people[1], match, before)


@pytest.mark.parametrize("seats", [2, 3])
async def test_if_all_seats_agree_the_match_returns_to_its_earlier_state(
    house: House, seats: int, tmp_path: Path
) -> None:
    match, people = await seated(house, seats)
    before, seen = await play_opening(match, people)
    prompts = [(await person.options(match))["prompts"] for person in people]
    asked = await ask(people[0], match, before, key="ask")
    number = asked["version"]
    assert asked["match"]["undo"] == {"number": number, "seat": 0, "to": before, "granted": []}
    assert await ask(people[0], match, before, key="ask") == asked
    refused(await vote(people[0], match, number, True), 422, "answered-already")
    refused(await people[1].post(f"/matches/{match}/undo", {"to": before, "ask": True}), 422, "undo-asked-already")
    refused(await vote(people[1], match, number + 1, True), 422, "no-such-request")
    answers = [await vote(person, match, number, True, key="vote") for person in people[1:]]
    last = good(answers[-1])
    assert [line["key"] for line in last["lines"]][:2] == ["undo-answered", "undone"]
    assert (await vote(people[-1], match, number, True, key="vote")).content == answers[-1].content
    assert "undo" not in last["match"]
    for seat, person in enumerate(people):
        now = await person.view(match)
        old = seen[seat]
        assert now["view"] == old["view"]
        assert [one["prompt"] for one in now["prompts"]] == [one["prompt"] for one in old["prompts"]]
        assert not {one["id"] for one in now["prompts"]} & {one["id"] for one in old["prompts"] + prompts[seat]}
        offered = (await person.options(match))["options"][0]
        refused(await person.command(match, offered, prompt=old["prompts"][0]["id"]), 409, "prompt-closed")
        assert (await person.view(match, at=before))["view"] == old["view"]
    lines = await list_entries(people[0], match)
    assert [entry["version"] for entry in lines if entry["struck"]] == list(range(before + 1, number))
    await play_on(match, people)
    rows = [json.loads(row) for row in (await people[0].get(f"/{GAME}/matches/{match}/replay")).text.splitlines()]
    assert [row["version"] for row in rows] == list(range(len(rows)))
    assert sum(row["line"]["key"] == "undone" for row in rows[1:]) == 1
    scores = good(await people[0].get(f"/matches/{match}/scores"))["scores"]
    assert scores[-1]["version"] == rows[-1]["version"]
    file = tmp_path / "match.chronik"
    file.write_bytes((await people[0].get(f"/matches/{match}/archive")).content)
    assert verify_file(file, Catalogue({})).ok


async def test_two_applications_agree_on_an_undo(house: House, other: House) -> None:
    match, (ann, ben) = await seated(house)
    before, seen = await play_opening(match, [ann, ben])
    there = ben.at(other)
    await there.view(match)
    number = (await ask(ann, match, before))["version"]
    good(await vote(there, match, number, True))
    assert (await ann.view(match))["view"] == seen[0]["view"]
    assert (await there.view(match))["view"] == seen[1]["view"]
    good(await ann.answer(match))
    good(await there.answer(match))
    assert (await ann.view(match))["version"] == (await ann.at(other).view(match))["version"]
