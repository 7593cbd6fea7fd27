"""Live matches: a cache of matches, each folded in memory up to a version of its log."""

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

from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.fold import NeedsWholeLog, fold, fold_batches
from chronik.domain.engine.match.log import Entry, number_entries
from chronik.domain.engine.match.match import Match
from chronik.projections.match.lobby import Listing, update_listing
from chronik.service.cold.logs import Logs
from chronik.service.log.free_space import FreeSpace
from chronik.service.log.heartbeats import Heartbeats
from chronik.service.log.idempotency import SeenKeys
from chronik.service.log.keys import Item
from chronik.service.log.outcomes import Damaged, NotLoaded, OtherLog, OutcomeUnknown
from chronik.service.log.store import Append, LogStore, Tail, tail_of
from chronik.service.matches.catalogue import Catalogue, Rules, read_opening
from chronik.service.matches.outages import Outages
from chronik.service.operating.metrics import CACHED_MATCHES
from chronik.service.running.clock import milliseconds
from chronik.service.running.waiting import create_shared_task

LOG: FilteringBoundLogger = structlog.get_logger("chronik.live")


class Log(NamedTuple):
    """All entries of a match with its head, the rules that decoded them and the stored items."""

    rules: Rules
    entries: tuple[Entry, ...]
    head: bytes
    items: tuple[Item, ...]


class Live:
    """A match at the version that this process knows; `lock` lets one command at a time through.

    `listing` is its lobby listing at that version, so that the bookkeeper need not read what was just written.
    `asked` is the moment of the last log read that succeeded, on the monotonic clock.
    """

    __slots__ = ("asked", "head", "keys", "listing", "lock", "match", "rules", "seen")

    def __init__(self, rules: Rules, match: Match, head: bytes, keys: Keys) -> None:
        self.rules = rules
        self.match = match
        self.head = head
        self.keys = keys
        self.listing = Listing(id=match.id)
        self.seen = SeenKeys()
        self.asked = -inf
        self.lock = asyncio.Lock()

    def apply_tail(self, tail: Tail) -> None:
        """Applies the new entries of a tail; raises `NeedsWholeLog` if an undo goes back to before its start."""
        version = self.match.version
        new = [(first, batch) for first, batch in self.rules.batches(tail) if first > version]
        marks = [item.mark for item in tail.items if item.version > version]
        match = fold_batches(self.rules.game, self.match, [batch for _, batch in new])
        self.advance(match, tail.head, [entry for first, batch in new for entry in number_entries(batch, first)], marks)

    def rebuild(self, whole: Log) -> None:
        """Folds a whole log from its beginning and moves on to its last version."""
        marks = [item.mark for item in whole.items if item.version > self.match.version]
        entries = whole.entries[self.match.version :]
        self.advance(fold(self.rules.game, Match(id=self.match.id), whole.entries), whole.head, entries, marks)

    def advance(self, match: Match, head: bytes, entries: Iterable[Entry], marks: Iterable[bytes]) -> None:
        """Moves on to a version that is in the log, with its new entries and idempotency marks.

        Does nothing if the match is at this version or later already.
        """
        if match.version <= self.match.version:
            return
        self.match = match
        self.head = head
        self.listing = update_listing(self.listing, entries)
        self.seen.add(marks)
        if match.state is not None and not self.keys.seed:
            self.keys = seed_keys(match.chairs, self.keys, match.tutorial)


