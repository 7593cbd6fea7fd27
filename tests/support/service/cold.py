"""Cold storage for the tests: a directory, the books and the archivist over a log store, and finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from sqlmodel import select

from domain.engine.proof.signature import NO_SIGNER
from service.cold.logs import Logs
from service.cold.noted import ArchiveRow
from service.cold.objects import Objects
from service.cold.storage import ColdStorage, name_of
from service.log.keys import Item, keys
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.sql.database import Records
from service.workers.archivist import Archivist, Step
from service.workers.bookkeeper import Bookkeeper
from tests.support.engine.sittings import Sitting
from tests.support.service.keepers import kill
from tests.support.service.stored import items_of, put

CATALOGUE = Catalogue({})
DAY_MS = 86_400_000
GRACE_SECONDS = 7 * 86_400.0


class Crash(BaseException):
    """The process died here, and nothing catches that."""


class Mortal(Archivist):
    """An archivist that does something at a step, once: it dies, unless a test wants something else."""

    at: Step | None = None
    does: Callable[[], object] | None = None

    def reached(self, step: Step) -> None:
        if step is self.at:
            self.at = None
            self.die() if self.does is None else self.does()

    def die(self) -> NoReturn:
        raise Crash


class Cold:
    """All that takes part in archiving, over one store, on a clock that a test moves."""

    def __init__(self, store: LogStore, records: Records, where: str | Path) -> None:
        self.store = store
        self.records = records
        self.where = where
        self.now = 1_800_000_000_000
        self.objects = Objects(where)
        self.storage = ColdStorage(records, self.objects)
        self.logs = Logs(store, self.storage)
        self.books = Bookkeeper(store, records, CATALOGUE, logs=self.logs)
        self.archivist = self.another()

    def another(self) -> Mortal:
        """An archivist, as another process has one."""
        return Mortal(self.store, self.storage, CATALOGUE, NO_SIGNER, GRACE_SECONDS, lambda: self.now)

    def forgetful(self) -> Logs:
        """The same logs, read by somebody who remembers nothing."""
        return Logs(self.store, ColdStorage(self.records, Objects(self.where)))

    async def ended(self, seed: int, seats: int = 2) -> tuple[Sitting, list[Item]]:
        """A finished match in the log, booked; and its items."""
        sitting = Sitting(seed, seats).play()
        items = items_of(sitting.match.id, sitting.keys.secret, sitting.stored)
        at = keys(sitting.match.id)
        await self.store._single.wire.read(
            ("DEL", at.log, at.secret)
        )  # of an earlier test, on an engine that is not ours
        await put(self.store, sitting.match.id, items, sitting.keys.secret)
        await self.books.catch_up([sitting.match.id])
        return sitting, items

    async def archived(self, seed: int) -> tuple[Sitting, list[Item]]:
        """A finished match that has left the log for cold storage."""
        ended = await self.ended(seed)
        await self.archivist.round()
        self.now += 1
        await self.archivist.round()
        row = await self.row(ended[0].match.id)
        assert row.left_at is not None
        return ended

    async def row(self, match: str) -> ArchiveRow:
        async with self.records.reading() as session:
            return (await session.exec(select(ArchiveRow).where(ArchiveRow.match == match))).one()

    def file(self, match: str) -> Path:
        """Where the object of a match lies, in a directory."""
        assert isinstance(self.where, Path)
        return self.where / name_of(match)


def archive_until(step: Step, database: str, engine: str, folder: Path, now: int) -> None:
    """Archives whatever is due until it is killed at a step: the work of a process of its own."""

    async def working() -> None:
        cold = Cold(LogStore(engine), Records(database), folder)
        cold.now = now
        cold.archivist.at, cold.archivist.does = step, kill
        while True:
            await cold.archivist.round()

    asyncio.run(working())
