"""Holds: what the records of tournaments say of held matches, and the looks that referees take at these."""

from __future__ import annotations

from collections.abc import Collection

from sqlmodel import col, select

from domain.engine.match.match import Match
from domain.tournament.record.commands import InspectMatch
from domain.tournament.record.plan import Decks
from domain.tournament.record.state import Tournament
from projections.match.lobby import Listing
from service.clock import milliseconds
from service.people.access import Hold, Until, is_held
from service.tournaments.store import Tournaments
from service.tournaments.tables import TableRow


class Holds:
    """Asks the records how far the tournament of a held match is."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    async def of(self, match: Match | Listing) -> Hold | None:
        """What the tournament of a held match says; None where it is not held, or no tournament knows it."""
        found = await self._tournament(match.id) if is_held(match) else None
        return None if found is None else hold_of(found)

    async def of_all(self, matches: Collection[str]) -> dict[str, Hold]:
        """What tournaments say of those of some matches that are theirs, by match, whether these are held or not."""
        query = select(TableRow.match, TableRow.tournament).where(col(TableRow.match).in_(matches))
        async with self._tournaments.records.reading() as session:
            owners = dict((await session.exec(query)).all())
        found = {owner: await self._tournaments.find(owner) for owner in set(owners.values())}
        holds = {owner: hold_of(tournament) for owner, tournament in found.items() if tournament is not None}
        return {match: holds[owner] for match, owner in owners.items() if owner in holds}

    async def note_look(self, match: str, player: str) -> None:
        """Has a referee's look stand in the log of the tournament, once an hour. Raises what `submit` raises."""
        found = await self._tournament(match)
        assert found is not None, "a look at a match of no tournament"
        if not found.has_looked(player, match, milliseconds()):
            await self._tournaments.submit(found.id, "", InspectMatch(player, match))

    async def _tournament(self, match: str) -> Tournament | None:
        async with self._tournaments.records.reading() as session:
            owner = (await session.exec(select(TableRow.tournament).where(TableRow.match == match))).first()
        return None if owner is None else await self._tournaments.find(owner)


def hold_of(tournament: Tournament) -> Hold:
    """What a tournament with lists says of its matches."""
    return Hold(
        until=Until.EVER if tournament.planned.decks is Decks.CLOSED else Until.END,
        over=tournament.over,
        entrants=frozenset(one.player for one in tournament.entrants if one.player),
        staff=frozenset(one.player for one in tournament.staff),
    )
