"""Cold storage for tests: a directory, a bookkeeper and an archivist over a log store, and finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from typing import NoReturn, cast

from sqlmodel import select

from chronik.domain.log.signature import NO_SIGNER, Signer
from chronik.service.cold.archive_rows import ArchiveRow, RegisteredArchive
from chronik.service.cold.logs import Logs
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import ColdStorage, VerifiedArchive, object_name
from chronik.service.log.keys import Item, keys
from chronik.service.log.store import LogStore
from chronik.service.matches.archivist import Archivist
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.sql.database import Records
from tests.support.engine.sittings import Sitting
from tests.support.service.keepers import kill
from tests.support.service.stored import items_of, put, send
from tests.support.service.wrapped import Wrapped, WrappedRecords

CATALOGUE = Catalogue({})
GRACE_SECONDS = 7 * 86_400.0


class Crash(BaseException):
    """A simulated death of the process, which nothing catches."""


class Step(Enum):
    """The moments at which an archivist can die."""

    CLAIMED = auto()
    BUILT = auto()
    WRITTEN = auto()
    VERIFIED = auto()
    NOTED = auto()
    COMPARED = auto()
    REMOVED = auto()
    GONE_NOTED = auto()


Reached = Callable[[Step], None]
COMMITTED = {Step.VERIFIED: Step.NOTED, Step.REMOVED: Step.GONE_NOTED}
"""The step that a commit completes, by the step before it; any other commit is a claim."""


class StoreWithSteps(Wrapped):
    """A log store that reports the steps of a removal."""

    def __init__(self, store: LogStore, reached: Reached) -> None:
        super().__init__(store)
        self._reached = reached

    async def remove(self, match: str, version: int, head: bytes) -> bool:
        self._reached(Step.COMPARED)
        removed: bool = await self._inner.remove(match, version, head)
        self._reached(Step.REMOVED)
        return removed


class ColdStorageWithSteps(Wrapped):
    """Cold storage that reports the steps of writing and verifying an archive."""

    def __init__(self, cold: ColdStorage, reached: Reached) -> None:
        super().__init__(cold)
        self._reached = reached

    async def write(self, one: RegisteredArchive, file: bytes) -> None:
        self._reached(Step.BUILT)
        await self._inner.write(one, file)
        self._reached(Step.WRITTEN)

    async def read_again(self, one: RegisteredArchive) -> VerifiedArchive:
        kept: VerifiedArchive = await self._inner.read_again(one)
        self._reached(Step.VERIFIED)
        return kept


class Mortal(Archivist):
    """An archivist that dies once at a step, or does something else that a test wants."""

    at: Step | None = None
    does: Callable[[], object] | None = None

    def __init__(
        self,
        store: LogStore,
        cold: ColdStorage,
        catalogue: Catalogue,
        signer: Signer,
        after_seconds: float,
        now: Callable[[], int],
    ) -> None:
        wrapped = (
            cast("LogStore", StoreWithSteps(store, self.reach)),
            cast("ColdStorage", ColdStorageWithSteps(cold, self.reach)),
        )
        super().__init__(*wrapped, catalogue, signer, after_seconds, now)
        self.records = cast("Records", WrappedRecords(cold.records, after=self.reach_commit))
        self.last: Step | None = None

    def reach_commit(self) -> None:
        self.reach(COMMITTED.get(self.last, Step.CLAIMED) if self.last else Step.CLAIMED)

    def reach(self, step: Step) -> None:
        self.last = step
        if step is self.at:
            self.at = None
            self.die() if self.does is None else self.does()

    def die(self) -> NoReturn:
        raise Crash


class Cold:
    """Everything that takes part in archiving, over one store, with a clock that a test moves."""

    def __init__(self, store: LogStore, records: Records, where: str | Path) -> None:
        self.store = store
        self.records = records
        self.where = where
        self.now = 1_800_000_000_000
        self.objects = Objects(where)
        self.storage = ColdStorage(records, self.objects)
        self.logs = Logs(store, self.storage)
        self.books = Bookkeeper(store, records, CATALOGUE, logs=self.logs)
        self.archivist = self.new_archivist()

    def new_archivist(self) -> Mortal:
        """Returns another archivist, like that of another process."""
        return Mortal(self.store, self.storage, CATALOGUE, NO_SIGNER, GRACE_SECONDS, lambda: self.now)

    def without_cache(self) -> Logs:
        """Returns the same logs, read by a process without a cache."""
        return Logs(self.store, ColdStorage(self.records, Objects(self.where)))

    async def finish_match(self, seed: int, seats: int = 2) -> tuple[Sitting, list[Item]]:
        """Adds a finished match to the log and the lobby; returns it and its items."""
        sitting = Sitting(seed, seats).play()
        items = items_of(sitting.match.id, sitting.keys.secret, sitting.stored)
        at = keys(sitting.match.id)
        await send(self.store, ("DEL", at.log, at.secret))  # left over from an earlier test on a shared server
        await put(self.store, sitting.match.id, items, sitting.keys.secret)
        await self.books.catch_up([sitting.match.id])
        return sitting, items

    async def archive_match(self, seed: int) -> tuple[Sitting, list[Item]]:
        """Finishes a match and moves it from the log into cold storage."""
        ended = await self.finish_match(seed)
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
        """Returns the path of a match's object, in a directory."""
        assert isinstance(self.where, Path)
        return self.where / object_name(match)


def archive_until(step: Step, database: str, engine: str, folder: Path, now: int) -> None:
    """Runs an archivist in this process until it is killed at a step."""

    async def working() -> None:
        cold = Cold(LogStore(engine), Records(database), folder)
        cold.now = now
        cold.archivist.at, cold.archivist.does = step, kill
        while True:
            await cold.archivist.round()

    asyncio.run(working())
