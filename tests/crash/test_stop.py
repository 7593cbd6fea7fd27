"""Stopping and starting: in order, in words, and soon."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.crash.chronik import Chronik
from tests.support.crash.generation import Generation

SOON = 5.0  # seconds; without other work on the machine it takes less than one


@pytest.fixture
async def chronik(tmp_path: Path) -> AsyncIterator[Chronik]:
    """A service that is ready."""
    chronik = Chronik(tmp_path / "chronik")
    try:
        chronik.start()
        await chronik.ready()
        yield chronik
    finally:
        chronik.discard()


async def test_it_stops_soon_however_many_are_listening(tmp_path: Path) -> None:
    async with Generation(tmp_path / "chronik", Random(1)) as generation:
        await generation.loaded(0)
        await generation.stop_writing()
        chronik = generation.chronik
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


async def test_it_says_where_it_is_when_somebody_can_come_in(chronik: Chronik) -> None:
    assert f"Chronik is at {chronik.url} " in chronik.said


async def test_an_address_that_is_taken_is_refused_before_anything_else(chronik: Chronik) -> None:
    refused = chronik.command("serve", "--port", chronik.url.rpartition(":")[2])
    assert refused.returncode == 1
    assert "cannot listen at 127.0.0.1" in refused.stderr
    assert refused.stderr.count("\n") == 1


async def test_after_a_stop_nothing_is_left_lying_about(chronik: Chronik) -> None:
    home = Path(chronik.engine_url.removeprefix("unix://")).parent
    assert home.exists()
    assert chronik.stop() == 0
    assert not home.exists()


async def test_after_a_kill_the_next_one_tidies_up(chronik: Chronik) -> None:
    home = Path(chronik.engine_url.removeprefix("unix://")).parent
    await chronik.engine()
    chronik.kill()
    chronik.start()
    await chronik.ready()
    assert not home.exists()
