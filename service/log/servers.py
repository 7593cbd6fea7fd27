"""The servers of the log, behind one protocol: a single server, or the masters of a cluster.

A command is sent to the server of its key: the first word of it that begins with a tag in braces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Protocol

from chronik.service.log.keys import after
from chronik.service.log.wire import Command, Greet, Reply, Wire
from chronik.service.running.settings import each_address

Known = Callable[[Reply], bool]
"""Tests whether everything in a reply is already known to be confirmed."""


class Servers(Protocol):
    """The servers that store the logs."""

    def home(self, tag: str) -> Hashable:
        """Returns the server of a tag; keys with the same home share one pipeline."""
        ...

    async def write(self, commands: Sequence[Command], behind: Sequence[Command] = ()) -> list[Reply]:
        """Returns the reply to each command, or its exception, once its write is as safe as the servers make it.

        Each command of `behind` belongs to the command at the same position; its reply is not awaited.
        """
        ...

    async def read(self, *commands: Command) -> list[Reply]:
        """Returns the replies to commands that change nothing, or raises the first error among them."""
        ...

    async def read_confirmed(self, *commands: Command, known: Known, apart: bool = False) -> list[Reply]:
        """Returns replies that cannot be lost again: a second server has confirmed them. Raises what `read` raises.

        `apart` uses separate connections, for commands that must not queue behind the others.
        """
        ...

    async def follow(self, positions: Mapping[str, str], block_ms: int) -> list[Reply]:
        """Returns the entries of streams after these positions, blocking up to `block_ms` for the first entry."""
        ...

    def masters(self) -> Sequence[Wire]:
        """Returns the servers that take writes."""
        ...

    def all(self) -> Sequence[Wire]:
        """Returns all servers, including the replicas."""
        ...

    async def close(self) -> None:
        """Closes all connections."""
        ...


class SingleServer:
    """One server; whatever it has answered is as safe as it gets."""

    def __init__(self, url: str, *, connections: int, timeout: float, greet: Greet | None = None) -> None:
        self.url = url
        self.connections = connections
        self.timeout = timeout
        self.greet = greet
        self.wire = Wire(url, connections=connections, timeout=timeout, greet=greet)
        self.apart = Wire(url, connections=connections, timeout=timeout, greet=greet)

    def home(self, tag: str) -> Hashable:
        return None

    async def write(self, commands: Sequence[Command], behind: Sequence[Command] = ()) -> list[Reply]:
        return (await self.wire.trip([*commands, *behind]))[: len(commands)]

    async def read(self, *commands: Command) -> list[Reply]:
        return await self.wire.read(*commands)

    async def read_confirmed(self, *commands: Command, known: Known, apart: bool = False) -> list[Reply]:
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


def configured_servers(
    url: str, *, connections: int, timeout: float, greet: Greet | None = None
) -> tuple[SingleServer, ...]:
    """Returns the servers that an address names, not yet connected: one server, or several of a cluster."""
    return tuple(SingleServer(one, connections=connections, timeout=timeout, greet=greet) for one in each_address(url))
