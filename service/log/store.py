"""The log store: one stream of batches per match, each batch under the version of its last entry.

It knows bytes, versions and heads, and nothing about games. docs/operate/single-machine.md says what an acknowledgement
guarantees.
"""

import asyncio
import hashlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Collection, Hashable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import NamedTuple

import msgspec

from chronik.domain.engine.match.log import MAX_BATCH
from chronik.service.log.cluster import servers_of
from chronik.service.log.fsck import fsck
from chronik.service.log.idempotency import SIZE
from chronik.service.log.keys import (
    PARTITIONS,
    Item,
    index,
    item,
    keys,
    nothing,
    partition,
    tag,
)
from chronik.service.log.outcomes import Conflict, Damaged, NoSecret, OutcomeUnknown, ReadOnly, Refused, Unavailable
from chronik.service.log.persistence import Persistence
from chronik.service.log.servers import Servers, configured_servers
from chronik.service.log.wire import Command, Reply, raise_errors

LANES = 4  # pipelines in flight per server; batches that arrive meanwhile share the next one
PIPELINE_BATCHES = 128
PIPELINE_BYTES = 1 << 20
SCRIPT = files("chronik.service.log").joinpath("append.lua").read_bytes()
DROP_SECRET = files("chronik.service.log").joinpath("drop_secret.lua").read_bytes()
REMOVE = files("chronik.service.log").joinpath("remove.lua").read_bytes()
CONFIRMED_KEPT = 10_000
ASKED_AT_ONCE = 500
SHA = hashlib.sha1(SCRIPT).hexdigest()  # for EVALSHA


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """A batch to append: the version and head at which it was decided, and those to which it leads.

    `mark` is the idempotency mark of its request.
    """

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
    """The items of a log after a version, and the head and version at which the log ends.

    `before` is the head at that version, or empty if no batch ends there.
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


class GrowthHint(msgspec.Struct, frozen=True):
    """A hint from a partition's index that a match has reached a version."""

    partition: int
    position: str
    match: str
    version: int


class Waiting(NamedTuple):
    """A batch in the queue, the hint that follows it, and the caller's future."""

    match: str
    command: Command
    hint: Command
    future: asyncio.Future[None]

    def __repr__(self) -> str:
        return f"Waiting(match={self.match!r})"


