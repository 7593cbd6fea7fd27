"""The rounds that are paired: for each player the table of the last round, in every tournament that is going on."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import structlog
from sqlmodel import col
from sqlmodel.sql.expression import Select
from structlog.typing import FilteringBoundLogger

from domain.tournament.record.state import Phase, Progress, Tournament
from service.matches.feed.own import OwnRoundPaired
from service.tournaments.store import End, Tournaments, ends
from service.tournaments.summary import page
from service.tournaments.tables import TournamentRow

NEVER: tuple[End, Mapping[str, OwnRoundPaired]] = ((0, 0), {})
LOG: FilteringBoundLogger = structlog.get_logger("chronik.paired")


class PairedRounds:
    """The tables and byes of all players; the log of a tournament is read only when it ends elsewhere.

    Of one that cannot be read stays what was read before, and the others are told of all the same.
    """

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._read: dict[str, tuple[End, Mapping[str, OwnRoundPaired]]] = {}

    async def rounds(self, players: Collection[str]) -> dict[str, tuple[OwnRoundPaired, ...]]:
        """By player what is paired for them now, of those who have something."""
        async with self._tournaments.records.reading() as session:
            found = (await session.exec(going_on())).all()
        self._read = {name: self._read[name] for name, _, _ in found if name in self._read}
        told: dict[str, tuple[OwnRoundPaired, ...]] = {}
        for name, version, at in found:
            paired = await self._paired(name, (version, at))
            for player in paired.keys() & players:
                told[player] = (*told.get(player, ()), paired[player])
        return told

    async def _paired(self, name: str, end: End) -> Mapping[str, OwnRoundPaired]:
        read, paired = self._read.get(name, NEVER)
        if read != end:
            try:
                tournament = await self._tournaments.find(name)
                assert tournament is not None, "a row without a log"
            except Exception as error:
                LOG.warning("a tournament cannot be told of", tournament=name, error=type(error).__name__)
                return paired
            paired = last_round(tournament)
            self._read[name] = end, paired
        return paired


def going_on() -> Select[str, int, int]:
    """The query for the tournaments that are going on, and where their logs end.

    None of them has published its secret: so those that are over are not even looked at.
    """
    running = ~col(TournamentRow.published), TournamentRow.phase == Phase.RUNNING.value
    return ends().where(*running).order_by(col(TournamentRow.id))


def last_round(tournament: Tournament) -> dict[str, OwnRoundPaired]:
    """By player the table or the bye in the last round, unless that is closed."""
    if not tournament.rounds or tournament.rounds[-1].progress is Progress.CLOSED:
        return {}
    round_ = tournament.rounds[-1]
    found: dict[str, OwnRoundPaired] = {}
    for entrant in tournament.entrants:
        table = round_.table_of(entrant.number)
        if entrant.player and (table is not None or entrant.number in round_.byes):
            found[entrant.player] = OwnRoundPaired(
                tournament=tournament.id,
                round=round_.number,
                started=round_.progress is Progress.STARTED,
                table=None if table is None else table.number,
                match=(table.match or None) if table is not None else None,
                page=page(tournament.id),
            )
    return found
