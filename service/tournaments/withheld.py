"""Withheld matches: whether their tournament already discloses them, and the log of referees' inspections."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from sqlmodel import col, select

from chronik.domain.engine.match.match import Match
from chronik.domain.tournament.record.commands import InspectMatch
from chronik.domain.tournament.record.log import NewerEntry
from chronik.domain.tournament.record.plan import Decks
from chronik.domain.tournament.record.state import Tournament
from chronik.projections.match.lobby import Listing
from chronik.service.identity.access import Until, Withholding, is_withheld
from chronik.service.running.clock import milliseconds
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TableRow


class WithheldMatches:
    """Reads the tournaments of withheld matches."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    async def of(self, match: Match | Listing) -> Withholding | None:
        """Returns how its tournament withholds a match; None if the match is not withheld."""
        found = await self._tournament(match.id) if is_withheld(match) else None
        return None if found is None else withholding_of(found)

    async def of_all(self, matches: Collection[str]) -> dict[str, Withholding]:
        """Returns how tournaments withhold these matches, by match, even if a match is not marked as withheld.

        Skips matches of tournaments that a newer version of Chronik wrote.
        """
        query = select(TableRow.match, TableRow.tournament).where(col(TableRow.match).in_(matches))
        async with self._tournaments.records.reading() as session:
            owners = dict((await session.exec(query)).all())
        withheld: dict[str, Withholding] = {}
        for owner in set(owners.values()):
            with suppress(NewerEntry):
                tournament = await self._tournaments.find(owner)
                if tournament is not None:
                    withheld[owner] = withholding_of(tournament)
        return {match: withheld[owner] for match, owner in owners.items() if owner in withheld}

    async def record_inspection(self, match: str, player: str) -> None:
        """Logs a referee's inspection of a match in the tournament, at most once an hour.

        Raises what `submit` raises.
        """
        found = await self._tournament(match)
        assert found is not None, "a withheld match has a tournament"
        if not found.has_inspected(player, match, milliseconds()):
            await self._tournaments.submit(found.id, "", InspectMatch(player, match))

    async def _tournament(self, match: str) -> Tournament | None:
        async with self._tournaments.records.reading() as session:
            owner = (await session.exec(select(TableRow.tournament).where(TableRow.match == match))).first()
        return None if owner is None else await self._tournaments.find(owner)


def withholding_of(tournament: Tournament) -> Withholding:
    """Returns how a tournament with sealed lists withholds its matches."""
    return Withholding(
        until=Until.EVER if tournament.planned.decks is Decks.CLOSED else Until.END,
        over=tournament.over,
        entrants=frozenset(one.player for one in tournament.entrants if one.player),
        staff=frozenset(one.player for one in tournament.staff),
    )
