"""Heartbeats: processes report to the log that they are alive; a gap without any heartbeat is recorded as an outage."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from chronik.service.log.keys import BEATS, Silence, silence
from chronik.service.log.store import LogStore
from chronik.service.log.wire import Command, Reply

BEAT = files("chronik.service.log").joinpath("beat.lua").read_bytes()
SILENCES_KEPT = 10_000


class Beats(Struct, frozen=True):
    """The last heartbeat of any process, as the server stores it, and all recorded outages."""

    last: str | None
    silences: tuple[Silence, ...]


class Heartbeats:
    """The heartbeats of all processes that share a store."""

    def __init__(self, store: LogStore) -> None:
        self._store = store

    async def beat(self, longest_ms: int, after: int) -> tuple[bool, tuple[Silence, ...]]:
        """Sends a heartbeat; returns whether it ended an outage, and the outages with numbers above `after`.

        An outage is a gap longer than `longest_ms`. If the server's last outage is older than `after`, all of them are
        returned.
        """
        servers = await self._store.servers()
        beat: Command = ("EVAL", BEAT, 2, *BEATS, longest_ms, after, SILENCES_KEPT)
        ((silent, rows),) = await servers.read_confirmed(beat, known=_has_no_outage, apart=True)
        return bool(silent), tuple(map(silence, rows))

    async def all(self) -> Beats:
        """Returns the last heartbeat and all recorded outages."""
        servers = await self._store.servers()
        last, rows = await servers.read(("GET", BEATS[0]), ("XRANGE", BEATS[1], "-", "+"))
        return Beats(None if last is None else bytes(last).decode(), tuple(map(silence, rows)))

    async def put_back(self, kept: Beats) -> None:
        """Replaces the heartbeats with those from a backup; the next heartbeat then records an outage."""
        servers = await self._store.servers()
        await servers.read(("DEL", *BEATS))
        for one in kept.silences:
            await servers.read(("XADD", BEATS[1], f"{one.number}-0", "since", one.since, "until", one.until))
        if kept.last is not None:
            await servers.read(("SET", BEATS[0], kept.last))


def _has_no_outage(found: Reply) -> bool:
    return not found[1]
