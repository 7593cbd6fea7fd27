"""Ratings of all players, and each player's tournaments. Only tournaments that have changed are read again."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping

import msgspec

from chronik.domain.tournament.ratings.ratings import BOT, Contest, Pool, rate_contests
from chronik.domain.tournament.record.state import Entrant, Tournament, fold
from chronik.service.tournaments.log import LogEnd, select_ends
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TournamentRow

pack = msgspec.msgpack.Encoder().encode
unpack = msgspec.msgpack.Decoder(tuple[Contest, ...]).decode
NOTHING = pack(())


class Ratings:
    """The rating pools as of the latest results; a tournament is read again only when its log has changed.

    A tournament's contests are cached in packed form, at about 200 bytes per game.
    """

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self._ends: dict[str, LogEnd] = {}
        self._contests: dict[str, bytes] = {}
        self._pools: tuple[Pool, ...] = ()
        self._players: dict[str, frozenset[str]] = {}
        self._entered: dict[str, set[str]] = {}
        self._lock = asyncio.Lock()

    async def pools(self) -> tuple[Pool, ...]:
        """Returns all pools, up to date."""
        async with self._lock:
            found = await self._find_ends()
            # A tournament can disappear if a standby or a backup without it becomes the database.
            changed = [one for one in found | self._ends if self._ends.get(one) != found.get(one)]
            read: dict[str, bytes] = {}
            for one in changed:
                log = await self.tournaments.log(one)
                times = {entry.n: entry.at for entry in log}
                tournament = fold(Tournament(one), log)
                read[one] = pack(tuple(contests(tournament, times)))
                self._record_players(
                    one, frozenset(entrant.player for entrant in tournament.entrants if entrant.player)
                )
            now = self._contests | read
            if any(self._contests.get(one, NOTHING) != packed for one, packed in read.items()):
                self._pools = await asyncio.to_thread(_rate_all, now)
            self._contests, self._ends = now, found
            return self._pools

    def tournaments_of(self, player: str) -> Collection[str]:
        """Returns the tournaments that a player has entered, as of the last call of `pools`."""
        return self._entered.get(player, ())

    def _record_players(self, tournament: str, players: frozenset[str]) -> None:
        """Records which players have entered a tournament, and deletes its records of all others."""
        for player in self._players.get(tournament, frozenset()) - players:
            self._entered[player].discard(tournament)
        for player in players:
            self._entered.setdefault(player, set()).add(tournament)
        self._players[tournament] = players

    async def _find_ends(self) -> dict[str, LogEnd]:
        async with self.tournaments.records.reading() as session:
            rows = (await session.exec(select_ends().order_by(TournamentRow.id))).all()
        return {name: (version, at) for name, version, at in rows}


def _rate_all(brought: Mapping[str, bytes]) -> tuple[Pool, ...]:
    return rate_contests(contest for packed in brought.values() for contest in unpack(packed))


def contests(tournament: Tournament, times: Mapping[int, int]) -> Iterator[Contest]:
    """Yields the games of a tournament that count for ratings; `times` are the times of its entries.

    Each game of a table counts separately, because the formulas assume independent results: so a 2:1 changes ratings
    less than a 2:0. A referee's ruling on a whole table does not count.
    """
    for one in tournament.rounds:
        for table in one.tables:
            for game in table.games:
                result = game.result
                if result is not None and result.contested:
                    yield Contest(
                        game=tournament.planned.game,
                        at=times[result.since],
                        players=tuple(rating_name(tournament.entrants[number - 1]) for number in game.entrants),
                        places=result.places,
                        tournament=tournament.id,
                        round=one.number,
                        table=table.number,
                        match=game.match,
                    )


def rating_name(entrant: Entrant) -> str:
    """Returns the name under which an entrant is rated. All bots of one level share a rating."""
    return entrant.player or f"{BOT}{entrant.bot}"
