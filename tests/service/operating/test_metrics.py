"""The metrics, and readiness."""

from __future__ import annotations

import asyncio
import socket
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from sqlalchemy import exc
from sqlalchemy.exc import DBAPIError, OperationalError

from chronik.service.log.bundled import BundledValkey
from chronik.service.log.durability import durability
from chronik.service.log.outcomes import Conflict, OutcomeUnknown
from chronik.service.log.store import Append, LogStore
from chronik.service.operating.metrics import REGISTRY
from chronik.service.operating.metrics_server import NoMetricsAddress, serve_metrics
from chronik.service.sql.database import Records
from tests.support.service.apps import settings_for, until
from tests.support.service.stored import send
from tests.support.service.tables import GAME, House, good, refused, seated, serving


def read_counter(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def end_command(outcome: str) -> float:
    return read_counter("chronik_commands_total", game=GAME, outcome=outcome)


async def test_commands_are_counted_by_outcome(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (ann, ben) = await seated(house)
    offered = (await ann.options(match))["options"]
    outcomes = ("accepted", "again", "rejected", "stale", "conflict", "unknown", "reused")
    before = {outcome: end_command(outcome) for outcome in outcomes}
    appends, entries = read_counter("chronik_appends_total"), read_counter("chronik_entries_total")
    conflicts = read_counter("chronik_conflicts_total")
    good(await ann.command(match, offered[0], key="k"))
    good(await ann.command(match, offered[0], key="k"))
    refused(await ann.command(match, {"t": "resolve", "perform": False}), 422, "another-question")
    refused(await ann.command(match, offered[0], version=1), 412, "stale-view")
    refused(await ann.command(match, offered[0], prompt=1), 409, "prompt-closed")
    refused(await ann.command(match, {"t": "resolve", "perform": False}, key="k"), 422, "key-reused")
    assert read_counter("chronik_appends_total") == appends + 1
    assert read_counter("chronik_entries_total") == entries + 1

    async def conflict(self: LogStore, batch: Append) -> Any:
        raise Conflict(9)

    async def lost(self: LogStore, batch: Append) -> Any:
        raise OutcomeUnknown("lost")

    for failure in (conflict, lost):
        with monkeypatch.context() as patched:
            patched.setattr(LogStore, "append", failure)
            refused(await ben.answer(match), 503, "outcome-unknown")
    after = {outcome: end_command(outcome) - before[outcome] for outcome in outcomes}
    assert after == {
        "accepted": 1,
        "again": 1,
        "rejected": 1,
        "stale": 2,
        "conflict": 1,
        "unknown": 1,
        "reused": 1,
    }
    assert read_counter("chronik_conflicts_total") == conflicts + 8
    await ann.view(match)
    assert read_counter("chronik_cached_matches") >= 1
    assert read_counter("chronik_tasks") > 1
    told = await house.client.get("/metrics")
    assert f'chronik_commands_total{{game="{GAME}",outcome="accepted"}}' in told.text
    assert not any(secret in told.text for secret in (match, ann.player, ann.token, "Ann"))


async def test_ready_requires_a_log_that_takes_writes(engine: BundledValkey, tmp_path: Any) -> None:
    async with serving(settings_for(engine.url, tmp_path)) as house:
        good(await house.client.get("/health/ready"))
        await send(house.store, ("REPLICAOF", "127.0.0.1", "1"))
        told = refused(await house.client.get("/health/ready"), 503, "not-ready")
        assert (told["failing"], told["detail"]) == (["log"], "The log accepts no writes.")
        ann = await house.person("Ann")
        refused(await ann.post("/matches", {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}), 503, "read-only")
        await send(house.store, ("REPLICAOF", "NO", "ONE"))
        good(await house.client.get("/health/ready"))
        assert await durability(await house.store.servers())
        keys = (await send(house.store, ("KEYS", "*nothing*")))[0]
        assert keys == []
        engine.stop()
        refused(await house.client.get("/health/ready"), 503, "not-ready")
        good(await house.client.get("/health/live"))


async def test_readiness_says_why_the_bundled_valkey_is_down(engine: BundledValkey) -> None:
    await engine.check()
    engine.trouble = "The disk is full."
    with pytest.raises(Exception, match="disk is full"):
        await engine.check()


class Deadlock(Exception):
    """The driver's exception for two transactions of Postgres that wait for each other."""

    sqlstate = "40P01"


async def test_an_unreachable_database_is_reported(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await house.person("Ann")
    for error in (
        OperationalError("SELECT secrets", {}, OSError("locked")),
        ConnectionRefusedError("postgres:password"),
        DBAPIError("UPDATE secrets", {}, Deadlock()),
        exc.TimeoutError("every connection is taken"),
    ):
        monkeypatch.setattr(Records, "reading", Mock(side_effect=error))
        for path in ("/me", "/matches"):
            told = refused(await ann.get(path), 503, "not-ready")
            assert told["detail"] == "The database does not answer. Try again in a moment."
        told = refused(await house.client.get("/health/ready"), 503, "not-ready")
        assert told["failing"] == ["records"]


async def test_metrics_can_be_served_on_a_separate_port(store_url: str, tmp_path: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NoMetricsAddress, match="cannot be served"), serve_metrics("127.0.0.1", port):
            pass
    with serve_metrics("127.0.0.1", None), serve_metrics("127.0.0.1", port):
        told = await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{port}/metrics")
        assert "chronik_build{" in told.text
        async with serving(settings_for(store_url, tmp_path, metrics_port=port)) as house:
            refused(await house.client.get("/metrics"), 404, "not-found")
    with pytest.raises(httpx.ConnectError):
        await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{port}/metrics")


async def test_lags_bots_and_problems_appear_in_the_metrics(house: House) -> None:
    match, (ann, _) = await seated(house)
    before = {name: read_counter(f"chronik_{name}_count") for name in ("append_seconds", "books_lag_seconds")}
    told = read_counter("chronik_problems_total", code="stale-view")
    bots = read_counter("chronik_bot_commands_total", game=GAME)
    refused(await ann.answer(match, version=1), 412, "stale-view")
    assert read_counter("chronik_problems_total", code="stale-view") == told + 1
    await ann.open("mine", "random")

    async def all_counted() -> bool:
        return read_counter("chronik_bot_commands_total", game=GAME) > bots and all(
            read_counter(f"chronik_{name}_count") > so_far for name, so_far in before.items()
        )

    await until(all_counted)
