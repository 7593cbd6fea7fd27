"""Background tasks: if one ends, the process ends and another one starts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from chronik.service.running.background import Background
from tests.service.running.broken_sweep import PLANTED
from tests.support.service.forks import run_forked
from tests.support.service.processes import environment

SENTENCE = "A background task of Chronik failed (sweep); read the log and restart it."


async def end_at_once() -> None:
    await asyncio.sleep(0)


async def fail() -> None:
    raise RuntimeError(PLANTED)


async def run_for_ever() -> None:
    raise asyncio.CancelledError  # by mistake: no caller has cancelled it


async def fail_when_cancelled() -> None:
    try:
        await asyncio.Event().wait()
    finally:
        raise RuntimeError(PLANTED)


@pytest.mark.parametrize("work", [end_at_once, fail, run_for_ever])
async def test_a_background_task_that_ends_is_reported(work: Callable[[], Coroutine[None, None, None]]) -> None:
    background = Background()
    async with background.running(sweep=work(), other=asyncio.sleep(60)):
        await asyncio.sleep(0.01)
        assert background.trouble == SENTENCE


async def test_tasks_stopped_at_the_end_are_not_reported() -> None:
    background = Background()
    async with background.running(sweep=fail_when_cancelled(), other=asyncio.sleep(60)):
        await asyncio.sleep(0.01)
    assert background.trouble == ""


def test_a_service_ends_if_a_background_task_has_failed(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--data", str(tmp_path / "data"))
    done = run_forked(words, environment(), "tests.service.running.broken_sweep")
    assert done.returncode == 1
    assert "Chronik is at http" in done.stdout
    assert SENTENCE in done.stderr.splitlines()
    assert f"RuntimeError: {PLANTED}" in done.stderr, "the log tells of what"
