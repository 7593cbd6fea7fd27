"""Paired rounds: each player's table or bye in the last round of every running tournament."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import structlog
from sqlmodel import col
from sqlmodel.sql.expression import Select
from structlog.typing import FilteringBoundLogger

from chronik.domain.tournament.record.log import NewerEntry
from chronik.domain.tournament.record.state import Phase, Progress, Tournament
from chronik.service.people.own_feed import OwnRoundPaired
from chronik.service.tournaments.log import LogEnd, select_ends
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.summary import page
from chronik.service.tournaments.tables import TournamentRow

NEVER: tuple[LogEnd, Mapping[str, OwnRoundPaired]] = ((0, 0), {})
LOG: FilteringBoundLogger = structlog.get_logger("chronik.paired")


class PairedRounds:
    """The current tables and byes of all players; a tournament is read again only when its log has grown.

    If a tournament cannot be read, its last known tables are kept, and the others are still updated.
    """

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._read: dict[str, tuple[LogEnd, Mapping[str, OwnRoundPaired]]] = {}

    async def rounds(self, players: Collection[str]) -> dict[str, tuple[OwnRoundPaired, ...]]:
        """Returns the current paired rounds by player, for those of the players who have a table or a bye."""
        async with self._tournaments.records.reading() as session:
            found = (await session.exec(select_running())).all()
        self._read = {name: self._read[name] for name, _, _ in found if name in self._read}
        by_player: dict[str, tuple[OwnRoundPaired, ...]] = {}
        for name, version, at in found:
            paired = await self._load_rounds(name, (version, at))
            for player in paired.keys() & players:
                by_player[player] = (*by_player.get(player, ()), paired[player])
        return by_player

    async def _load_rounds(self, name: str, end: LogEnd) -> Mapping[str, OwnRoundPaired]:
        read, paired = self._read.get(name, NEVER)
        if read != end:
            try:
                tournament = await self._tournaments.find(name)
                assert tournament is not None, "a row without a log"
            except NewerEntry:
                self._read[name] = end, paired
                return paired
            except Exception as error:
                LOG.warning(
                    "a tournament cannot be read for event streams", tournament=name, error=type(error).__name__
                )
                return paired
            paired = last_round(tournament)
            self._read[name] = end, paired
        return paired


def select_running() -> Select[str, int, int]:
    """Returns the query for the running tournaments and the ends of their logs.

    Running tournaments have not published their secrets, so an index skips most of those that are over.
    """
    running = ~col(TournamentRow.published), TournamentRow.phase == Phase.RUNNING.value
    return select_ends().where(*running).order_by(col(TournamentRow.id))


def last_round(tournament: Tournament) -> dict[str, OwnRoundPaired]:
    """Returns each player's table or bye in the last round; empty if that round is closed."""
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
