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
from sqlmodel import col, select
from structlog.typing import FilteringBoundLogger

from domain.tournament.record.log import Entry
from domain.tournament.record.state import Phase, Tournament, fold
from projections.tournament.news import news
from service.links import API
from service.matches.feed.events import RETRY, tagged_event
from service.matches.feed.outbox import Outbox
from service.problems.ids import Id
from service.tournaments.store import Tournaments, entries_after
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


class Follower:
    """One open stream, and the tournament as it was told."""

    def __init__(self, tournament: str) -> None:
        self.told = Tournament(tournament)
        self.outbox = Outbox(OUTBOX_BYTES)


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

        One that cannot be read keeps no other from being told of.
        """
        followers = sorted(self._followers, key=lambda one: (one.told.id, one.told.version))
        try:
            versions = await self._versions({one.told.id for one in followers})
        except Exception as error:
            LOG.warning("the records cannot be asked for those who follow", error=type(error).__name__)
            return
        for (name, version), those in groupby(followers, key=lambda one: (one.told.id, one.told.version)):
            try:
                if versions.get(name, 0) > version:
                    await self._tell(name, list(those))
            except Exception as error:
                LOG.warning("a tournament cannot be told of", tournament=name, error=type(error).__name__)

    async def _versions(self, names: Iterable[str]) -> dict[str, int]:
        query = select(TournamentRow.id, TournamentRow.version).where(col(TournamentRow.id).in_(names))
        async with self._tournaments.records.reading() as session:
            return dict((await session.exec(query)).all())

    async def _tell(self, name: str, followers: list[Follower]) -> None:
        known = followers[0].told
        async with self._tournaments.records.reading() as session:
            entries = await entries_after(session, name, known.version)
        told, chunks = await asyncio.to_thread(_brought, known, entries)
        for follower in followers:
            follower.told = told
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
