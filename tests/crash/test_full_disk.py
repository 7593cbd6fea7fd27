"""A full disk: nothing is acknowledged without being stored, reading works, and play resumes once there is space.

The disk is a small one in memory if we may mount it (8 MiB for the service, 1 MiB for the engine alone); otherwise the
files of the engine are limited in size, and the shares of free space are not tested: the test warns of that.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from chronik.service.log.bundled import bundled_binary
from chronik.service.log.outcomes import OutcomeUnknown, ReadOnly, Unavailable
from chronik.service.log.store import LogStore
from tests.crash.generation import Generation
from tests.support.crash.chronik import answers, eventually
from tests.support.crash.power import growing_log
from tests.support.crash.writer import CALM
from tests.support.service.engines import Scribe

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs a call that only Linux has")
OPENING = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}


@contextmanager
def small_disk(home: Path, size: str) -> Iterator[bool]:
    """Mounts a small disk at a place if the privileges suffice, and yields whether they do."""
    home.mkdir(parents=True, exist_ok=True)
    words = ("mount", "-t", "tmpfs", "-o", f"size={size}", "chronik-test", str(home))
    mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    if not mounted:
        warnings.warn("no small disk could be mounted: shares of free space were not tried", stacklevel=2)
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(("umount", "--lazy", str(home)), check=True)


def fill(ballast: Path, free: float) -> None:
    """Fills a disk except for a share of it."""
    ballast.unlink(missing_ok=True)
    disk = os.statvfs(ballast.parent)
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        for _ in range(max(0, disk.f_bavail - int(free * disk.f_blocks)) + (free == 0)):
            file.write(bytes(disk.f_frsize))


@LINUX
async def test_on_a_full_disk_matches_can_be_read_and_play_resumes_once_space_is_free(tmp_path: Path) -> None:
    import resource

    home = tmp_path / "chronik"
    ballast = home / "data" / "ballast"
    with small_disk(home / "data", "8m") as small:
        async with (
            Generation(home, Random(1), CALM) as generation,
            httpx.AsyncClient(base_url=generation.chronik.url, timeout=60) as ann,
        ):
            chronik = generation.chronik
            token = (await ann.post("/api/v1/players", json={"name": "Ann"})).json()["token"]
            ann.headers["Authorization"] = f"Bearer {token}"
            match = (await ann.post("/api/v1/matches", json=OPENING)).raise_for_status().json()["id"]

            async def opening() -> str:
                answer = await ann.post("/api/v1/matches", json=OPENING)
                return "" if answer.is_success else str(answer.json()["code"])

            async def reading() -> int:
                return (await ann.get(f"/api/v1/matches/{match}")).status_code

            async def becomes(wanted: str) -> None:
                while (said := await opening()) != wanted:
                    assert said in ("", "no-new-matches", "read-only", "not-ready", "outcome-unknown"), said
                    await asyncio.sleep(0.05)

            await generation.loaded(0.1)
            if small:
                fill(ballast, 0.12)
                await becomes("no-new-matches")
                assert await reading() == 200
                fill(ballast, 0.03)
                await becomes("read-only")
                assert await reading() == 200
                ballast.unlink()
                await becomes("")
                fill(ballast, 0.0)
            else:
                room = growing_log(chronik.data).stat().st_size + 30_000
                resource.prlimit(await chronik.engine(), resource.RLIMIT_FSIZE, (room, room))
            await becomes("read-only")
            assert await reading() == 200
            before = generation.acknowledged
            ballast.unlink(missing_ok=True)
            await becomes("")
            await generation.loaded(0.1)
            await generation.stop_writing()
            assert generation.acknowledged > before > 20
            verdict = await generation.judge_new()
            assert verdict.good, str(verdict)
            assert not generation.wrong
            assert "Traceback" not in chronik.said
            assert "could not write" in chronik.said
            assert chronik.stop() == 0


@LINUX
@pytest.mark.parametrize("synced", ["always", "everysec"])
async def test_an_engine_with_a_megabyte_of_disk_loses_nothing_acknowledged(tmp_path: Path, synced: str) -> None:
    """The control is `everysec`: it loses something that was acknowledged."""
    import resource

    with small_disk(tmp_path / "data", "1m") as small, tempfile.TemporaryDirectory() as home:
        words = ["--port", "0", "--unixsocket", f"{home}/s", "--dir", str(tmp_path / "data"), "--save", ""]
        words += ["--appendonly", "yes", "--appendfsync", synced, "--logfile", f"{home}/said"]

        async def started() -> tuple[asyncio.subprocess.Process, LogStore]:
            room = None if small else limit
            engine = await asyncio.create_subprocess_exec(bundled_binary(), *words, preexec_fn=room)
            store = LogStore(f"unix://{home}/s")
            await eventually(lambda: answers(Path(home, "s")) or None)
            return engine, store

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        engine, store = await started()
        scribe = Scribe()
        with suppress(OutcomeUnknown, ReadOnly, Unavailable):
            while True:
                await scribe.append(store, scribe.batch(30))
        with suppress(ProcessLookupError):
            engine.kill()
        await engine.wait()
        await store.close()
        engine, store = await started()
        kept = (await store.tail(scribe.match, 0)).last
        with suppress(ProcessLookupError):
            engine.kill()
        await engine.wait()
        await store.close()
    assert scribe.version > 1000
    assert (kept >= scribe.version) == (synced == "always"), (kept, scribe.version)
