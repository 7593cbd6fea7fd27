"""Awaited players without an open feed are offline to all who follow the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronik.service.matches.feed import hub, offline
from tests.support.service.apps import opened, register, serving, settings_for
from tests.support.service.events import Event, watching
from tests.support.service.tables import ONE_LOOP

pytestmark = ONE_LOOP


async def test_an_awaited_player_is_offline_until_a_feed_is_open_in_any_process(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "OFFLINE_SECONDS", 1.0)
    monkeypatch.setattr(hub, "LOOK_SECONDS", 0.1)
    settings = settings_for(store_url, tmp_path)
    async with serving(settings) as server, serving(settings) as other:
        ann, bob = await register(server, "Ann"), await register(server, "Bob")
        match = await opened(server, ann, "mine", "open", "greedy")
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        async with watching(server, match, "0", ann.headers) as first, watching(server, match) as crowd:
            for watcher in (first, crowd):
                assert await watcher.first("offline") == Event("offline", None, {"seats": [1]})
            async with watching(server, match) as late:
                assert (await late.first("offline")).data == {"seats": [1]}
            async with watching(other, match, "1", bob.headers):
                assert (await first.first("offline")).data == {"seats": []}
            assert (await first.first("offline")).data == {"seats": [1]}
