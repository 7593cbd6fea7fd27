"""Whatever is killed at whatever moment: everything acknowledged is stored once."""

import os
import secrets
from pathlib import Path
from random import Random

from tests.crash.generation import Generation
from tests.crash.loop import crash
from tests.support.crash.writer import DOUBLING

ROUNDS = 60 if os.environ.get("CHRONIK_LONG") else 2


async def test_no_acknowledged_command_is_lost_or_executed_twice(tmp_path: Path) -> None:
    report = await crash(ROUNDS, secrets.randbelow(1 << 24), tmp_path)
    print(report)
    assert report.good, str(report)
    assert (report.services_killed, report.engines_killed) == (ROUNDS / 2, ROUNDS / 2)
    assert report.acknowledged > 8 * ROUNDS
    assert report.retried > ROUNDS


async def test_control_a_writer_that_repeats_commands_under_a_new_key_is_detected(tmp_path: Path) -> None:
    async with Generation(tmp_path / "chronik", Random(1), DOUBLING) as generation:
        await generation.loaded(0)
        for _ in range(50):
            await generation.loaded(0.1)
            if (verdict := await generation.judge()).doubled:
                break
    assert verdict.doubled
    assert not verdict.lost
