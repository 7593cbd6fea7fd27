"""The event streams of accounts: one stream per client, covering all matches and tournaments of the account.

The service stores no events. A new stream first gets the current state: running matches, prompts to answer, paired
rounds, and matches that have ended since the last event id. After that it gets changes. So an event may arrive twice,
but no event that still matters is lost.

A hint reports that a match has grown, as for match feeds. A sweep makes up for lost hints, and `lost_hints.py` for
matches that were never announced. Tournaments and tokens are polled in the database.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from heapq import heappop, heappush

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.match import Status
from chronik.service.challenges.challenges import ChallengeRow, Challenges, ChallengeState
from chronik.service.log.outcomes import NotLoaded, Unavailable
from chronik.service.matches.feed.events import RETRY, encode_struct_event
from chronik.service.matches.feed.outbox import Outbox
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.unfinished import Unfinished
from chronik.service.people.own_feed import (
    EventsReset,
    EventsStanding,
    OwnEvent,
    OwnRoundPaired,
    Sent,
    list_news,
    own_challenge,
)
from chronik.service.people.paired_rounds import PairedRounds
from chronik.service.running.clock import milliseconds
from chronik.service.running.links import API

READERS = 2
SWEEP_SECONDS = 10.0
POLL_SECONDS = 2.0
PAUSE_SECONDS = 0.5
SLACK_MS = 600_000
"""Matches that ended up to this many milliseconds before the last event id are sent again."""
KEPT_MS = 7 * 86_400_000
"""The greatest age of a last event id, in milliseconds, for which all matches that ended since then are sent."""
REMEMBERED_ENDS = 1_000
"""The number of ended matches that a stream remembers; earlier ends are not sent."""
CACHED_MATCHES = 100_000
"""The number of running matches whose players a process caches."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.own_events")


class OwnStream:
    """An open event stream of an account: its token, what it has sent, and its outbox.

    Event ids are milliseconds since 1970; they only grow, even across reconnects. An ended match is forgotten once it
    was sent and cannot be sent again, because a stream may stay open for weeks.
    """

    def __init__(self, player: str, token: str | None, now: int, after: int | None) -> None:
        self.player = player
        self.token = token
        self.outbox = Outbox()
        self.number = max(now, after or 0)
        self.ends_since = now - SLACK_MS if after is None else max(min(after, now) - SLACK_MS, now - KEPT_MS)
        self.sent: dict[str, Sent] = {}
        self.rounds: dict[str, OwnRoundPaired] = {}
        self.challenges: dict[str, tuple[ChallengeState, int]] = {}
        """For each challenge, the state that was sent, and the time at which the challenge ends or ended."""
        self._ended: list[tuple[int, str]] = []
        self._first: list[bytes] | None = [RETRY]

    def send(self, event: OwnEvent, now: int) -> None:
        """Sends an event, or holds it back until the current state has been sent."""
        self.number = max(self.number + 1, now)
        chunk = encode_struct_event(event, self.number)
        if self._first is not None:
            self._first.append(chunk)
        else:
            self.outbox.put(chunk)

    def send_match(self, live: Live, now: int) -> None:
        """Sends what has changed in a match since it was last sent. Tutorials are not sent, as no list shows them."""
        match = live.match
        seat = next((n for n, chair in enumerate(match.chairs) if chair.player == self.player), None)
        if seat is None or match.tutorial:
            self.sent.pop(match.id, None)
            return
        sent, closed_at = self.sent.get(match.id), live.listing.closed_at or 0
        if sent is None and match.closed is not None and closed_at < self.ends_since:
            return
        sent = sent or Sent()
        self.sent[match.id], events = list_news(sent, live.rules, match, seat)
        for event in events:
            self.send(event, now)
        if match.closed is not None and not sent.finished:
            heappush(self._ended, (closed_at, match.id))
            self._forget_ended()

    def send_rounds(self, rounds: Collection[OwnRoundPaired], now: int) -> None:
        """Sends the open rounds that were paired or started since the last call."""
        for one in rounds:
            if self.rounds.get(one.tournament) != one:
                self.send(one, now)
        self.rounds = {one.tournament: one for one in rounds}

    def send_challenges(self, rows: Iterable[ChallengeRow], now: int) -> None:
        """Sends the account's challenges whose state has changed since the last call."""
        for row in rows:
            if self.player not in (row.challenger, row.challenged):
                continue
            state, (sent, _) = row.state_at(now), self.challenges.get(row.id, (None, 0))
            if sent is not state:
                self.challenges[row.id] = state, max(row.changed_at, row.expires_at)
                self.send(own_challenge(row, now), now)
        asked_for = now - 2 * SLACK_MS
        self.challenges = {one: sent for one, sent in self.challenges.items() if sent[1] >= asked_for}

    def send_standing(self, now: int) -> None:
        """Sends everything that was held back, ending with the `standing` event."""
        self.send(EventsStanding(sum(sent.started and not sent.finished for sent in self.sent.values())), now)
        first, self._first = self._first, None
        self.outbox.put_backlog(first or ())
        self._forget_ended()

    def _forget_ended(self) -> None:
        """Forgets the oldest ended matches beyond the limit, once the current state has been sent in full."""
        while self._first is None and len(self._ended) > REMEMBERED_ENDS:
            closed_at, match = heappop(self._ended)
            self.sent.pop(match, None)
            self.ends_since = max(self.ends_since, closed_at + 1)


