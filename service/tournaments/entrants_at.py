"""The entrants at the seats of matches, which name the bots of a tournament."""

from collections.abc import Iterable
from contextlib import suppress

from sqlmodel import col, select

from chronik.domain.tournament.record.log import NewerEntry
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TableRow

MOST = 10_000


class EntrantsAt:
    """The numbers of the entrants by seat, for matches of tournaments. They never change."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._known: dict[str, tuple[int, ...]] = {}

    async def of(self, matches: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """Returns the numbers by match; empty for a match outside tournaments, and if a newer version wrote the log."""
        wanted = set(matches)
        new = wanted - self._known.keys()
        if len(self._known) + len(new) > MOST:
            self._known.clear()
            new = wanted
        if new:
            await self._read(new)
        return {match: self._known.get(match, ()) for match in wanted}

    async def _read(self, matches: set[str]) -> None:
        read: dict[str, tuple[int, ...]] = dict.fromkeys(matches, ())
        async with self._tournaments.records.reading() as session:
            rows = (await session.exec(select(TableRow).where(col(TableRow.match).in_(matches)))).all()
            for row in rows:
                with suppress(NewerEntry):
                    folded = await self._tournaments.read(session, row.tournament)
                    found = folded.tournament.game_of_match(row.match) if folded else None
                    read[row.match] = found[2].entrants if found else ()
        self._known |= read
