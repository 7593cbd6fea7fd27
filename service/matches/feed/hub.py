"""The hub of the feeds, which reads each watched match once when it grows, and encodes its events once per viewer.

It does no work for matches without subscribers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from itertools import islice
from weakref import WeakValueDictionary

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.fold import NeedsWholeLog, walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Viewer
from chronik.projections.match.frames import ViewerFrames
from chronik.service.log.outcomes import OtherLog, Unavailable
from chronik.service.matches.feed.events import RETRY, encode_end, encode_event
from chronik.service.matches.feed.offline import LOOK_SECONDS, Offline, encode_offline
from chronik.service.matches.feed.outbox import Outbox
from chronik.service.matches.feed.past import FRAMES_AT_ONCE, Past
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import Live, LiveMatches, continues_log
from chronik.service.operating.metrics import FEED_LAG
from chronik.service.operating.traces import publishing
from chronik.service.running.settings import Settings
from chronik.service.running.waiting import create_shared_task
from chronik.service.web.feed_slots import FeedSlots

READERS = 4
SWEEP_SECONDS = 10.0
RECHECK_SECONDS = 2.0
PAUSE_SECONDS = 0.5
LOG: FilteringBoundLogger = structlog.get_logger("chronik.feed")

Step = tuple[Entry, Match]


class Subscription:
    """One open feed: its viewer, its token, the check of whether the viewer may still see the match, and its outbox."""

    def __init__(self, viewer: Viewer, token: str | None, allowed: Callable[[Match], bool]) -> None:
        self.viewer = viewer
        self.token = token
        self.allowed = allowed
        self.outbox = Outbox()
        self.outbox.put_backlog((RETRY,))


class Audience:
    """All subscriptions of a match that share a viewer."""

    def __init__(self, frames: ViewerFrames) -> None:
        self.frames = frames
        self.streams: set[Subscription] = set()
        self._view: tuple[int, bytes] | None = None

    def view(self, version: int) -> bytes:
        """Returns the `view` event of this version, encoded once for all its subscribers."""
        if self._view is None or self._view[0] != version:
            self._view = version, encode_event(self.frames.base(version))
        return self._view[1]


class Topic:
    """A watched match at the version its subscribers have. `subscribers` includes those that are still joining.

    Its methods raise `OtherLog` if the log no longer continues what was published.
    """

    def __init__(self, matches: LiveMatches, live: Live) -> None:
        self.match = live.match
        self.rules = live.rules
        self.subscribers: set[Subscription] = set()
        self.due = False
        self.offline: tuple[int, ...] = ()
        self._matches = matches
        self._head = live.head
        self._audiences: dict[Viewer, Audience] = {}
        self._past: Past | None = None
        self._past_used = False
        self._lock = asyncio.Lock()

    async def advance(self) -> None:
        """Reads new entries and publishes them to all subscribers."""
        async with self._lock:
            await self._advance()

    async def subscribe(self, stream: Subscription, live: Live, after: int | None) -> None:
        """Sends a subscriber the events it missed or the current view, and from then on everything new.

        `after` is the last version that the subscriber has seen, if any. The log has reached at least the version of
        `live`.
        """
        is_as_known = self.match.version == live.match.version and self._head == live.head
        if self.match.version <= live.match.version and not is_as_known:
            # Shielded: if this caller disconnects, the others must still get the whole update.
            await asyncio.shield(create_shared_task(self.advance()))
        async with self._lock:
            knows = after is not None and after <= self.match.version
            if after is not None and after < self.match.version:
                stream.outbox.put_backlog(await self._read_missed(stream.viewer, after))
            self._join(stream, with_view=not knows)

    def show_offline(self, seats: tuple[int, ...]) -> None:
        """Publishes which seats are offline if that has changed."""
        if seats != self.offline:
            self.offline = seats
            for audience in self._audiences.values():
                for stream in audience.streams:
                    stream.outbox.put(encode_offline(seats))

    def forget_past(self) -> None:
        """Drops the cached past if no subscriber has used it since the last call."""
        if not self._past_used:
            self._past = None
        self._past_used = False

    async def _advance(self) -> None:
        tail = await self._matches.logs.tail(self.match.id, self.match.version)
        if not continues_log(tail, self.match.version, self._head):
            raise OtherLog("the log does not continue what was published")
        entries = self.rules.entries(tail)
        if not entries:
            return
        steps, head = await self._steps(entries, tail.head)
        rest = iter(steps)
        with publishing(self.match.id, (entry.n for entry in entries)):
            while some := tuple(islice(rest, FRAMES_AT_ONCE)):
                self._past = None
                self._publish(some)
                await asyncio.sleep(0)
        self._head = head
        FEED_LAG.observe(max(self._matches.now() - entries[-1].at, 0) / 1000)

    async def _read_missed(self, viewer: Viewer, after: int) -> Sequence[bytes]:
        self._past_used = True
        if self._past is None or not self._past.covers(after):
            whole = await self._matches.read_log(self.match.id)
            assert whole is not None
            self._past = Past.build(whole.rules, self.match.id, whole.entries[: self.match.version], after)
        return await self._past.events(viewer, after)

    async def _steps(self, entries: Sequence[Entry], head: bytes) -> tuple[list[Step], bytes]:
        """Folds new entries, and any after them if the whole log must be read; returns the steps and the last head."""
        game, before = self.rules.game, self.match
        try:
            return list(walk(game, before, entries)), head
        except NeedsWholeLog:
            whole = await self._matches.read_log(before.id)
            assert whole is not None
            steps = walk(game, Match(id=before.id), whole.entries)
            return [step for step in steps if step[0].n > before.version], whole.head

    def _publish(self, steps: Sequence[Step]) -> None:
        before, self.match = self.match, steps[-1][1]
        if before.chairs != self.match.chairs or before.status != self.match.status:
            self._recheck()
        for audience in self._audiences.values():
            chunk = b"".join([encode_event(audience.frames.frame(entry, after)) for entry, after in steps])
            for stream in audience.streams:
                stream.outbox.put(chunk)
                if self.match.closed is not None:
                    self._end(stream)

    def _recheck(self) -> None:
        """Closes feeds whose viewer changed: a spectator may have taken a seat, or a player left one."""
        for stream in self.subscribers:
            if not stream.allowed(self.match):
                stream.outbox.close()

    def _end(self, stream: Subscription) -> None:
        stream.outbox.put(encode_end(self.match.version))
        stream.outbox.finish()

    def _join(self, stream: Subscription, with_view: bool) -> None:
        audience = self._audiences.get(stream.viewer)
        if audience is None:
            audience = Audience(ViewerFrames(self.rules.projection, self.match, stream.viewer))
            self._audiences[stream.viewer] = audience
        audience.streams.add(stream)
        if with_view:
            stream.outbox.put(audience.view(self.match.version))
        if self.offline:
            stream.outbox.put(encode_offline(self.offline))
        if self.match.closed is not None:
            self._end(stream)
        if not stream.allowed(self.match):
            stream.outbox.close()

    def leave(self, stream: Subscription) -> None:
        """Removes a subscriber, and its audience if that is now empty."""
        self.subscribers.discard(stream)
        audience = self._audiences.get(stream.viewer)
        if audience is not None:
            audience.streams.discard(stream)
            if not audience.streams:
                del self._audiences[stream.viewer]


class Hub:
    """All watched matches of a process; `working` returns which of the given token hashes are still valid."""

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
        self._entry_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._due: asyncio.Queue[Topic] = asyncio.Queue()
        hints.listen(self.receive_hint)

    async def run(self) -> None:
        """Serves all feeds until it is cancelled, then ends them."""
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(READERS):
                    group.create_task(self._read())
                group.create_task(self._sweep())
                group.create_task(self._recheck())
                group.create_task(self._look())
        finally:
            self.end()

    def end(self) -> None:
        """Ends all feeds, and any later feed at once; clients reconnect with the id of the last event they got."""
        self._ended = True
        for topic in self._topics.values():
            close(topic.subscribers)

    def receive_hint(self, match: str, version: int) -> None:
        """Marks a watched match for reading if a hint reports a newer version."""
        topic = self._topics.get(match)
        if topic is not None and version > topic.match.version:
            self._mark_due(topic)

    def entry_lock(self, match: str) -> asyncio.Lock:
        """Returns the lock under which subscribers of a match join one by one, so that one read serves them all."""
        return self._entry_locks.setdefault(match, asyncio.Lock())

    async def subscribe(self, live: Live, stream: Subscription, after: int | None) -> None:
        """Adds a subscriber; its outbox gets the events after a version and all later ones."""
        try:
            await self._subscribe(live, stream, after)
        except OtherLog:
            await self._subscribe(live, stream, after)  # a new topic, because the stale one was dropped

    async def _subscribe(self, live: Live, stream: Subscription, after: int | None) -> None:
        topic = self._topics.get(live.match.id)
        if topic is None:
            topic = self._topics[live.match.id] = Topic(self._matches, live)
            self._mark_due(topic)  # hints before this moment had no topic to go to
        elif topic.match.version > live.match.version:
            self._mark_due(topic)  # the log may have become shorter
        topic.subscribers.add(stream)
        if self._ended:
            stream.outbox.close()
        try:
            await topic.subscribe(stream, live, after)
        except OtherLog:
            topic.subscribers.discard(stream)
            self._drop(topic)
            raise

    def leave(self, match: str, stream: Subscription) -> None:
        """Removes a subscriber, and the topic of the match if that is now empty."""
        stream.outbox.close()
        topic = self._topics.get(match)
        if topic is not None:
            topic.leave(stream)
            if not topic.subscribers:
                del self._topics[match]

    def _drop(self, topic: Topic) -> None:
        """Ends the feeds of a match whose log was replaced; reconnecting clients get the new log."""
        LOG.error("the log does not continue what was published", match=topic.match.id, version=topic.match.version)
        close(topic.subscribers)
        topic.subscribers.clear()
        if self._topics.get(topic.match.id) is topic:
            del self._topics[topic.match.id]

    def _mark_due(self, topic: Topic) -> None:
        if not topic.due:
            topic.due = True
            self._due.put_nowait(topic)

    async def _read(self) -> None:
        while True:
            topic = await self._due.get()
            topic.due = False
            if not topic.subscribers:
                continue
            try:
                await topic.advance()
            except Unavailable:
                asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._mark_due, topic)
            except OtherLog:
                self._drop(topic)
            except Exception:
                LOG.exception("a watched match cannot be read", match=topic.match.id)
                close(topic.subscribers)

    async def _sweep(self) -> None:
        """Reads all watched matches every `SWEEP_SECONDS`, because hints may be lost."""
        await self._hints.begun.wait()
        while True:
            for topic in self._topics.values():
                topic.forget_past()
                self._mark_due(topic)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look(self) -> None:
        """Publishes which of the awaited players are offline, every `LOOK_SECONDS`."""
        offline = Offline(self.open, asyncio.get_running_loop().time)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            offline.look([topic.match for topic in self._topics.values()])
            for topic in self._topics.values():
                topic.show_offline(offline.seats(topic.match))

    async def _recheck(self) -> None:
        """Closes feeds whose token was revoked, by this process or by another."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            streams = [stream for topic in self._topics.values() for stream in topic.subscribers if stream.token]
            tokens = {stream.token for stream in streams if stream.token}
            try:
                good = await self._working(tokens) if tokens else frozenset[str]()
            except Exception as error:
                LOG.warning("the tokens of feeds cannot be checked", error=type(error).__name__)
            else:
                close(stream for stream in streams if stream.token not in good)


def close(streams: Iterable[Subscription]) -> None:
    """Closes the outboxes of these subscribers."""
    for stream in tuple(streams):
        stream.outbox.close()
