"""A power cut: losses of an engine that syncs too late are detected, and our engine loses nothing."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from chronik.service.log.bundled import bundled_binary
from tests.crash.generation import WRITERS, Generation
from tests.support.crash.chronik import answers, eventually
from tests.support.crash.power import Ledger, can_spy, growing_log
from tests.support.crash.verdict import judge

SPY = pytest.mark.skipif(not can_spy(), reason="no C compiler, or not Linux: what was forced to disk cannot be seen")


KEPT = [cut / 60 for cut in range(60)] if os.environ.get("CHRONIK_LONG") else [0.0]
"""The shares of unsynced data that a power cut leaves; with 0, most is lost."""


@SPY
@pytest.mark.parametrize("kept", KEPT)
async def test_a_power_cut_loses_no_acknowledged_command(tmp_path: Path, kept: float) -> None:
    ledger = Ledger(tmp_path)
    async with Generation(tmp_path / "chronik", Random(1), environment=ledger.environment) as generation:
        chronik = generation.chronik
        for _ in range(2):
            await generation.loaded(0.05)
        engine = await chronik.engine()
        os.kill(chronik.pid, signal.SIGSTOP)  # so that the engine is neither stopped nor restarted
        os.kill(engine, signal.SIGKILL)
        chronik.kill()
        ledger.cut(growing_log(chronik.data), kept)
        chronik.start()
        await chronik.ready()
        for _ in range(2):
            await generation.loaded(0.05)
        await generation.stop_writing()
        verdict = await generation.judge()
        assert verdict.good, str(verdict)
        assert verdict.acknowledged >= 4 * WRITERS
        assert not generation.wrong


async def test_control_an_engine_that_syncs_once_a_second_loses_acknowledged_commands(tmp_path: Path) -> None:
    data, socket = tmp_path / "engine", tmp_path / "s"
    data.mkdir()
    ledger = Ledger(tmp_path) if can_spy() else None
    environment = ledger.environment if ledger else {}
    url = f"unix://{socket}"
    settings = {"CHRONIK_REDIS_URL": url, "CHRONIK_WEAK_DURABILITY": "1"}
    with lazy_engine(data, socket, environment) as engine:
        await eventually(lambda: answers(socket))
        async with Generation(tmp_path / "chronik", Random(1), environment=settings) as generation:
            await generation.loaded(1.1)
            log = growing_log(data)
            if ledger is not None:
                await eventually(lambda: log.stat().st_size > ledger.synced(log) + 5_000)
            engine.kill()
            engine.wait(60)
            generation.chronik.kill()
            await generation.stop_writing()
    if ledger is None:
        os.truncate(log, log.stat().st_size - 5_000)  # without the shim, this loss is assumed
    else:
        assert ledger.cut(log) > 0
    with lazy_engine(data, socket, {}):
        await eventually(lambda: answers(socket))
        verdict = await judge(url, generation.journals)
    assert verdict.lost, str(verdict)
    assert not verdict.doubled


@contextmanager
def lazy_engine(data: Path, socket: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Yields an engine that syncs its log to disk once a second, which is the default of Redis."""
    command: list[str | Path] = [bundled_binary(), "--port", "0", "--unixsocket", socket, "--dir", data, "--save", ""]
    command += ["--appendonly", "yes", "--appendfsync", "everysec"]
    with subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()
