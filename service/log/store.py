"""The log store: every match one stream of stored bytes, entry n under the id n-0.

It knows bytes, versions and heads, and nothing of games. What an acknowledgement is worth stands in deploy/README.md.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

import msgspec

from service.log.durability import Durability, check_is_ours, durability
from service.log.fsck import fsck
from service.log.keys import BEATS, NOTHING, PARTITIONS, Known, Silence, entry, index, keys, known, silence
from service.log.outcomes import Conflict, Damaged, KeyReused, OutcomeUnknown, ReadOnly, Refused, Unavailable
from service.log.wire import Command, Reply, Wire

LANES = 4  # pipelines in flight; what arrives meanwhile shares the next one
PIPELINE_BATCHES = 128
PIPELINE_BYTES = 1 << 20
INDEX_ENTRIES = 500  # of one partition in one answer to a follower
SCRIPT = files("service.log").joinpath("append.lua").read_bytes()
BEAT = files("service.log").joinpath("beat.lua").read_bytes()
SILENCES_KEPT = 10_000
SHA = hashlib.sha1(SCRIPT).hexdigest()  # the name EVALSHA knows it by


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """The entries of one command, to be appended together or not at all."""

    match: str
    expected: int
    head: bytes
    new_head: bytes
    entries: tuple[bytes, ...]
    key: str
    fingerprint: str
    secret: bytes | None = None

    def __post_init__(self) -> None:
        if not self.entries:
            raise ValueError("a batch has at least one entry")
        if self.secret is not None and self.expected != 0:
            raise ValueError("only the opening batch carries a secret")

    def __repr__(self) -> str:
        return f"Batch(match={self.match!r}, expected={self.expected}, entries={len(self.entries)})"


class Appended(msgspec.Struct, frozen=True):
    """The versions of a batch's first and last entry; `again` when it already stood there."""

    first: int
    last: int
    again: bool


class Tail(msgspec.Struct, frozen=True):
    """The entries after a version, the head, the last version, and what the asked key stands for."""

    entries: tuple[bytes, ...]
    head: bytes
    known: Known | None
    last: int

    def __repr__(self) -> str:
        return f"Tail(entries={len(self.entries)}, last={self.last})"


class Grown(msgspec.Struct, frozen=True):
    """A hint from a partition's index that a match has reached a version."""

    partition: int
    position: str
    match: str
    version: int


