"""The disk is full: nothing is acknowledged that is not kept, the service says so and ends, and all is there later."""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from tests.support.crash.generation import Generation
from tests.support.crash.power import growing_log


@pytest.mark.skipif(sys.platform != "linux", reason="needs a call that only Linux has")
async def test_on_a_full_disk_the_service_says_so_and_ends_and_has_lost_nothing(tmp_path: Path) -> None:
    import resource

    async with Generation(tmp_path / "chronik", Random(1)) as generation:
        chronik = generation.chronik
        await generation.loaded(0.1)
        room = growing_log(chronik.data).stat().st_size + 30_000
        resource.prlimit(await chronik.engine(), resource.RLIMIT_FSIZE, (room, room))
        assert await asyncio.to_thread(chronik.wait) == 1
        assert "could not write" in chronik.said
        assert "Traceback" not in chronik.said
        before = generation.acknowledged
        assert before > 20
        chronik.start()  # now there is space
        await chronik.ready()
        await generation.loaded(0.1)
        await generation.stop_writing()
        verdict = await generation.judge()
        assert verdict.good, str(verdict)
        assert generation.acknowledged > before
        assert not generation.wrong
