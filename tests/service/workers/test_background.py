"""What goes on in the background goes on: where a part of it ends, the process does, and another one begins."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from service.workers.background import Background
from tests.support.service.broken_sweep import PLANTED
from tests.support.service.processes import PATIENCE, ROOT, environment

SENTENCE = "Chronik ends: its work in the background did (sweep)."


async def ends() -> None:
    await asyncio.sleep(0)


async def breaks() -> None:
    raise RuntimeError(PLANTED)


async def stops() -> None:
    raise asyncio.CancelledError  # by mistake: nobody has cancelled it


async def breaks_when_told_to_stop() -> None:
    try:
        await asyncio.Event().wait()
    finally:
        raise RuntimeError(PLANTED)


@pytest.mark.parametrize("work", [ends, breaks, stops])
async def test_one_that_ends_is_told(work: Callable[[], Coroutine[None, None, None]]) -> None:
    background = Background()
    async with background.running(sweep=work(), other=asyncio.sleep(60)):
        await asyncio.sleep(0.01)
        assert background.trouble == SENTENCE


async def test_those_that_are_stopped_at_the_end_are_no_trouble() -> None:
    background = Background()
    async with background.running(sweep=breaks_when_told_to_stop(), other=asyncio.sleep(60)):
        await asyncio.sleep(0.01)
    assert background.trouble == ""


def test_a_service_that_is_half_of_itself_ends(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--data", str(tmp_path / "data"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.service.broken_sweep", *words],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert "Chronik is at http" in done.stdout
    assert SENTENCE in done.stderr.splitlines()
    assert f"RuntimeError: {PLANTED}" in done.stderr, "the log tells of what"
