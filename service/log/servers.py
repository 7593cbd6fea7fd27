"""The servers of the log: a single one, or the masters of a cluster, seen the same way by the store.

A command is sent where its key lies: the first word of it that begins with a tag in braces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Protocol

from service.log.keys import after
from service.log.wire import Command, Reply, Wire
from service.settings import each_address

Known = Callable[[Reply], bool]
"""Whether a reply holds nothing that this process does not know to be safe."""


class Servers(Protocol):
    """Where the logs lie."""

    @property
    def trips(self) -> int:
        """How often they were asked, followers' reads not counted."""
        ...

    def home(self, tag: str) -> Hashable:
        """Whose keys go in one pipeline with those of a tag."""
        ...

    async def write(self, commands: Sequence[Command], behind: Sequence[Command] = ()) -> list[Reply]:
        """The reply to every command, or its exception, once what it wrote is as safe as the servers make it.

        What follows behind belongs to the command at the same place, and nobody waits for what becomes of it.
        """
        ...

    async def read(self, *commands: Command) -> list[Reply]:
        """The replies to commands that change nothing, or the first error among them."""
        ...

    async def rest_on(self, *commands: Command, known: Known, apart: bool = False) -> list[Reply]:
        """The replies to commands that somebody rests on: nothing in them vanishes again. Raises as `read` does.

        `apart` goes over connections that are kept for what must not wait for the others.
        """
        ...

    async def follow(self, positions: Mapping[str, str], block_ms: int) -> list[Reply]:
        """What streams hold after these positions, waiting up to so long for the first of it."""
        ...

    def masters(self) -> Sequence[Wire]:
        """The servers that take writes."""
        ...

    def all(self) -> Sequence[Wire]:
        """The replicas as well."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


class SingleServer:
    """One server: what it has answered is as safe as it gets."""

    def __init__(self, url: str, *, connections: int, timeout: float) -> None:
        self.url = url
        self.connections = connections
        self.timeout = timeout
        self.wire = Wire(url, connections=connections, timeout=timeout)
        self.apart = Wire(url, connections=connections, timeout=timeout)

    @property
    def trips(self) -> int:
        return self.wire.trips

    def home(self, tag: str) -> Hashable:
        return None

    async def write(self, commands: Sequence[Command], behind: Sequence[Command] = ()) -> list[Reply]:
        return (await self.wire.trip([*commands, *behind]))[: len(commands)]

    async def read(self, *commands: Command) -> list[Reply]:
        return await self.wire.read(*commands)

    async def rest_on(self, *commands: Command, known: Known, apart: bool = False) -> list[Reply]:
        return await (self.apart if apart else self.wire).read(*commands)

    async def follow(self, positions: Mapping[str, str], block_ms: int) -> list[Reply]:
        (found,) = await self.apart.read(after(positions, block_ms), patience=block_ms / 1000 + self.apart.timeout)
        return found or []

    def masters(self) -> Sequence[Wire]:
        return (self.wire,)

    def all(self) -> Sequence[Wire]:
        return (self.wire,)

    async def close(self) -> None:
        await self.wire.close()
        await self.apart.close()


def named(url: str, *, connections: int, timeout: float) -> tuple[SingleServer, ...]:
    """The servers that an address names, nothing known of them yet: one, or several of a cluster."""
    return tuple(SingleServer(one, connections=connections, timeout=timeout) for one in each_address(url))
