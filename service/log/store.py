"""The log store: every match one stream of batches, each under the version of its last entry.

It knows bytes, versions and heads, and nothing of games. What an acknowledgement is worth stands in deploy/README.md.
"""

import asyncio
import hashlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Collection, Hashable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import NamedTuple

import msgspec

from domain.engine.match.log import MAX_BATCH
from service.log.cluster import servers_of
from service.log.copies import (
    Beats,
    beats,
    check_is_restored,
    mark_restoring,
    put_back,
    put_beats_back,
    unmark_restoring,
)
from service.log.durability import Durability, check_is_ours, durability
from service.log.fsck import fsck
from service.log.keys import (
    BEATS,
    PARTITIONS,
    Item,
    Silence,
    index,
    item,
    keys,
    members,
    nothing,
    partition,
    silence,
    tag,
)
from service.log.marks import SIZE
from service.log.outcomes import Conflict, Damaged, NoSecret, OutcomeUnknown, ReadOnly, Refused, Unavailable
from service.log.room import free_of_memory
from service.log.servers import Servers, named
from service.log.wire import Command, Reply, answered

LANES = 4  # pipelines in flight; what arrives meanwhile shares the next one
PIPELINE_BATCHES = 128
PIPELINE_BYTES = 1 << 20
SCRIPT = files("service.log").joinpath("append.lua").read_bytes()
BEAT = files("service.log").joinpath("beat.lua").read_bytes()
DROP_SECRET = files("service.log").joinpath("drop_secret.lua").read_bytes()
MEMBERS = files("service.log").joinpath("members.lua").read_bytes()
REMOVE = files("service.log").joinpath("remove.lua").read_bytes()
SILENCES_KEPT = 10_000
CONFIRMED_KEPT = 10_000
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
    """The logs of all matches, in one server or in a cluster; to be made on the event loop, and closed."""

    def __init__(self, url: str, *, timeout: float = 2.0, connections: int = 16) -> None:
        self._named = named(url, connections=connections, timeout=timeout)
        self._single = self._named[0]
        self._known: Servers | None = None
        self._finding = asyncio.Lock()
        self._confirmed: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        self._waiting: dict[Hashable, deque[Waiting]] = {}
        self._lanes: dict[Hashable, set[asyncio.Task[None]]] = {}
        self._scheduled = False
        self.appends = 0
        self.conflicts = 0
        self.unknown = 0

    @property
    def round_trips(self) -> int:
        """How often the server was asked, followers' reads not counted."""
        return (self._known or self._single).trips

    async def append(self, batch: Append) -> None:
        """Append a batch; when this returns it is as safe as the server makes it.

        Raises Conflict, NoSecret, Damaged, ReadOnly, Unavailable (nothing was done) or OutcomeUnknown (it may or may
        not stand in the log: its mark tells).
        """
        servers = await self._servers()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        home = servers.home(tag(partition(batch.match)))
        waiting = Waiting(batch.match, command_of(batch), hint(batch.match, batch.version), future)
        self._waiting.setdefault(home, deque()).append(waiting)
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._dispatch)
        await future
        if servers is not self._single:
            self._confirm(batch.match, batch.version, batch.new_head)

    async def tail(self, match: str, after: int) -> Tail:
        """Everything after a version; a match that does not exist has last 0 and head b""."""
        log = keys(match).log
        try:
            (found,) = await self._rested_on(match, ("XRANGE", log, f"{after}-0", "+"))
            if found:
                return tail_of(after, tuple(map(item, found)))
            # Nothing stands there: the log is shorter than was believed, or there is none.
            (found,) = await (await self._servers()).read(("XREVRANGE", log, "+", "-", "COUNT", 1)) if after else ((),)
            last = item(found[0]) if found else Item(0, b"", b"", b"")
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _unread(match, refused) from refused
        return Tail(after, b"", (), last.head, last.version)

    async def whole(self, match: str) -> tuple[Tail, bytes | None]:
        """A log from its beginning, and the secret of its match, by one trip.

        They are two keys: a log without a secret may have left between the two, and is asked for again.
        """
        at = keys(match)
        both: tuple[Command, ...] = (("XRANGE", at.log, "-", "+"), ("GET", at.secret))
        try:
            found, secret = await self._rested_on(match, *both)
            if found and secret is None:
                found, secret = await self._rested_on(match, *both)
            return tail_of(0, tuple(map(item, found))), None if secret is None else bytes(secret)
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _unread(match, refused) from refused

    async def grown_past(self, versions: Mapping[str, int]) -> frozenset[str]:
        """Which of these matches have gone beyond these versions, all asked at once.

        One whose key holds no log has grown, too: whoever reads it then learns what it is.
        """
        logs = {keys(match).log: match for match in versions}
        homes: dict[str, list[str]] = {}
        for log in sorted(logs):
            homes.setdefault(log[:5], []).append(log)
        parts = [some[at : at + ASKED_AT_ONCE] for some in homes.values() for at in range(0, len(some), ASKED_AT_ONCE)]
        found: set[str] = set()
        for part in parts:
            found |= {logs[log] for log in await self._grown({log: versions[logs[log]] for log in part})}
        return frozenset(found)

    async def _grown(self, versions: Mapping[str, int]) -> set[str]:
        """Which of some logs of one home have gone beyond these versions, or are none."""
        ids = (f"{version}-0" for version in versions.values())
        try:
            (rows,) = await (await self._servers()).read(("XREAD", "COUNT", 1, "STREAMS", *versions, *ids))
        except Refused as refused:
            if not _is_damage(refused):
                raise
            if len(versions) == 1:
                return set(versions)
            # One that is refused takes all others with it, so each half is asked alone.
            logs = list(versions)
            halves = logs[: len(logs) // 2], logs[len(logs) // 2 :]
            one, other = [await self._grown({log: versions[log] for log in half}) for half in halves]
            return one | other
        return {name.decode() for name, _ in rows or ()}

    async def announce(self, match: str, version: int) -> None:
        """Gives the hint that a match has reached a version, once more."""
        await (await self._servers()).read(hint(match, version))

    async def beat(self, longest_ms: int, after: int) -> tuple[bool, tuple[Silence, ...]]:
        """Beat: whether there was a silence since the last beat of anybody, and those numbered after this one.

        Where none has so late a number any more, it is all of them.
        """
        servers = await self._servers()
        beat: Command = ("EVAL", BEAT, 2, *BEATS, longest_ms, after, SILENCES_KEPT)
        ((silent, rows),) = await servers.rest_on(beat, known=_no_silence, apart=True)
        return bool(silent), tuple(map(silence, rows))

    async def ask(self, *commands: Command) -> list[Reply]:
        """What the server says to commands that concern no match."""
        return await (await self._servers()).rest_on(*commands, known=_whatever, apart=True)

    async def serves(self, of: str, name: str, gone_ms: int) -> tuple[str, ...]:
        """Says that a process serves, and hears who else of these does: who has said so within so long."""
        (names,) = await self.ask(("EVAL", MEMBERS, 1, members(of), name, gone_ms))
        return tuple(one.decode() for one in names)

    async def serves_no_more(self, of: str, name: str) -> None:
        """Says that a process has ended."""
        await self.ask(("HDEL", members(of), name))

    async def secret(self, match: str) -> bytes | None:
        """The secret of a match."""
        try:
            (found,) = await (await self._servers()).read(("GET", keys(match).secret))
        except Refused as refused:
            raise _unread(match, refused) from refused
        return None if found is None else bytes(found)

    async def keep_secret(self, match: str, secret: bytes) -> bytes:
        """Keep the secret of a match that is to be opened; where one stands there already, it is that one.

        Raises OutcomeUnknown where no second server has confirmed it.
        """
        servers, at = await self._servers(), keys(match).secret
        try:
            (found,) = answered(await servers.write([("SET", at, secret, "NX", "GET")]))
            if found is not None and servers is not self._single:
                (found,) = await servers.rest_on(("GET", at), known=_no_news)
        except Refused as refused:
            raise _unread(match, refused) from refused
        return secret if found is None else bytes(found)

    async def orphans(self) -> AsyncIterator[str]:
        """The ids of matches that have a secret and no log: somebody is opening them, or has died in doing so."""
        servers = await self._servers()
        async for names in self._scanned("{p*}:m:*:secret"):
            matches = [name.decode()[8:-7] for name in names]
            logs = await servers.read(*(("EXISTS", keys(match).log) for match in matches))
            for match, exists in zip(matches, logs, strict=True):
                if not exists:
                    yield match

    async def drop_secret(self, match: str) -> bool:
        """Remove the secret of a match that has no log; whoever is opening it begins anew."""
        at = keys(match)
        servers = await self._servers()
        (dropped,) = await servers.read(("EVAL", DROP_SECRET, 2, at.log, at.secret, at.log, at.secret))
        return bool(dropped)

    async def remove(self, match: str, version: int, head: bytes) -> bool:
        """Remove a log and its secret for good, if it ends at this version and head; whether it did."""
        at = keys(match)
        (removed,) = await (await self._servers()).read(("EVAL", REMOVE, 2, at.log, at.secret, version, head))
        return bool(removed)

    async def grown(
        self, positions: Mapping[int, str], block_ms: int, partitions: Collection[int] = range(PARTITIONS)
    ) -> tuple[Grown, ...]:
        """What the indexes say after these positions, waiting for it up to block_ms (0: not at all)."""
        servers = await self._servers()
        found = await servers.follow({index(n): positions.get(n, "0-0") for n in partitions}, block_ms)
        hints: list[Grown] = []
        for name, rows in found:
            number = int(bytes(name)[2:4])
            hints += [
                Grown(number, position.decode(), match.decode(), int(version))
                for position, (_, match, _, version) in rows
            ]
        return tuple(hints)

    async def index_end(self) -> dict[int, str]:
        """The positions to follow from when only the future matters."""
        servers = await self._servers()
        found = await servers.read(*(("XREVRANGE", index(n), "+", "-", "COUNT", 1) for n in range(PARTITIONS)))
        return {n: rows[0][0].decode() if rows else "0-0" for n, rows in enumerate(found)}

    async def index_start(self) -> dict[int, str]:
        """The oldest positions that the indexes still hold; a follower who stands before one has missed something."""
        servers = await self._servers()
        found = await servers.read(*(("XRANGE", index(n), "-", "+", "COUNT", 1) for n in range(PARTITIONS)))
        return {n: rows[0][0].decode() for n, rows in enumerate(found) if rows}

    async def trim_indexes(self, positions: Mapping[int, str]) -> None:
        """Forget what the indexes say before these positions, which every follower must have passed.

        Whole nodes only, and a bounded number at a time, so that nobody waits for it.
        """
        servers = await self._servers()
        if positions:
            await servers.read(*(("XTRIM", index(n), "MINID", "~", at) for n, at in positions.items()))

    async def matches(self) -> AsyncIterator[str]:
        """The ids of all matches, each once, in no order."""
        async for names in self._scanned("{p*}:m:*:log"):
            for name in names:
                yield name.decode()[8:-4]

    async def _scanned(self, pattern: str) -> AsyncIterator[list[bytes]]:
        """The names of keys, some at a time, each once."""
        masters, seen = (await self._servers()).masters(), set[bytes]()
        # What moves meanwhile to a server that was asked already is there when they are asked again.
        for wire in (*masters, *masters[:-1]):
            cursor: bytes | int = 0
            while True:
                ((cursor, names),) = await wire.read(("SCAN", cursor, "MATCH", pattern, "COUNT", 1000))
                new = [name for name in dict.fromkeys(names) if name not in seen]
                seen.update(new)
                if new:
                    yield new
                if int(cursor) == 0:
                    break

    async def fsck(self, match: str) -> tuple[str, ...]:
        """What is wrong with the stored form of a match, in words; empty when nothing is."""
        return await fsck(await self._servers(), match)

    async def put_back(self, match: str, secret: bytes, items: Sequence[Item]) -> None:
        """Puts a match back from a copy, into a server that does not have it, and gives the hint of it."""
        await put_back(await self._servers(), match, secret, items)
        await self.announce(match, items[-1].version)

    async def beats(self) -> Beats:
        """When somebody beat last, and the silences."""
        return await beats(await self._servers())

    async def put_beats_back(self, kept: Beats) -> None:
        """Puts beats and silences back from a copy."""
        await put_beats_back(await self._servers(), kept)

    async def durability(self) -> tuple[Durability, ...]:
        """What each server is and how hard it holds on to what it acknowledged; raises Unsupported."""
        return await durability((await self._servers()).all())

    async def check_is_restored(self) -> None:
        """Return when no backup was put back in part; raise Unsupported when one was."""
        await check_is_restored(await self._servers())

    async def mark_restoring(self) -> None:
        """Note that a backup is being put back."""
        await mark_restoring(await self._servers())

    async def unmark_restoring(self) -> None:
        """Note that a backup is put back whole."""
        await unmark_restoring(await self._servers())

    async def check_is_ours(self) -> None:
        """Return when the server is ours to write to; raise Unsupported or Unavailable when it is not."""
        await check_is_ours((await self._servers()).masters())

    async def free_memory(self) -> float:
        """Which share of the memory that the server may use is free; of several that answer, the least."""
        asked = (wire.read(("INFO", "memory")) for wire in (await self._servers()).masters())
        told = await asyncio.gather(*asked, return_exceptions=True)
        shares = [_free_memory(one[0]) for one in told if not isinstance(one, BaseException)]
        for one in told if not shares else ():
            if isinstance(one, BaseException):
                raise one
        return min(shares, default=1.0)

    async def ping(self) -> None:
        """Return when a server answers; raise Unavailable when none does."""
        servers = await self._servers()
        await first_of([wire.read(("PING",)) for wire in servers.masters()])

    async def takes_writes(self) -> None:
        """Return when a server would take a write; raise ReadOnly or Unavailable when none would."""
        servers = await self._servers()
        homes = {servers.home(tag(n)): tag(n) for n in reversed(range(PARTITIONS))}
        await first_of([servers.read(nothing(one)) for one in homes.values()])

    async def close(self) -> None:
        """Let what is under way finish, then close all connections."""
        while self._waiting or self._lanes:
            lanes = [lane for lanes in self._lanes.values() for lane in lanes]
            await asyncio.sleep(0) if not lanes else await asyncio.wait(lanes)
        for one in self._named:
            await one.close()
        if self._known is not None and self._known is not self._single:
            await self._known.close()

    async def _servers(self) -> Servers:
        """The servers, when it is known what they are: the first command of all waits for that."""
        if self._known is not None:
            return self._known
        async with self._finding:
            if self._known is None:
                self._known = await servers_of(self._named)
            return self._known

    async def _rested_on(self, match: str, *commands: Command) -> list[Reply]:
        """The replies to reads of a match of which somebody is told."""
        servers = await self._servers()
        if servers is self._single:
            return await servers.read(*commands)
        confirmed = self._confirmed.get(match, (0, b""))
        replies = await servers.rest_on(*commands, known=lambda found: _ends_in(found, confirmed))
        if (end := _end(replies[0])) is not None:
            self._confirm(match, *end)
        return replies

    def _confirm(self, match: str, version: int, head: bytes) -> None:
        """Notes that a second server has a match up to a version."""
        self._confirmed[match] = version, head
        self._confirmed.move_to_end(match)
        if len(self._confirmed) > CONFIRMED_KEPT:
            self._confirmed.popitem(last=False)

    def _dispatch(self) -> None:
        self._scheduled = False
        for home in tuple(self._waiting):
            lanes = self._lanes.setdefault(home, set())
            while home in self._waiting and len(lanes) < LANES:
                lane = asyncio.get_running_loop().create_task(self._send(self._shipment(home)))
                lanes.add(lane)
                lane.add_done_callback(partial(self._lane_free, home))

    def _lane_free(self, home: Hashable, lane: asyncio.Task[None]) -> None:
        self._lanes[home].discard(lane)
        if not self._lanes[home]:
            del self._lanes[home]
        self._dispatch()

    def _shipment(self, home: Hashable) -> list[Waiting]:
        taken: list[Waiting] = []
        size, queue = 0, self._waiting[home]
        while queue and len(taken) < PIPELINE_BATCHES and size < PIPELINE_BYTES:
            waiting = queue.popleft()
            if not waiting.future.done():  # done: its caller has given up, and nothing was sent
                taken.append(waiting)
                size += sum(len(word) for word in waiting.command if isinstance(word, bytes))
        if not queue:
            del self._waiting[home]
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
        servers = await self._servers()
        replies = await servers.write([one.command for one in shipment], [one.hint for one in shipment])
        unrun = [n for n, reply in enumerate(replies) if isinstance(reply, Refused) and reply.code == "NOSCRIPT"]
        if unrun:
            again = [("EVAL", SCRIPT, *shipment[n].command[2:]) for n in unrun]
            try:
                repeated = await servers.write(again, [shipment[n].hint for n in unrun])
            except Unavailable as error:
                repeated = [Unavailable(str(error)) for _ in again]
            for n, reply in zip(unrun, repeated, strict=True):
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


def _free_memory(told: Reply) -> float:
    about = dict(line.split(b":", 1) for line in bytes(told).splitlines() if b":" in line)
    return free_of_memory(int(about.get(b"used_memory", 0)), int(about.get(b"maxmemory", 0)))


def hint(match: str, version: int) -> Command:
    """What tells the followers of an index that a match has reached a version: never an order, and it may be lost."""
    return ("XADD", keys(match).partition_index, "*", "m", match, "v", version)


async def first_of(asked: Sequence[Awaitable[object]]) -> None:
    """Returns when one of them has; raises what the last of them raises when none does."""
    said = await asyncio.gather(*asked, return_exceptions=True)
    if all(isinstance(one, BaseException) for one in said):
        raise next(one for one in said if isinstance(one, BaseException))


def _end(found: Reply) -> tuple[int, bytes] | None:
    """The version and head that the items of a log end with; None where these are none. Raises `ValueError`."""
    if not isinstance(found, list) or not found:
        return None
    last = item(found[-1])
    return last.version, last.head


def _ends_in(found: Reply, confirmed: tuple[int, bytes]) -> bool:
    """Whether the items of a log end in what is known to be confirmed, or are none; what is damaged does not."""
    try:
        return _end(found) in (None, confirmed)
    except ValueError:
        return False


def _no_news(found: Reply) -> bool:
    return found is None


def _whatever(found: Reply) -> bool:
    return True


def _no_silence(found: Reply) -> bool:
    return not found[1]


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


def command_of(batch: Append) -> Command:
    """What appends a batch."""
    at = keys(batch.match)
    declared = (1, at.log) if batch.secret is None else (2, at.log, at.secret)
    return (
        *("EVALSHA", SHA, *declared, at.log, at.secret, batch.expected, batch.head),
        *(batch.version, batch.batch, batch.new_head, batch.mark, batch.secret or b""),
    )
