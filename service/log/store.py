"""The log store: every match one stream of batches, each under the version of its last entry.

It knows bytes, versions and heads, and nothing of games. What an acknowledgement is worth stands in deploy/README.md.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

import msgspec

from domain.engine.match.log import MAX_BATCH
from service.log.copies import Beats, beats, put_back, put_beats_back
from service.log.durability import Durability, check_is_ours, durability
from service.log.fsck import fsck
from service.log.keys import BEATS, NOTHING, PARTITIONS, Item, Silence, index, item, keys, members, silence
from service.log.marks import SIZE
from service.log.outcomes import Conflict, Damaged, NoSecret, OutcomeUnknown, ReadOnly, Refused, Unavailable
from service.log.wire import Command, Reply, Wire

LANES = 4  # pipelines in flight; what arrives meanwhile shares the next one
PIPELINE_BATCHES = 128
PIPELINE_BYTES = 1 << 20
INDEX_ENTRIES = 500  # of one partition in one answer to a follower
SCRIPT = files("service.log").joinpath("append.lua").read_bytes()
BEAT = files("service.log").joinpath("beat.lua").read_bytes()
DROP_SECRET = files("service.log").joinpath("drop_secret.lua").read_bytes()
MEMBERS = files("service.log").joinpath("members.lua").read_bytes()
REMOVE = files("service.log").joinpath("remove.lua").read_bytes()
SILENCES_KEPT = 10_000
ASKED_AT_ONCE = 500
SHA = hashlib.sha1(SCRIPT).hexdigest()  # the name EVALSHA knows it by


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """A batch to be appended: decided at a version and head, it leads to others; `mark` is whose request it answers."""

    match: str
    expected: int
    head: bytes
    version: int
    batch: bytes
    new_head: bytes
    mark: bytes
    secret: bytes | None = None

    def __post_init__(self) -> None:
        if self.version <= self.expected:
            raise ValueError("a batch has at least one entry")
        if len(self.batch) > MAX_BATCH:
            raise ValueError("a batch has at most 256 KiB")
        if len(self.mark) != SIZE:
            raise ValueError(f"a mark has {SIZE} bytes")
        if (self.secret is not None) != (self.expected == 0):
            raise ValueError("the opening batch, and no other, is decided with the secret")

    def __repr__(self) -> str:
        return f"Append(match={self.match!r}, expected={self.expected}, version={self.version})"


class Tail(msgspec.Struct, frozen=True):
    """The items of a log from the one that holds the entry after a version, and where the log ends.

    `before` is the head at that version, where a batch ends there.
    """

    after: int
    before: bytes
    items: tuple[Item, ...]
    head: bytes
    last: int

    @property
    def batches(self) -> tuple[bytes, ...]:
        return tuple([one.batch for one in self.items])

    def __repr__(self) -> str:
        return f"Tail(after={self.after}, items={len(self.items)}, last={self.last})"


class Grown(msgspec.Struct, frozen=True):
    """A hint from a partition's index that a match has reached a version."""

    partition: int
    position: str
    match: str
    version: int


class Waiting(NamedTuple):
    """A batch on its way to the server, the hint that follows it, and the caller who waits for it."""

    match: str
    command: Command
    hint: Command
    future: asyncio.Future[None]

    def __repr__(self) -> str:
        return f"Waiting(match={self.match!r})"


