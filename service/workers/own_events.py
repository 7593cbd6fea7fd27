"""The events of accounts: one stream for each that listens, whatever its matches and tournaments are.

Nothing is kept for this. Whoever comes, or comes back, is first told all that stands: which matches are being played,
where an answer is owed, which rounds are paired, and what has ended since the last event they had. From then on they
are told what changes. So an event may come twice, and none that still matters is lost.

That a match has grown a hint tells, as it does for the feed; a hint that was lost is made good by a sweep, and a match
that nobody announced by `lost_hints.py`. Tournaments are asked for in the records, as are the tokens.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from heapq import heappop, heappush

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.match.match import Status
from service.clock import milliseconds
from service.links import API
from service.log.outcomes import Unavailable
from service.matches.feed.events import RETRY, tagged_event
from service.matches.feed.outbox import Outbox
from service.matches.feed.own import (
    EventsReset,
    EventsStanding,
    OwnEvent,
    OwnRoundPaired,
    Told,
    news,
    own_challenge,
)
from service.matches.hints import Hints
from service.matches.live import Live, LiveMatches, NotLoaded
from service.people.challenges import ChallengeRow, Challenges, ChallengeState
from service.tournaments.paired import PairedRounds
from service.workers.unfinished import Unfinished

OUTBOX_BYTES = 256 * 1024
READERS = 2
SWEEP_SECONDS = 10.0
ASK_SECONDS = 2.0
PAUSE_SECONDS = 0.5
SLACK_MS = 600_000
"""How much longer ago than the last event that somebody had the end of a match may be, and is told of again."""
KEPT_MS = 7 * 86_400_000
"""How long ago that event may be for all ends since to be told."""
REMEMBERED = 1_000
"""Of how many matches that are over a stream remembers that it was told; of what ended before them nothing is told."""
KNOWN = 100_000
"""Of how many running matches a process remembers who plays there."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.own_events")


class OwnStream:
    """One open stream of an account: by which token, what it was told, and what is on its way.

    Its ids are milliseconds since 1970 that only grow, also over what came before it. What is over it forgets once that
    was told and nothing can bring it again: it may be open for weeks.
    """

    def __init__(self, player: str, token: str | None, now: int, after: int | None) -> None:
        self.player = player
        self.token = token
        self.outbox = Outbox(OUTBOX_BYTES)
        self.number = max(now, after or 0)
        self.ends_since = now - SLACK_MS if after is None else max(min(after, now) - SLACK_MS, now - KEPT_MS)
        self.told: dict[str, Told] = {}
        self.rounds: dict[str, OwnRoundPaired] = {}
        self.challenges: dict[str, tuple[ChallengeState, int]] = {}
        """What became of each as it was told, and when that is over, or was."""
        self._ended: list[tuple[int, str]] = []
        self._first: list[bytes] | None = [RETRY]

    def say(self, event: OwnEvent, now: int) -> None:
        """Sends an event; before all that stands was told it waits for that."""
        self.number = max(self.number + 1, now)
        chunk = tagged_event(event, self.number)
        if self._first is not None:
            self._first.append(chunk)
        else:
            self.outbox.put(chunk)

    def take(self, live: Live, now: int) -> None:
        """Says what a match has brought since it was told of."""
        match = live.match
        seat = next((n for n, chair in enumerate(match.chairs) if chair.player == self.player), None)
        if seat is None:
            self.told.pop(match.id, None)
            return
        told, closed_at = self.told.get(match.id), live.listing.closed_at or 0
        if told is None and match.closed is not None and closed_at < self.ends_since:
            return
        told = told or Told()
        self.told[match.id], events = news(told, live.rules, match, seat)
        for event in events:
            self.say(event, now)
        if match.closed is not None and not told.finished:
            heappush(self._ended, (closed_at, match.id))
            self._forget_ended()

    def pair(self, rounds: Collection[OwnRoundPaired], now: int) -> None:
        """Says which of all rounds that are open now were paired, or started, since they were told of."""
        for one in rounds:
            if self.rounds.get(one.tournament) != one:
                self.say(one, now)
        self.rounds = {one.tournament: one for one in rounds}

    def challenge(self, rows: Iterable[ChallengeRow], now: int) -> None:
        """Says which challenges by or to the account are open or over, since they were told of."""
        for row in rows:
            if self.player not in (row.challenger, row.challenged):
                continue
            state, (told, _) = row.state_at(now), self.challenges.get(row.id, (None, 0))
            if told is not state:
                self.challenges[row.id] = state, max(row.changed_at, row.expires_at)
                self.say(own_challenge(row, now), now)
        asked_for = now - 2 * SLACK_MS
        self.challenges = {one: told for one, told in self.challenges.items() if told[1] >= asked_for}

    def stand(self, now: int) -> None:
        """Says that all that stands was told, and lets it go."""
        self.say(EventsStanding(sum(told.started and not told.finished for told in self.told.values())), now)
        first, self._first = self._first, None
        self.outbox.owe(first or ())
        self._forget_ended()

    def _forget_ended(self) -> None:
        """Forgets what ended first of too much; while all that stands is being told, it comes in any order."""
        while self._first is None and len(self._ended) > REMEMBERED:
            closed_at, match = heappop(self._ended)
            self.told.pop(match, None)
            self.ends_since = max(self.ends_since, closed_at + 1)


