"""Weights: expensive requests count for several, for every caller."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.service.apps import running, settings_for
from tests.support.service.engines import emptied
from tests.support.service.tables import API

NONE = "0" * 32
HEAVY = (
    f"{API}/tournaments/{NONE}/standings?explain=true",
    f"{API}/tournaments/{NONE}/standings.csv",
    f"{API}/tournaments/{NONE}/report.trf",
    f"{API}/tournaments/{NONE}/bundle",
    f"/tournaments/{NONE}/print/final",
    f"{API}/katharina/matches/{NONE}/replay",
    f"{API}/cities_knights/matches/{NONE}/sources",
    f"{API}/matches/{NONE}/scores",
    f"{API}/matches/{NONE}/audit",
)


LIGHT = f"{API}/matches/{NONE}"


async def test_heavy_requests_of_accounts_count_as_five(store_url: str, tmp_path: Path) -> None:
    limits = {"rate_address": 0, "rate_account": 0.001, "burst_account": 10}
    async with running(settings_for(emptied(store_url), tmp_path, **limits)) as (_, client):
        for path in (*HEAVY, LIGHT):
            registered = await client.post(f"{API}/players", json={"name": "Ann"})
            headers = {"authorization": f"Bearer {registered.json()['token']}"}
            seen = [(await client.get(path, headers=headers)).status_code for _ in range(11)]
            assert seen.index(429) == (2 if path in HEAVY else 10), path


@pytest.mark.parametrize("path", [HEAVY[-1], LIGHT])
async def test_heavy_requests_of_guests_count_as_five(path: str, store_url: str, tmp_path: Path) -> None:
    limits = {"rate_address": 0.001, "burst_address": 10}
    async with running(settings_for(emptied(store_url), tmp_path, **limits)) as (_, client):
        seen = [(await client.get(path)).status_code for _ in range(11)]
        assert seen.index(429) == (2 if path in HEAVY else 10)
