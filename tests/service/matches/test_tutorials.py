"""Tutorials: everyone gets the same deal, the opponent follows the script, and no list shows them."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from chronik.domain.games import CURRENT
from chronik.domain.katharina.commands import ChooseDisplay
from chronik.service.bots import lessons
from chronik.service.running.settings import Settings
from tests.support.service.apps import Player, answer_once, card, finished, good, register, running, until
from tests.support.service.apps import settings as settings


async def opened(client: httpx.AsyncClient, player: Player, game: str = "katharina") -> str:
    answer = good(await client.post(f"/api/v1/tutorials/{game}", headers=player.headers))
    assert (answer["tutorial"], answer["seats"][0]["player"]) == (lessons.LESSONS[game].name, player.id)
    found: str = answer["id"]
    return found


async def view(client: httpx.AsyncClient, match: str, player: Player, game: str = "katharina") -> Any:
    return good(await client.get(f"/api/v1/{game}/matches/{match}/view", headers=player.headers))["view"]


async def list_all(client: httpx.AsyncClient, player: Player) -> list[str]:
    """Returns the matches of a player in the lobby and in the export of finished matches."""
    listed = good(await client.get("/api/v1/matches", params={"player": player.id}))["matches"]
    ended = await client.get("/api/v1/matches.ndjson", params={"player": player.id})
    return [*(one["id"] for one in listed), *ended.text.splitlines()]


@pytest.mark.parametrize("game", CURRENT)
async def test_every_game_has_a_tutorial_with_the_same_deal_for_everyone(client: httpx.AsyncClient, game: str) -> None:
    seen = []
    for name in ("Ann", "Ben"):
        player = await register(client, name)
        seen.append((await view(client, await opened(client, player, game), player, game))["seats"]["0"])
    assert seen[0] == seen[1]


async def test_an_unknown_game_has_no_tutorial(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    assert (await client.post("/api/v1/tutorials/chess", headers=ann.headers)).status_code == 404


async def test_no_list_shows_a_tutorial(client: httpx.AsyncClient) -> None:
    """Another match of the player, opened later, shows that the lists are up to date."""
    ann = await register(client)
    tutorial = await opened(client, ann)
    body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]}
    other = good(await client.post("/api/v1/matches", json=body, headers=ann.headers))["id"]
    for match in (tutorial, other):
        good(await client.post(f"/api/v1/matches/{match}/resignations", headers=ann.headers))
        assert (await finished(client, match))["ending"] == "forfeited"

    async def has_both() -> bool:
        return len(await list_all(client, ann)) == 2

    await until(has_both)
    listed, exported = await list_all(client, ann)
    assert (listed, other in exported) == (other, True)
    kept = good(await client.post("/api/v1/me/exports", headers=ann.headers))
    assert {one["id"] for one in kept["matches"]} == {tutorial, other}, "the export of an account is complete"
    good(await client.post("/api/v1/me/erasure", json={"confirm": ann.id}, headers=ann.headers))
    assert (await card(client, tutorial))["seats"][0]["name"] != "Ann"


async def test_a_script_with_an_illegal_command_does_not_stop_the_match(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = replace(lessons.LESSONS["katharina"], script={0: (ChooseDisplay(("P001", "P002", "P003")),)})
    monkeypatch.setitem(lessons.LESSONS, "katharina", wrong)
    async with running(settings) as (_, client):
        ann, luck = await register(client), random.Random(1)
        match = await opened(client, ann)

        async def has_two_rounds() -> bool:
            await answer_once(client, match, ann, luck)
            return bool((await view(client, match, ann))["round"] == 2)

        await until(has_two_rounds)
        assert (await card(client, match))["status"] == "running"


def test_the_script_gives_the_first_legal_command_of_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    illegal, legal, other = (ChooseDisplay((card, "b", "c")) for card in "xyz")
    monkeypatch.setitem(lessons.LESSONS, "katharina", lessons.Lesson("katharina/10", {1: (illegal, legal)}))
    assert lessons.find_scripted("katharina", "katharina/10", 1, [other, legal]) == legal
    assert lessons.find_scripted("katharina", "katharina/10", 1, [other]) is None
    assert lessons.find_scripted("katharina", "katharina/10", 2, [legal]) is None
    assert lessons.find_scripted("katharina", "katharina/0", 1, [legal]) is None, "the script of another lesson"