class OwnEvents:
    """All streams of accounts in a process; `working` says which tokens still work, by their hashes."""

    def __init__(
        self,
        matches: LiveMatches,
        hints: Hints,
        unfinished: Unfinished,
        paired: PairedRounds,
        challenges: Challenges,
        working: Callable[[Collection[str]], Awaitable[frozenset[str]]],
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self._matches = matches
        self._hints = hints
        self._unfinished = unfinished
        self._paired = paired
        self._challenges = challenges
        self._working = working
        self.now = now
        self._streams: dict[str, set[OwnStream]] = {}
        self._playing: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._wanted: dict[str, None] = {}
        self._due = asyncio.Event()
        self._ended = False
        hints.listen(self.heard)

    async def attend(self) -> None:
        """Serves the streams until it is cancelled; then they end."""
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(READERS):
                    group.create_task(self._read())
                group.create_task(self._sweep())
                group.create_task(self._ask())
        finally:
            self.end()

    def end(self) -> None:
        """Ends all streams, and those that still come; whoever listens comes back with the last event they had."""
        self._ended = True
        for stream in self._all():
            stream.outbox.close()

    def heard(self, match: str, version: int) -> None:
        """Takes a hint that a match has grown."""
        if not self._streams:
            return
        playing = self._playing.get(match)
        if playing is None or not playing.isdisjoint(self._streams):
            self._want(match)

    async def welcome(self, stream: OwnStream, after: int | None) -> None:
        """Takes a stream in: all that stands, and what has ended since an event, then everything that changes."""
        now = self.now()
        if after is not None and not now - KEPT_MS < after <= now + SLACK_MS:
            stream.say(EventsReset(f"{API}/matches?player={stream.player}"), now)
        self._streams.setdefault(stream.player, set()).add(stream)
        await self._hints.begun.wait()
        for match in sorted(await self._unfinished.of(stream.player, stream.ends_since)):
            live = await self._found(match)
            if live is not None:
                stream.take(live, self.now())
        stream.pair((await self._paired.rounds({stream.player})).get(stream.player, ()), self.now())
        stream.challenge(await self._challenges.of({stream.player}, stream.ends_since), self.now())
        stream.stand(self.now())
        if self._ended:
            stream.outbox.close()

    def leave(self, stream: OwnStream) -> None:
        """Forgets a stream."""
        stream.outbox.close()
        mine = self._streams.get(stream.player, set())
        mine.discard(stream)
        if not mine:
            self._streams.pop(stream.player, None)

    def _all(self) -> tuple[OwnStream, ...]:
        return tuple(stream for mine in self._streams.values() for stream in mine)

    def _want(self, match: str) -> None:
        self._wanted[match] = None
        self._due.set()

    async def _read(self) -> None:
        while True:
            while not self._wanted:
                self._due.clear()
                await self._due.wait()
            match = next(iter(self._wanted))
            del self._wanted[match]
            try:
                live = await self._found(match)
            except Unavailable:
                asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._want, match)
                continue
            if live is not None:
                self._tell(live)

    async def _found(self, match: str) -> Live | None:
        """A match as its log has it; none where it cannot be read, which others say often enough."""
        try:
            live = await self._matches.fresh(match)
        except Unavailable:
            raise
        except NotLoaded:
            return None
        except Exception as error:
            LOG.warning("a match cannot be told of", match=match, error=type(error).__name__)
            return None
        if live is not None and live.match.status is Status.RUNNING:
            self._playing[match] = frozenset(chair.player for chair in live.match.chairs)
            if len(self._playing) > KNOWN:
                self._playing.popitem(last=False)
        return live

    def _tell(self, live: Live) -> None:
        for player in {chair.player for chair in live.match.chairs}:
            for stream in tuple(self._streams.get(player, ())):
                with telling(stream):
                    stream.take(live, self.now())

    async def _sweep(self) -> None:
        """Looks now and then at every match that somebody plays who listens: a hint may have been missed."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for match in {one for stream in self._all() for one, told in stream.told.items() if not told.finished}:
                self._want(match)

    async def _ask(self) -> None:
        """Asks the records: rounds that are paired, challenges, and tokens that were revoked."""
        while True:
            await asyncio.sleep(ASK_SECONDS)
            streams = self._all()
            if not streams:
                continue
            try:
                good = await self._working({stream.token for stream in streams if stream.token})
                players = {stream.player for stream in streams}
                rounds = await self._paired.rounds(players)
                challenges = await self._challenges.of(players, self.now() - SLACK_MS)
            except Exception as error:
                LOG.warning("the records cannot be asked for those who listen", error=type(error).__name__)
                continue
            for stream in streams:
                if stream.token and stream.token not in good:
                    stream.outbox.close()
                    continue
                with telling(stream):
                    stream.pair(rounds.get(stream.player, ()), self.now())
                    stream.challenge(challenges, self.now())


@contextmanager
def telling(stream: OwnStream) -> Generator[None]:
    """Ends a stream that cannot be told something, and no other with it; whoever listens comes back."""
    try:
        yield
    except Exception as error:
        LOG.error("a stream cannot be told something", player=stream.player, exc_info=error)
        stream.outbox.close()
