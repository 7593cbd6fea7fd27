"""Bookkeepers and a match scheduler that die at a step, controls that do their work wrongly, and processes to kill.

In separate processes they die by SIGKILL, whatever they hold; in the process of a test they raise `Crash`.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any, NoReturn, cast
from unittest.mock import patch

from chronik.domain.tournament.record.commands import ImportResult
from chronik.domain.tournament.record.seeds import table_secret
from chronik.domain.tournament.record.table import Game, Table
from chronik.service.log.store import GrowthHint, LogStore
from chronik.service.matches.bookkeeper import Bookkeeper, ReadAttempt
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import new_key, open_match
from chronik.service.matches.positions import move_positions
from chronik.service.sql.database import Records, Session
from chronik.service.tournaments.match_scheduler import MatchScheduler, Opening
from chronik.service.tournaments.results import Imported, IncomingResults
from chronik.service.tournaments.store import Tournaments
from tests.support.service.forks import CONTEXT
from tests.support.service.wrapped import Wrapped, WrappedRecords

CATALOGUE = Catalogue({})
PATIENCE = 60


class Crash(Exception):
    """The simulated death of the process."""


def crash() -> NoReturn:
    raise Crash


def kill() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody survives this")


class Step(Enum):
    """The moments of a pass at which a bookkeeper can die."""

    BEFORE_READ = auto()
    AFTER_HINTS = auto()
    BEFORE_WRITE = auto()
    AFTER_MATCHES = auto()
    AFTER_RESULTS = auto()
    BEFORE_COMMIT = auto()
    AFTER_COMMIT = auto()


Reached = Callable[[Step], None]


class Followed(Wrapped):
    """A store that reports when its indexes are read."""

    def __init__(self, store: LogStore, reached: Reached) -> None:
        super().__init__(store)
        self._reached = reached

    async def read_hints(self, *given: Any) -> Sequence[GrowthHint]:
        self._reached(Step.BEFORE_READ)
        grown: Sequence[GrowthHint] = await self._inner.read_hints(*given)
        if grown:
            self._reached(Step.AFTER_HINTS)
        return grown


class Taken(IncomingResults):
    """Results that report when they are imported, between the matches and the end of the transaction."""

    def __init__(self, records: Records, reached: Reached) -> None:
        super().__init__(records)
        self._reached = reached

    async def import_results(self, session: Session, ended: Sequence[ImportResult]) -> Imported:
        self._reached(Step.AFTER_MATCHES)
        taken = await super().import_results(session, ended)
        self._reached(Step.AFTER_RESULTS)
        return taken


class Mortal(Bookkeeper):
    """A bookkeeper that dies once, at a step."""

    dies: Step | None = None
    die: Callable[[], NoReturn] = staticmethod(crash)

    def __init__(
        self, store: LogStore, records: Records, catalogue: Catalogue, live: LiveMatches | None = None
    ) -> None:
        wrapped = WrappedRecords(
            records,
            before=partial(self.reached, Step.BEFORE_WRITE),
            inside=partial(self.reached, Step.BEFORE_COMMIT),
            after=partial(self.reached, Step.AFTER_COMMIT),
        )
        super().__init__(cast("LogStore", Followed(store, self.reached)), cast("Records", wrapped), catalogue, live)
        self.arrivals = Taken(self.records, self.reached)

    def reached(self, step: Step) -> None:
        if step is self.dies:
            self.dies = None
            self.die()


class Hasty(Mortal):
    """The control that acknowledges what it has read before it writes anything."""

    async def _write(self, tried: ReadAttempt, positions: Mapping[int, str] | None = None) -> Imported:
        async with self.records.session() as session:
            await move_positions(session, positions or {})
        return await super()._write(tried)


class Halved(Mortal):
    """The control that commits the checkpoints in one transaction and the results in another."""

    async def _write(self, tried: ReadAttempt, positions: Mapping[int, str] | None = None) -> Imported:
        ended = [change.ended for change in tried.changes if change.ended is not None]
        without = [change._replace(ended=None) for change in tried.changes]
        taken = await super()._write(tried._replace(changes=without), positions)
        async with self.records.session() as session:
            return taken.merge(await self.arrivals.import_results(session, ended))


class Careless(MatchScheduler):
    """The control that also opens each table under a random id."""

    async def _open(self, opening: Opening, table: Table, game: Game) -> None:
        secret = table_secret(opening.secret.tables, game.match)
        await open_match(self.matches, opening.rules, opening.of(game), secrets.token_hex(16), new_key(), "", secret)
        await super()._open(opening, table, game)


async def caught_up(keeper: Bookkeeper) -> None:
    while await keeper.follow():
        pass


async def killed(work: Callable[..., None], *given: object) -> None:
    """Does some work in a separate process, which must end by SIGKILL."""
    process = CONTEXT.Process(target=work, args=given, daemon=True)
    process.start()
    await asyncio.to_thread(process.join, PATIENCE)
    try:
        assert process.exitcode == -signal.SIGKILL, f"it ended with {process.exitcode}"
    finally:
        process.kill()
        process.close()


def keep(kind: type[Mortal], database: str, engine: str, step: Step) -> None:
    """Keeps books until it is killed at a step."""

    async def keeping() -> None:
        keeper = kind(LogStore(engine), Records(database), CATALOGUE)
        keeper.dies, keeper.die = step, kill
        while True:
            await keeper.follow(1_000)

    asyncio.run(keeping())


def open_some(
    kind: type[MatchScheduler],
    database: str,
    engine: str,
    tournament: str,
    tables: int,
    noted: bool,
    games: type[Catalogue] = Catalogue,
) -> None:
    """Opens tables until it is killed after so many: when the last one is recorded as opened, or just before."""

    async def opening_tables() -> None:
        left = tables
        records = Records(database)

        async def opened(*given: Any, **named: Any) -> Any:
            nonlocal left
            if noted and not left:
                kill()
            played = await open_match(*given, **named)
            left -= 1
            if not noted and not left:
                kill()
            return played

        with patch("chronik.service.tournaments.match_scheduler.open_match", opened):
            await kind(LiveMatches(LogStore(engine), games({}), 10), Tournaments(records)).open_tables(tournament)

    asyncio.run(opening_tables())
