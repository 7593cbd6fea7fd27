"""Arrivals: how the matches of tables have ended, from their logs into those of their tournaments, each once.

A result is recorded in the transaction that notes how far its log was read. One that stands there already is held
against the log of its match and never changed: where the two differ, somebody has to look, and a referee rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import structlog
from msgspec.structs import astuple
from sqlalchemy import exists, or_
from sqlmodel import col, select
from structlog.typing import FilteringBoundLogger

from domain.engine.match.match import Status
from domain.engine.seats import SeatHolder
from domain.tournament.record.commands import ImportResult
from domain.tournament.record.events import GameAdded, ResultArrived
from domain.tournament.record.log import Entry, batch
from domain.tournament.record.state import Entrant, Tournament, fold
from domain.tournament.rules.decide import decide
from service.clock import milliseconds
from service.observing.metrics import RESULTS
from service.sql.database import MatchRow, Records, Session
from service.tournaments.store import Tournaments, append, events_numbered, secret_of
from service.tournaments.tables import TableRow, TournamentRow

LOG: FilteringBoundLogger = structlog.get_logger("chronik.arrivals")


class Behind(Exception):
    """Another process was faster; what it has done is read before the next try."""


class OthersSat(Exception):
    """The match of a table was played by others: the round was paired again after a backup was restored."""


class Imported(NamedTuple):
    """What closed matches have brought, by match: new results, those that stood there, those that differ from it."""

    new: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    drifted: tuple[str, ...] = ()

    def and_more(self, other: Imported) -> Imported:
        return Imported(self.new + other.new, self.same + other.same, self.drifted + other.drifted)

    def tell(self) -> None:
        """Tells the metrics, once the transaction has been committed."""
        for outcome, matches in (("new", self.new), ("same", self.same), ("drifted", self.drifted)):
            RESULTS.labels(outcome).inc(len(matches))


NOTHING = Imported()
# Table by table: of matches that are over there are ever more.
CLOSED = exists().where(col(MatchRow.id) == TableRow.match, col(MatchRow.status) == Status.FINISHED.value)
OWED = select(TableRow.match).where(col(TableRow.arrived).is_(None), CLOSED).order_by(TableRow.match)
CHRONIK = ""


class TableOwners:
    """Which matches are tables of which tournaments, for one pass."""

    def __init__(self, tournaments: Tournaments, owners: Mapping[str, str]) -> None:
        self._tournaments = tournaments
        self._owners = owners
        self._found: dict[str, Tournament] = {}

    async def own(self, match: str, chairs: Sequence[SeatHolder]) -> bool:
        """Whether a match is a table; raises where the log of its tournament cannot be read, or seats others."""
        owner = self._owners.get(match)
        if owner is None:
            return False
        if owner not in self._found:
            found = await self._tournaments.find(owner)
            assert found is not None, "a table of no tournament"
            self._found[owner] = found
        tournament = self._found[owner]
        place = tournament.game_of_match(match)
        assert place is not None, "a table that no entry speaks of"
        if _named(chairs) != _named([tournament.entrants[number - 1] for number in place[2].entrants]):
            raise OthersSat(match)
        return True


def _named(seated: Sequence[SeatHolder] | Sequence[Entrant]) -> list[str]:
    return [one.player or one.bot for one in seated]


class IncomingResults:
    """Takes results in, for the bookkeeper."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.tournaments = Tournaments(records)
        self.games_begin = False
        """Whether what was taken in since somebody asked lets the next game of a table begin."""

    async def owners(self, session: Session, matches: Sequence[str]) -> TableOwners:
        """The tournaments of those of some matches that are tables."""
        query = select(TableRow.match, TableRow.tournament).where(col(TableRow.match).in_(matches))
        return TableOwners(self.tournaments, dict((await session.exec(query)).all()))

    async def take_in(self, session: Session, ended: Sequence[ImportResult]) -> Imported:
        """Records the results of those matches that are tables, and what follows from them; raises `Behind`."""
        results = {result.match: result for result in ended}
        if not results:
            return NOTHING
        taken = NOTHING
        for tournament in await _locked(session, results):
            taken = taken.and_more(await self._into(session, tournament, results))
        return taken

    async def owed(self) -> Sequence[str]:
        """The tables without a result whose matches are closed in the lobby: a backup was restored in between."""
        async with self.records.reading() as session:
            return (await session.exec(OWED)).all()

    async def unfounded(self) -> Sequence[str]:
        """The tables with a recorded result whose match is not there, or not closed."""
        query = (
            select(TableRow.match)
            .outerjoin(MatchRow, col(MatchRow.id) == col(TableRow.match))
            .where(
                col(TableRow.arrived).is_not(None),
                or_(col(MatchRow.id).is_(None), col(MatchRow.status) != Status.FINISHED.value),
            )
        )
        async with self.records.reading() as session:
            return (await session.exec(query.order_by(TableRow.match))).all()

    async def _into(self, session: Session, tournament: str, results: Mapping[str, ImportResult]) -> Imported:
        read = await self.tournaments.read(session, tournament)
        assert read is not None, "a table of no tournament"
        query = (
            select(TableRow.match, TableRow.arrived)
            .where(TableRow.tournament == tournament, col(TableRow.match).in_(results))
            .order_by(col(TableRow.round), col(TableRow.number), col(TableRow.game))
        )
        tables = (await session.exec(query)).all()
        recorded = await events_numbered(session, tournament, [n for _, n in tables if n is not None])
        secret = await secret_of(session, tournament)
        brought: list[Entry] = []
        after, at = read.tournament, milliseconds()
        same: list[str] = []
        drifted: list[str] = []
        for match, n in tables:
            command = results[match]
            entries = batch(after.version, at, CHRONIK, command, decide(after, CHRONIK, command, secret))
            after, brought = fold(after, entries), [*brought, *entries]
            if n is not None and astuple(recorded[n]) == astuple(command):
                same.append(match)
            elif n is not None:
                drifted.append(match)
                LOG.error("a recorded result differs from its log", tournament=tournament, entry=n, match=match)
        new = tuple(one.e.match for one in brought if isinstance(one.e, ResultArrived))
        if brought and not await append(session, read, brought):
            raise Behind
        self.games_begin |= any(isinstance(one.e, GameAdded) for one in brought)
        return Imported(new, tuple(same), tuple(drifted))


async def _locked(session: Session, matches: Mapping[str, ImportResult]) -> Sequence[str]:
    """The tournaments of some matches, nobody else writing to them; in one order everywhere, so never in a circle."""
    tables = select(TableRow.tournament).where(col(TableRow.match).in_(matches))
    query = select(TournamentRow.id).where(col(TournamentRow.id).in_(tables))
    return (await session.exec(query.order_by(TournamentRow.id).with_for_update())).all()
