"""Ratings of all players, and what each has entered, built from all tournaments whenever one has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping

import msgspec
from sqlmodel import select

from domain.tournament.ratings.ratings import BOT, Contest, Pool, rate
from domain.tournament.record.state import Entrant, Tournament, fold
from service.tournaments.store import Tournaments
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
        self._versions: dict[str, int] = {}
        self._contests: dict[str, bytes] = {}
        self._pools: tuple[Pool, ...] = ()
        self._entered: dict[str, set[str]] = {}
        self._lock = asyncio.Lock()

    async def pools(self) -> tuple[Pool, ...]:
        """All pools."""
        async with self._lock:
            versions = await self._now()
            changed = [one for one, version in versions.items() if self._versions.get(one) != version]
            read: dict[str, bytes] = {}
            for one in changed:
                log = await self.tournaments.log(one)
                times = {entry.n: entry.at for entry in log}
                tournament = fold(Tournament(one), log)
                read[one] = pack(tuple(contests(tournament, times)))
                for entrant in tournament.entrants:
                    if entrant.player:
                        self._entered.setdefault(entrant.player, set()).add(one)
            now = self._contests | read
            if any(self._contests.get(one, NOTHING) != packed for one, packed in read.items()):
                self._pools = await asyncio.to_thread(_rated, now)
            self._contests, self._versions = now, versions
            return self._pools

    def entered(self, player: str) -> Collection[str]:
        """The tournaments that a player has entered, whatever came of it, as of when the pools were last asked for."""
        return self._entered.get(player, ())

    async def _now(self) -> dict[str, int]:
        async with self.tournaments.records.reading() as session:
            rows = await session.exec(select(TournamentRow.id, TournamentRow.version).order_by(TournamentRow.id))
            return dict(rows.all())


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
