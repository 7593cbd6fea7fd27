"""Counts the round trips of a store."""

from collections.abc import Sequence
from typing import Any

from chronik.service.log.store import LogStore
from chronik.service.log.wire import Reply, Wire


class TripCount:
    """The number of round trips on some connections since the count began."""

    def __init__(self, wires: Sequence[Wire]) -> None:
        self.trips = 0
        for wire in wires:
            self._count(wire)

    def _count(self, wire: Wire) -> None:
        send = wire.trip

        async def trip(*commands: Any, **more: Any) -> list[Reply]:
            self.trips += 1
            return await send(*commands, **more)

        vars(wire)["trip"] = trip


async def count_trips(store: LogStore) -> TripCount:
    """Counts the round trips of a store from now on, not counting reads by followers."""
    return TripCount((await store.servers()).all())