class Waiting(NamedTuple):
    """A batch on its way to the server, and the caller who waits for it."""

    match: str
    command: Command
    future: asyncio.Future[Appended]

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
        self.repeats = 0
        self.conflicts = 0
        self.unknown = 0

    @property
    def round_trips(self) -> int:
        """How often the server was asked, followers' reads not counted."""
        return self._wire.trips

    async def append(self, batch: Append) -> Appended:
        """Append a batch; when this returns it is as safe as the server makes it.

        Raises Conflict, KeyReused, Damaged, ReadOnly, Unavailable (nothing was done) or OutcomeUnknown (repeat it with
        the same key).
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Appended] = loop.create_future()
        self._waiting.append(Waiting(batch.match, _command(batch), future))
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._dispatch)
        return await future

    async def tail(self, match: str, after: int, key: str | None = None) -> Tail:
        """Everything after a version, as of one moment; a match that does not exist has last 0 and head b""."""
        at = keys(match)
        row: Command = ("HGET", at.keys, key) if key is not None else ("HLEN", at.keys)
        try:
            found, length, head, told = await self._wire.snapshot(
                ("XRANGE", at.log, f"{after + 1}-0", "+"), ("XLEN", at.log), ("GET", at.head), row
            )
            entries = tuple(entry(row, version) for version, row in enumerate(found, after + 1))
            row_of_key = known(told) if key is not None and told else None
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _unread(match, refused) from refused
        if length != (after + len(entries) if entries else min(after, length)):
            raise Damaged(match, f"the log has {length} entries and ends at version {after + len(entries)}")
        if bool(length) != bool(head):
            raise Damaged(match, "the head is missing" if length else "there is a head without a log")
        return Tail(entries, head or b"", row_of_key, length)

    async def beat(self, longest_ms: int, after: int) -> tuple[bool, tuple[Silence, ...]]:
        """Beat: whether there was a silence since the last beat of anybody, and those numbered after this one."""
        ((silent, rows),) = await self._feed.read(("EVAL", BEAT, 2, *BEATS, longest_ms, after, SILENCES_KEPT))
        return bool(silent), tuple(map(silence, rows))

    async def secret(self, match: str) -> bytes | None:
        """The secret of a match."""
        try:
            (found,) = await self._wire.read(("GET", keys(match).secret))
        except Refused as refused:
            raise _unread(match, refused) from refused
        return None if found is None else bytes(found)

    async def grown(self, positions: Mapping[int, str], block_ms: int) -> tuple[Grown, ...]:
        """What the indexes say after these positions, waiting for it up to block_ms (0: not at all)."""
        wait: Command = ("BLOCK", block_ms) if block_ms > 0 else ()
        indexes = tuple(index(n) for n in range(PARTITIONS))
        after = tuple(positions.get(n, "0-0") for n in range(PARTITIONS))
        command: Command = ("XREAD", "COUNT", INDEX_ENTRIES, *wait, "STREAMS", *indexes, *after)
        (found,) = await self._feed.read(command, patience=block_ms / 1000 + self._feed.timeout)
        return tuple(
            Grown(int(bytes(name)[2:4]), position.decode(), fields[1].decode(), int(fields[3]))
            for name, rows in found or ()
            for position, fields in rows
        )

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
        cursor: bytes | int = 0
        while True:
            ((cursor, logs),) = await self._wire.read(("SCAN", cursor, "MATCH", "{p*}:m:*:log", "COUNT", 1000))
            for match in (key.decode()[8:-4] for key in logs):
                if match not in seen:
                    seen.add(match)
                    yield match
            if int(cursor) == 0:
                return

    async def fsck(self, match: str) -> tuple[str, ...]:
        """What is wrong with the stored form of a match, in words; empty when nothing is."""
        return await fsck(self._wire, match)

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
            replies = await self._replies([waiting.command for waiting in shipment])
            for waiting, reply in zip(shipment, replies, strict=True):
                self._resolve(waiting, reply)
        except Unavailable as error:
            for waiting in shipment:
                self._resolve(waiting, Unavailable(str(error)))
        finally:
            for waiting in shipment:  # only when this task was cancelled, or is wrong
                if not waiting.future.done():
                    self._resolve(waiting, OutcomeUnknown("the append was interrupted"))

    async def _replies(self, commands: Sequence[Command]) -> list[Reply]:
        """One trip; a second one for what the server did not run because it had lost the script."""
        if not commands:
            return []
        replies = await self._wire.trip(commands)
        unrun = [n for n, reply in enumerate(replies) if isinstance(reply, Refused) and reply.code == "NOSCRIPT"]
        if unrun:
            try:
                _, *repeated = await self._wire.trip([("SCRIPT", "LOAD", SCRIPT), *(commands[n] for n in unrun)])
            except Unavailable as error:
                repeated = [Unavailable(str(error)) for _ in unrun]
            for n, reply in zip(unrun, repeated, strict=True):
                replies[n] = reply
        return replies

    def _resolve(self, waiting: Waiting, reply: Reply) -> None:
        outcome = _outcome(waiting.match, reply)
        self.appends += isinstance(outcome, Appended) and not outcome.again
        self.repeats += isinstance(outcome, Appended) and outcome.again
        self.conflicts += isinstance(outcome, Conflict)
        self.unknown += isinstance(outcome, OutcomeUnknown)
        if waiting.future.done():
            return
        if isinstance(outcome, Appended):
            waiting.future.set_result(outcome)
        else:
            waiting.future.set_exception(outcome)


def _outcome(match: str, reply: Reply) -> Appended | Exception:
    match reply:
        case [b"ok", int(first), int(last)]:
            return Appended(first, last, again=False)
        case [b"again", int(first), int(last)]:
            return Appended(first, last, again=True)
        case [b"reused", *_]:
            return KeyReused("the idempotency key already stands for another request")
        case [b"conflict", int(at)]:
            return Conflict(at)
        case Refused(code="NOSCRIPT"):
            return Unavailable("the server does not keep the append script")
        case Refused() if _is_damage(reply):
            return Damaged(match, str(reply))
        case Unavailable() | OutcomeUnknown() | ReadOnly():
            return reply
        case _:
            return OutcomeUnknown(f"the server gave an answer that is none ({reply})")


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
    names = (at.log, at.keys, at.head, at.partition_index) if batch.secret is None else at
    return (
        *("EVALSHA", SHA, len(names), *names),
        *(batch.expected, batch.head, batch.key.encode(), batch.fingerprint.encode(), batch.match.encode()),
        *(batch.new_head, batch.secret or b""),
        *batch.entries,
    )