class LogStore:
    """The logs of all matches, on one server or a cluster; created on the event loop, and closed by its owner.

    With `persistence`, each new connection first reads the durability settings of its server.
    """

    def __init__(
        self, url: str, *, timeout: float = 2.0, connections: int = 16, persistence: Persistence | None = None
    ) -> None:
        self.persistence = persistence
        greet = None if persistence is None else persistence.note
        self._configured = configured_servers(url, connections=connections, timeout=timeout, greet=greet)
        self._single = self._configured[0]
        self._known: Servers | None = None
        self._finding = asyncio.Lock()
        self._confirmed: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        self._waiting: dict[Hashable, deque[Waiting]] = {}
        self._lanes: dict[Hashable, set[asyncio.Task[None]]] = {}
        self._scheduled = False

    async def append(self, batch: Append) -> None:
        """Appends a batch; when this returns, the batch is as safe as the server makes it.

        Raises `Conflict`, `NoSecret`, `Damaged`, `ReadOnly`, `Unavailable` (nothing was done) or `OutcomeUnknown` (the
        batch may or may not be in the log; its mark shows which).
        """
        servers = await self.servers()
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
        """Returns everything after a version; a match that does not exist has `last` 0 and `head` b""."""
        log = keys(match).log
        try:
            (found,) = await self._read_of_match(match, ("XRANGE", log, f"{after}-0", "+"))
            if found:
                return tail_of(after, tuple(map(item, found)))
            # Nothing is there: the log is shorter than the caller believed, or does not exist.
            (found,) = await (await self.servers()).read(("XREVRANGE", log, "+", "-", "COUNT", 1)) if after else ((),)
            last = item(found[0]) if found else Item(0, b"", b"", b"")
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _read_failure(match, refused) from refused
        return Tail(after, b"", (), last.head, last.version)

    async def read_log(self, match: str) -> tuple[Tail, bytes | None]:
        """Returns a whole log and the secret of its match, from one round trip.

        The two keys are read separately. If only the secret is missing, the log may have been removed in between, so
        both are read again.
        """
        at = keys(match)
        both: tuple[Command, ...] = (("XRANGE", at.log, "-", "+"), ("GET", at.secret))
        try:
            found, secret = await self._read_of_match(match, *both)
            if found and secret is None:
                found, secret = await self._read_of_match(match, *both)
            return tail_of(0, tuple(map(item, found))), None if secret is None else bytes(secret)
        except ValueError as error:
            raise Damaged(match, str(error)) from error
        except Refused as refused:
            raise _read_failure(match, refused) from refused

    async def find_grown(self, versions: Mapping[str, int]) -> frozenset[str]:
        """Returns which of these matches have grown beyond these versions, with one command per 500 matches.

        A match whose key holds something other than a log counts as grown; reading it then raises the error.
        """
        logs = {keys(match).log: match for match in versions}
        homes: dict[str, list[str]] = {}
        for log in sorted(logs):
            homes.setdefault(log[:5], []).append(log)
        parts = [some[at : at + ASKED_AT_ONCE] for some in homes.values() for at in range(0, len(some), ASKED_AT_ONCE)]
        found: set[str] = set()
        for part in parts:
            found |= {logs[log] for log in await self._find_grown({log: versions[logs[log]] for log in part})}
        return frozenset(found)

    async def _find_grown(self, versions: Mapping[str, int]) -> set[str]:
        """Returns which logs with the same home have grown beyond these versions, or are not logs."""
        ids = (f"{version}-0" for version in versions.values())
        try:
            (rows,) = await (await self.servers()).read(("XREAD", "COUNT", 1, "STREAMS", *versions, *ids))
        except Refused as refused:
            if not _is_damage(refused):
                raise
            if len(versions) == 1:
                return set(versions)
            # One bad key makes the server refuse the whole command, so each half is asked separately.
            logs = list(versions)
            halves = logs[: len(logs) // 2], logs[len(logs) // 2 :]
            one, other = [await self._find_grown({log: versions[log] for log in half}) for half in halves]
            return one | other
        return {name.decode() for name, _ in rows or ()}

    async def announce(self, match: str, version: int) -> None:
        """Repeats the hint that a match has reached a version."""
        await (await self.servers()).read(hint(match, version))

    async def ask(self, *commands: Command) -> list[Reply]:
        """Returns the replies to commands that are not about a match."""
        return await (await self.servers()).read_confirmed(*commands, known=_is_always_known, apart=True)

    async def secret(self, match: str) -> bytes | None:
        """Returns the secret of a match, or None."""
        try:
            (found,) = await (await self.servers()).read(("GET", keys(match).secret))
        except Refused as refused:
            raise _read_failure(match, refused) from refused
        return None if found is None else bytes(found)

    async def keep_secret(self, match: str, secret: bytes) -> bytes:
        """Stores the secret of a match to be opened, unless it has one already; returns the stored secret.

        Raises `OutcomeUnknown` if no second server has confirmed it.
        """
        servers, at = await self.servers(), keys(match).secret
        try:
            (found,) = raise_errors(await servers.write([("SET", at, secret, "NX", "GET")]))
            if found is not None and servers is not self._single:
                (found,) = await servers.read_confirmed(("GET", at), known=_is_missing)
        except Refused as refused:
            raise _read_failure(match, refused) from refused
        return secret if found is None else bytes(found)

    async def orphans(self) -> AsyncIterator[str]:
        """Yields the ids of matches with a secret but no log: a process is opening them, or died while doing so."""
        servers = await self.servers()
        async for names in self._scan_keys("{p*}:m:*:secret"):
            matches = [name.decode()[8:-7] for name in names]
            logs = await servers.read(*(("EXISTS", keys(match).log) for match in matches))
            for match, exists in zip(matches, logs, strict=True):
                if not exists:
                    yield match

    async def drop_secret(self, match: str) -> bool:
        """Removes the secret of a match without a log; a process that is opening the match has to start again."""
        at = keys(match)
        servers = await self.servers()
        (dropped,) = await servers.read(("EVAL", DROP_SECRET, 2, at.log, at.secret, at.log, at.secret))
        return bool(dropped)

    async def remove(self, match: str, version: int, head: bytes) -> bool:
        """Removes a log and its secret for good, if the log ends at this version and head; returns whether it did."""
        at = keys(match)
        (removed,) = await (await self.servers()).read(("EVAL", REMOVE, 2, at.log, at.secret, version, head))
        return bool(removed)

    async def read_hints(
        self, positions: Mapping[int, str], block_ms: int, partitions: Collection[int] = range(PARTITIONS)
    ) -> tuple[GrowthHint, ...]:
        """Returns the hints after these positions, blocking up to `block_ms` for them (0: not at all)."""
        servers = await self.servers()
        found = await servers.follow({index(n): positions.get(n, "0-0") for n in partitions}, block_ms)
        hints: list[GrowthHint] = []
        for name, rows in found:
            number = int(bytes(name)[2:4])
            hints += [
                GrowthHint(number, position.decode(), match.decode(), int(version))
                for position, (_, match, _, version) in rows
            ]
        return tuple(hints)

    async def index_end(self) -> dict[int, str]:
        """Returns the current end of each index, for followers that need only later hints."""
        servers = await self.servers()
        found = await servers.read(*(("XREVRANGE", index(n), "+", "-", "COUNT", 1) for n in range(PARTITIONS)))
        return {n: rows[0][0].decode() if rows else "0-0" for n, rows in enumerate(found)}

    async def index_start(self) -> dict[int, str]:
        """Returns the oldest position in each index; a follower at an earlier position has missed hints."""
        servers = await self.servers()
        found = await servers.read(*(("XRANGE", index(n), "-", "+", "COUNT", 1) for n in range(PARTITIONS)))
        return {n: rows[0][0].decode() for n, rows in enumerate(found) if rows}

    async def trim_indexes(self, positions: Mapping[int, str]) -> None:
        """Removes hints before these positions from the indexes; every follower must have passed them.

        The server removes whole stream nodes only, and a limited number per call, so that other commands need not wait.
        """
        servers = await self.servers()
        if positions:
            await servers.read(*(("XTRIM", index(n), "MINID", "~", at) for n, at in positions.items()))

    async def matches(self) -> AsyncIterator[str]:
        """Yields the ids of all matches, each once, in no particular order."""
        async for names in self._scan_keys("{p*}:m:*:log"):
            for name in names:
                yield name.decode()[8:-4]

    async def _scan_keys(self, pattern: str) -> AsyncIterator[list[bytes]]:
        """Yields the names of keys in groups, each name once."""
        masters, seen = (await self.servers()).masters(), set[bytes]()
        # The second round finds keys that moved to a server after it was scanned.
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
        """Returns the flaws in the stored form of a match, in words; empty for a sound match."""
        return await fsck(await self.servers(), match)

    async def ping(self) -> None:
        """Checks that a server answers; raises `Unavailable` if none does."""
        servers = await self.servers()
        await require_one([wire.read(("PING",)) for wire in servers.masters()])

    async def check_writable(self) -> None:
        """Checks that a server accepts a write; raises `ReadOnly` or `Unavailable` if none does."""
        servers = await self.servers()
        homes = {servers.home(tag(n)): tag(n) for n in reversed(range(PARTITIONS))}
        await require_one([servers.read(nothing(one)) for one in homes.values()])

    async def close(self) -> None:
        """Waits for the appends in progress, then closes all connections."""
        while self._waiting or self._lanes:
            lanes = [lane for lanes in self._lanes.values() for lane in lanes]
            await asyncio.sleep(0) if not lanes else await asyncio.wait(lanes)
        for one in self._configured:
            await one.close()
        if self._known is not None and self._known is not self._single:
            await self._known.close()

    async def servers(self) -> Servers:
        """Returns the servers; the first call finds out whether they are one server or a cluster."""
        if self._known is not None:
            return self._known
        async with self._finding:
            if self._known is None:
                self._known = await servers_of(self._configured)
            return self._known

    async def _read_of_match(self, match: str, *commands: Command) -> list[Reply]:
        """Returns the confirmed replies to reads of a match."""
        servers = await self.servers()
        if servers is self._single:
            return await servers.read(*commands)
        confirmed = self._confirmed.get(match, (0, b""))
        replies = await servers.read_confirmed(*commands, known=lambda found: _ends_in(found, confirmed))
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
                lane = asyncio.get_running_loop().create_task(self._send(self._take_shipment(home)))
                lanes.add(lane)
                lane.add_done_callback(partial(self._lane_free, home))

    def _lane_free(self, home: Hashable, lane: asyncio.Task[None]) -> None:
        self._lanes[home].discard(lane)
        if not self._lanes[home]:
            del self._lanes[home]
        self._dispatch()

    def _take_shipment(self, home: Hashable) -> list[Waiting]:
        taken: list[Waiting] = []
        size, queue = 0, self._waiting[home]
        while queue and len(taken) < PIPELINE_BATCHES and size < PIPELINE_BYTES:
            waiting = queue.popleft()
            if not waiting.future.done():  # done: its caller has given up, so it is not sent
                taken.append(waiting)
                size += sum(len(word) for word in waiting.command if isinstance(word, bytes))
        if not queue:
            del self._waiting[home]
        return taken

    async def _send(self, shipment: list[Waiting]) -> None:
        try:
            replies = await self._send_shipment(shipment)
            for waiting, reply in zip(shipment, replies, strict=True):
                self._resolve(waiting, reply)
        except Unavailable as error:
            for waiting in shipment:
                self._resolve(waiting, Unavailable(str(error)))
        finally:
            for waiting in shipment:  # still unresolved only if this task was cancelled or has a bug
                if not waiting.future.done():
                    self._resolve(waiting, OutcomeUnknown("the append was interrupted"))

    async def _send_shipment(self, shipment: Sequence[Waiting]) -> list[Reply]:
        """Returns the replies to batches sent in one trip; a second trip repeats batches whose script was missing."""
        if not shipment:
            return []
        servers = await self.servers()
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
        failure = _failure_of(waiting.match, reply)
        if waiting.future.done():
            return
        if failure is None:
            waiting.future.set_result(None)
        else:
            waiting.future.set_exception(failure)


def hint(match: str, version: int) -> Command:
    """Builds the hint that a match has reached a version; it carries no order, and may be lost."""
    return ("XADD", keys(match).partition_index, "*", "m", match, "v", version)


async def require_one(asked: Sequence[Awaitable[object]]) -> None:
    """Waits until all have ended; raises the first error if none succeeded."""
    said = await asyncio.gather(*asked, return_exceptions=True)
    if all(isinstance(one, BaseException) for one in said):
        raise next(one for one in said if isinstance(one, BaseException))


def _end(found: Reply) -> tuple[int, bytes] | None:
    """Returns the version and head of the last item of a log, or None for an empty log. Raises `ValueError`."""
    if not isinstance(found, list) or not found:
        return None
    last = item(found[-1])
    return last.version, last.head


def _ends_in(found: Reply, confirmed: tuple[int, bytes]) -> bool:
    """Returns whether a log is empty or ends at the confirmed version and head; a damaged log does not."""
    try:
        return _end(found) in (None, confirmed)
    except ValueError:
        return False


def _is_missing(found: Reply) -> bool:
    return found is None


def _is_always_known(found: Reply) -> bool:
    return True


def _failure_of(match: str, reply: Reply) -> Exception | None:
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
            return OutcomeUnknown(f"the server gave an invalid answer ({reply})")


def tail_of(after: int, items: tuple[Item, ...]) -> Tail:
    """Builds a tail from items; the first may be the item at the version `after`."""
    if not items:
        return Tail(after, b"", (), b"", 0)
    known = items[0].version == after
    before = items[0].head if known else b""
    return Tail(after, before, items[1:] if known else items, items[-1].head, items[-1].version)


def _read_failure(match: str, refused: Refused) -> Damaged | Unavailable:
    """Returns the exception for a match that cannot be read."""
    return (
        Damaged(match, str(refused)) if _is_damage(refused) else Unavailable(f"the server gave no answer ({refused})")
    )


def _is_damage(refused: Refused) -> bool:
    """Returns whether a refusal means a damaged match: a key of another type, or ids that were used and removed."""
    return refused.code == "WRONGTYPE" or "ID specified in XADD" in str(refused)


def command_of(batch: Append) -> Command:
    """Builds the append command of a batch."""
    at = keys(batch.match)
    declared = (1, at.log) if batch.secret is None else (2, at.log, at.secret)
    return (
        *("EVALSHA", SHA, *declared, at.log, at.secret, batch.expected, batch.head),
        *(batch.version, batch.batch, batch.new_head, batch.mark, batch.secret or b""),
    )
