"""Topology: which server of a cluster is the master of which slot, as redis-py's `NodesManager` learned it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from redis.asyncio.cluster import ClusterNode, NodesManager
from redis.cluster import PRIMARY
from redis.crc import key_slot
from redis.exceptions import MovedError, RedisClusterException, RedisError, SlotNotCoveredError

from chronik.service.log.outcomes import Elsewhere, Unavailable
from chronik.service.log.wire import Address, connection_settings

REST = 0.1
"""Seconds between two look-ups; the servers take longer than that to agree on a change."""


class Topology:
    """The table of servers and slots as a cluster last reported it; any of its servers may be asked."""

    def __init__(self, urls: Sequence[str], timeout: float) -> None:
        settings: dict[str, Any] = {}
        first: list[ClusterNode] = []
        for url in urls:
            # A quarter of the timeout: a server that does not answer must not use up the time for the others.
            settings = {**connection_settings(url, timeout / 4), "socket_timeout": timeout / 4}
            first.append(ClusterNode(settings.pop("host", "localhost"), settings.pop("port", 6379), **settings))
        self._nodes: Any = NodesManager(first, False, settings)
        self._learning: asyncio.Task[None] | None = None
        self._listener: Callable[[], Awaitable[None]] | None = None

    def listen(self, heard: Callable[[], Awaitable[None]]) -> None:
        """Sets the callback that runs after each new look-up."""
        self._listener = heard

    async def learn(self, doubted: Address | None = None) -> None:
        """Reads the table; the doubted server is asked last, because it may be cut off without noticing.

        Raises `Unavailable`.
        """
        try:
            await self._nodes.initialize(last_failed_node_name=None if doubted is None else str(doubted))
        except IndexError:
            raise Unavailable("the cluster has no master that serves any slot") from None
        except (RedisError, RedisClusterException, OSError) as error:
            raise Unavailable(f"the cluster does not report its slots ({error})") from error

    def doubt(self, server: Address | None) -> None:
        """Starts a new look-up, unless one is running."""
        if self._learning is None or self._learning.done():
            self._learning = asyncio.create_task(self._learn_again(server))

    async def apply_redirect(self, elsewhere: Elsewhere, sender: Address | None) -> None:
        """Stores what a server said about one slot, and starts a new look-up."""
        host = elsewhere.host or (sender.host if sender else "")
        self._nodes.slots_cache.setdefault(elsewhere.slot, [])
        await self._nodes.move_slot(MovedError(f"{elsewhere.slot} {host}:{elsewhere.port}"))
        self.doubt(None)

    def master(self, tag: str) -> Address:
        """Returns the master that has the slot of a tag. Raises `Unavailable`."""
        try:
            return _address(self._nodes.get_node_from_slot(slot(tag)))
        except (KeyError, SlotNotCoveredError):
            raise Unavailable(f"no server of the cluster serves the slot {slot(tag)}") from None

    def masters(self) -> tuple[Address, ...]:
        """Returns the masters that have slots."""
        return tuple(sorted(map(_address, self._nodes.get_nodes_by_server_type(PRIMARY))))

    def servers(self) -> frozenset[Address]:
        """Returns all known masters and replicas."""
        return frozenset(map(_address, self._nodes.nodes_cache.values()))

    async def close(self) -> None:
        """Stops looking up and closes the connections."""
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)
        for nodes in ("startup_nodes", "nodes_cache"):
            await self._nodes.aclose(nodes)

    async def _learn_again(self, doubted: Address | None) -> None:
        with suppress(Unavailable):  # the next command that fails calls `doubt` again
            await self.learn(doubted)
            if self._listener is not None:
                await self._listener()
        await asyncio.sleep(REST)


@lru_cache(maxsize=1024)
def slot(tag: str) -> int:
    """Returns the cluster slot of all keys with a tag."""
    return key_slot(tag.encode())


def _address(node: Any) -> Address:
    return Address(node.host, int(node.port))