class LiveMatches:
    """A cache of the `bound` most recently used matches; all of it can be read again from the log.

    `now` is the clock of the matches, in milliseconds since 1970; no match clock runs during its `outages`. Matches are
    written to `store`, and read through `logs`, which also finds archived matches.
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
        self.free_space = FreeSpace(store.persistence)
        self.catalogue = catalogue
        self.bound = bound
        self.now = now
        self.outages = Outages(Heartbeats(store), now, self.free_space)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}

    def __len__(self) -> int:
        return len(self._live)

    def find_cached(self, match: str) -> Live | None:
        """Returns a match from memory, possibly behind its log, or None."""
        live = self._live.get(match)
        if live is not None:
            self._live.move_to_end(match)
        return live

    def keep(self, live: Live) -> None:
        """Adds a match to the cache, and drops the least recently used matches beyond the bound."""
        self._live[live.match.id] = live
        self._live.move_to_end(live.match.id)
        while len(self._live) > self.bound:
            self._live.popitem(last=False)
        CACHED_MATCHES.set(len(self._live))

    def forget(self, match: str) -> None:
        """Drops a match, so that the next access reads its log."""
        self._live.pop(match, None)
        CACHED_MATCHES.set(len(self._live))

    async def find(self, match: str) -> Live | None:
        """Returns a match from memory or from the log, or None if it does not exist. Raises `NotLoaded`."""
        return self.find_cached(match) or await self._load(match)

    async def find_fresh(self, match: str, since: float | None = None) -> Live | None:
        """Returns a match at the end of its log, as it was at `since` (monotonic clock; by default now) or later."""
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
        """Appends a batch; raises `ScarceSpace` if there is too little free space, and what the store raises.

        Raises `OutcomeUnknown` if a new connection shows that the server may lose acknowledged writes.
        """
        self.free_space.check(opening=batch.expected == 0)
        await self.store.append(batch)
        if self.free_space.weakness:
            raise OutcomeUnknown(self.free_space.weakness)

    async def refresh(self, live: Live) -> Tail:
        """Reads the new entries of a match in one round trip and applies them.

        Drops the match and raises `OtherLog` if the log does not continue what was read before.
        """
        asked, version, head = monotonic(), live.match.version, live.head
        tail = await self.logs.tail(live.match.id, version)
        if not continues_log(tail, version, head):
            LOG.error(
                "the log does not continue what was read before", match=live.match.id, version=version, last=tail.last
            )
            self.forget(live.match.id)
            raise OtherLog("the log does not continue what was read before")
        # Another task may have advanced it meanwhile, but perhaps not as far as this tail.
        if tail.last > live.match.version:
            await self._apply_tail(live, tail)
        live.asked = max(live.asked, asked)
        return tail

    async def read_log(self, match: str) -> Log | None:
        """Returns the log of a match, decoded by its pinned rules, or None. Raises `NotLoaded`."""
        return await self._read(match, self.catalogue.rules_of)

    async def read_lines(self, match: str) -> Log | None:
        """Returns the log of a match for reading its lines, or None; its pinned rules need not be loaded."""
        return await self._read(match, self.catalogue.line_rules_of)

    async def _read(self, match: str, rules_of: Callable[[Opened], Rules | None]) -> Log | None:
        tail = await self.logs.tail(match, 0)
        if not tail.items:
            return None
        try:
            return _decode_log(match, tail, rules_of)
        except Damaged as damaged:
            return _decode_log(match, (await self._read_archive_instead(damaged))[0], rules_of)

    async def _read_archive_instead(self, damaged: Damaged) -> tuple[Tail, bytes]:
        """Returns the tail and secret from the archive of a damaged match; raises `Damaged` if it has no archive."""
        kept = await self.logs.archive(damaged.match)
        if kept is None:
            raise damaged
        LOG.error("a log is damaged, so its archive is read", match=damaged.match, problem=damaged.problem)
        return tail_of(0, kept.items), kept.secret

    async def _apply_tail(self, live: Live, tail: Tail) -> None:
        try:
            with reporting_damage(live.match.id):
                live.apply_tail(tail)
        except NeedsWholeLog:
            whole = await self.read_log(live.match.id)
            if whole is not None:
                with reporting_damage(live.match.id):
                    live.rebuild(whole)

    async def _load(self, match: str) -> Live | None:
        """Returns a match from its log, with one read for all tasks that ask at the same time."""
        loading = self._loading.get(match)
        if loading is not None:
            # If that read found nothing, the match may have been opened since then: read again.
            return await asyncio.shield(loading) or await self._load_from_log(match)
        loading = self._loading[match] = create_shared_task(self._load_from_log(match))
        loading.add_done_callback(lambda _: self._loading.pop(match))
        return await asyncio.shield(loading)

    async def _load_from_log(self, match: str) -> Live | None:
        asked = monotonic()
        tail, secret = await self.logs.read_log(match)
        if not tail.items:
            return None
        try:
            return await self._fold(match, tail, secret, asked)
        except Damaged as damaged:
            return await self._fold(match, *await self._read_archive_instead(damaged), asked)

    async def _fold(self, match: str, tail: Tail, secret: bytes | None, asked: float) -> Live:
        with reporting_damage(match):
            rules = _find_rules(tail, self.catalogue.rules_of)
        if secret is None:
            raise Damaged(match, "the secret is missing")
        # Another task may have loaded it meanwhile: keep that object, because it has the lock.
        live = self._live.get(match) or Live(rules, Match(id=match), b"", Keys.of(match, secret))
        await self._apply_tail(live, tail)
        live.asked = max(live.asked, asked)
        self.keep(live)
        return live


def continues_log(tail: Tail, version: int, head: bytes) -> bool:
    """Returns whether a tail read from `version` continues the log that had this head there."""
    return tail.last >= version and tail.before == head


def _decode_log(match: str, whole: Tail, rules_of: Callable[[Opened], Rules | None]) -> Log:
    with reporting_damage(match):
        rules = _find_rules(whole, rules_of)
        return Log(rules, rules.entries(whole), whole.head, whole.items)


def _find_rules(whole: Tail, rules_of: Callable[[Opened], Rules | None]) -> Rules:
    """Returns the rules that decode a log; raises `NotLoaded` if they are not loaded here."""
    opened = read_opening(whole.items[0].batch)
    rules = rules_of(opened)
    if rules is None:
        raise NotLoaded(opened)
    return rules


@contextmanager
def reporting_damage(match: str) -> Generator[None]:
    """Turns any failure inside the block into `Damaged`: the stored bytes are at fault, not a request."""
    try:
        yield
    except (NotLoaded, NeedsWholeLog, MemoryError):
        raise
    except Exception as error:
        raise Damaged(match, f"a batch cannot be read or folded ({type(error).__name__})") from error
