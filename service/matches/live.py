"""Live matches: each one folded in memory at a version, as many as the process may keep."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import NamedTuple

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.match.chain import Keys
from domain.engine.match.events import Opened
from domain.engine.match.fold import NeedsWholeLog, fold, fold_batches
from domain.engine.match.log import Entry, numbered
from domain.engine.match.match import Match
from domain.engine.match.seating import seeded
from projections.match.lobby import Listing, listed
from service.clock import milliseconds
from service.cold.logs import Logs
from service.log.keys import Item
from service.log.marks import Seen
from service.log.outcomes import Damaged, OutcomeUnknown
from service.log.room import Room
from service.log.store import Append, LogStore, Tail, tail_of
from service.matches.catalogue import Catalogue, Rules, opened_by
from service.matches.silences import Silences
from service.observing.metrics import CACHED_MATCHES
from service.waiting import waited_for

LOG: FilteringBoundLogger = structlog.get_logger("chronik.live")


class NotLoaded(Exception):
    """The match is pinned to rules or a data set that this process has not loaded."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.game)
        self.opened = opened


class OtherLog(OutcomeUnknown):
    """The log of a match is shorter than it was, or another: a backup was restored, or copies of it were lost.

    It is an `OutcomeUnknown` because the same helps: forget the match, and send the request again.
    """


class Log(NamedTuple):
    """All entries of a match and its head, with the rules that they were read by, and the items they were read from."""

    rules: Rules
    entries: tuple[Entry, ...]
    head: bytes
    items: tuple[Item, ...]


class Live:
    """One match at the version this process knows; its commands go one at a time under `lock`.

    `listing` is what the lobby says of it at that version, so that the books need not read what was just written.
    `asked` is when the log was asked that has answered last, by the monotonic clock.
    """

    __slots__ = ("asked", "head", "keys", "listing", "lock", "match", "rules", "seen")

    def __init__(self, rules: Rules, match: Match, head: bytes, keys: Keys) -> None:
        self.rules = rules
        self.match = match
        self.head = head
        self.keys = keys
        self.listing = Listing(id=match.id)
        self.seen = Seen()
        self.asked = -inf
        self.lock = asyncio.Lock()

    def grow(self, tail: Tail) -> None:
        """Takes in what a tail says beyond the version known; raises `NeedsWholeLog` where that goes back further."""
        version = self.match.version
        new = [(first, batch) for first, batch in self.rules.batches(tail) if first > version]
        marks = [item.mark for item in tail.items if item.version > version]
        match = fold_batches(self.rules.game, self.match, [batch for _, batch in new])
        self.step(match, tail.head, [entry for first, batch in new for entry in numbered(batch, first)], marks)

    def grow_anew(self, whole: Log) -> None:
        """Takes in a whole log, folded from its beginning."""
        marks = [item.mark for item in whole.items if item.version > self.match.version]
        entries = whole.entries[self.match.version :]
        self.step(fold(self.rules.game, Match(id=self.match.id), whole.entries), whole.head, entries, marks)

    def step(self, match: Match, head: bytes, entries: Iterable[Entry], marks: Iterable[bytes]) -> None:
        """Moves on to a version that is known to stand in the log, by these entries and batches with these marks;
        never back, whoever has read it later.
        """
        if match.version <= self.match.version:
            return
        self.match = match
        self.head = head
        self.listing = listed(self.listing, entries)
        self.seen.add(marks)
        if match.state is not None and not self.keys.seed:
            self.keys = seeded(match.chairs, self.keys)


