"""A finished match answers every request the same before and after it has left the log."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import Raw
from msgspec.structs import replace
from structlog.testing import capture_logs

from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import CURRENT
from chronik.domain.log.signature import NO_SIGNER
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import ColdStorage, object_name
from chronik.service.log.keys import keys
from chronik.service.matches import archivist
from chronik.service.matches.archivist import Archivist
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.play import Submission, new_key, open_match, play
from chronik.service.running.clock import milliseconds
from tests.every_game.choosing import choose
from tests.support.service.apps import settings_for
from tests.support.service.engines import emptied
from tests.support.service.promised import DOCUMENT
from tests.support.service.stored import plant, send
from tests.support.service.tables import API, House, Person, good, kept_open, refused, table

ASKED = {
    "as": ("as=0", "as=1", "as=spectator", "as=referee"),
    "at": ("at=5", "at=40"),
    "refused": ("refused=true",),
}
"""Query strings for each address, by the name of the parameter."""
LISTS = ("/matches", "/matches.csv", "/matches.ndjson", "/matches.tar")
NEW_EACH_TIME = frozenset({"x-request-id", "date"})


@pytest.fixture
async def house(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """Yields a test app whose own archivist runs once and then no more."""
    monkeypatch.setattr(archivist, "PAUSE", 3_600.0)
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    async with kept_open(settings_for(emptied(store_url), tmp_path)) as house:
        yield house


async def play_to_end(house: House, game: str, people: tuple[Person, ...]) -> str:
    """Plays a match of these people to its end, and waits for the bookkeeper."""
    rules, random = house.matches.catalogue.current(game), Random(game)
    assert rules is not None
    match = random.randbytes(16).hex()
    chairs = tuple(SeatHolder(player=person.player) for person in people)
    await open_match(house.matches, rules, OpenMatch(chairs, Raw(b"{}")), match, new_key(), "open")
    live = await house.matches.find(match)
    assert live is not None
    while live.match.closed is None:
        seat = random.choice(live.match.waiting)
        command = choose(game, live.rules.game.options(live.match.state, seat), random)
        await play(house.matches, live, Submission(command=command, key=new_key(), fingerprint="f", seat=seat))
    await Bookkeeper(house.store, house.records, house.matches.catalogue).catch_up([match])
    return match


async def step_archivist(house: House) -> None:
    """Runs one more step of the archivist, as if its week were over."""
    cold, later = ColdStorage(house.records, Objects(house.settings.archives)), milliseconds() + 86_400_000
    one = Archivist(house.store, cold, house.matches.catalogue, NO_SIGNER, 0.0, lambda: later)
    assert await one.round() >= 1


async def has_left(house: House, match: str) -> bool:
    at = keys(match)
    (there,) = await send(house.store, ("EXISTS", at.log, at.secret))
    return int(there) == 0


async def move_to_cold_storage(house: House, match: str) -> None:
    """Moves a match into cold storage and out of the log."""
    while not await has_left(house, match):
        await step_archivist(house)


def addresses(game: str, match: str, player: str) -> list[str]:
    """Returns every address of a match that can be read."""
    found = [f"{API}{one}?player={player}" for one in LISTS]
    for path, methods in DOCUMENT["paths"].items():
        others = [name for name in CURRENT if name != game]
        if "get" not in methods or "{match}" not in path or any(f"/{name}/" in path for name in others):
            continue
        here = path.replace("{match}", match)
        asked = [how for one in methods["get"].get("parameters", ()) for how in ASKED.get(one["name"], ())]
        found += [here, *(f"{here}?{how}" for how in asked)]
        found += [f"{here}?as=0&at=5"] if path.endswith("/view") else []
    return found


async def answers(house: House, people: Sequence[Person], game: str, match: str) -> dict[str, Any]:
    """Returns every answer of every address to each of these people."""
    told: dict[str, Any] = {}
    resumed = f"{API}/{game}/matches/{match}/feed?as=spectator"
    for number, person in enumerate(people):
        headers = {"authorization": f"Bearer {person.token}"} if person.token else {}
        for address in addresses(game, match, people[0].player):
            told[f"{number} {address}"] = comparable(await fetch(house, address, headers))
        answer = await fetch(house, resumed, headers | {"last-event-id": "7"})
        assert b"event: end" in answer.content
        told[f"{number} resumed"] = comparable(answer)
    return told


async def fetch(house: House, address: str, headers: dict[str, str]) -> httpx.Response:
    """Returns an answer; repeats the request if the log does not answer in time."""
    answer = await house.client.get(address, headers=headers)
    for _ in range(9):
        if answer.status_code != 503:
            break
        await asyncio.sleep(int(answer.headers["retry-after"]))
        answer = await house.client.get(address, headers=headers)
    return answer


def comparable(answer: httpx.Response) -> Any:
    """Returns an answer without the parts that differ each time."""
    headers = {name: value for name, value in answer.headers.items() if name not in NEW_EACH_TIME}
    return answer.status_code, headers, answer.content


@pytest.mark.parametrize("game", CURRENT if os.environ.get("CHRONIK_LONG") else ["katharina"])
async def test_archiving_a_match_does_not_change_a_byte_of_any_answer_about_it(house: House, game: str) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    people = (ann, ben, await house.person("Cleo"), house.nobody())
    match = await play_to_end(house, game, (ann, ben))
    before = await answers(house, people, game, match)
    assert {status for status, *_ in before.values()} <= {200, 400, 401, 403, 404, 422}  # nobody asked for an analysis
    assert sum(status == 200 for status, *_ in before.values()) > len(before) / 2
    await step_archivist(house)
    assert not await has_left(house, match)
    own = {address: answer for address, answer in before.items() if address.startswith("0 ")}
    assert await answers(house, people[:1], game, match) == own
    await move_to_cold_storage(house, match)
    with capture_logs() as said:
        assert await answers(house, people, game, match) == before
        async with kept_open(house.settings) as fresh:
            assert await answers(fresh, people, game, match) == before
    assert [line for line in said if line["log_level"] == "error"] == []


async def test_an_archived_match_with_a_damaged_log_is_read_from_its_archive(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await play_to_end(house, "katharina", (ann, ben))
    paths = (f"/katharina/matches/{match}/view", f"/matches/{match}/audit", f"/matches/{match}/archive")
    before = [(await ann.get(path)).content for path in paths]
    await step_archivist(house)
    items = (await house.store.tail(match, 0)).items
    spoilt = [*items[:9], items[9]._replace(batch=items[9].batch[:-1]), *items[10:]]
    await plant(house.store, match, spoilt)
    async with kept_open(house.settings) as fresh:
        assert [(await ann.at(fresh).get(path)).content for path in paths] == before
    await move_to_cold_storage(house, match)
    assert [(await ann.get(path)).content for path in paths] == before


async def test_an_archived_match_refuses_commands_and_a_repeated_opening_finds_it(house: House) -> None:
    ann = await house.person("Ann")
    opening = {"game": "katharina", "seats": table(("mine", "random"))}
    opened = good(await ann.post("/matches", opening, key="once"))
    match = opened["id"]
    live = await house.matches.find_fresh(match)
    assert live is not None
    luck, used, command = Random(1), "", None
    while live.match.closed is None:
        if 0 in live.match.waiting:
            used, command = f"key {live.match.version}", luck.choice((await ann.options(match))["options"])
            good(await ann.command(match, command, key=used))
        else:
            await asyncio.sleep(0.001)
            await house.matches.refresh(live)
    await Bookkeeper(house.store, house.records, house.matches.catalogue).catch_up([match])
    assert good(await ann.post("/matches", opening, key="once"))["version"] == opened["version"]
    await move_to_cold_storage(house, match)
    summary = good(await ann.get(f"/matches/{match}"))
    async with kept_open(house.settings) as fresh:
        for one in (ann, ann.at(fresh)):
            assert good(await one.post("/matches", opening, key="once")) == summary
            other = {"game": "katharina", "seats": table(("mine", "greedy"))}
            refused(await one.post("/matches", other, key="once"), 422, "key-reused")
            refused(await one.command(match, command, key=used), 409, "match-closed")
            refused(await one.command(match, command), 409, "match-closed")
            refused(await one.post(f"/matches/{match}/undo", {"to": 9}), 409, "match-closed")
            fork = {"at": 20, "seats": table(("mine", "random"))}
            assert good(await one.post(f"/matches/{match}/forks", fork))["origin"]["match"] == match
    assert await has_left(house, match)  # the secret has left too
    await house.store.keep_secret(match, bytes(32))  # as if a process died right after a repeated opening
    async with kept_open(house.settings) as fresh:
        assert good(await ann.at(fresh).post("/matches", opening, key="once")) == summary
    assert await has_left(house, match)


async def test_a_damaged_or_unreachable_archive_is_answered_with_a_problem_and_live_matches_continue(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await play_to_end(house, "katharina", (ann, ben))
    await move_to_cold_storage(house, match)
    going_on = await ann.open("mine", "open")
    file = Path(house.settings.archives) / object_name(match)
    good_bytes = file.read_bytes()
    async with kept_open(house.settings) as fresh:
        caller = ann.at(fresh)
        file.write_bytes(good_bytes[:200] + bytes([good_bytes[200] ^ 1]) + good_bytes[201:])
        for path in (f"/matches/{match}", f"/matches/{match}/archive", f"/katharina/matches/{match}/replay"):
            refused(await caller.get(path), 500, "match-damaged")
        file.unlink()
        refused(await caller.get(f"/matches/{match}/scores"), 500, "match-damaged")
        assert good(await caller.get(f"/matches/{going_on}"))["status"] == "open"
        file.write_bytes(good_bytes)
        archives = file.parents[1]
        archives.rename(archives.with_name("elsewhere"))
        refused(await caller.get(f"/matches/{match}/scores"), 503, "not-ready")
        archives.with_name("elsewhere").rename(archives)
        assert good(await caller.get(f"/matches/{match}"))["status"] == "finished"
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    async with kept_open(replace(house.settings, archive_url="s3://nobody/there")) as away:
        caller = ann.at(away)
        for path in (f"/matches/{match}", f"/katharina/matches/{match}/feed", f"/matches/{match}/archive"):
            refused(await caller.get(path), 503, "not-ready")
        assert good(await caller.get(f"/matches/{going_on}"))["status"] == "open"
        assert good(await caller.get("/matches", params={"status": "finished"}))["matches"][0]["id"] == match
