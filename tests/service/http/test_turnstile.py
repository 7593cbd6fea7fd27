"""The turnstile: which requests pass it, who is counted before, and how long anybody keeps the others waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar, get, put
from litestar.params import FromPath, RawBody
from litestar.routes import HTTPRoute

from service.app import create_app
from service.http.guards import Pace, RateGuard
from service.http.media import EVENTS
from service.http.turnstile import AT_ONCE, HELD_SECONDS, is_feed
from service.people.auth import Authenticator, Principal
from service.settings import Settings
from service.sql.database import Records
from tests.support.service.apps import settings_for
from tests.support.service.plumbing import bearer_of, build, calling

TYPED = "/api/v1/tournaments/{name:str}/feed"
QUICK, SLOW = "/api/v1/tournaments/quick/feed", "/api/v1/tournaments/slow/feed"
SOON = 2 * HELD_SECONDS
"""Within this a feed comes in that had to wait for places once; after forty others it would be ten times as much."""


def scope_of(path: str, method: str = "GET", token: str = "") -> Any:
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "client": ("192.0.2.1", 1),
        "headers": headers,
        "state": {},
    }


async def test_every_feed_passes_it_and_nothing_else_does(store_url: str, tmp_path: Path) -> None:
    routes = [route for route in create_app(settings_for(store_url, tmp_path)).routes if isinstance(route, HTTPRoute)]
    feeds = {route.path_format for route in routes for one in route.route_handlers if one.media_type == EVENTS}
    paths = {route.path_format for route in routes}
    passing = {path for path in paths if is_feed(scope_of(path.replace("{", "").replace("}", "")))}
    assert passing == feeds - {"/api/v1/me/events"}
    assert len(passing) == 4
    for path in ("/feed", "/api/v1/me/decks/feed", "/api/v1/matches/m/feed", "/api/v1/katharina/matches/m/x/feed"):
        assert not is_feed(scope_of(path))
    assert is_feed(scope_of("/api/v1//katharina/matches/m/feed/"))
    for method in ("PUT", "POST", "DELETE", "OPTIONS", "HEAD"):
        assert not is_feed(scope_of("/api/v1/katharina/matches/m/feed", method))


class House:
    """A small application with feeds: some begin at once, `slow` ones when they are told to, or never."""

    def __init__(self, records: Records, settings: Settings | None = None) -> None:
        self.done = asyncio.Event()
        self.inside = 0

        @get(TYPED)
        async def feed(name: FromPath[str]) -> str:
            self.inside += 1
            if name == "slow":
                await self.done.wait()
            return name

        @put("/api/v1/me/decks/{name:str}")
        async def keep(name: FromPath[str], body: RawBody) -> None: ...

        self.app = build(records, settings, [feed, keep])


@asynccontextmanager
async def asking(app: Litestar, count: int, path: str, method: str = "GET") -> AsyncIterator[list[asyncio.Task[None]]]:
    """So many callers whose bodies never arrive, and who are never answered unless the service does so by itself."""

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None: ...

    callers = [asyncio.ensure_future(app(scope_of(path, method), receive, send)) for _ in range(count)]
    await asyncio.sleep(0.05)
    yield callers
    for one in callers:
        one.cancel()
    await asyncio.wait(callers)


async def comes_in(client: httpx.AsyncClient) -> float:
    """How long a feed takes to come in."""
    loop = asyncio.get_running_loop()
    asked = loop.time()
    assert (await client.get(QUICK)).text == "quick"
    return loop.time() - asked


@pytest.mark.parametrize(("path", "method"), [("/api/v1/me/decks/feed", "PUT"), (QUICK, "PUT")])
async def test_bodies_that_never_arrive_hold_up_no_feed(sqlite_records: Records, path: str, method: str) -> None:
    house = House(sqlite_records)
    async with calling(house.app) as client, asking(house.app, 40, path, method):
        assert await comes_in(client) < SOON


async def test_a_feed_that_is_asked_for_with_a_body_comes_in_without_it(sqlite_records: Records) -> None:
    house = House(sqlite_records)
    async with calling(house.app) as client, asking(house.app, 40, QUICK):
        assert await comes_in(client) < SOON
        assert house.inside == 41


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_slow_work_keeps_its_place_for_a_moment_only(sqlite_records: Records, method: str) -> None:
    house = House(sqlite_records)
    async with calling(house.app) as client, asking(house.app, AT_ONCE, SLOW, method) as slow:
        assert HELD_SECONDS / 2 < await comes_in(client) < SOON
        assert house.inside == AT_ONCE + 1
        assert not any(one.done() for one in slow), "it goes on without a place"


async def test_a_place_that_was_taken_away_is_not_given_back_again(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.http.turnstile.HELD_SECONDS", 0.1)
    house = House(sqlite_records)
    async with calling(house.app), asking(house.app, AT_ONCE, SLOW) as slow:
        await asyncio.sleep(0.2)
        house.done.set()
        await asyncio.wait(slow)
        house.done.clear()
        monkeypatch.setattr("service.http.turnstile.HELD_SECONDS", 60)
        async with asking(house.app, 3 * AT_ONCE, SLOW):
            assert house.inside == 2 * AT_ONCE


async def test_whoever_waits_is_counted(sqlite_records: Records) -> None:
    house = House(sqlite_records, Settings(rate_address=0.1, burst_address=10))
    async with calling(house.app) as client, asking(house.app, 50, SLOW) as callers:
        assert [one.done() for one in callers] == [False] * 10 + [True] * 40
        assert (await client.get("/problems/malformed")).status_code == 200, "another address"


async def test_nobody_is_asked_about_tokens_while_feeds_wait(sqlite_records: Records) -> None:
    asked: list[str] = []

    async def find(hashed: str) -> Principal | None:
        asked.append(hashed)
        return await asyncio.Event().wait() and None

    async def inside(scope: Any, receive: Any, send: Any) -> None: ...

    async def nothing(*_: Any) -> Any: ...

    guard = RateGuard(inside, Authenticator(find), Pace("account", 0, 1), Pace("address", 0, 1))
    feeds = [scope_of(QUICK, token=f"chronik_{number}") for number in range(5 * AT_ONCE)]
    coming = [asyncio.ensure_future(guard(scope, nothing, nothing)) for scope in feeds]
    await asyncio.sleep(0.05)
    assert len(asked) == AT_ONCE
    other = asyncio.ensure_future(guard(scope_of("/x", token="chronik_other"), nothing, nothing))
    await asyncio.sleep(0.05)
    assert len(asked) == AT_ONCE + 1, "whatever else is asked passes them by"
    for one in (*coming, other):
        one.cancel()
    await asyncio.wait((*coming, other))


async def test_a_token_that_was_not_known_counts_for_its_account(sqlite_records: Records) -> None:
    house = House(sqlite_records, Settings(rate_account=1, burst_account=3, rate_address=0.1, burst_address=100))
    async with calling(house.app) as client:
        ann = (await client.post("/api/v1/players", json={"name": "Ann"})).json()
        told = [await client.get(QUICK, headers=bearer_of(ann["token"])) for _ in range(5)]
    assert [answer.status_code for answer in told] == [200] * 3 + [429] * 2
    assert told[-1].json()["per"] == "account"
