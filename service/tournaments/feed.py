"""The feeds of tournaments: whoever follows one is told what its log brings, as soon as it stands there.

Nothing is kept for this. The id of an event is the number of its entry, so whoever comes back is told what came after
the entry they had, from the log itself: every event comes at least once, and none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import groupby

import structlog
from msgspec import Struct
from sqlmodel import col
from structlog.typing import FilteringBoundLogger

from domain.tournament.record.log import Entry
from domain.tournament.record.state import Phase, Tournament, fold
from projections.tournament.news import news
from service.links import API
from service.matches.feed.events import RETRY, tagged_event
from service.matches.feed.outbox import Outbox
from service.problems.ids import Id
from service.tournaments.store import End, Tournaments, ends, entries_after
from service.tournaments.tables import TournamentRow

OUTBOX_BYTES = 256 * 1024
ASK_SECONDS = 1.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.tournament_feed")


class NewsStanding(Struct, frozen=True, tag="standing", tag_field="t"):
    """All that came before has been told: how far the tournament is, and its last round, 0 before the first."""

    version: int
    tournament: Id
    phase: Phase
    round: int
    standings: str


class OtherLog(Exception):
    """The log does not go on where it was told of: a standby was promoted, or a backup restored, without its end."""


class Follower:
    """One open stream, the tournament as it was told, and the last entry of that."""

    def __init__(self, tournament: str) -> None:
        self.told = Tournament(tournament)
        self.last: Entry | None = None
        self.outbox = Outbox(OUTBOX_BYTES)

    @property
    def end(self) -> End:
        """Where the log ends as it was told."""
        return (0, 0) if self.last is None else (self.last.n, self.last.at)


class TournamentFeeds:
    """All streams of tournaments in a process; the records are asked for those that somebody follows."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._followers: set[Follower] = set()
        self._ended = False

    async def attend(self) -> None:
        """Serves the streams until it is cancelled; then they end."""
        try:
            while True:
                await asyncio.sleep(ASK_SECONDS)
                if self._followers:
                    await self._ask()
        finally:
            self.end()

    def end(self) -> None:
        """Ends all streams, and those that still come; whoever follows comes back with the last event they had."""
        self._ended = True
        for follower in self._followers:
            follower.outbox.close()

    async def welcome(self, follower: Follower, after: int | None) -> None:
        """Takes a stream in: what came after an entry, how far the tournament is, then everything that changes."""
        log = await self._tournaments.log(follower.told.id)
        since = len(log) if after is None else min(after, len(log))
        before = fold(follower.told, log[:since])
        follower.told, missed = await asyncio.to_thread(_brought, before, log[since:])
        follower.last = log[-1] if log else None
        follower.outbox.owe([RETRY, *missed, _standing(follower.told)])
        self._followers.add(follower)
        if self._ended:
            follower.outbox.close()

    def leave(self, follower: Follower) -> None:
        """Forgets a stream."""
        follower.outbox.close()
        self._followers.discard(follower)

    async def _ask(self) -> None:
        """Tells what the logs have brought that somebody follows; who is equally far is told the same.

        One that cannot be read keeps no other from being told of. Where a log has become another one its streams end;
        who comes back is told of that one.
        """
        followers = sorted(self._followers, key=lambda one: (one.told.id, one.end))
        try:
            now = await self._ends({one.told.id for one in followers})
        except Exception as error:
            LOG.warning("the records cannot be asked for those who follow", error=type(error).__name__)
            return
        for (name, end), same in groupby(followers, key=lambda one: (one.told.id, one.end)):
            those = list(same)
            try:
                if now.get(name) != end:
                    await self._tell(name, those)
            except OtherLog:
                LOG.error("the log is not the one that was told of", tournament=name, version=end[0])
                for follower in those:
                    self.leave(follower)
            except Exception as error:
                LOG.warning("a tournament cannot be told of", tournament=name, error=type(error).__name__)

    async def _ends(self, names: Iterable[str]) -> dict[str, End]:
        async with self._tournaments.records.reading() as session:
            found = (await session.exec(ends().where(col(TournamentRow.id).in_(names)))).all()
        return {name: (version, at) for name, version, at in found}

    async def _tell(self, name: str, followers: list[Follower]) -> None:
        known, last = followers[0].told, followers[0].last
        async with self._tournaments.records.reading() as session:
            log = await entries_after(session, name, known.version - 1)
        if not log or log[0] != last:
            raise OtherLog
        told, chunks = await asyncio.to_thread(_brought, known, log[1:])
        for follower in followers:
            follower.told, follower.last = told, log[-1]
            for chunk in chunks:
                follower.outbox.put(chunk)


def _brought(before: Tournament, entries: tuple[Entry, ...]) -> tuple[Tournament, list[bytes]]:
    """A tournament after some entries, and the events that these bring."""
    chunks = [tagged_event(one, one.version) for one in news(before, entries, _standings(before.id))]
    return fold(before, entries), chunks


def _standing(tournament: Tournament) -> bytes:
    now = NewsStanding(
        version=tournament.version,
        tournament=tournament.id,
        phase=tournament.phase,
        round=len(tournament.rounds),
        standings=_standings(tournament.id),
    )
    return tagged_event(now, now.version)


def _standings(tournament: str) -> str:
    return f"{API}/tournaments/{tournament}/standings"