class LogStore:
    """The logs of all matches in one server; to be made on the event loop, and closed."""

    def __init__(self, url: str, *, timeout: float = 2.0, connections: int = 16) -> None:
        self._wire = Wire(url, connections=connections, timeout=timeout)
        self._feed = Wire(url, connections=connections, timeout=timeout)
        self._waiting: deque[Waiting] = deque()
        self._lanes: set[asyncio.Task[None]] = set()
        self._scheduled = False
        self.appends = 0
        self.conflicts = 0
        self.unknown = 0

    @property
    def round_trips(self) -> int:
        """How often the server was asked, followers' reads not counted."""
        return self._wire.trips

    async def append(self, batch: Append) -> None:
        """Append a batch; when this returns it is as safe as the server makes it.

        Raises Conflict, NoSecret, Damaged, ReadOnly, Unavailable (nothing was done) or OutcomeUnknown (it may or may
        not stand in the log: its mark tells).
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append(Waiting(batch.match, _command(batch), hint(batch.match, batch.version), future))
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._dispatch)
        await future

    async def tail(self, match: str, after: int) -> Tail:
        """Everything after a version; a match that does not exist has last 0 and head b""."""
        log = keys(match).log
        try:
            (found,) = await self._wire.read(("XRANGE", log, f"{after}-0", "+"))
            if found:
                return tail_of(after, tuple(map(item, found)))
            # Nothing stands there: the log is shorter than was believed, or there is none.
            (found,) = await self._wire.read(("XREVRANGE", log, "+", "-", "COUNT", 1)) if after else ((),)
            last = item(found[0]) if found else Item(0, b"", b"", b"")
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _unread(match, refused) from refused
        return Tail(after, b"", (), last.head, last.version)

    async def whole(self, match: str) -> tuple[Tail, bytes | None]:
        """A log from its beginning, and the secret of its match, by one trip."""
        at = keys(match)
        try:
            found, secret = await self._wire.read(("XRANGE", at.log, "-", "+"), ("GET", at.secret))
            return tail_of(0, tuple(map(item, found))), None if secret is None else bytes(secret)
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _unread(match, refused) from refused

    async def grown_past(self, versions: Mapping[str, int]) -> frozenset[str]:
        """Which of these matches have gone beyond these versions, all asked at once."""
        logs = {keys(match).log: match for match in versions}
        homes: dict[str, list[str]] = {}
        for log in sorted(logs):
            homes.setdefault(log[:5], []).append(log)
        parts = [some[at : at + ASKED_AT_ONCE] for some in homes.values() for at in range(0, len(some), ASKED_AT_ONCE)]
        found: set[str] = set()
        for part in parts:
            ids = (f"{versions[logs[log]]}-0" for log in part)
            (rows,) = await self._wire.read(("XREAD", "COUNT", 1, "STREAMS", *part, *ids))
            found |= {logs[name.decode()] for name, _ in rows or ()}
        return frozenset(found)

    async def announce(self, match: str, version: int) -> None:
        """Gives the hint that a match has reached a version, once more."""
        await self._wire.read(hint(match, version))

    async def beat(self, longest_ms: int, after: int) -> tuple[bool, tuple[Silence, ...]]:
        """Beat: whether there was a silence since the last beat of anybody, and those numbered after this one."""
        ((silent, rows),) = await self._feed.read(("EVAL", BEAT, 2, *BEATS, longest_ms, after, SILENCES_KEPT))
        return bool(silent), tuple(map(silence, rows))

    async def ask(self, *commands: Command) -> list[Reply]:
        """What the server says to commands that concern no match."""
        return await self._feed.read(*commands)

    async def serves(self, of: str, name: str, gone_ms: int) -> tuple[str, ...]:
        """Says that a process serves, and hears who else of these does: who has said so within so long."""
        (names,) = await self._feed.read(("EVAL", MEMBERS, 1, members(of), name, gone_ms))
        return tuple(one.decode() for one in names)

    async def serves_no_more(self, of: str, name: str) -> None:
        """Says that a process has ended."""
        await self._feed.read(("HDEL", members(of), name))

    async def secret(self, match: str) -> bytes | None:
        """The secret of a match."""
        try:
            (found,) = await self._wire.read(("GET", keys(match).secret))
        except Refused as refused:
            raise _unread(match, refused) from refused
        return None if found is None else bytes(found)

    async def keep_secret(self, match: str, secret: bytes) -> bytes:
        """Keep the secret of a match that is to be opened; where one stands there already, it is that one."""
        try:
            (found,) = await self._wire.read(("SET", keys(match).secret, secret, "NX", "GET"))
        except Refused as refused:
            raise _unread(match, refused) from refused
        return secret if found is None else bytes(found)

    async def orphans(self) -> AsyncIterator[str]:
        """The ids of matches that have a secret and no log: somebody is opening them, or has died in doing so."""
        async for names in self._scanned("{p*}:m:*:secret"):
            matches = [name.decode()[8:-7] for name in names]
            logs = await self._wire.read(*(("EXISTS", keys(match).log) for match in matches))
            for match, exists in zip(matches, logs, strict=True):
                if not exists:
                    yield match

    async def drop_secret(self, match: str) -> bool:
        """Remove the secret of a match that has no log; whoever is opening it begins anew."""
        at = keys(match)
        ((dropped),) = await self._wire.read(("EVAL", DROP_SECRET, 2, at.log, at.secret))
        return bool(dropped)

    async def remove(self, match: str, version: int, head: bytes) -> bool:
        """Remove a log and its secret for good, if it ends at this version and head; whether it did."""
        at = keys(match)
        ((removed),) = await self._wire.read(("EVAL", REMOVE, 2, at.log, at.secret, version, head))
        return bool(removed)

    async def grown(
        self, positions: Mapping[int, str], block_ms: int, partitions: Collection[int] = range(PARTITIONS)
    ) -> tuple[Grown, ...]:
        """What the indexes say after these positions, waiting for it up to block_ms (0: not at all)."""
        wait: Command = ("BLOCK", block_ms) if block_ms > 0 else ()
        indexes = tuple(index(n) for n in partitions)
        after = tuple(positions.get(n, "0-0") for n in partitions)
        command: Command = ("XREAD", "COUNT", INDEX_ENTRIES, *wait, "STREAMS", *indexes, *after)
        (found,) = await self._feed.read(command, patience=block_ms / 1000 + self._feed.timeout)
        hints: list[Grown] = []
        for name, rows in found or ():
            number = int(bytes(name)[2:4])
            hints += [
                Grown(number, position.decode(), match.decode(), int(version))
                for position, (_, match, _, version) in rows
            ]
        return tuple(hints)

    async def index_end(self) -> dict[int, str]:
        """The positions to follow from when only the future matters."""
        found = await self._wire.read(*(("XREVRANGE", index(n), "+", "-", "COUNT", 1) for n in range(PARTITIONS)))
        return {n: rows[0][0].decode() if rows else "0-0" for n, rows in enumerate(found)}

    async def index_start(self) -> dict[int, str]:
        """The oldest positions that the indexes still hold; a follower who stands before one has missed something."""
        found = await self._wire.read(*(("XRANGE", index(n), "-", "+", "COUNT", 1) for n in range(PARTITIONS)))
        return {n: rows[0][0].decode() for n, rows in enumerate(found) if rows}

    async def trim_indexes(self, positions: Mapping[int, str]) -> None:
        """Forget what the indexes say before these positions, which every follower must have passed.

        Whole nodes only, and a bounded number at a time, so that nobody waits for it.
        """
        if positions:
            await self._wire.read(*(("XTRIM", index(n), "MINID", "~", at) for n, at in positions.items()))

    async def matches(self) -> AsyncIterator[str]:
        """The ids of all matches, each once, in no order."""
        seen: set[str] = set()
        async for names in self._scanned("{p*}:m:*:log"):
            for match in (name.decode()[8:-4] for name in names):
                if match not in seen:
                    seen.add(match)
                    yield match

    async def _scanned(self, pattern: str) -> AsyncIterator[list[bytes]]:
        cursor: bytes | int = 0
        while True:
            ((cursor, names),) = await self._wire.read(("SCAN", cursor, "MATCH", pattern, "COUNT", 1000))
            if names:
                yield names
            if int(cursor) == 0:
                return

    async def fsck(self, match: str) -> tuple[str, ...]:
        """What is wrong with the stored form of a match, in words; empty when nothing is."""
        return await fsck(self._wire, match)

    async def put_back(self, match: str, secret: bytes, items: Sequence[Item]) -> None:
        """Puts a match back from a copy, into a server that does not have it, and gives the hint of it."""
        await put_back(self._wire, match, secret, items)
        await self.announce(match, items[-1].version)

    async def beats(self) -> Beats:
        """When somebody beat last, and the silences."""
        return await beats(self._feed)

    async def put_beats_back(self, kept: Beats) -> None:
        """Puts beats and silences back from a copy."""
        await put_beats_back(self._feed, kept)

    async def durability(self) -> Durability:
        """What the server is and how hard it holds on to what it acknowledged; raises Unsupported."""
        return await durability(self._wire)

    async def check_is_ours(self) -> None:
        """Return when the server is ours to write to; raise Unsupported or Unavailable when it is not."""
        await check_is_ours(self._wire)

    async def ping(self) -> None:
        """Return when the server answers; raise Unavailable when it does not."""
        await self._wire.read(("PING",))

    async def takes_writes(self) -> None:
        """Return when the server would take a write; raise ReadOnly or Unavailable when it would not."""
        await self._wire.read(NOTHING)

    async def close(self) -> None:
        """Let what is under way finish, then close all connections."""
        while self._waiting or self._lanes:
            await asyncio.sleep(0) if not self._lanes else await asyncio.wait(self._lanes)
        await self._wire.close()
        await self._feed.close()

    def _dispatch(self) -> None:
        self._scheduled = False
        while self._waiting and len(self._lanes) < LANES:
            lane = asyncio.get_running_loop().create_task(self._send(self._shipment()))
            self._lanes.add(lane)
            lane.add_done_callback(self._lane_free)

    def _lane_free(self, lane: asyncio.Task[None]) -> None:
        self._lanes.discard(lane)
        self._dispatch()

    def _shipment(self) -> list[Waiting]:
        taken: list[Waiting] = []
        size = 0
        while self._waiting and len(taken) < PIPELINE_BATCHES and size < PIPELINE_BYTES:
            waiting = self._waiting.popleft()
            if not waiting.future.done():  # done: its caller has given up, and nothing was sent
                taken.append(waiting)
                size += sum(len(word) for word in waiting.command if isinstance(word, bytes))
        return taken

    async def _send(self, shipment: list[Waiting]) -> None:
        try:
            replies = await self._replies(shipment)
            for waiting, reply in zip(shipment, replies, strict=True):
                self._resolve(waiting, reply)
        except Unavailable as error:
            for waiting in shipment:
                self._resolve(waiting, Unavailable(str(error)))
        finally:
            for waiting in shipment:  # only when this task was cancelled, or is wrong
                if not waiting.future.done():
                    self._resolve(waiting, OutcomeUnknown("the append was interrupted"))

    async def _replies(self, shipment: Sequence[Waiting]) -> list[Reply]:
        """One trip, the hints behind all batches; a second one for what the server did not run, lacking the script."""
        if not shipment:
            return []
        replies = (await self._wire.trip(_trip(shipment)))[: len(shipment)]
        unrun = [n for n, reply in enumerate(replies) if isinstance(reply, Refused) and reply.code == "NOSCRIPT"]
        if unrun:
            again = _trip([shipment[n] for n in unrun])
            try:
                _, *repeated = await self._wire.trip([("SCRIPT", "LOAD", SCRIPT), *again])
            except Unavailable as error:
                repeated = [Unavailable(str(error)) for _ in again]
            for n, reply in zip(unrun, repeated, strict=False):
                replies[n] = reply
        return replies

    def _resolve(self, waiting: Waiting, reply: Reply) -> None:
        failure = _failure(waiting.match, reply)
        self.appends += failure is None
        self.conflicts += isinstance(failure, Conflict)
        self.unknown += isinstance(failure, OutcomeUnknown)
        if waiting.future.done():
            return
        if failure is None:
            waiting.future.set_result(None)
        else:
            waiting.future.set_exception(failure)


def hint(match: str, version: int) -> Command:
    """What tells the followers of an index that a match has reached a version: never an order, and it may be lost."""
    return ("XADD", keys(match).partition_index, "*", "m", match, "v", version)


def _trip(shipment: Sequence[Waiting]) -> list[Command]:
    return [*(waiting.command for waiting in shipment), *(waiting.hint for waiting in shipment)]


def _failure(match: str, reply: Reply) -> Exception | None:
    match reply:
        case [b"ok"]:
            return None
        case [b"conflict", int(at)]:
            return Conflict(at)
        case [b"no-secret"]:
            return NoSecret(match)
        case Refused(code="NOSCRIPT"):
            return Unavailable("the server does not keep the append script")
        case Refused() if _is_damage(reply):
            return Damaged(match, str(reply))
        case Unavailable() | OutcomeUnknown() | ReadOnly():
            return reply
        case _:
            return OutcomeUnknown(f"the server gave an answer that is none ({reply})")


def tail_of(after: int, items: tuple[Item, ...]) -> Tail:
    """The tail that these items are, of which the first may hold the version that it is read from."""
    if not items:
        return Tail(after, b"", (), b"", 0)
    known = items[0].version == after
    before = items[0].head if known else b""
    return Tail(after, before, items[1:] if known else items, items[-1].head, items[-1].version)


def _unread(match: str, refused: Refused) -> Damaged | Unavailable:
    """What it means that a match cannot be read."""
    return (
        Damaged(match, str(refused)) if _is_damage(refused) else Unavailable(f"the server gave no answer ({refused})")
    )


def _is_damage(refused: Refused) -> bool:
    """Whether a key holds something else, or ids were used that are not there any more: all else is the server's."""
    return refused.code == "WRONGTYPE" or "ID specified in XADD" in str(refused)


def _command(batch: Append) -> Command:
    at = keys(batch.match)
    return (
        *("EVALSHA", SHA, 2, at.log, at.secret, batch.expected, batch.head),
        *(batch.version, batch.batch, batch.new_head, batch.mark, batch.secret or b""),
    )
