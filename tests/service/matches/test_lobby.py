"""The first screen: live and open tables with pictures, private matches, and previews of links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from chronik.domain.games import CURRENT
from chronik.projections.match.picture import SEATS as SEAT_COLOURS
from chronik.service.matches.routes import lobby
from tests.support.service.apps import Player, good, register, until
from tests.support.service.apps import settings as settings

SEATS = {"katharina": 3, "cities_knights": 3, "catan_cards": 2}


async def opened(client: httpx.AsyncClient, player: Player, game: str = "katharina", free: int = 0, **more: Any) -> str:
    """Opens a match of a player and greedy bots, with some free seats."""
    bots = [{"t": "bot", "level": "greedy"}] * (SEATS[game] - 1 - free)
    body = {"game": game, "seats": [{"t": "mine"}, *[{"t": "open"}] * free, *bots], **more}
    return str(good(await client.post("/api/v1/matches", json=body, headers=player.headers))["id"])


async def shown(client: httpx.AsyncClient, player: Player | None = None) -> dict[str, list[str]]:
    page = good(await client.get("/api/v1/lobby", headers=player.headers if player else {}))
    return {part: [one["id"] for one in page[part]] for part in ("own", "live", "open")}


@pytest.mark.parametrize("game", CURRENT)
async def test_a_live_table_has_a_small_picture_without_secrets(client: httpx.AsyncClient, game: str) -> None:
    ann = await register(client, "Ann")
    match = await opened(client, ann, game)

    async def is_live() -> bool:
        return match in (await shown(client))["live"]

    await until(is_live)
    [table] = good(await client.get("/api/v1/lobby"))["live"]
    assert len(table["picture"]) < 15_000
    assert not re.search(r"<text|<image|href|\bAnn\b", table["picture"])
    assert len(table["points"]) == len(table["seats"]) == SEATS[game]
    for path in (f"/matches/{match}/board.png", f"/games/{game}/board.png"):
        assert (await client.get(path)).content.startswith(b"\x89PNG")


async def test_tables_leave_the_list_if_nobody_touches_them(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await register(client, "Ann"), await register(client, "Ben")
    running, waiting = await opened(client, ann), await opened(client, ann, free=1)

    async def are_listed() -> bool:
        return await shown(client, ben) == {"own": [], "live": [running], "open": [waiting]}

    await until(are_listed)
    first = await client.get("/api/v1/lobby")
    again = await client.get("/api/v1/lobby", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    monkeypatch.setattr(lobby, "LIVE_MS", -60_000)
    assert await shown(client, ben) == {"own": [], "live": [], "open": []}
    assert set((await shown(client, ann))["own"]) == {running, waiting}, "the player still finds them"


async def test_a_private_match_is_reached_only_by_its_link(client: httpx.AsyncClient) -> None:
    ann, ben = await register(client, "Ann"), await register(client, "Ben")
    private = await opened(client, ann, free=1, private=True)
    public = await opened(client, ann, free=1)

    async def is_own() -> bool:
        return set((await shown(client, ann))["own"]) == {private, public}

    await until(is_own)
    assert (await shown(client, ben))["open"] == [public]
    listed = good(await client.get("/api/v1/matches", params={"player": ann.id}))["matches"]
    assert [one["id"] for one in listed] == [public]
    taken = await client.post(f"/api/v1/matches/{private}/seats", json={}, headers=ben.headers)
    assert good(taken)["match"]["private"] is True


def test_pictures_have_the_seat_colours_of_the_pages() -> None:
    tokens = Path("service/viewer/style/tokens.css").read_text("utf-8")
    assert tuple(re.findall(r"--seat-\d: light-dark\((#\w+)", tokens)) == SEAT_COLOURS


async def test_a_link_has_a_preview_with_names_and_a_picture(client: httpx.AsyncClient) -> None:
    ann = await register(client, '"><b>Ann')
    for path, picture in (
        (f"/matches/{await opened(client, ann, free=1)}", "/games/katharina/board.png"),
        (f"/replay/{(match := await opened(client, ann))}", f"/matches/{match}/board.png"),
    ):
        page = (await client.get(path, headers={"accept": "text/html"})).text
        assert '<meta property="og:title" content="Katharina: &quot;&gt;&lt;b&gt;Ann' in page
        [image] = re.findall(r'<meta property="og:image" content="(http[^"]*)"', page)
        assert picture in image
        assert (await client.get(image)).headers["content-type"] == "image/png"
