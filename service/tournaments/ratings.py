"""Ratings of all players, and what each has entered, built from all tournaments whenever one has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping

import msgspec

from domain.tournament.ratings.ratings import BOT, Contest, Pool, rate
from domain.tournament.record.state import Entrant, Tournament, fold
from service.tournaments.store import End, Tournaments, ends
from service.tournaments.tables import TournamentRow

pack = msgspec.msgpack.Encoder().encode
unpack = msgspec.msgpack.Decoder(tuple[Contest, ...]).decode
NOTHING = pack(())


class Ratings:
    """The pools as of the last results; what a tournament has brought is read again only when it has changed.

    What it has brought is kept packed, in some 200 bytes a game.
    """

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self._ends: dict[str, End] = {}
        self._contests: dict[str, bytes] = {}
        self._pools: tuple[Pool, ...] = ()
        self._players: dict[str, frozenset[str]] = {}
        self._entered: dict[str, set[str]] = {}
        self._lock = asyncio.Lock()

    async def pools(self) -> tuple[Pool, ...]:
        """All pools."""
        async with self._lock:
            found = await self._now()
            # One that is not there any more went with a database that was promoted or restored without it.
            changed = [one for one in found | self._ends if self._ends.get(one) != found.get(one)]
            read: dict[str, bytes] = {}
            for one in changed:
                log = await self.tournaments.log(one)
                times = {entry.n: entry.at for entry in log}
                tournament = fold(Tournament(one), log)
                read[one] = pack(tuple(contests(tournament, times)))
                self._note(one, frozenset(entrant.player for entrant in tournament.entrants if entrant.player))
            now = self._contests | read
            if any(self._contests.get(one, NOTHING) != packed for one, packed in read.items()):
                self._pools = await asyncio.to_thread(_rated, now)
            self._contests, self._ends = now, found
            return self._pools

    def entered(self, player: str) -> Collection[str]:
        """The tournaments that a player has entered, whatever came of it, as of when the pools were last asked for."""
        return self._entered.get(player, ())

    def _note(self, tournament: str, players: frozenset[str]) -> None:
        """Notes who has entered a tournament, and nobody else."""
        for player in self._players.get(tournament, frozenset()) - players:
            self._entered[player].discard(tournament)
        for player in players:
            self._entered.setdefault(player, set()).add(tournament)
        self._players[tournament] = players

    async def _now(self) -> dict[str, End]:
        async with self.tournaments.records.reading() as session:
            rows = (await session.exec(ends().order_by(TournamentRow.id))).all()
        return {name: (version, at) for name, version, at in rows}


def _rated(brought: Mapping[str, bytes]) -> tuple[Pool, ...]:
    return rate(contest for packed in brought.values() for contest in unpack(packed))


def contests(tournament: Tournament, times: Mapping[int, int]) -> Iterator[Contest]:
    """The games of a tournament that count for ratings; `times` are those of its entries.

    Each game of a table is one: the formulas take results that are independent of each other, 2:1 tells less of two
    players than 2:0 does, and so it weighs as much as it tells. What a referee rules of a whole table is none.
    """
    for one in tournament.rounds:
        for table in one.tables:
            for game in table.games:
                result = game.result
                if result is not None and result.contested:
                    yield Contest(
                        game=tournament.planned.game,
                        at=times[result.since],
                        players=tuple(rated_as(tournament.entrants[number - 1]) for number in game.entrants),
                        places=result.places,
                        tournament=tournament.id,
                        round=one.number,
                        table=table.number,
                        match=game.match,
                    )


def rated_as(entrant: Entrant) -> str:
    """Under which name an entrant is rated: all bots of a level are one."""
    return entrant.player or f"{BOT}{entrant.bot}"
