"""Bookkeepers and a steward that die at a step, controls that keep their books wrongly, and processes to kill.

Run as processes of their own they die by SIGKILL, whatever they hold; in the process of a test they raise `Crash`.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from collections.abc import Callable, Mapping
from typing import Any, NoReturn
from unittest.mock import patch

from domain.tournament.record.seeds import table_secret
from domain.tournament.record.table import Game, Table
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.matches.live import LiveMatches
from service.matches.play import new_key, open_match
from service.sql.database import Records
from service.tournaments.results import Imported
from service.tournaments.steward import Opening, Steward
from service.tournaments.store import Tournaments
from service.workers.bookkeeper import Bookkeeper, Step, Tried
from service.workers.positions import move_positions
from tests.support.service.forks import CONTEXT

CATALOGUE = Catalogue({})
PATIENCE = 60


class Crash(Exception):
    """The process died here."""


def crash() -> NoReturn:
    raise Crash


def kill() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody survives this")


class Mortal(Bookkeeper):
    """A bookkeeper that dies at a step, once."""

    dies: Step | None = None
    die: Callable[[], NoReturn] = staticmethod(crash)

    def reached(self, step: Step) -> None:
        if step is self.dies:
            self.dies = None
            self.die()


class Hasty(Mortal):
    """The control that acknowledges what it has read before it writes anything."""

    async def _write(self, tried: Tried, positions: Mapping[int, str] | None = None) -> Imported:
        async with self.records.session() as session:
            await move_positions(session, positions or {})
        return await super()._write(tried)


class Halved(Mortal):
    """The control that commits the checkpoints in one transaction and the results in another."""

    async def _write(self, tried: Tried, positions: Mapping[int, str] | None = None) -> Imported:
        ended = [change.ended for change in tried.changes if change.ended is not None]
        without = [change._replace(ended=None) for change in tried.changes]
        taken = await super()._write(tried._replace(changes=without), positions)
        async with self.records.session() as session:
            return taken.and_more(await self.arrivals.take_in(session, ended))


class Careless(Steward):
    """The control that opens each table under an id of its own making."""

    async def _open(self, opening: Opening, table: Table, game: Game) -> None:
        secret = table_secret(opening.secret.tables, game.match)
        await open_match(self.matches, opening.rules, opening.of(game), secrets.token_hex(16), new_key(), "", secret)
        await super()._open(opening, table, game)


async def caught_up(keeper: Bookkeeper) -> None:
    while await keeper.follow():
        pass


async def killed(work: Callable[..., None], *given: object) -> None:
    """Does some work in a process of its own, which must end by SIGKILL."""
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
    kind: type[Steward],
    database: str,
    engine: str,
    tournament: str,
    tables: int,
    noted: bool,
    games: type[Catalogue] = Catalogue,
) -> None:
    """Opens tables until it is killed after so many: when the last one is noted as opened, or just before."""

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

        with patch("service.tournaments.steward.open_match", opened):
            await kind(LiveMatches(LogStore(engine), games({}), 10), Tournaments(records)).open_tables(tournament)

    asyncio.run(opening_tables())