class LiveMatches:
    """The cache: the matches used last, up to a number; everything in it can be read again from the log.

    `now` is the clock by which they are played, in milliseconds since 1970; in its `silences` no time runs. They are
    written to the store, and read from their logs, wherever those are.
    """

    def __init__(
        self,
        store: LogStore,
        catalogue: Catalogue,
        bound: int,
        now: Callable[[], int] = milliseconds,
        logs: Logs | None = None,
    ) -> None:
        self.store = store
        self.logs = logs or Logs(store)
        self.room = Room()
        self.catalogue = catalogue
        self.bound = bound
        self.now = now
        self.silences = Silences(store, now, self.room)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}

    def __len__(self) -> int:
        return len(self._live)

    def known(self, match: str) -> Live | None:
        """The match as it is in memory, possibly behind the log."""
        live = self._live.get(match)
        if live is not None:
            self._live.move_to_end(match)
        return live

    def keep(self, live: Live) -> None:
        """Keeps a match, and forgets those used longest ago."""
        self._live[live.match.id] = live
        self._live.move_to_end(live.match.id)
        while len(self._live) > self.bound:
            self._live.popitem(last=False)
        CACHED_MATCHES.set(len(self._live))

    def forget(self, match: str) -> None:
        """Drops a match, so that it is next read from the log."""
        self._live.pop(match, None)
        CACHED_MATCHES.set(len(self._live))

    async def find(self, match: str) -> Live | None:
        """A match, from memory or from the log; None when there is no such match. Raises `NotLoaded`."""
        return self.known(match) or await self._load(match)

    async def fresh(self, match: str, since: float | None = None) -> Live | None:
        """A match at the last version of its log, now or at any time since a moment of the monotonic clock."""
        since = monotonic() if since is None else since
        live = await self.find(match)
        if live is None or live.asked > since:
            return live
        try:
            await self.refresh(live)
        except OtherLog:
            return await self._load(match)
        return live

    async def append(self, batch: Append) -> None:
        """Appends a batch, where there is room for it; raises what the store raises, and `NoRoom`."""
        self.room.expect(opening=batch.expected == 0)
        await self.store.append(batch)

    async def refresh(self, live: Live) -> Tail:
        """Brings a match up to its log, in one round trip; forgets it and raises `OtherLog` where that is no longer the
        log it was read from.
        """
        asked, version, head = monotonic(), live.match.version, live.head
        tail = await self.logs.tail(live.match.id, version)
        if not goes_on(tail, version, head):
            LOG.error(
                "the log is not the one that was read before", match=live.match.id, version=version, last=tail.last
            )
            self.forget(live.match.id)
            raise OtherLog("the log is not the one that was read before")
        # Somebody else may have brought it further while we waited, but not as far as what we have read.
        if tail.last > live.match.version:
            await self._take_in(live, tail)
        live.asked = max(live.asked, asked)
        return tail

    async def log(self, match: str) -> Log | None:
        """All entries of a match with its head, decoded by the rules it is pinned to. Raises `NotLoaded`."""
        return await self._log(match, self.catalogue.pinned)

    async def lines(self, match: str) -> Log | None:
        """All entries of a match for those who read its lines only: what it is pinned to need not be loaded."""
        return await self._log(match, self.catalogue.reading)

    async def _log(self, match: str, rules_of: Callable[[Opened], Rules | None]) -> Log | None:
        tail = await self.logs.tail(match, 0)
        if not tail.items:
            return None
        try:
            return _decoded(match, tail, rules_of)
        except Damaged as damaged:
            return _decoded(match, (await self._instead(damaged))[0], rules_of)

    async def _instead(self, damaged: Damaged) -> tuple[Tail, bytes]:
        """What the archive of a match says, whose log is damaged; raises that where there is no archive."""
        kept = await self.logs.archive(damaged.match)
        if kept is None:
            raise damaged
        LOG.error("a log is damaged, and its archive is read", match=damaged.match, problem=damaged.problem)
        return tail_of(0, kept.items), kept.secret

    async def _take_in(self, live: Live, tail: Tail) -> None:
        try:
            with stored(live.match.id):
                live.grow(tail)
        except NeedsWholeLog:
            whole = await self.log(live.match.id)
            if whole is not None:
                with stored(live.match.id):
                    live.grow_anew(whole)

    async def _load(self, match: str) -> Live | None:
        """A match from its log, read once for all who want it at the same moment."""
        loading = self._loading.get(match)
        if loading is not None:
            # That there is none was read before somebody asked again: meanwhile it may have been opened.
            return await asyncio.shield(loading) or await self._loaded(match)
        loading = self._loading[match] = waited_for(self._loaded(match))
        loading.add_done_callback(lambda _: self._loading.pop(match))
        return await asyncio.shield(loading)

    async def _loaded(self, match: str) -> Live | None:
        asked = monotonic()
        tail, secret = await self.logs.whole(match)
        if not tail.items:
            return None
        try:
            return await self._folded(match, tail, secret, asked)
        except Damaged as damaged:
            return await self._folded(match, *await self._instead(damaged), asked)

    async def _folded(self, match: str, tail: Tail, secret: bytes | None, asked: float) -> Live:
        with stored(match):
            rules = _rules(tail, self.catalogue.pinned)
        if secret is None:
            raise Damaged(match, "the secret is missing")
        # Somebody may have read the same match meanwhile: the first one stays, with its lock.
        live = self._live.get(match) or Live(rules, Match(id=match), b"", Keys.of(match, secret))
        await self._take_in(live, tail)
        live.asked = max(live.asked, asked)
        self.keep(live)
        return live


def goes_on(tail: Tail, version: int, head: bytes) -> bool:
    """Whether a tail that was read from a version is of the log that had this head there."""
    return tail.last >= version and tail.before == head


def _decoded(match: str, whole: Tail, rules_of: Callable[[Opened], Rules | None]) -> Log:
    with stored(match):
        rules = _rules(whole, rules_of)
        return Log(rules, rules.entries(whole), whole.head, whole.items)


def _rules(whole: Tail, rules_of: Callable[[Opened], Rules | None]) -> Rules:
    """The rules that a log is read by."""
    opened = opened_by(whole.items[0].batch)
    rules = rules_of(opened)
    if rules is None:
        raise NotLoaded(opened)
    return rules


@contextmanager
def stored(match: str) -> Generator[None]:
    """Around the reading of stored bytes: what breaks here is damage, and nobody's request."""
    try:
        yield
    except (NotLoaded, NeedsWholeLog, MemoryError):
        raise
    except Exception as error:
        raise Damaged(match, f"a batch cannot be read or folded ({type(error).__name__})") from error
