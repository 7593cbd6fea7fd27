"""The feed: a viewer gets during a match exactly what the replay returns afterwards."""

import asyncio
import json
import os
import random
import signal
import zlib
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar

from chronik.domain.engine.seats import Spectator
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.keys import Item
from chronik.service.log.outcomes import OtherLog
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.feed.hub import RECHECK_SECONDS, Hub, Subscription, Topic
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import LiveMatches, Log
from chronik.service.running.background import Background
from chronik.service.running.settings import Settings
from chronik.service.web.admission_queue import AT_ONCE
from tests.support.service.apps import (
    PATIENCE,
    Player,
    answer_once,
    card,
    finished,
    good,
    opened,
    play_on,
    register,
    running,
    serving,
    settings_for,
    until,
)
from tests.support.service.events import Event, Watcher, watching
from tests.support.service.stored import plant
from tests.support.service.tables import ONE_LOOP
from tests.support.service.trips import count_trips

pytestmark = ONE_LOOP


@pytest.fixture
def server(shared_server: httpx.AsyncClient) -> httpx.AsyncClient:
    """The shared server of these tests."""
    return shared_server


@pytest.fixture
def settings(store_url: str, tmp_path: Path) -> Settings:
    """Settings of a separate service over the same store."""
    return settings_for(store_url, tmp_path)


async def replay(client: httpx.AsyncClient, match: str, eyes: str, headers: dict[str, str] | None = None) -> list[Any]:
    """Returns the frames of a replay, without the base."""
    url = f"/api/v1/katharina/matches/{match}/replay"
    answer = await client.get(url, params={"as": eyes}, headers=headers or {})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()][1:]


