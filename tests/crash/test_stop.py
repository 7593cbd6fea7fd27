"""Starting and stopping: in order, with clear messages, and quickly."""

import time
from pathlib import Path
from random import Random

import httpx

from tests.crash.generation import Generation
from tests.support.crash.chronik import Chronik

SOON = 5.0  # seconds; without other work on the machine it takes less than one


async def test_the_service_stops_soon_despite_open_feeds_and_removes_its_socket(tmp_path: Path) -> None:
    async with Generation(tmp_path / "chronik", Random(1)) as generation:
        await generation.loaded(0)
        await generation.stop_writing()
        chronik = generation.chronik
        home = Path(chronik.engine_url.removeprefix("unix://")).parent
        assert home.exists()
        match = next(said.match for journal in generation.journals for said in journal.acknowledged)
        async with (
            httpx.AsyncClient(base_url=chronik.url, timeout=10) as client,
            client.stream("GET", f"/api/v1/katharina/matches/{match}/feed") as one,
            client.stream("GET", f"/api/v1/katharina/matches/{match}/feed") as other,
        ):
            assert one.status_code == other.status_code == 200
            began = time.monotonic()
            assert chronik.stop() == 0
            assert time.monotonic() - began < SOON
        assert "graceful shutdown exceeded" not in chronik.said
        assert "Traceback" not in chronik.said
        assert not home.exists()


async def test_after_a_kill_the_next_start_cleans_up_and_prints_its_address(tmp_path: Path) -> None:
    chronik = Chronik(tmp_path / "chronik")
    try:
        chronik.start()
        await chronik.ready()
        home = Path(chronik.engine_url.removeprefix("unix://")).parent
        await chronik.engine()
        chronik.kill()
        before = chronik.said
        chronik.start()
        await chronik.ready()
        assert not home.exists()
        assert f"Chronik is at {chronik.url} " in chronik.said.removeprefix(before)
    finally:
        chronik.discard()
