"""The feed's hub: each match that is watched is read once per growth, and every viewer's bytes are made once.

Nothing is computed for a match that nobody watches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from itertools import islice
from weakref import WeakValueDictionary

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.match.fold import NeedsWholeLog, walk
from domain.engine.match.log import Entry
from domain.engine.match.match import Match
from domain.engine.seats import Viewer
from projections.match.frames import ViewerFrames
from service.log.outcomes import Unavailable
from service.matches.feed.events import RETRY, end, event
from service.matches.feed.outbox import Outbox
from service.matches.feed.past import FRAMES_AT_ONCE, Past
from service.matches.feed.slots import FeedSlots
from service.matches.hints import Hints
from service.matches.live import Live, LiveMatches, OtherLog, goes_on
from service.observing.metrics import FEED_LAG
from service.observing.traces import telling
from service.settings import Settings
from service.waiting import waited_for

OUTBOX_BYTES = 256 * 1024
READERS = 4
SWEEP_SECONDS = 10.0
RECHECK_SECONDS = 2.0
PAUSE_SECONDS = 0.5
LOG: FilteringBoundLogger = structlog.get_logger("chronik.feed")

Step = tuple[Entry, Match]


class Subscription:
    """One open feed: whose eyes it looks through, by which token, whether it still may, and what is on its way."""

    def __init__(self, eyes: Viewer, token: str | None, allowed: Callable[[Match], bool]) -> None:
        self.eyes = eyes
        self.token = token
        self.allowed = allowed
        self.outbox = Outbox(OUTBOX_BYTES)
        self.outbox.owe((RETRY,))


class Audience:
    """All streams that look at a match through the same eyes."""

    def __init__(self, sight: ViewerFrames) -> None:
        self.sight = sight
        self.streams: set[Subscription] = set()
        self._view: tuple[int, bytes] | None = None

    def view(self, version: int) -> bytes:
        """The event that shows what is seen now, made once for all who come at a version."""
        if self._view is None or self._view[0] != version:
            self._view = version, event(self.sight.base(version))
        return self._view[1]


class Topic:
    """A match that is watched, at the version its streams have been told of; `members` are those still joining too.

    All that reads on raises `OtherLog` where the log is no longer the one that they have been told of.
    """

    def __init__(self, matches: LiveMatches, live: Live) -> None:
        self.match = live.match
        self.rules = live.rules
        self.members: set[Subscription] = set()
        self.due = False
        self._matches = matches
        self._head = live.head
        self._audiences: dict[Viewer, Audience] = {}
        self._past: Past | None = None
        self._past_used = False
        self._lock = asyncio.Lock()

    async def advance(self) -> None:
        """Reads what is new, and tells everybody."""
        async with self._lock:
            await self._advance()

    async def welcome(self, stream: Subscription, live: Live, after: int | None) -> None:
        """Gives a stream what it has missed, or shows it the view; from here on it is told everything.

        It has seen up to the version `after`, if anything; the match is known to have come to that of `live` at least.
        """
        is_as_known = self.match.version == live.match.version and self._head == live.head
        if self.match.version <= live.match.version and not is_as_known:
            # Whoever goes away meanwhile leaves no match behind that others were told of in part.
            await asyncio.shield(waited_for(self.advance()))
        async with self._lock:
            knows = after is not None and after <= self.match.version
            if after is not None and after < self.match.version:
                stream.outbox.owe(await self._missed(stream.eyes, after))
            self._join(stream, with_view=not knows)

    def forget_past(self) -> None:
        """Drops what is kept for those who come back, when nobody has come for a while."""
        if not self._past_used:
            self._past = None
        self._past_used = False

    async def _advance(self) -> None:
        tail = await self._matches.logs.tail(self.match.id, self.match.version)
        if not goes_on(tail, self.match.version, self._head):
            raise OtherLog("the log is not the one that was told of")
        entries = self.rules.entries(tail)
        if not entries:
            return
        steps, head = await self._steps(entries, tail.head)
        going = iter(steps)
        with telling(self.match.id, (entry.n for entry in entries)):
            while some := tuple(islice(going, FRAMES_AT_ONCE)):
                self._past = None
                self._tell(some)
                await asyncio.sleep(0)
        self._head = head
        FEED_LAG.observe(max(self._matches.now() - entries[-1].at, 0) / 1000)

    async def _missed(self, eyes: Viewer, after: int) -> Sequence[bytes]:
        self._past_used = True
        if self._past is None or not self._past.reaches(after):
            whole = await self._matches.log(self.match.id)
            assert whole is not None
            self._past = Past.of(whole.rules, self.match.id, whole.entries[: self.match.version], after)
        return await self._past.events(eyes, after)

    async def _steps(self, entries: Sequence[Entry], head: bytes) -> tuple[list[Step], bytes]:
        """What comes of entries, and the head after it: a whole log that is read for that may go further."""
        game, before = self.rules.game, self.match
        try:
            return list(walk(game, before, entries)), head
        except NeedsWholeLog:
            whole = await self._matches.log(before.id)
            assert whole is not None
            steps = walk(game, Match(id=before.id), whole.entries)
            return [step for step in steps if step[0].n > before.version], whole.head

    def _tell(self, steps: Sequence[Step]) -> None:
        before, self.match = self.match, steps[-1][1]
        if before.chairs != self.match.chairs or before.status != self.match.status:
            self._recheck()
        for audience in self._audiences.values():
            chunk = b"".join([event(audience.sight.frame(entry, after)) for entry, after in steps])
            for stream in audience.streams:
                stream.outbox.put(chunk)
                if self.match.closed is not None:
                    self._end(stream)

    def _recheck(self) -> None:
        """Closes the streams that may no longer look: a spectator may have sat down, a seat may have been left."""
        for stream in self.members:
            if not stream.allowed(self.match):
                stream.outbox.close()

    def _end(self, stream: Subscription) -> None:
        stream.outbox.put(end(self.match.version))
        stream.outbox.finish()

    def _join(self, stream: Subscription, with_view: bool) -> None:
        audience = self._audiences.get(stream.eyes)
        if audience is None:
            audience = Audience(ViewerFrames(self.rules.projection, self.match, stream.eyes))
            self._audiences[stream.eyes] = audience
        audience.streams.add(stream)
        if with_view:
            stream.outbox.put(audience.view(self.match.version))
        if self.match.closed is not None:
            self._end(stream)
        if not stream.allowed(self.match):
            stream.outbox.close()

    def leave(self, stream: Subscription) -> None:
        """Forgets a stream, and its eyes when nobody else looks through them."""
        self.members.discard(stream)
        audience = self._audiences.get(stream.eyes)
        if audience is not None:
            audience.streams.discard(stream)
            if not audience.streams:
                del self._audiences[stream.eyes]


class Hub:
    """All topics and streams of a process; `working` says which tokens still work, by their hashes."""

    def __init__(
        self,
        matches: LiveMatches,
        hints: Hints,
        working: Callable[[Collection[str]], Awaitable[frozenset[str]]],
        settings: Settings,
    ) -> None:
        self.open = FeedSlots(settings.streams_account, settings.streams_address)
        self.heartbeat_seconds = settings.heartbeat_seconds
        self._matches = matches
        self._hints = hints
        self._working = working
        self._ended = False
        self._topics: dict[str, Topic] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._due: asyncio.Queue[Topic] = asyncio.Queue()
        hints.listen(self.heard)

    async def attend(self) -> None:
        """Serves the streams until it is cancelled; then they end."""
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(READERS):
                    group.create_task(self._read())
                group.create_task(self._sweep())
                group.create_task(self._recheck())
        finally:
            self.end()

    def end(self) -> None:
        """Ends all streams, and those that still come; whoever listens comes back with the last event they had."""
        self._ended = True
        for topic in self._topics.values():
            close(topic.members)

    def heard(self, match: str, version: int) -> None:
        """Takes a hint that a match is at a version."""
        topic = self._topics.get(match)
        if topic is not None and version > topic.match.version:
            self._want(topic)

    def door(self, match: str) -> asyncio.Lock:
        """Where those who want to watch the same match come in one by one: what was read for one serves the next."""
        return self._doors.setdefault(match, asyncio.Lock())

    async def welcome(self, live: Live, stream: Subscription, after: int | None) -> None:
        """Takes a stream in; what it has missed since a version, and everything further, comes by its outbox."""
        try:
            await self._welcome(live, stream, after)
        except OtherLog:
            await self._welcome(live, stream, after)  # nobody else watches what has been let go

    async def _welcome(self, live: Live, stream: Subscription, after: int | None) -> None:
        topic = self._topics.get(live.match.id)
        if topic is None:
            topic = self._topics[live.match.id] = Topic(self._matches, live)
            self._want(topic)  # what came before it was listened for
        elif topic.match.version > live.match.version:
            self._want(topic)  # it may be that the log is shorter than it was
        topic.members.add(stream)
        if self._ended:
            stream.outbox.close()
        try:
            await topic.welcome(stream, live, after)
        except OtherLog:
            topic.members.discard(stream)
            self._let_go(topic)
            raise

    def leave(self, match: str, stream: Subscription) -> None:
        """Forgets a stream, and its match when nobody else watches."""
        stream.outbox.close()
        topic = self._topics.get(match)
        if topic is not None:
            topic.leave(stream)
            if not topic.members:
                del self._topics[match]

    def _let_go(self, topic: Topic) -> None:
        """Ends the streams of a match whose log has become another; who comes back is told of that one."""
        LOG.error("the log is not the one that was told of", match=topic.match.id, version=topic.match.version)
        close(topic.members)
        topic.members.clear()
        if self._topics.get(topic.match.id) is topic:
            del self._topics[topic.match.id]

    def _want(self, topic: Topic) -> None:
        if not topic.due:
            topic.due = True
            self._due.put_nowait(topic)

    async def _read(self) -> None:
        while True:
            topic = await self._due.get()
            topic.due = False
            if not topic.members:
                continue
            try:
                await topic.advance()
            except Unavailable:
                asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._want, topic)
            except OtherLog:
                self._let_go(topic)
            except Exception:
                LOG.exception("a watched match cannot be read", match=topic.match.id)
                close(topic.members)

    async def _sweep(self) -> None:
        """Looks at every watched match now and then: a hint may have been missed."""
        await self._hints.begun.wait()
        while True:
            for topic in self._topics.values():
                topic.forget_past()
                self._want(topic)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _recheck(self) -> None:
        """Closes the streams whose token was revoked, wherever that was done."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            streams = [stream for topic in self._topics.values() for stream in topic.members if stream.token]
            tokens = {stream.token for stream in streams if stream.token}
            try:
                good = await self._working(tokens) if tokens else frozenset[str]()
            except Exception as error:
                LOG.warning("tokens of feeds cannot be checked", error=type(error).__name__)
            else:
                close(stream for stream in streams if stream.token not in good)


def close(streams: Iterable[Subscription]) -> None:
    """Ends some streams at once."""
    for stream in tuple(streams):
        stream.outbox.close()