async def test_each_viewer_gets_the_frames_of_its_replay(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open", "greedy")
    async with (
        watching(server, match, "0", ann.headers) as first,
        watching(server, match, "spectator", after=0) as crowd,
    ):
        everybody = asyncio.gather(first.frames(), crowd.frames())
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        async with watching(server, match, "1", bob.headers, after=0) as second:
            seconds = asyncio.create_task(second.frames())
            await play_on(server, match, [ann, bob])
            seen = [*await everybody, await seconds]
    expected = [
        await replay(server, match, "0"),
        await replay(server, match, "spectator"),
        await replay(server, match, "1"),
    ]
    assert seen[0] == expected[0][first_version_of(seen[0]) - 1 :]
    assert seen[1:] == expected[1:]
    assert len(expected[0]) > 80


def first_version_of(frames: list[Any]) -> int:
    version: int = frames[0]["version"]
    return version


async def test_the_first_event_of_a_feed_is_the_view(server: httpx.AsyncClient) -> None:
    ann = await register(server)
    match = await opened(server, ann, "mine", "open")
    async with watching(server, match) as watcher:
        first = await watcher.first("view")
        assert (first.id, first.data) == (3 - 1, {"version": 2, "view": None})
        assert watcher.raw.startswith(b"retry: ")
        assert watcher.response.headers["content-type"].startswith("text/event-stream")
        assert watcher.response.headers["x-accel-buffering"] == "no"
    started = await opened(server, ann, "mine", "random")
    seen = (await server.get(f"/api/v1/katharina/matches/{started}/view", headers=ann.headers)).json()
    async with watching(server, started, headers=ann.headers) as watcher:
        first = await watcher.first("view")
        assert first.data["view"]["seats"]["0"]["hand"] == seen["view"]["seats"]["0"]["hand"]


async def test_before_the_start_a_feed_has_a_frame_for_each_seat_that_is_taken(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open")
    async with watching(server, match) as watcher:
        await watcher.first("view")
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        frame = await watcher.first("frame")
        assert frame.data == {
            "version": 3,
            "line": {"key": "seat-taken", "seat": 1, "params": {"player": bob.id}},
            "patch": {},
        }
        assert (await watcher.first("frame")).data["line"]["key"] == "started"
        await watcher.first("frame")
        assert watcher.view["seats"]["1"]["points"] == 0


async def test_a_feed_can_resume_from_any_version(server: httpx.AsyncClient) -> None:
    ann = await register(server)
    match = await opened(server, ann, "random", "random")
    version = (await finished(server, match))["version"]
    for eyes in ("0", "spectator", "referee"):
        whole = await replay(server, match, eyes)
        for after in (0, 1, 3, 10, version // 2, version - 1, version):
            async with watching(server, match, eyes, after=after) as watcher:
                assert await watcher.frames() == whole[after:]
                assert watcher.raw.rstrip().endswith(b'data: {"version":%d}' % version)


@pytest.mark.parametrize("wrong", ["99999", "100000000", "x", "-1", "٣"])
async def test_an_unknown_last_event_id_starts_the_feed_with_the_view(server: httpx.AsyncClient, wrong: str) -> None:
    ann = await register(server)
    match = await opened(server, ann, "mine", "random")
    async with watching(server, match, headers={"last-event-id": wrong.encode()}) as watcher:
        event = await watcher.first("view")
        assert len(event.data["view"]["seats"]) == 2


async def test_a_feed_resumes_while_the_match_is_played(server: httpx.AsyncClient) -> None:
    ann = await register(server)
    match = await opened(server, ann, "mine", "greedy", "random")
    playing = asyncio.create_task(play_on(server, match, [ann]))
    frames: list[Any] = []
    version, view, luck = 0, None, random.Random(5)
    ended = connections = 0
    while not ended:
        async with watching(server, match, headers=ann.headers, after=version, view=view) as watcher:
            connections += 1
            wanted = luck.randrange(1, 25)
            async for event in watcher.events():
                if event.kind == "frame":
                    frames.append(event.data)
                ended += event.kind == "end"
                if version + wanted <= watcher.version or ended:
                    break
            version, view = watcher.version, watcher.view
    await playing
    assert frames == await replay(server, match, "0")
    assert connections > 5


class GzipFeed:
    """A gzip feed whose chunks are decompressed one by one."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self.pieces = response.aiter_raw()
        self.size = 0

    async def piece(self) -> bytes:
        packed = await anext(self.pieces)
        self.size += len(packed)
        return self.unpacker.decompress(packed)


@asynccontextmanager
async def gzip_feed(server: httpx.AsyncClient, match: str, after: int) -> AsyncIterator[GzipFeed]:
    url = f"/api/v1/katharina/matches/{match}/feed"
    async with server.stream("GET", url, headers={"accept-encoding": "gzip", "last-event-id": str(after)}) as response:
        assert response.headers["content-encoding"] == "gzip"
        yield GzipFeed(response)


async def test_a_gzip_feed_is_one_stream_that_is_flushed_after_every_chunk(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open")
    async with gzip_feed(server, match, after=99_999) as feed:
        seen = await feed.piece()
        assert seen.startswith(b"retry: ")
        assert seen.endswith(b"\n\n")
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        assert b'"key":"seat-taken"' in await feed.piece()
        async with asyncio.TaskGroup() as group:
            group.create_task(play_on(server, match, [ann, bob]))
            while b"event: end" not in (piece := await feed.piece()):
                assert piece.endswith(b"\n\n"), "a chunk is complete without the next one"
                seen += piece
        assert await feed.piece() == b""
        assert feed.unpacker.eof
        assert feed.size < len(seen) / 4
    version = (await card(server, match))["version"]
    async with gzip_feed(server, match, after=version - 3) as again:
        resumed = b"".join([again.unpacker.decompress(piece) async for piece in again.pieces])
        assert again.unpacker.eof
    plain = {"accept-encoding": "identity", "last-event-id": str(version - 3)}
    answer = await server.get(f"/api/v1/katharina/matches/{match}/feed", headers=plain)
    assert "content-encoding" not in answer.headers
    assert "accept-encoding" in answer.headers["vary"]
    assert answer.content == resumed


async def test_a_quiet_feed_sends_heartbeats(settings: Settings) -> None:
    async with serving(msgspec.structs.replace(settings, heartbeat_seconds=0.05)) as server:
        ann = await register(server)
        match = await opened(server, ann, "mine", "open")
        for coding in ("gzip", "identity"):
            async with watching(server, match, headers={"accept-encoding": coding}) as watcher:
                await watcher.first("view")
                for _ in range(3):
                    assert await watcher.first("comment") == Event("comment", None, None)
                assert watcher.version == 2


async def test_a_client_that_does_not_read_is_cut_off(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.service.matches.feed.outbox.BOUND", 4096)
    monkeypatch.setattr("chronik.service.matches.routes.feed.GRACE_SECONDS", 0.1)
    async with running(settings) as (app, client), stall_feed(app, client) as reading:
        await until(lambda: has_no_clients(client))
        await reading


async def test_control_without_a_limit_a_client_that_does_not_read_stays_connected(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.matches.feed.outbox.BOUND", 1 << 40)
    monkeypatch.setattr("chronik.service.matches.routes.feed.GRACE_SECONDS", 0.1)
    async with running(settings) as (app, client), stall_feed(app, client) as reading:
        await asyncio.wait([reading], timeout=0.5)
        assert await count_clients(client) == 1
        reading.cancel()


@asynccontextmanager
async def stall_feed(app: Litestar, client: httpx.AsyncClient) -> AsyncIterator[asyncio.Task[None]]:
    """Opens a feed whose client stops reading while the match continues."""
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    match = await opened(client, ann, "mine", "open")
    sent: list[bytes] = []
    reading = asyncio.create_task(read_two_chunks(app, match, sent))
    await until(lambda: has_clients(client))
    await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
    await play_on(client, match, [ann, bob], commands=30)
    assert (await card(client, match))["version"] > 60, "the match went on without waiting"
    yield reading
    assert len(sent) == 2


async def read_two_chunks(app: Litestar, match: str, sent: list[bytes]) -> None:
    """Runs a client that stays connected but stops reading after two chunks."""

    async def receive() -> Any:
        await asyncio.sleep(0 if not asked else 60)
        asked.append(True)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            if len(sent) == 2:
                await asyncio.sleep(60)
            sent.append(message["body"])

    asked: list[bool] = []
    await app(feed_scope(match), receive, send)


def feed_scope(match: str, headers: Sequence[tuple[bytes, bytes]] = ()) -> Any:
    """Builds the ASGI scope of a feed request."""
    path = f"/api/v1/katharina/matches/{match}/feed"
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": list(headers),
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 80),
        "state": {},
    }


async def count_clients(server: httpx.AsyncClient) -> int:
    """Returns the number of open feeds in the metrics."""
    lines = (await server.get("/metrics")).text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("chronik_feed_clients "))))


async def has_no_clients(server: httpx.AsyncClient) -> bool:
    return await count_clients(server) == 0


async def has_clients(server: httpx.AsyncClient) -> bool:
    return await count_clients(server) > 0


async def test_three_hundred_subscribers_together_cost_one_read_per_batch(settings: Settings) -> None:
    assert settings.redis_url is not None
    store, beside = LogStore(settings.redis_url), LogStore(settings.redis_url)
    growth, heard = Hints(store), dict[str, int]()
    growth.listen(heard.__setitem__)

    async def all_hints_are_read() -> bool:
        return heard.get(match) == (await beside.tail(match, 0)).last

    matches = LiveMatches(store, Catalogue({}), 10)
    hub = Hub(matches, growth, find_no_token, settings)
    async with running(settings) as (_, client), Background().running(growth=growth.follow(), feed=hub.run()):
        await growth.begun.wait()
        ann, bob = await register(client, "Ann"), await register(client, "Bob")
        match = await opened(client, ann, "mine", "open")
        live = await matches.find_fresh(match)
        assert live is not None
        count = await count_trips(store)
        crowd = [Subscription(Spectator(), None, lambda _: True) for _ in range(300)]
        for stream in crowd:
            await hub.subscribe(live, stream, None)
            await stream.outbox.take()
        await until(lambda: is_true(count.trips > 0))
        before = count.trips
        await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        told = {await stream.outbox.take() for stream in crowd}
        assert len(told) == 1
        assert count.trips - before == 1
        for stream in crowd:
            hub.leave(match, stream)
        before = count.trips
        for player in (ann, bob):
            await answer_once(client, match, player, random.Random(1))
        await until(all_hints_are_read)
        assert count.trips == before, "a match without subscribers was read"
    await store.close()
    await beside.close()


class Returning:
    """A spectator who reconnects with the last version they saw."""

    def __init__(self, number: int, match: str, after: int, begun: list[int]) -> None:
        self.number = number
        self.after = after
        self.status = 0
        self.raw = b""
        self.scope = feed_scope(match, [(b"last-event-id", b"%d" % after)])
        self._begun = begun
        self._asked = False

    async def receive(self) -> Any:
        if self._asked:
            await asyncio.Event().wait()
        self._asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._begun.append(self.number)
        else:
            self.raw += message["body"]

    def frames(self) -> list[Any]:
        lines = [json.loads(line[6:]) for line in self.raw.splitlines() if line.startswith(b"data: ")]
        return lines if self.raw.endswith(b"\n\n") else []


async def test_three_hundred_clients_that_reconnect_at_once_share_one_read(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are served in the order of their requests, and players need not wait for them."""
    async with running(settings) as (app, client), asyncio.TaskGroup() as group:
        ann, bob = await register(client, "Ann"), await register(client, "Bob")
        match = await opened(client, ann, "mine", "open")
        await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        await play_on(client, match, [ann, bob], commands=12)
        version = (await card(client, match))["version"]
        reads: list[str] = []
        may_read, whole_log = asyncio.Event(), LiveMatches.read_log

        async def log(self: LiveMatches, wanted: str) -> Log | None:
            reads.append(wanted)
            await may_read.wait()
            return await whole_log(self, wanted)

        monkeypatch.setattr(LiveMatches, "read_log", log)
        begun: list[int] = []
        crowd = [Returning(number, match, version - 1 - number % 20, begun) for number in range(300)]
        feeds = [group.create_task(app(one.scope, one.receive, one.send)) for one in crowd]
        await until(lambda: is_true(bool(reads)))
        played = [await answer_once(client, match, player, random.Random(3)) for player in (ann, bob)]
        assert any(played), "a command is answered while all feeds wait"
        assert begun == []
        version = (await card(client, match))["version"]
        may_read.set()
        await until(lambda: is_true(all(one.frames() and one.frames()[-1]["version"] == version for one in crowd)))
        assert {one.status for one in crowd} == {200}
        assert begun == list(range(300))
        assert 1 <= reads.count(match) <= 1 + len([answer for answer in played if answer]), "once, and once per growth"
        whole = await replay(client, match, "spectator")
        for one in crowd:
            assert one.frames() == whole[one.after :]
        for feed in feeds:
            feed.cancel()


async def is_true(fact: bool) -> bool:
    return fact


async def find_no_token(hashes: Collection[str]) -> frozenset[str]:
    """Returns no valid token."""
    return frozenset()


async def test_a_revoked_token_closes_the_feed_within_five_seconds(settings: Settings) -> None:
    async with serving(settings) as one, serving(settings) as other:
        ann = await register(one)
        match = await opened(one, ann, "mine", "open")
        token = (await one.post("/api/v1/me/tokens", json={"scopes": ["play"]}, headers=ann.headers)).json()
        used = {"authorization": f"Bearer {token['token']}"}
        async with watching(one, match, headers=used) as watcher, watching(one, match, headers=ann.headers) as mine:
            await watcher.first("view")
            await mine.first("view")
            await other.delete(f"/api/v1/me/tokens/{token['id']}", headers=ann.headers)
            assert [event async for event in watcher.events()] == []
            assert RECHECK_SECONDS < 5
            await one.delete(f"/api/v1/matches/{match}/seats/0", headers=ann.headers)
            assert await mine.frames() == [], "a player who left the seat no longer gets its view"


async def test_accounts_behind_one_address_have_separate_feed_limits(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.web.feed_slots.WAIT_SECONDS", 0.05)
    async with serving(msgspec.structs.replace(settings, streams_account=2, streams_address=1)) as server:
        ann, ben = await register(server, "Ann"), await register(server, "Ben")
        match = await opened(server, ann, "mine", "open")
        url = f"/api/v1/katharina/matches/{match}/feed"
        async with AsyncExitStack() as stack:
            for headers in (ann.headers, ann.headers, ben.headers, ben.headers, {}):
                await stack.enter_async_context(watching(server, match, headers=headers))
            for headers, per, limit in ((ann.headers, "account", 2), ({}, "address", 1)):
                refused = await server.get(url, headers=headers)
                problem = refused.json()
                assert (refused.status_code, problem["type"]) == (429, "/problems/rate-limited")
                assert (problem["code"], problem["per"], problem["limit"]) == ("too-many-feeds", per, limit)
                assert per in problem["detail"]
                assert int(refused.headers["retry-after"]) > 0
            assert await count_clients(server) == 5
        await until(lambda: has_no_clients(server))
        async with watching(server, match, headers=ann.headers) as again:
            await again.first("view")


async def test_a_player_cannot_watch_their_own_match_as_a_spectator(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open")
    url = f"/api/v1/katharina/matches/{match}/feed"
    async with watching(server, match, "spectator", ann.headers) as early:
        await early.first("view")
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        assert await early.frames() == [], "a player may watch their own match as a spectator only before it starts"
    cases = [("spectator", ann, "not-a-spectator"), ("1", ann, "not-your-seat"), ("referee", ann, "scope-missing")]
    for eyes, player, code in cases:
        refused = await server.get(url, params={"as": eyes}, headers=player.headers)
        assert (refused.status_code, refused.json()["code"]) == (403, code)
    assert (await server.get(url, params={"as": "0"})).status_code == 401
    for absent in (url, url + "/", url.replace("/feed", "//feed//")):
        assert (await server.get(absent.replace(match, "0" * 32))).status_code == 404
    async with watching(server, match, "spectator") as stranger:
        await stranger.first("view")


async def test_no_feed_contains_cards_from_another_players_hand(server: httpx.AsyncClient) -> None:
    """The events of a seat and of a spectator are searched for cards that only other seats know."""
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open")
    async with watching(server, match) as crowd, watching(server, match, "0", ann.headers) as own:
        await crowd.first("view")
        await own.first("view")
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        luck = random.Random(2)
        for _ in range(12):
            version = max((await card(server, match))["version"], crowd.version)
            await asyncio.gather(crowd.frames(version), own.frames(version))
            for player, watchers in ((ann, [crowd]), (bob, [crowd, own])):
                hidden = await hand(server, match, player)
                for watcher in watchers:
                    known = strings_of(watcher.view)
                    assert not hidden & known
                    assert all(f'"{name}"'.encode() not in watcher.raw for name in hidden - public_cards(watcher.raw))
            for player in (ann, bob):
                await answer_once(server, match, player, luck)


async def hand(server: httpx.AsyncClient, match: str, player: Player) -> set[str]:
    """Returns the cards that only this player knows."""
    seen = (await server.get(f"/api/v1/katharina/matches/{match}/view", headers=player.headers)).json()["view"]
    return {name for seat in seen["seats"].values() for name in seat.get("hand", ())}


def strings_of(view: Any) -> set[str]:
    """Returns every key and string value in a view."""
    if isinstance(view, str):
        return {view}
    if isinstance(view, dict):
        return set(view) | {name for value in view.values() for name in strings_of(value)}
    if isinstance(view, list):
        return {name for value in view for name in strings_of(value)}
    return set()


def public_cards(raw: bytes) -> set[str]:
    """Returns the cards that public lines have named: a discarded card may return to a hand."""
    lines = [json.loads(line[6:]) for line in raw.splitlines() if line.startswith(b"data: ")]
    return {name for line in lines if "line" in line for name in strings_of(line["line"])} | {
        name for line in lines if "patch" in line for name in strings_of(line["patch"].get("discard", {}))
    }


async def test_a_feed_follows_an_undo_that_goes_back_before_its_first_frame(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open")
    await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
    start = (await card(server, match))["version"]
    await play_on(server, match, [ann, bob], seed=3, commands=6)
    async with watching(server, match, "0", ann.headers) as watcher, watching(server, match, after=0) as crowd:
        await watcher.first("view")
        asked = await server.post(f"/api/v1/matches/{match}/undo", json={"to": start, "ask": True}, headers=ann.headers)
        number = asked.json()["match"]["undo"]["number"]
        vote = f"/api/v1/matches/{match}/undo/{number}/votes"
        version = (await server.post(vote, json={"grant": True}, headers=bob.headers)).json()["version"]
        await watcher.frames(version)
        await crowd.frames(version)
        assert b'"key":"undone"' in watcher.raw
        seen = await server.get(f"/api/v1/katharina/matches/{match}/view", headers=ann.headers)
        assert watcher.view == seen.json()["view"]
        async with watching(server, match, "0", ann.headers, after=number - 1) as again:
            frames = await again.frames(version)
            assert frames == (await replay(server, match, "0", ann.headers))[number - 1 :]


async def test_a_feed_loses_nothing_when_the_log_server_crashes_and_restarts(
    engine: BundledValkey, tmp_path: Path
) -> None:
    async with serving(settings_for(engine.url, tmp_path)) as server:
        ann = await register(server)
        match = await opened(server, ann, "mine", "open", "random")
        bob = await register(server, "Bob")
        async with watching(server, match, "spectator", after=0) as watcher:
            await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
            for seed in range(2):  # after a third crash the supervisor gives up
                await play_on(server, match, [ann, bob], seed, commands=8)
                os.kill(engine.pid, signal.SIGKILL)
                await until(lambda: is_ready(server))
            await play_on(server, match, [ann, bob], 9, commands=8)
            version = (await card(server, match))["version"]
            frames = await watcher.frames(version)
            assert frames == (await replay(server, match, "spectator"))[: len(frames)]
            assert len(frames) >= version > 60


async def is_ready(server: httpx.AsyncClient) -> bool:
    return (await server.get("/health/ready")).status_code == 200


async def test_a_feed_ends_if_the_log_becomes_shorter_and_starts_over_with_the_view(
    settings: Settings, store: LogStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.matches.feed.hub.SWEEP_SECONDS", 0.1)
    async with serving(settings) as server:
        match, _, items = await play_beyond(server, store)
        async with watching(server, match) as watcher:
            await watcher.first("view")
            assert watcher.version > items[-1].version
            await plant(store, match, items)
            async with asyncio.timeout(PATIENCE):
                assert [event.kind async for event in watcher.events()] == []
        async with watching(server, match, after=watcher.version) as again:
            assert (await again.first("view")).id == items[-1].version


async def test_a_feed_ends_if_the_log_was_replaced_by_a_longer_one(settings: Settings, store: LogStore) -> None:
    async with serving(settings) as server, serving(settings) as beside:
        match, people, items = await play_beyond(server, store)
        async with watching(server, match) as watcher:
            await watcher.first("view")
            told = watcher.version
            await plant(store, match, items)
            await play_on(beside, match, people, seed=8, commands=6)
            assert (await card(beside, match))["version"] > told
            async with asyncio.timeout(PATIENCE):
                assert [event.kind async for event in watcher.events() if event.kind != "comment"] == []
        async with watching(server, match, "spectator", after=items[-1].version) as again:
            version = (await card(server, match))["version"]
            assert await again.frames(version) == (await replay(beside, match, "spectator"))[items[-1].version :]


async def play_beyond(server: httpx.AsyncClient, store: LogStore) -> tuple[str, list[Player], Sequence[Item]]:
    """Plays a match; returns it with its players, and the items that its log had earlier."""
    people = [await register(server, "Ann"), await register(server, "Bob")]
    match = await opened(server, people[0], "mine", "open")
    await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=people[1].headers)
    items = (await store.tail(match, 0)).items
    await play_on(server, match, people, seed=3, commands=3)
    return match, people, items


async def test_a_new_subscriber_of_a_match_whose_log_was_replaced_gets_the_new_log(
    settings: Settings, store: LogStore
) -> None:
    matches = LiveMatches(store, Catalogue({}), 10)
    hub = Hub(matches, Hints(store), find_no_token, settings)
    async with serving(settings) as server:
        match, _, _ = await play_beyond(server, store)
    before = await matches.find(match)
    assert before is not None
    old, new = (Subscription(Spectator(), None, lambda _: True) for _ in range(2))
    await hub.subscribe(before, old, None)
    items = (await store.tail(match, 0)).items
    await plant(store, match, [*items[:-1], items[-1]._replace(head=bytes(32))])
    with pytest.raises(OtherLog):
        await matches.refresh(before)
    after = await matches.find(match)
    assert after is not None
    await hub.subscribe(after, new, None)
    assert (old.outbox.closed.is_set(), new.outbox.closed.is_set()) == (True, False)
    assert b"event: view" in (await new.outbox.take() or b"")


async def test_a_reconnect_waits_for_the_old_connections_to_close_without_delaying_others(
    settings: Settings,
) -> None:
    async with serving(msgspec.structs.replace(settings, streams_account=AT_ONCE)) as server:
        ann, ben = await register(server, "Ann"), await register(server, "Ben")
        match = await opened(server, ann, "mine", "open")

        async def back() -> None:
            async with watching(server, match, headers=ann.headers) as watcher:
                await watcher.first("view")

        async with AsyncExitStack() as old:
            for _ in range(AT_ONCE):
                await old.enter_async_context(watching(server, match, headers=ann.headers))
            coming = [asyncio.create_task(back()) for _ in range(AT_ONCE)]
            await asyncio.sleep(0.05)
            async with watching(server, match, headers=ben.headers) as watcher:
                await watcher.first("view")
            assert not any(one.done() for one in coming)
        await asyncio.gather(*coming)


@pytest.mark.parametrize(
    ("planted", "leaks"), [("", (False, False)), ("asks once", (True, False)), ("never asks", (True, True))]
)
async def test_a_person_who_left_their_seat_gets_nothing_more_of_its_view(
    server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, planted: str, leaks: tuple[bool, bool]
) -> None:
    """Both an open feed and one that was about to begin end. The test catches two planted leaks."""
    ann, bob, eve = [await register(server, name) for name in ("Ann", "Bob", "Eve")]
    match = await opened(server, ann, "mine", "open")
    await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
    await play_on(server, match, [ann, bob], commands=2)
    offer = f"/api/v1/matches/{match}/seat-offers"
    number = good(await server.post(offer, headers=ann.headers))["version"]
    good(await server.post(f"{offer}/{number}/answers", json={"grant": True}, headers=bob.headers))
    kept = Subscription.__init__

    def admit(self: Subscription, viewer: Any, token: str | None, allowed: Any) -> None:
        known = [True] if planted == "never asks" else []

        def admitted(match: Any) -> bool:
            known.append(known[0] if known else allowed(match))
            return bool(known[0])

        kept(self, viewer, token, admitted)

    if planted:
        monkeypatch.setattr(Subscription, "__init__", admit)
    before = (await card(server, match))["version"]
    subscribe, waiting, may_join = Topic.subscribe, asyncio.Event(), asyncio.Event()

    async def join_late(self: Topic, stream: Subscription, live: Any, after: int | None) -> None:
        if after == before - 1:
            waiting.set()
            await may_join.wait()
        await subscribe(self, stream, live, after)

    async with watching(server, match, "0", ann.headers) as own, watching(server, match) as crowd:
        view = (await own.first("view")).data["view"]
        await crowd.first("view")
        monkeypatch.setattr(Topic, "subscribe", join_late)

        async def join() -> list[Any]:
            async with watching(server, match, "0", ann.headers, before - 1, view) as late:
                return await read_all(late)

        joining = asyncio.create_task(join())
        await waiting.wait()
        took = good(await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=eve.headers))
        assert [line["key"] for line in took["lines"]] == ["seat-changed"]
        await play_on(server, match, [eve, bob], commands=8)
        await crowd.frames((await card(server, match))["version"])
        may_join.set()
        assert (bool(await read_all(own)), bool(await joining)) == leaks
    refused = await server.get(f"/api/v1/katharina/matches/{match}/view", params={"as": "0"}, headers=ann.headers)
    assert refused.json()["code"] == "not-your-seat"


async def read_all(watcher: Watcher) -> list[Any]:
    """Returns the frames that have arrived, without waiting for more."""
    frames: list[Any] = []
    with suppress(TimeoutError):
        async with asyncio.timeout(0.3):
            async for event in watcher.events():
                frames += [event.data] if event.kind == "frame" else []
    return frames
