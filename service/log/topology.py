"""Topology: which server of a cluster is the master of which slot, as redis-py's own part for that has learnt it."""

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

from service.log.outcomes import Elsewhere, Unavailable
from service.log.wire import Address, connection_settings

REST = 0.1
"""Seconds between two times of asking: what changes takes longer to be agreed on."""


class Topology:
    """What the servers of a cluster last said of themselves; any of them may be asked."""

    def __init__(self, urls: Sequence[str], timeout: float) -> None:
        settings: dict[str, Any] = {}
        first: list[ClusterNode] = []
        for url in urls:
            # One that does not answer must not keep us from asking the next.
            settings = {**connection_settings(url, timeout / 4), "socket_timeout": timeout / 4}
            first.append(ClusterNode(settings.pop("host", "localhost"), settings.pop("port", 6379), **settings))
        self._nodes: Any = NodesManager(first, False, settings)
        self._learning: asyncio.Task[None] | None = None
        self._heard: Callable[[], Awaitable[None]] | None = None

    def listen(self, heard: Callable[[], Awaitable[None]]) -> None:
        """Has somebody told whenever it was learnt anew."""
        self._heard = heard

    async def learn(self, doubted: Address | None = None) -> None:
        """Asks; the one that is doubted last, for it may be cut off and not know it. Raises Unavailable."""
        try:
            await self._nodes.initialize(last_failed_node_name=None if doubted is None else str(doubted))
        except IndexError:
            raise Unavailable("the cluster has no master that serves any slot") from None
        except (RedisError, RedisClusterException, OSError) as error:
            raise Unavailable(f"the cluster does not tell who serves what ({error})") from error

    def doubt(self, server: Address | None) -> None:
        """Has the others asked, soon and once, for all who doubt meanwhile."""
        if self._learning is None or self._learning.done():
            self._learning = asyncio.create_task(self._learn_again(server))

    async def heed(self, elsewhere: Elsewhere, said_by: Address | None) -> None:
        """Takes over what a server has said of one slot, and has the rest asked for."""
        host = elsewhere.host or (said_by.host if said_by else "")
        self._nodes.slots_cache.setdefault(elsewhere.slot, [])
        await self._nodes.move_slot(MovedError(f"{elsewhere.slot} {host}:{elsewhere.port}"))
        self.doubt(None)

    def master(self, tag: str) -> Address:
        """The master of the slot in which all keys with a tag in braces lie. Raises Unavailable."""
        try:
            return _address(self._nodes.get_node_from_slot(slot(tag)))
        except (KeyError, SlotNotCoveredError):
            raise Unavailable(f"no server of the cluster serves the slot {slot(tag)}") from None

    def masters(self) -> tuple[Address, ...]:
        """The masters, those without slots left out."""
        return tuple(sorted(map(_address, self._nodes.get_nodes_by_server_type(PRIMARY))))

    def servers(self) -> frozenset[Address]:
        """All masters and replicas that are there."""
        return frozenset(map(_address, self._nodes.nodes_cache.values()))

    async def close(self) -> None:
        """Asks no more."""
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)
        for nodes in ("startup_nodes", "nodes_cache"):
            await self._nodes.aclose(nodes)

    async def _learn_again(self, doubted: Address | None) -> None:
        with suppress(Unavailable):  # whoever needs it next doubts again
            await self.learn(doubted)
            if self._heard is not None:
                await self._heard()
        await asyncio.sleep(REST)


@lru_cache(maxsize=1024)
def slot(tag: str) -> int:
    """The slot in which all keys with a tag lie."""
    return key_slot(tag.encode())


def _address(node: Any) -> Address:
    return Address(node.host, int(node.port))
