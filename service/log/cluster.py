"""The masters of a cluster: each command goes to the master of its slot, and writes are confirmed.

Slots may move at any time. A server without the key says so and has done nothing, so the refused command is sent again:
to the server it names, or a little later. No other command is ever sent twice.

A write counts once a second server has it. `WAIT` follows the writes in the same pipeline, because it counts only the
writes of its own connection. `WAITAOF` would prove more, but a replica reports its disk only once a second: measured on
Valkey 9.1.2 with `appendfsync always`, it takes 1,007 ms and `WAIT` 0.6 ms.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, Self

from chronik.service.log.blocking_reads import PAUSE, BlockingReads
from chronik.service.log.confirmation import ASKING, PendingReads, is_confirmed, wait
from chronik.service.log.durability import Unsupported, is_in_cluster
from chronik.service.log.keys import TAGS, after, tag_of
from chronik.service.log.outcomes import Elsewhere, OutcomeUnknown, ReadOnly, Unavailable, Unconfirmed
from chronik.service.log.servers import Known, Servers, SingleServer
from chronik.service.log.topology import Topology
from chronik.service.log.wire import Address, Command, Greet, Reply, Wire, raise_errors

BLOCKED = 64
"""Extra connections to one server for blocking reads: a follower needs one per index."""
SHORTLY = 0.01
"""Seconds to wait before looking again for a key that is being moved."""


class Node(NamedTuple):
    """One server: its connections for short commands, and those for commands that may block."""

    wire: Wire
    apart: Wire


class Routed(NamedTuple):
    """A command to be routed: its position, the command to send after it, and a server to ask instead of the master."""

    number: int
    command: Command
    behind: Command | None
    asking: Address | None = None


async def servers_of(named: Sequence[SingleServer]) -> Servers:
    """Returns the cluster to which the named servers belong, or the single server that is named.

    Raises `Unsupported`, and `Unavailable` if none answers.
    """
    away = Unavailable("no log server is configured")
    for one in named:
        try:
            if await is_in_cluster(one.apart):
                urls = [each.url for each in named]
                return await Cluster.of(urls, connections=one.connections, timeout=one.timeout, greet=one.greet)
        except Unavailable as error:
            away = error
            continue
        if len(named) > 1:
            raise Unsupported(
                "Several log servers are configured, and one is not part of a cluster: name servers of one cluster."
            )
        return one
    raise away


class Cluster:
    """All masters of a cluster; created on the event loop by `of`, and closed by its owner."""

    def __init__(
        self, url: str, topology: Topology, *, connections: int, timeout: float, greet: Greet | None = None
    ) -> None:
        self._url = url
        self._greet = greet
        self._connections = connections
        self._timeout = timeout
        self._wait = wait(timeout)
        self._topology = topology
        self._nodes: dict[Address, Node] = {}
        self._pending_reads = PendingReads(self._wait, self._tags_at)
        self._blocking_reads = BlockingReads(self._read_blocked)
        topology.listen(self._close_gone_nodes)

    @classmethod
    async def of(
        cls,
        urls: Sequence[str],
        *,
        connections: int,
        timeout: float,  # noqa: ASYNC109 - of each trip
        greet: Greet | None = None,
    ) -> Self:
        """Returns the cluster that these servers belong to. Raises `Unavailable`."""
        topology = Topology(urls, timeout)
        try:
            await topology.learn()
        except BaseException:
            await topology.close()
            raise
        return cls(urls[0], topology, connections=connections, timeout=timeout, greet=greet)

    def home(self, tag: str) -> Hashable:
        try:
            return self._topology.master(tag)
        except Unavailable:
            return None

    async def write(self, commands: Sequence[Command], behind: Sequence[Command] = ()) -> list[Reply]:
        return await self._send(commands, behind, confirmed=True)

    async def read(self, *commands: Command) -> list[Reply]:
        return raise_errors(await self._send(commands))

    async def read_confirmed(self, *commands: Command, known: Known, apart: bool = False) -> list[Reply]:
        return await asyncio.gather(*(self._read_confirmed(command, known, apart) for command in commands))

    async def follow(self, positions: Mapping[str, str], block_ms: int) -> list[Reply]:
        if block_ms > 0:
            return await self._blocking_reads.follow(positions, block_ms)
        found = await self.read(*(after({index: position}, 0) for index, position in positions.items()))
        return [one for rows in found for one in rows or ()]

    def masters(self) -> Sequence[Wire]:
        return [self._node(at).wire for at in self._topology.masters()]

    def all(self) -> Sequence[Wire]:
        return [self._node(at).wire for at in sorted(self._topology.servers())]

    async def close(self) -> None:
        await self._blocking_reads.close()
        await self._pending_reads.close()
        await self._topology.close()
        for node in self._nodes.values():
            await node.wire.close()
            await node.apart.close()

    async def _read_confirmed(self, command: Command, known: Known, apart: bool) -> Reply:
        until, asking = self._deadline(), None
        while True:
            at = asking or self._master(command)
            wire = self._node(at).apart if apart else self._node(at).wire
            try:
                return await self._pending_reads.read(wire, command, known, asking=asking is not None)
            except Elsewhere as elsewhere:
                if self._deadline() - self._timeout > until:
                    raise
                asking = await self._redirect(elsewhere, at)
            except Unavailable:
                self._topology.doubt(at)
                raise

    async def _send(
        self, commands: Sequence[Command], behind: Sequence[Command] = (), *, confirmed: bool = False
    ) -> list[Reply]:
        """Returns the reply to each command from the server that has its key, or its exception."""
        replies: list[Reply] = [None] * len(commands)
        left = [Routed(n, command, behind[n] if behind else None) for n, command in enumerate(commands)]
        until, missed = self._deadline(), list[Command]()
        while left:
            homes: defaultdict[tuple[Address, bool], list[Routed]] = defaultdict(list)
            for one in left:
                try:
                    homes[one.asking or self._master(one.command), one.asking is not None].append(one)
                except Unavailable as error:
                    replies[one.number] = error
            left = list[Routed]()
            sent = (self._send_to(at, some, asking, confirmed, missed) for (at, asking), some in homes.items())
            for ((at, _), some), found in zip(homes.items(), await asyncio.gather(*sent), strict=True):
                for one, reply in zip(some, found, strict=True):
                    replies[one.number] = reply
                    if isinstance(reply, Elsewhere) and asyncio.get_running_loop().time() < until:
                        left.append(one._replace(asking=await self._redirect(reply, at)))
        if missed:
            await self._send(missed)
        return replies

    async def _send_to(
        self, at: Address, some: Sequence[Routed], asking: bool, confirmed: bool, missed: list[Command]
    ) -> list[Reply]:
        """Returns one server's replies to its commands; adds to `missed` the `behind` commands that it refused."""
        own = [word for one in some for word in ((ASKING, _importable(one.command)) if asking else (one.command,))]
        behind = [one.behind for one in some if one.behind is not None]
        try:
            replies = await self._node(at).wire.trip([*own, *((self._wait,) if confirmed else ()), *behind])
        except Unavailable as error:
            self._topology.doubt(at)
            return [Unavailable(str(error)) for _ in some]
        found = replies[asking : len(own) : 1 + asking]
        if confirmed and not is_confirmed(replies[len(own)]):
            found = [reply if isinstance(reply, Exception) else _unconfirmed_error() for reply in found]
        missed += [
            hint
            for hint, reply in zip(behind, replies[len(replies) - len(behind) :], strict=True)
            if isinstance(reply, Elsewhere)
        ]
        if any(isinstance(one, (OutcomeUnknown, ReadOnly)) or type(one) is Unavailable for one in found):
            self._topology.doubt(at)
        return found

    async def _redirect(self, elsewhere: Elsewhere, sender: Address) -> Address | None:
        """Follows a server's redirection; returns the server to ask just this once, or None for the master."""
        match elsewhere.code:
            case "ASK":
                return Address(elsewhere.host or sender.host, elsewhere.port)
            case "MOVED":
                await self._topology.apply_redirect(elsewhere, sender)
            case _:
                await asyncio.sleep(SHORTLY)
        return None

    def _tags_at(self, wire: Wire) -> Sequence[str]:
        return [tag for tag in TAGS if self.home(tag) == wire.address]

    async def _read_blocked(self, index: str, position: str, block_ms: int) -> Reply:
        """Returns the entries of an index after a position, blocking at its master even if the master changes."""
        until = asyncio.get_running_loop().time() + block_ms / 1000
        command = after({index: position}, block_ms)
        while True:
            try:
                return await self._wait_at_master(command, block_ms / 1000 + self._timeout)
            except Elsewhere:
                await asyncio.sleep(SHORTLY)
            except Unavailable:
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(PAUSE)

    async def _wait_at_master(self, command: Command, patience: float) -> Reply:
        at = self._master(command)
        try:
            return (await self._node(at).apart.read(command, patience=patience))[0]
        except Elsewhere as elsewhere:
            await self._redirect(elsewhere, at)
            raise
        except Unavailable:
            self._topology.doubt(at)
            raise

    def _master(self, command: Command) -> Address:
        """Returns the master of a command's key; if it is unknown, starts a look-up and raises `Unavailable`."""
        try:
            return self._topology.master(tag_of(command))
        except Unavailable:
            self._topology.doubt(None)
            raise

    def _node(self, at: Address) -> Node:
        node = self._nodes.get(at)
        if node is None:
            connections, timeout, greet = self._connections, self._timeout, self._greet
            node = self._nodes[at] = Node(
                Wire(self._url, connections=connections, timeout=timeout, at=at, greet=greet),
                Wire(self._url, connections=connections + BLOCKED, timeout=timeout, at=at, greet=greet),
            )
        return node

    async def _close_gone_nodes(self) -> None:
        """Closes the connections to servers that have left, and forgets these servers once they are idle."""
        for at in self._nodes.keys() - self._topology.servers():
            node = self._nodes[at]
            if node.wire.busy or node.apart.busy:
                await node.wire.rest()
                await node.apart.rest()
            else:
                # Forget the server before the first await: a trip to it that begins meanwhile would open a connection
                # that is never closed.
                del self._nodes[at]
                await node.wire.close()
                await node.apart.close()

    def _deadline(self) -> float:
        return asyncio.get_running_loop().time() + self._timeout


def _importable(command: Command) -> Command:
    """Returns a command in the form that works while its slot is being imported.

    The importing server gets the keys one by one, and refuses a command with two keys until both are there, even if
    the command itself would create the missing one. A script that also gets the key names as arguments works with only
    the log's key declared.
    """
    if command[0] in ("EVAL", "EVALSHA") and command[2] == 2 and command[3:5] == command[5:7]:
        return (*command[:2], 1, *command[4:])
    return command


def _unconfirmed_error() -> Unconfirmed:
    return Unconfirmed("no second server has confirmed it")
