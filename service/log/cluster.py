"""The masters of a cluster: each command goes to the one that has its slot, and what is written is confirmed.

Slots may move at any time. A server that has not the key says so and has done nothing, so what it refused is sent on:
to where it points, or again a little later. Nothing else is ever sent twice.

A write counts once a second server has it: `WAIT` goes behind the writes in the same pipeline, for it counts only what
its own connection wrote. `WAITAOF` would say more, but a replica tells of its own disk once a second: measured on
Valkey 9.1.2 with `appendfsync always`, 1,007 ms where `WAIT` takes 0.6 ms.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, Self

from service.log.blocked import PAUSE, Blocked
from service.log.durability import Unsupported, is_in_cluster
from service.log.keys import TAGS, after, tag_of
from service.log.outcomes import Elsewhere, OutcomeUnknown, ReadOnly, Unavailable, Unconfirmed
from service.log.pulse import ASKING, Readings, is_confirmed, wait
from service.log.servers import Known, Servers, SingleServer
from service.log.topology import Topology
from service.log.wire import Address, Command, Reply, Wire, answered

BLOCKED = 64
"""So many more connections to one server for reads that wait there: followers have one for each index."""
SHORTLY = 0.01
"""Seconds after which a key may have come to where it is asked for."""


class Node(NamedTuple):
    """One server: the connections for what is asked of it, and those for what may take long."""

    wire: Wire
    apart: Wire


class Routed(NamedTuple):
    """A command on its way: its place among the others, what follows behind it, and who has refused it already."""

    number: int
    command: Command
    behind: Command | None
    asking: Address | None = None


async def servers_of(named: Sequence[SingleServer]) -> Servers:
    """The cluster that servers are part of, as the first that answers says, or the one server that is named.

    Raises Unsupported, and Unavailable where none answers.
    """
    away = Unavailable("no server of the log is named")
    for one in named:
        try:
            if await is_in_cluster(one.apart):
                urls = [each.url for each in named]
                return await Cluster.of(urls, connections=one.connections, timeout=one.timeout)
        except Unavailable as error:
            away = error
            continue
        if len(named) > 1:
            raise Unsupported("Several servers are named, and one of them is not part of a cluster.")
        return one
    raise away


class Cluster:
    """All masters; to be made on the event loop by `of`, and closed."""

    def __init__(self, url: str, topology: Topology, *, connections: int, timeout: float) -> None:
        self._url = url
        self._connections = connections
        self._timeout = timeout
        self._wait = wait(timeout)
        self._topology = topology
        self._nodes: dict[Address, Node] = {}
        self._readings = Readings(self._wait, self._tags_at)
        self._blocked = Blocked(self._read_blocked)
        self._trips_of_gone = 0
        topology.listen(self._let_go)

    @classmethod
    async def of(cls, urls: Sequence[str], *, connections: int, timeout: float) -> Self:  # noqa: ASYNC109 - of each trip
        """The cluster that servers belong to. Raises Unavailable."""
        topology = Topology(urls, timeout)
        try:
            await topology.learn()
        except BaseException:
            await topology.close()
            raise
        return cls(urls[0], topology, connections=connections, timeout=timeout)

    @property
    def trips(self) -> int:
        return self._trips_of_gone + sum(node.wire.trips for node in self._nodes.values())

    def home(self, tag: str) -> Hashable:
        try:
            return self._topology.master(tag)
        except Unavailable:
            return None

    async def write(self, commands: Sequence[Command], behind: Sequence[Command] = ()) -> list[Reply]:
        return await self._sent(commands, behind, confirmed=True)

    async def read(self, *commands: Command) -> list[Reply]:
        return answered(await self._sent(commands))

    async def rest_on(self, *commands: Command, known: Known, apart: bool = False) -> list[Reply]:
        return await asyncio.gather(*(self._rest_on(command, known, apart) for command in commands))

    async def follow(self, positions: Mapping[str, str], block_ms: int) -> list[Reply]:
        if block_ms > 0:
            return await self._blocked.follow(positions, block_ms)
        found = await self.read(*(after({index: position}, 0) for index, position in positions.items()))
        return [one for rows in found for one in rows or ()]

    def masters(self) -> Sequence[Wire]:
        return [self._node(at).wire for at in self._topology.masters()]

    def all(self) -> Sequence[Wire]:
        return [self._node(at).wire for at in sorted(self._topology.servers())]

    async def close(self) -> None:
        await self._blocked.close()
        await self._readings.close()
        await self._topology.close()
        for node in self._nodes.values():
            await node.wire.close()
            await node.apart.close()

    async def _rest_on(self, command: Command, known: Known, apart: bool) -> Reply:
        until, asking = self._deadline(), None
        while True:
            at = asking or self._master(command)
            wire = self._node(at).apart if apart else self._node(at).wire
            try:
                return await self._readings.read(wire, command, known, asking=asking is not None)
            except Elsewhere as elsewhere:
                if self._deadline() - self._timeout > until:
                    raise
                asking = await self._sent_on(elsewhere, at)
            except Unavailable:
                self._topology.doubt(at)
                raise

    async def _sent(
        self, commands: Sequence[Command], behind: Sequence[Command] = (), *, confirmed: bool = False
    ) -> list[Reply]:
        """The reply to each command by whoever has its key, or its exception."""
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
            sent = (self._carry(at, some, asking, confirmed, missed) for (at, asking), some in homes.items())
            for ((at, _), some), found in zip(homes.items(), await asyncio.gather(*sent), strict=True):
                for one, reply in zip(some, found, strict=True):
                    replies[one.number] = reply
                    if isinstance(reply, Elsewhere) and asyncio.get_running_loop().time() < until:
                        left.append(one._replace(asking=await self._sent_on(reply, at)))
        if missed:
            await self._sent(missed)
        return replies

    async def _carry(
        self, at: Address, some: Sequence[Routed], asking: bool, confirmed: bool, missed: list[Command]
    ) -> list[Reply]:
        """What one server replies to some commands, by one trip; adds what was to follow behind and could not."""
        own = [word for one in some for word in ((ASKING, _asked(one.command)) if asking else (one.command,))]
        behind = [one.behind for one in some if one.behind is not None]
        try:
            replies = await self._node(at).wire.trip([*own, *((self._wait,) if confirmed else ()), *behind])
        except Unavailable as error:
            self._topology.doubt(at)
            return [Unavailable(str(error)) for _ in some]
        found = replies[asking : len(own) : 1 + asking]
        if confirmed and not is_confirmed(replies[len(own)]):
            found = [reply if isinstance(reply, Exception) else _unconfirmed() for reply in found]
        missed += [
            hint
            for hint, reply in zip(behind, replies[len(replies) - len(behind) :], strict=True)
            if isinstance(reply, Elsewhere)
        ]
        if any(isinstance(one, (OutcomeUnknown, ReadOnly)) or type(one) is Unavailable for one in found):
            self._topology.doubt(at)
        return found

    async def _sent_on(self, elsewhere: Elsewhere, said_by: Address) -> Address | None:
        """Heeds what a server has said that does not have a key: whom to ask this once, if not its master."""
        match elsewhere.code:
            case "ASK":
                return Address(elsewhere.host or said_by.host, elsewhere.port)
            case "MOVED":
                await self._topology.heed(elsewhere, said_by)
            case _:
                await asyncio.sleep(SHORTLY)
        return None

    def _tags_at(self, wire: Wire) -> Sequence[str]:
        return [tag for tag in TAGS if self.home(tag) == wire.address]

    async def _read_blocked(self, index: str, position: str, block_ms: int) -> Reply:
        """What an index holds behind a position, waited for at its master, wherever that is meanwhile."""
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
            await self._sent_on(elsewhere, at)
            raise
        except Unavailable:
            self._topology.doubt(at)
            raise

    def _master(self, command: Command) -> Address:
        """The master that has the key of a command; where none is known, it is asked for, and Unavailable is raised."""
        try:
            return self._topology.master(tag_of(command))
        except Unavailable:
            self._topology.doubt(None)
            raise

    def _node(self, at: Address) -> Node:
        node = self._nodes.get(at)
        if node is None:
            connections, timeout = self._connections, self._timeout
            node = self._nodes[at] = Node(
                Wire(self._url, connections=connections, timeout=timeout, at=at),
                Wire(self._url, connections=connections + BLOCKED, timeout=timeout, at=at),
            )
        return node

    async def _let_go(self) -> None:
        """Closes what is open to servers that are gone, and forgets them once nothing is under way there."""
        for at in self._nodes.keys() - self._topology.servers():
            node = self._nodes[at]
            if node.wire.busy or node.apart.busy:
                await node.wire.rest()
                await node.apart.rest()
            else:  # before anybody waits: a trip that begins and ends meanwhile would leave its connection open
                self._trips_of_gone += node.wire.trips
                del self._nodes[at]
                await node.wire.close()
                await node.apart.close()

    def _deadline(self) -> float:
        return asyncio.get_running_loop().time() + self._timeout


def _asked(command: Command) -> Command:
    """A command as whoever gets the keys of a slot one by one takes it, since none of its keys is where they were.

    There it would wait for the second of them to come, and that one may be what it is to write. A script that is told
    the names as arguments too needs only the other to be declared.
    """
    if command[0] in ("EVAL", "EVALSHA") and command[2] == 2 and command[3:5] == command[5:7]:
        return (*command[:2], 1, *command[4:])
    return command


def _unconfirmed() -> Unconfirmed:
    return Unconfirmed("no second server has confirmed it")
