"""The steward: opens the tables of a round as matches. Who dies in between leaves the rest to any other process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256

import msgspec
import structlog
from msgspec import Raw
from sqlalchemy import ColumnExpressionArgument
from sqlmodel import col, select, update
from structlog.typing import FilteringBoundLogger

from domain.engine.clock import Takebacks
from domain.engine.commands import OpenMatch
from domain.engine.game import Rejected
from domain.tournament.rounds import publish
from domain.tournament.seeds import table_secret
from domain.tournament.tournament import Phase, Table, Tournament, chairs_of
from service.catalogue import Rules
from service.live import LiveMatches
from service.log_store import Damaged, KeyReused, OutcomeUnknown, ReadOnly, Unavailable
from service.play import open_match
from service.tournaments.records import TableRow, TournamentRow
from service.tournaments.store import Tournaments

PAUSE = 2.0
"""Seconds between two looks for tables that somebody has left unopened."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.steward")


class Steward:
    """Opens what was started; `run` looks for what was left until it is cancelled."""

    def __init__(self, matches: LiveMatches, tournaments: Tournaments) -> None:
        self.matches = matches
        self.tournaments = tournaments

    async def run(self) -> None:
        """Looks for ever; an engine or a database that is away is waited for."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                waiting, over = await self._waiting(), await self._over()
            except Exception as error:
                LOG.warning("the records do not answer", error=type(error).__name__)
                continue
            for tournament in waiting:
                try:
                    await self.open_tables(tournament)
                except Exception as error:
                    LOG.warning("tables wait to be opened", tournament=tournament, error=type(error).__name__)
            for tournament in over:
                try:
                    await self.publish(tournament)
                except Exception as error:
                    LOG.warning("a secret waits to be published", tournament=tournament, error=type(error).__name__)

    async def publish(self, tournament: str) -> None:
        """Publishes the secret of a tournament that is over, if all its matches are closed."""
        secret = await self.tournaments.secret(tournament)
        await self.tournaments.change(tournament, "", lambda one: publish(one, secret))

    async def open_tables(self, tournament: str) -> int:
        """Opens the matches of all started tables that are not open yet; how many there were.

        One that cannot be opened keeps no other from it. Where the log does not answer all wait for the next look.
        """
        found = await self.tournaments.find(tournament)
        assert found is not None, "a table of no tournament"
        rules = self.matches.catalogue.current(found.planned.game)
        if rules is None:
            LOG.error("a tournament of a game that is not here", tournament=tournament, game=found.planned.game)
            return 0
        waiting, secret = await self._unopened(tournament), await self.tournaments.secret(tournament)
        for match in waiting:
            place = found.table_of_match(match)
            assert place is not None, "a table that no row speaks of"
            try:
                await self._open(rules, found, place[1], table_secret(secret.tables, match))
            except KeyReused:
                LOG.error("the match of a table was opened for others", tournament=tournament, match=match)
            except (OutcomeUnknown, ReadOnly, Unavailable) as error:
                LOG.warning("tables wait to be opened", tournament=tournament, error=type(error).__name__)
                break
            except (Rejected, Damaged, msgspec.MsgspecError) as error:
                LOG.error("a table cannot be opened", tournament=tournament, match=match, error=repr(error))
        return len(waiting)

    async def _open(self, rules: Rules, tournament: Tournament, table: Table, secret: bytes) -> None:
        """Opens a match, unless a referee was faster: then nobody would need it."""
        if table.result is None:
            await self._open_match(rules, tournament, table, secret)
        async with self.tournaments.records.session() as session:
            await session.exec(update(TableRow).where(col(TableRow.match) == table.match).values(opened=True))

    async def _open_match(self, rules: Rules, tournament: Tournament, table: Table, secret: bytes) -> None:
        command = opening(tournament, table)
        key = f"table:{tournament.id}"
        seated = sha256(msgspec.json.encode(command.chairs)).hexdigest()
        await open_match(self.matches, rules, command, table.match, key, seated, secret)

    async def _unopened(self, tournament: str) -> Sequence[str]:
        query = (
            select(TableRow.match)
            .where(TableRow.tournament == tournament, *_wanted())
            .order_by(col(TableRow.round), col(TableRow.number))
        )
        async with self.tournaments.records.reading() as session:
            return (await session.exec(query)).all()

    async def _waiting(self) -> Sequence[str]:
        query = select(TableRow.tournament).where(*_wanted()).distinct()
        async with self.tournaments.records.reading() as session:
            return (await session.exec(query)).all()

    async def _over(self) -> Sequence[str]:
        ended = col(TournamentRow.phase).in_((Phase.FINISHED.value, Phase.CANCELLED.value))
        async with self.tournaments.records.reading() as session:
            return (await session.exec(select(TournamentRow.id).where(~col(TournamentRow.published), ended))).all()


def _wanted() -> tuple[ColumnExpressionArgument[bool], ...]:
    """What holds of a table that waits to be opened: nobody needs one of a tournament that was called off."""
    off = select(TournamentRow.id).where(TournamentRow.phase == Phase.CANCELLED.value)
    return col(TableRow.started), ~col(TableRow.opened), col(TableRow.tournament).not_in(off)


def opening(tournament: Tournament, table: Table) -> OpenMatch:
    """The command that opens a table: all chairs are taken, so its match starts at once, with what was registered.

    What crosses a barrier is not taken back in a tournament, whoever consents.
    """
    plan = tournament.planned
    organiser = tournament.staff[0].player
    return OpenMatch(
        chairs_of(tournament, table), Raw(plan.options), plan.disclosure, organiser, plan.clock, Takebacks.OWN
    )