class OwnEvents:
    """All event streams of accounts in a process; `working` selects the token hashes that are still valid."""

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
        self._players: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._queue: dict[str, None] = {}
        self._due = asyncio.Event()
        self._ended = False
        hints.listen(self.handle_hint)

    async def run(self) -> None:
        """Serves the streams until it is cancelled, then ends them."""
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(READERS):
                    group.create_task(self._read())
                group.create_task(self._sweep())
                group.create_task(self._poll())
        finally:
            self.end()

    def end(self) -> None:
        """Ends all current and later streams; their clients reconnect with their last event id."""
        self._ended = True
        for stream in self._all():
            stream.outbox.close()

    def handle_hint(self, match: str, version: int) -> None:
        """Handles a hint that a match has grown."""
        if not self._streams:
            return
        playing = self._players.get(match)
        if playing is None or not playing.isdisjoint(self._streams):
            self._enqueue(match)

    async def add(self, stream: OwnStream, after: int | None) -> None:
        """Adds a stream: sends it the current state and what has ended since event `after`, then every change."""
        now = self.now()
        if after is not None and not now - KEPT_MS < after <= now + SLACK_MS:
            stream.send(EventsReset(f"{API}/matches?player={stream.player}"), now)
        self._streams.setdefault(stream.player, set()).add(stream)
        await self._hints.begun.wait()
        for match in sorted(await self._unfinished.of(stream.player, stream.ends_since)):
            live = await self._load(match)
            if live is not None:
                stream.send_match(live, self.now())
        stream.send_rounds((await self._paired.rounds({stream.player})).get(stream.player, ()), self.now())
        stream.send_challenges(await self._challenges.of({stream.player}, stream.ends_since), self.now())
        stream.send_standing(self.now())
        if self._ended:
            stream.outbox.close()

    def remove(self, stream: OwnStream) -> None:
        """Removes a stream."""
        stream.outbox.close()
        mine = self._streams.get(stream.player, set())
        mine.discard(stream)
        if not mine:
            self._streams.pop(stream.player, None)

    def _all(self) -> tuple[OwnStream, ...]:
        return tuple(stream for mine in self._streams.values() for stream in mine)

    def _enqueue(self, match: str) -> None:
        self._queue[match] = None
        self._due.set()

    async def _read(self) -> None:
        while True:
            while not self._queue:
                self._due.clear()
                await self._due.wait()
            match = next(iter(self._queue))
            del self._queue[match]
            try:
                live = await self._load(match)
            except Unavailable:
                asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._enqueue, match)
                continue
            if live is not None:
                self._notify(live)

    async def _load(self, match: str) -> Live | None:
        """Loads a match from its log; None if it cannot be read (other components log that)."""
        try:
            live = await self._matches.find_fresh(match)
        except Unavailable:
            raise
        except NotLoaded:
            return None
        except Exception as error:
            LOG.warning("a match cannot be read for event streams", match=match, error=type(error).__name__)
            return None
        if live is not None and live.match.status is Status.RUNNING:
            self._players[match] = frozenset(chair.player for chair in live.match.chairs)
            if len(self._players) > CACHED_MATCHES:
                self._players.popitem(last=False)
        return live

    def _notify(self, live: Live) -> None:
        for player in {chair.player for chair in live.match.chairs} | {one.player for one in live.match.former}:
            for stream in tuple(self._streams.get(player, ())):
                with end_stream_on_error(stream):
                    stream.send_match(live, self.now())

    async def _sweep(self) -> None:
        """Checks every running match of every stream every few seconds, because a hint may have been lost."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for match in {one for stream in self._all() for one, sent in stream.sent.items() if not sent.finished}:
                self._enqueue(match)

    async def _poll(self) -> None:
        """Polls the database for paired rounds, challenges and revoked tokens."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            streams = self._all()
            if not streams:
                continue
            try:
                good = await self._working({stream.token for stream in streams if stream.token})
                players = {stream.player for stream in streams}
                rounds = await self._paired.rounds(players)
                challenges = await self._challenges.of(players, self.now() - SLACK_MS)
            except Exception as error:
                LOG.warning("the database cannot be polled for event streams", error=type(error).__name__)
                continue
            for stream in streams:
                if stream.token and stream.token not in good:
                    stream.outbox.close()
                    continue
                with end_stream_on_error(stream):
                    stream.send_rounds(rounds.get(stream.player, ()), self.now())
                    stream.send_challenges(challenges, self.now())


@contextmanager
def end_stream_on_error(stream: OwnStream) -> Generator[None]:
    """Ends a stream whose update failed, without affecting others; its client reconnects."""
    try:
        yield
    except Exception as error:
        LOG.error("an event stream cannot be updated", player=stream.player, exc_info=error)
        stream.outbox.close()
