"""The feed of a tournament: its events as soon as they are in the log, and missed events after a reconnect."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from chronik.domain.tournament.record.log import Entry
from chronik.service.sql.database import Session
from chronik.service.tournaments import feed
from chronik.service.tournaments.log import entries_after
from tests.service.tournaments.test_bundles import create_event
from tests.support.service.apps import register
from tests.support.service.events import Event, Watcher
from tests.support.service.tables import ONE_LOOP

pytestmark = ONE_LOOP


@asynccontextmanager
async def following(client: httpx.AsyncClient, at: str, after: int | None = None) -> AsyncIterator[Watcher]:
    headers = {} if after is None else {"last-event-id": str(after)}
    async with client.stream("GET", f"{at}/feed", headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        yield Watcher(response)


async def up_to(watcher: Watcher, kind: str) -> list[Event]:
    found: list[Event] = []
    async for event in watcher.events():
        if event.kind not in ("comment", "retry"):
            found.append(event)
        if event.kind == kind:
            return found
    raise AssertionError(f"the stream ended without {kind}")


async def test_a_feed_follows_an_evening_and_continues_after_a_reconnect(
    shared_server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "POLL_SECONDS", 0.05)
    client, olga = shared_server, await register(shared_server, "Olga")
    evening = await create_event(client, olga, elsewhere=True)
    for name in ("Ada", "Ben"):
        await evening.post("/entrants", {"t": "guest", "name": name})
    async with following(client, evening.here) as watcher:
        (standing,) = await up_to(watcher, "standing")
        assert (standing.data["phase"], standing.data["round"]) == ("announced", 0)
        await evening.post("/rounds", {"round": 1})
        paired = (await up_to(watcher, "round-paired"))[-1]
        assert sorted(paired.data["tables"][0]["entrants"]) == [1, 2]
        await evening.post("/rounds/1/start")
        started = (await up_to(watcher, "table-started"))[-1].data
        assert (started["round"], started["table"], started["match"]) == (1, 1, None)
        await evening.post("/rounds/1/tables/1/result", {"points": [12, 9]})
        result, changed, closed = await up_to_closed(watcher)
        assert (result.data["points"], result.data["places"], result.data["decided"]) == ([12, 9], [1, 2], True)
        assert changed.id == result.id
        lines = (await client.get(changed.data["standings"])).json()["groups"][0]["lines"]
        assert lines[0]["entrant"] == result.data["entrants"][0]
        assert closed.data["round"] == 1
    await evening.post("/rounds/1/tables/1/rulings", {"points": [8, 9], "cause": "error"})
    await evening.post("/ending", {"ending": "finished"})
    async with following(client, evening.here, closed.id) as watcher:
        again, ruling, *rest = await up_to(watcher, "standing")
        assert (again.kind, again.id) == ("round-closed", closed.id), "the last entry may come again"
        assert (ruling.kind, ruling.data["corrects"]) == ("ruling", result.id)
        assert [one.kind for one in rest if one.kind != "standings-changed"][:1] == ["ended"]
    async with following(client, evening.here, 0) as watcher:
        everything = await up_to(watcher, "standing")
        assert {one.kind for one in everything} >= {"round-paired", "table-started", "result", "ruling", "ended"}
        assert b"Ada" not in watcher.raw
    assert (await client.get(f"/api/v1/tournaments/{'f' * 32}/feed")).status_code == 404


async def up_to_closed(watcher: Watcher) -> tuple[Event, ...]:
    """Returns the events of a result and its consequences, without the standings of the start."""
    found: list[Any] = await up_to(watcher, "round-closed")
    return tuple(found[next(at for at, one in enumerate(found) if one.kind == "result") :])


async def test_an_unreadable_tournament_does_not_block_the_feeds_of_others(
    shared_server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "POLL_SECONDS", 0.05)
    client, olga = shared_server, await register(shared_server, "Olga")
    broken, good = sorted([await create_event(client, olga, elsewhere=True) for _ in range(2)], key=lambda one: one.id)

    async def read(session: Session, name: str, n: int) -> tuple[Entry, ...]:
        if name == broken.id:
            raise ValueError("no entry")
        return await entries_after(session, name, n)

    async with following(client, broken.here) as first, following(client, good.here) as second:
        for watcher in (first, second):
            await up_to(watcher, "standing")
        with monkeypatch.context() as damaged, capture_logs() as said:
            damaged.setattr(feed, "entries_after", read)
            for evening in (broken, good):
                for name in ("Ada", "Ben"):
                    await evening.post("/entrants", {"t": "guest", "name": name})
                await evening.post("/rounds", {"round": 1})
            await up_to(second, "round-paired")
        assert {line["tournament"] for line in said if "cannot be read for its feeds" in line["event"]} == {broken.id}
        await up_to(first, "round-paired")
