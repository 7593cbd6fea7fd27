"""A paused engine: outcomes are unknown, requests are repeated with the same key, and each counts once."""

import asyncio
import os
import signal
from pathlib import Path
from random import Random

from tests.crash.generation import Generation
from tests.support.crash.writer import Habits

PAUSES = (0.1, 2.5, 0.7, 3.0) if os.environ.get("CHRONIK_LONG") else (0.1, 2.0)


async def test_a_paused_engine_applies_every_command_once(tmp_path: Path) -> None:
    async with Generation(tmp_path / "chronik", Random(1), Habits(patience=1.0)) as generation:
        engine = await generation.chronik.engine()
        for number, pause in enumerate((*PAUSES, *PAUSES[-1:] * 8)):
            if number >= len(PAUSES) and generation.unknown:
                break  # otherwise all writers were only reading, as may happen on a busy machine
            await generation.loaded(0.1)
            os.kill(engine, signal.SIGSTOP)
            await asyncio.sleep(pause)
            os.kill(engine, signal.SIGCONT)
        await generation.loaded(0.1)
        await generation.stop_writing()
        verdict = await generation.judge()
    assert verdict.good, str(verdict)
    assert generation.unknown > 0
    assert not generation.wrong
