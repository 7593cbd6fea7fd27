"""The wall clock of the service and its engine jumps: a day back, thirty days ahead, and back to the right time."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from random import Random

import httpx
import redis

from tests.crash.generation import WRITERS, Generation
from tests.crash.report import Report
from tests.crash.test_power_cut import SPY
from tests.support.crash.chronik import Chronik, eventually
from tests.support.crash.wall_clock import DAY, WallClock, shim
from tests.support.crash.writer import CALM
from tests.support.service.apps import until

JUMPS = (-DAY, 30 * DAY, 0)


@SPY
async def test_a_jump_of_the_wall_clock_neither_stops_play_nor_loses_commands(tmp_path: Path) -> None:
    clock = WallClock(tmp_path / "clock")
    report = Report(seed=1)
    # A match that ended before the jump of thirty days would leave its log, and the final check looks in the log.
    stays = {"CHRONIK_ARCHIVE_AFTER_SECONDS": str(2 * JUMPS[1])}
    environment = clock.environment | shim(tmp_path) | stays
    async with Generation(tmp_path / "chronik", Random(1), CALM, environment) as generation:
        await generation.loaded(0)
        for jump in JUMPS:
            with redis.Redis.from_url(generation.chronik.engine_url) as engine:
                engine.set("control", "kept for an hour, if time went on as it should", ex=3_600)
                clock.jump(jump)
                if jump > 0:
                    await eventually(partial(is_gone, engine))
                else:
                    assert not is_gone(engine)
                engine.delete("control")
                await generation.loaded(0)
                await are_at(jump, generation.chronik, engine)
            await generation.loaded(0.1)
            if jump:
                await generation.kill_service()
                await generation.loaded(0.1)
        assert generation.acknowledged >= 6 * WRITERS
        await generation.end(report)
        assert "Traceback" not in generation.chronik.said
    assert report.good, str(report)


def is_gone(engine: redis.Redis) -> bool:
    return not engine.exists("control")


async def are_at(jump: int, chronik: Chronik, engine: redis.Redis) -> None:
    """Returns when the clocks of both have jumped."""
    async with httpx.AsyncClient(base_url=chronik.url, timeout=60) as client:

        async def is_told() -> bool:
            said = (await client.get("/health/live")).headers["date"]  # made once a second
            return abs(parsedate_to_datetime(said).timestamp() - jump - time.time()) < 60

        await until(is_told)
    at, _ = engine.time()
    assert abs(at - jump - time.time()) < 60
