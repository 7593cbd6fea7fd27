"""The feeds of tournaments: followers get the events of new log entries within about a second.

The service stores no events. The id of an event is the number of its entry, so a client that reconnects gets the events
after its last id from the log: every event arrives at least once, and none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import groupby

import structlog
from msgspec import Struct
from sqlmodel import col
from structlog.typing import FilteringBoundLogger

from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Phase, Tournament, fold
from chronik.projections.tournament.news import list_news
from chronik.service.log.outcomes import OtherLog
from chronik.service.matches.feed.events import RETRY, encode_struct_event
from chronik.service.matches.feed.outbox import Outbox
from chronik.service.running.links import API
from chronik.service.tournaments.log import LogEnd, entries_after, select_ends
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TournamentRow
from chronik.service.web.problems.ids import Id

POLL_SECONDS = 1.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.tournament_feed")


class NewsStanding(Struct, frozen=True, tag="standing", tag_field="t"):
    """All past events have been sent.

    This gives the tournament's `version`, phase and last round (0 before any).
    """

    version: int
    tournament: Id
    phase: Phase
    round: int
    standings: str


class Follower:
    """An open stream: the tournament as its client knows it, and the last entry that the client got."""

    def __init__(self, tournament: str) -> None:
        self.state = Tournament(tournament)
        self.last: Entry | None = None
        self.outbox = Outbox()

    @property
    def end(self) -> LogEnd:
        """The end of the log as the client knows it."""
        return (0, 0) if self.last is None else (self.last.n, self.last.at)


class TournamentFeeds:
    """All tournament feeds of a process; only the tournaments that have followers are polled."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._followers: set[Follower] = set()
        self._ended = False

    async def run(self) -> None:
        """Serves the feeds until it is cancelled, then ends them."""
        try:
            while True:
                await asyncio.sleep(POLL_SECONDS)
                if self._followers:
                    await self.poll()
        finally:
            self.end()

    def end(self) -> None:
        """Ends all current and later feeds; their clients reconnect with their last event id."""
        self._ended = True
        for follower in self._followers:
            follower.outbox.close()

    async def add(self, follower: Follower, after: int | None) -> None:
        """Adds a follower: sends it the events after an entry, the `standing` event, and then every change."""
        log = await self._tournaments.log(follower.state.id)
        since = len(log) if after is None else min(after, len(log))
        before = fold(follower.state, log[:since])
        follower.state, missed = await asyncio.to_thread(_advance, before, log[since:])
        follower.last = log[-1] if log else None
        follower.outbox.put_backlog([RETRY, *missed, _standing(follower.state)])
        self._followers.add(follower)
        if self._ended:
            follower.outbox.close()

    def remove(self, follower: Follower) -> None:
        """Removes a follower."""
        follower.outbox.close()
        self._followers.discard(follower)

    async def poll(self) -> None:
        """Sends new entries of all followed tournaments; followers at the same version get the same events.

        A tournament that cannot be read does not block the others. If a tournament's log was replaced, its feeds end;
        clients that reconnect get the new log.
        """
        followers = sorted(self._followers, key=lambda one: (one.state.id, one.end))
        try:
            now = await self._ends({one.state.id for one in followers})
        except Exception as error:
            LOG.warning("the database cannot be polled for tournament feeds", error=type(error).__name__)
            return
        for (name, end), same in groupby(followers, key=lambda one: (one.state.id, one.end)):
            those = list(same)
            try:
                if now.get(name) != end:
                    await self._push(name, those)
            except OtherLog:
                LOG.error("the log is not the one that was sent", tournament=name, version=end[0])
                for follower in those:
                    self.remove(follower)
            except Exception as error:
                LOG.warning("a tournament cannot be read for its feeds", tournament=name, error=type(error).__name__)

    async def _ends(self, names: Iterable[str]) -> dict[str, LogEnd]:
        async with self._tournaments.records.reading() as session:
            found = (await session.exec(select_ends().where(col(TournamentRow.id).in_(names)))).all()
        return {name: (version, at) for name, version, at in found}

    async def _push(self, name: str, followers: list[Follower]) -> None:
        known, last = followers[0].state, followers[0].last
        async with self._tournaments.records.reading() as session:
            log = await entries_after(session, name, known.version - 1)
        if not log or log[0] != last:
            raise OtherLog("the log is not the one that was sent")
        state, chunks = await asyncio.to_thread(_advance, known, log[1:])
        for follower in followers:
            follower.state, follower.last = state, log[-1]
            for chunk in chunks:
                follower.outbox.put(chunk)


def _advance(before: Tournament, entries: tuple[Entry, ...]) -> tuple[Tournament, list[bytes]]:
    """Returns the tournament after these entries, and their events."""
    chunks = [encode_struct_event(one, one.version) for one in list_news(before, entries, _standings(before.id))]
    return fold(before, entries), chunks


def _standing(tournament: Tournament) -> bytes:
    now = NewsStanding(
        version=tournament.version,
        tournament=tournament.id,
        phase=tournament.phase,
        round=len(tournament.rounds),
        standings=_standings(tournament.id),
    )
    return encode_struct_event(now, now.version)


def _standings(tournament: str) -> str:
    return f"{API}/tournaments/{tournament}/standings"
