"""The admission queue: which requests it delays, that they are counted first, and how long one may delay the others."""

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

from chronik.service.app import create_app
from chronik.service.identity.auth import Authenticator, Principal
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from chronik.service.web.admission_queue import AT_ONCE, HELD_SECONDS
from chronik.service.web.guard import Guard, is_feed
from chronik.service.web.media import EVENTS
from chronik.service.web.pace import Pace
from tests.support.service.apps import settings_for
from tests.support.service.plumbing import bearer_of, build, calling

TYPED = "/api/v1/tournaments/{name:str}/feed"
QUICK, SLOW = "/api/v1/tournaments/quick/feed", "/api/v1/tournaments/slow/feed"
SOON = 2 * HELD_SECONDS
"""A feed that waited for slots once connects within this; after forty others it would take ten times as long."""


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


async def test_only_requests_for_feeds_are_queued(store_url: str, tmp_path: Path) -> None:
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


class FeedApp:
    """A small application with feeds: some begin at once, and a `slow` one on request, or never."""

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
async def open_requests(
    app: Litestar, count: int, path: str, method: str = "GET"
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Yields requests whose bodies never arrive; they stay open unless the service answers by itself."""

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None: ...

    callers = [asyncio.ensure_future(app(scope_of(path, method), receive, send)) for _ in range(count)]
    await settle()
    yield callers
    for one in callers:
        one.cancel()
    await asyncio.wait(callers)


async def settle() -> None:
    """Runs the event loop until every task waits."""
    for _ in range(500):
        await asyncio.sleep(0)


async def time_to_open(client: httpx.AsyncClient) -> float:
    """Returns the seconds until a feed opens."""
    loop = asyncio.get_running_loop()
    asked = loop.time()
    assert (await client.get(QUICK)).text == "quick"
    return loop.time() - asked


@pytest.mark.parametrize(("path", "method"), [("/api/v1/me/decks/feed", "PUT"), (QUICK, "PUT")])
async def test_bodies_that_never_arrive_do_not_hold_up_feeds(sqlite_records: Records, path: str, method: str) -> None:
    house = FeedApp(sqlite_records)
    async with calling(house.app) as client, open_requests(house.app, 40, path, method):
        assert await time_to_open(client) < SOON


async def test_a_feed_opens_without_waiting_for_its_body(sqlite_records: Records) -> None:
    house = FeedApp(sqlite_records)
    async with calling(house.app) as client, open_requests(house.app, 40, QUICK):
        assert await time_to_open(client) < SOON
        assert house.inside == 41


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_slow_feed_holds_its_slot_for_only_a_second(sqlite_records: Records, method: str) -> None:
    house = FeedApp(sqlite_records)
    async with calling(house.app) as client, open_requests(house.app, AT_ONCE, SLOW, method) as slow:
        assert HELD_SECONDS / 2 < await time_to_open(client) < SOON
        assert house.inside == AT_ONCE + 1
        assert not any(one.done() for one in slow), "it goes on without a place"


async def test_a_slot_is_released_only_once(sqlite_records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.service.web.admission_queue.HELD_SECONDS", 0.1)
    house = FeedApp(sqlite_records)
    async with calling(house.app) as client, open_requests(house.app, AT_ONCE, SLOW) as slow:
        await time_to_open(client)  # it opens once a slot has been taken from a slow feed
        house.done.set()
        await asyncio.wait(slow)
        house.done.clear()
        monkeypatch.setattr("chronik.service.web.admission_queue.HELD_SECONDS", 60)
        async with open_requests(house.app, 3 * AT_ONCE, SLOW):
            assert house.inside == 2 * AT_ONCE + 1


async def test_queued_feeds_are_counted(sqlite_records: Records) -> None:
    house = FeedApp(sqlite_records, Settings(rate_address=0.1, burst_address=10))
    async with calling(house.app) as client, open_requests(house.app, 50, SLOW) as callers:
        assert [one.done() for one in callers] == [False] * 10 + [True] * 40
        assert (await client.get("/problems/malformed")).status_code == 200, "another address"


async def test_tokens_of_queued_feeds_are_not_looked_up(sqlite_records: Records) -> None:
    asked: list[str] = []

    async def find(hashed: str) -> Principal | None:
        asked.append(hashed)
        return await asyncio.Event().wait() and None

    async def inside(scope: Any, receive: Any, send: Any) -> None: ...

    async def nothing(*_: Any) -> Any: ...

    guard = Guard(inside, Authenticator(find), Pace("account", 0, 1), Pace("address", 0, 1), Settings())
    feeds = [scope_of(QUICK, token=f"chronik_{number}") for number in range(5 * AT_ONCE)]
    coming = [asyncio.ensure_future(guard(scope, nothing, nothing)) for scope in feeds]
    await settle()
    assert len(asked) == AT_ONCE
    other = asyncio.ensure_future(guard(scope_of("/x", token="chronik_other"), nothing, nothing))
    await settle()
    assert len(asked) == AT_ONCE + 1, "whatever else is asked passes them by"
    for one in (*coming, other):
        one.cancel()
    await asyncio.wait((*coming, other))


async def test_a_request_with_a_token_known_to_be_valid_is_charged_to_its_account(sqlite_records: Records) -> None:
    house = FeedApp(sqlite_records, Settings(rate_account=1, burst_account=3, rate_address=0.1, burst_address=100))
    async with calling(house.app) as client:
        ann = (await client.post("/api/v1/players", json={"name": "Ann"})).json()
        told = [await client.get(QUICK, headers=bearer_of(ann["token"])) for _ in range(5)]
    assert [answer.status_code for answer in told] == [200] * 3 + [429] * 2
    assert told[-1].json()["per"] == "account"
