"""A generation: one service over new data, with the writers that play there."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Self

import httpx

from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import verify
from chronik.service.log.keys import item, keys
from chronik.service.log.wire import Wire
from tests.crash.report import Report
from tests.support.crash.chronik import Chronik, eventually
from tests.support.crash.journal import Journal
from tests.support.crash.verdict import LOADED, Verdict, judge
from tests.support.crash.writer import HONEST, Habits, Writer

WRITERS = 8


class Generation:
    """An async context manager that starts the service and its writers on entry and removes them on exit."""

    def __init__(
        self, home: Path, rng: Random, habits: Habits = HONEST, environment: Mapping[str, str] | None = None
    ) -> None:
        self.chronik = Chronik(home, dict(environment or {}))
        self.journals = [Journal(home / f"{number}.journal") for number in range(WRITERS)]
        self.writers = [
            Writer(self.chronik.url, journal, Random(rng.random()), habits)
            for number, journal in enumerate(self.journals)
        ]
        self._tasks: list[asyncio.Task[None]] = []
        self._looked_at = [0] * WRITERS

    async def __aenter__(self) -> Self:
        self.chronik.start()
        try:
            await self.chronik.ready()
        except BaseException:
            self.chronik.discard()
            raise
        self._tasks = [asyncio.create_task(writer.write()) for writer in self.writers]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.chronik.discard()

    @property
    def acknowledged(self) -> int:
        return sum(len(journal.acknowledged) for journal in self.journals)

    @property
    def unknown(self) -> int:
        return sum(writer.unknown for writer in self.writers)

    @property
    def wrong(self) -> list[str]:
        return [wrong for writer in self.writers for wrong in writer.wrong]

    async def loaded(self, seconds: float) -> None:
        """Waits until each writer gets an answer, and then for some seconds under load."""
        before = self.acknowledged
        await eventually(lambda: self.acknowledged >= before + WRITERS or all(task.done() for task in self._tasks))
        await asyncio.sleep(seconds)

    async def kill_service(self) -> float:
        """Kills the service, starts the next one, and returns the seconds until that was ready."""
        began = time.monotonic()
        self.chronik.kill()
        self.chronik.start()
        await self.chronik.ready()
        return time.monotonic() - began

    async def kill_engine(self) -> float:
        """Kills the engine and returns the seconds until its supervisor had another one ready."""
        engine = await self.chronik.engine()
        began = time.monotonic()
        os.kill(engine, signal.SIGKILL)
        await self.chronik.other_engine(engine)
        await self.chronik.ready()
        return time.monotonic() - began

    async def judge(self) -> Verdict:
        """Judges everything, at the embedded engine."""
        return await judge(self.chronik.engine_url, self.journals)

    async def judge_new(self) -> Verdict:
        """Judges the matches that were written to since the previous call."""
        only: set[str] = set()
        for number, journal in enumerate(self.journals):
            only |= {said.match for said in journal.acknowledged[self._looked_at[number] :]}
            self._looked_at[number] = len(journal.acknowledged)
        return await judge(self.chronik.engine_url, self.journals, only)

    async def end(self, report: Report) -> None:
        """Stops the writers, judges everything with archives and the lobby's table, and stops the service."""
        await self.stop_writing()
        verdict = await self.judge()
        report.take(verdict)
        report.writers = len(self.writers)
        report.matches += verdict.matches
        report.acknowledged += self.acknowledged
        report.finished += sum(writer.finished for writer in self.writers)
        report.unknown += self.unknown
        report.retried += sum(writer.retried for writer in self.writers)
        report.wrong += self.wrong
        report.archives += await self._verify_archives(report)
        await self._books_are_kept()
        if code := self.chronik.stop():
            report.wrong.append(f"stopped with {code}")
        self._compare_projections(report)

    async def stop_writing(self) -> None:
        for writer in self.writers:
            writer.stopping = True
        await asyncio.gather(*self._tasks)

    async def _verify_archives(self, report: Report) -> int:
        """Fetches and verifies the archive of every finished match, and returns their number."""
        count = 0
        async with httpx.AsyncClient(base_url=f"{self.chronik.url}/api/v1", timeout=10) as client:
            for match in {said.match for journal in self.journals for said in journal.acknowledged}:
                if (await client.get(f"/matches/{match}")).json()["status"] != "finished":
                    continue
                verification = verify(unpack((await client.get(f"/matches/{match}/archive")).content), LOADED)
                if not verification.ok:
                    report.altered.append(f"{match}: {verification.sentence}")
                count += 1
        return count

    async def _books_are_kept(self) -> None:
        """Waits until the bookkeeper has read every log to its end; raises an error if that takes too long."""
        wire = Wire(self.chronik.engine_url, connections=1, timeout=5)
        try:
            (names,) = await wire.read(("KEYS", "{p*}:m:*:log"))
            matches = [name.decode()[8:-4] for name in names]
            ends = await wire.read(*(("XREVRANGE", keys(match).log, "+", "-", "COUNT", 1) for match in matches))
        finally:
            await wire.close()
        wanted = {match: item(end[0]).version for match, end in zip(matches, ends, strict=True)}
        await eventually(lambda: {row[0]: row[1] for row in self._rows("id, version")} == wanted, 20)

    def _compare_projections(self, report: Report) -> None:
        """Compares the lobby's table with a rebuilt one."""
        kept = self._rows("*")
        rebuilt = self.chronik.command("rebuild")
        if rebuilt.returncode or not kept or self._rows("*") != kept:
            report.altered.append(f"the lobby's table differs from its rebuild ({rebuilt.stderr[-500:]})")

    def _rows(self, columns: str) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.chronik.data / "chronik.db") as database:
            rows = database.execute(f"SELECT {columns} FROM matches ORDER BY id").fetchall()
        database.close()
        return rows
