"""Imports results from the logs of matches into the log of their tournament, each exactly once.

One transaction records a result and how far the match's log was read. A result that is already recorded is
compared with the match's log and never changed. If they differ, an error is logged, and a referee must rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import structlog
from msgspec.structs import astuple
from sqlalchemy import exists, or_
from sqlmodel import col, select
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.match import Status
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.tournament.record.commands import ImportResult
from chronik.domain.tournament.record.events import GameAdded, ResultArrived
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Entrant, Tournament
from chronik.domain.tournament.rules.decide import record_commands
from chronik.service.operating.metrics import RESULTS
from chronik.service.running.clock import milliseconds
from chronik.service.sql.database import MatchRow, Records, Session
from chronik.service.tournaments.log import append, events_by_number, secret_of
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TableRow, TournamentRow

LOG: FilteringBoundLogger = structlog.get_logger("chronik.arrivals")


class WrongPlayers(Exception):
    """An error: a table's match was played by other players, because the round was paired again after a restore."""


class Imported(NamedTuple):
    """The findings of an import, by match: new, already recorded, and recorded differently from the match's log."""

    new: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    drifted: tuple[str, ...] = ()

    def merge(self, other: Imported) -> Imported:
        return Imported(self.new + other.new, self.same + other.same, self.drifted + other.drifted)

    def observe(self) -> None:
        """Counts these results in the metrics. Call this only after the transaction was committed."""
        for outcome, matches in (("new", self.new), ("same", self.same), ("drifted", self.drifted)):
            RESULTS.labels(outcome).inc(len(matches))


NOTHING = Imported()
# One lookup per table, because the number of finished matches only grows.
CLOSED = exists().where(col(MatchRow.id) == TableRow.match, col(MatchRow.status) == Status.FINISHED.value)
OWED = select(TableRow.match).where(col(TableRow.arrived).is_(None), CLOSED).order_by(TableRow.match)
CHRONIK = ""


class TableOwners:
    """The tournaments to whose tables these matches belong, for one pass of the bookkeeper."""

    def __init__(self, tournaments: Tournaments, owners: Mapping[str, str]) -> None:
        self._tournaments = tournaments
        self._owners = owners
        self._found: dict[str, Tournament] = {}

    async def is_table(self, match: str, chairs: Sequence[SeatHolder]) -> bool:
        """Returns whether a match is at a table; raises if its tournament cannot be read or seats other players."""
        owner = self._owners.get(match)
        if owner is None:
            return False
        if owner not in self._found:
            found = await self._tournaments.find(owner)
            assert found is not None, "a table has a tournament"
            self._found[owner] = found
        tournament = self._found[owner]
        place = tournament.game_of_match(match)
        assert place is not None, "a table has an entry in the log"
        if _player_names(chairs) != _player_names([tournament.entrants[number - 1] for number in place[2].entrants]):
            raise WrongPlayers(match)
        return True


def _player_names(seated: Sequence[SeatHolder] | Sequence[Entrant]) -> list[str]:
    return [one.player or one.bot for one in seated]


class IncomingResults:
    """Imports results for the bookkeeper."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.tournaments = Tournaments(records)
        self.games_begin = False
        """Whether any import since the last reset of this flag allows the next game of a table to begin."""

    async def owners(self, session: Session, matches: Sequence[str]) -> TableOwners:
        """Returns which of these matches belong to tournament tables, and to which tournaments."""
        query = select(TableRow.match, TableRow.tournament).where(col(TableRow.match).in_(matches))
        return TableOwners(self.tournaments, dict((await session.exec(query)).all()))

    async def import_results(self, session: Session, ended: Sequence[ImportResult]) -> Imported:
        """Records the results of the matches that belong to tables, and their consequences; raises `Conflict`."""
        results = {result.match: result for result in ended}
        if not results:
            return NOTHING
        taken = NOTHING
        for tournament in await _lock_tournaments(session, results):
            taken = taken.merge(await self._import_into(session, tournament, results))
        return taken

    async def find_owed(self) -> Sequence[str]:
        """Returns the tables without a result whose match is finished according to the lobby, as after a restore."""
        async with self.records.reading() as session:
            return (await session.exec(OWED)).all()

    async def find_unfounded(self) -> Sequence[str]:
        """Returns the tables with a recorded result whose match is missing or not finished."""
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

    async def _import_into(self, session: Session, tournament: str, results: Mapping[str, ImportResult]) -> Imported:
        read = await self.tournaments.read(session, tournament)
        assert read is not None, "a table has a tournament"
        query = (
            select(TableRow.match, TableRow.arrived)
            .where(TableRow.tournament == tournament, col(TableRow.match).in_(results))
            .order_by(col(TableRow.round), col(TableRow.number), col(TableRow.game))
        )
        tables = (await session.exec(query)).all()
        recorded = await events_by_number(session, tournament, [n for _, n in tables if n is not None])
        secret = await secret_of(session, tournament)
        brought: list[Entry] = []
        after, at = read.tournament, milliseconds()
        same: list[str] = []
        drifted: list[str] = []
        for match, n in tables:
            command = results[match]
            after, entries = record_commands(after, at, CHRONIK, secret, command)
            brought += entries
            if n is not None and astuple(recorded[n]) == astuple(command):
                same.append(match)
            elif n is not None:
                drifted.append(match)
                LOG.error("a recorded result differs from its log", tournament=tournament, entry=n, match=match)
        new = tuple(one.e.match for one in brought if isinstance(one.e, ResultArrived))
        if brought:
            await append(session, read, brought)
        self.games_begin |= any(isinstance(one.e, GameAdded) for one in brought)
        return Imported(new, tuple(same), tuple(drifted))


async def _lock_tournaments(session: Session, matches: Mapping[str, ImportResult]) -> Sequence[str]:
    """Locks and returns the tournaments of these matches, always in the same order, to avoid deadlocks."""
    tables = select(TableRow.tournament).where(col(TableRow.match).in_(matches))
    query = select(TournamentRow.id).where(col(TournamentRow.id).in_(tables))
    return (await session.exec(query.order_by(TournamentRow.id).with_for_update())).all()
