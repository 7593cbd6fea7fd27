"""Random faults of a night; each is repaired before another of its group begins."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random

import obstore
import redis
from sqlmodel import col, select

from chronik.service.cold.archive_rows import ArchiveRow
from chronik.service.cold.storage import object_name, verify_archive
from chronik.service.log.keys import PARTITIONS
from chronik.service.log.outcomes import Damaged
from chronik.service.log.retry import retry_until_available
from chronik.service.log.store import LogStore
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from tests.night.parts import PATIENCE, Parts
from tests.support.crash.power import growing_log
from tests.support.crash.wall_clock import DAY
from tests.support.service.apps import until
from tests.support.service.cluster import Node

QUIET = (2.0, 10.0)
"""Seconds between two faults of one group."""
HOSTILE = 100
STILL_THERE_MS = 20_000
"""A match that ended within this time will not leave the log soon."""
UNDER_WAY = 3.0
"""Seconds after which no service still relies on an archive that it read before it was spoilt."""
MENDING = 300.0
"""Seconds in which archives are made again: the delay before archiving, a pause, and another check."""
SPACE = 4_096
"""Bytes that are left on a disk that becomes full."""

Fault = Callable[[], Awaitable[None]]


class Faults:
    """Faults of the log's servers, one at a time, and at the same time faults of services, database and archives.

    The last service is paused but never killed: its resources are measured.
    """

    def __init__(self, parts: Parts, rng: Random) -> None:
        self.parts = parts
        self.rng = rng
        self.done: Counter[str] = Counter()
        self.spoilt: set[str] = set()
        """The matches whose archives were cut short."""
        self._of_the_log: Sequence[Fault] = (
            *(self.kill_a_master, self.kill_a_replica, self.pause_a_master, self.move_a_slot),
            *(self.fill_a_disk, self.fill_the_memory),
            *((self.cut_off_a_master, self.cut_off_a_master) if parts.network else ()),
        )
        self._of_the_others: Sequence[Fault] = (
            *(self.kill_a_service, self.replace_a_service, self.pause_a_service, self.pause_a_service),
            *(self.kill_postgres, self.cut_off_the_archives, self.besiege, self.put_a_clock_wrong),
            self.spoil_an_archive,
        )

    @property
    def kinds(self) -> frozenset[str]:
        """All possible faults, by the names that `done` counts."""
        return frozenset(map(_told, (*self._of_the_log, *self._of_the_others)))

    async def happen(self) -> None:
        """Causes faults for ever; when it is cancelled, the current faults are repaired first."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._one_after_another(self._of_the_log))
            group.create_task(self._one_after_another(self._of_the_others))

    async def _one_after_another(self, faults: Sequence[Fault]) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(*QUIET))
            fault = self.rng.choice(faults)
            self.done[_told(fault)] += 1
            doing = asyncio.ensure_future(fault())
            try:
                await asyncio.shield(doing)
            except asyncio.CancelledError:
                await doing
                raise

    async def kill_a_master(self) -> None:
        await self._kill(self.rng.choice(self._masters()))

    async def kill_a_replica(self) -> None:
        masters = self._masters()
        await self._kill(self.rng.choice([node for node in self.parts.servers.nodes if node not in masters]))

    async def _kill(self, node: Node) -> None:
        node.kill()
        await asyncio.sleep(self.rng.uniform(0.5, 8))
        node.start()
        await until(self.parts.are_servers_settled, PATIENCE)

    async def pause_a_master(self) -> None:
        node = self.rng.choice(self._masters())
        node.pause()
        try:
            await asyncio.sleep(self.rng.uniform(0.1, 6))
        finally:
            node.go_on()
        await until(self.parts.are_servers_settled, PATIENCE)

    async def fill_a_disk(self) -> None:
        """Limits the files of a master, which ends when it cannot write; later there is space again."""
        node = self.rng.choice(self._masters())
        room = growing_log(node.home).stat().st_size + SPACE
        _, most = resource.prlimit(node.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        await asyncio.sleep(self.rng.uniform(0.5, 8))
        if node.alive:
            resource.prlimit(node.pid, resource.RLIMIT_FSIZE, (most, most))
        else:
            node.start()
        await until(self.parts.are_servers_settled, PATIENCE)

    async def fill_the_memory(self) -> None:
        """Limits a master to less memory than it uses, so that it refuses writes, and later removes the limit."""
        node = self.rng.choice(self._masters())
        bound = node.ask("CONFIG", "GET", "maxmemory")["maxmemory"]
        node.ask("CONFIG", "SET", "maxmemory", 1)
        try:
            await asyncio.sleep(self.rng.uniform(0.5, 8))
        finally:
            node.ask("CONFIG", "SET", "maxmemory", bound)

    async def cut_off_a_master(self) -> None:
        """Cuts a master off from the other servers; in three of ten cases it still hears them. Services reach all."""
        assert self.parts.network is not None
        master = self.rng.choice(self._masters())
        others = [node.host for node in self.parts.servers.nodes if node is not master]
        ways = [(master.host, other) for other in others]
        back = [(other, master.host) for other in others]
        self.parts.network.cut(ways if self.rng.random() < 0.3 else [*ways, *back])
        try:
            await asyncio.sleep(self.rng.uniform(0.5, 8))
        finally:
            self.parts.network.heal()
        await until(self.parts.are_servers_settled, PATIENCE)

    async def move_a_slot(self) -> None:
        """Moves the slot of a partition from one master to another, like the usual tools, during play."""
        slot = self._slot(self.rng.randrange(PARTITIONS))
        source = self.parts.servers.master_of(slot)
        target = self.rng.choice([node for node in self._masters() if node is not source])
        while True:
            try:
                await asyncio.to_thread(self.parts.servers.move, slot, target)
            except redis.RedisError:  # a replica is late, or was promoted: the move must be completed
                await until(self.parts.are_servers_settled, PATIENCE)
                target = self.parts.servers.now_in_place_of(target)
            else:
                break
        await until(self.parts.are_servers_settled, PATIENCE)

    async def kill_a_service(self) -> None:
        service = self.rng.choice(self.parts.services[:-1])
        await service.end(signal.SIGKILL)
        await asyncio.sleep(self.rng.uniform(0, 3))
        service.start()
        await until(self.parts.are_services_ready, PATIENCE)

    async def replace_a_service(self) -> None:
        """Stops a service and starts another one, as a rolling upgrade does."""
        service = self.rng.choice(self.parts.services[:-1])
        await service.end(signal.SIGTERM)
        service.start()
        await until(self.parts.are_services_ready, PATIENCE)

    async def pause_a_service(self) -> None:
        service = self.rng.choice(self.parts.services)
        service.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(self.rng.uniform(0.1, 8))
        finally:
            service.send(signal.SIGCONT)

    async def put_a_clock_wrong(self) -> None:
        """Sets the wall clock of a service a day back, or a day or thirty days ahead, and later right again."""
        clock = self.rng.choice(self.parts.services).clock
        clock.jump(self.rng.choice((-DAY, DAY, 30 * DAY)))
        try:
            await asyncio.sleep(self.rng.uniform(0.5, 8))
        finally:
            clock.jump(0)

    async def kill_postgres(self) -> None:
        await asyncio.to_thread(self.parts.postgres.kill)
        await asyncio.sleep(self.rng.uniform(0, 4))
        await asyncio.to_thread(self.parts.postgres.start)

    async def cut_off_the_archives(self) -> None:
        self.parts.line.delay = self.rng.choice((0.5, 5, 3_600))
        try:
            await asyncio.sleep(self.rng.uniform(5, 20))
        finally:
            self.parts.line.delay = 0

    async def spoil_an_archive(self) -> None:
        """Cuts the archive of a match short whose log still exists: it must be made again."""
        match = await self._about_to_stay()
        if match is None:
            self.done[_told(self.spoil_an_archive)] -= 1  # nothing was spoilt
            return
        self.spoilt.add(match)
        whole = await self._archive(match)
        await self._put(match, whole[: len(whole) // 2])
        await asyncio.sleep(UNDER_WAY)
        if not await self._has_log(match):  # a service with a wrong clock had removed the log too early
            await self._put(match, whole)
            self.done[_told(self.spoil_an_archive)] -= 1

    async def _about_to_stay(self) -> str | None:
        """Returns a match that is archived and too recent to leave the log, if there is one."""
        records = Records(Settings.from_environment(self.parts.environment).database_url)
        now = milliseconds()
        try:
            async with records.reading() as session:
                of_late = col(ArchiveRow.closed_at).between(now - STILL_THERE_MS, now)
                here = (col(ArchiveRow.archived_at).is_not(None), col(ArchiveRow.left_at).is_(None))
                return (await session.exec(select(ArchiveRow.match).where(of_late, *here).limit(1))).first()
        finally:
            await records.close()

    async def _has_log(self, match: str) -> bool:
        store = LogStore(str(self.parts.environment["CHRONIK_REDIS_URL"]))
        try:
            return bool((await retry_until_available(partial(store.tail, match, 0))).items)
        finally:
            await store.close()

    async def mended(self) -> None:
        """Returns once all spoilt archives are whole again; raises `TimeoutError`."""

        async def whole() -> bool:
            await asyncio.sleep(1)
            for match in set(self.spoilt):
                with suppress(Damaged):
                    verify_archive(match, await self._archive(match))
                    self.spoilt.discard(match)
            return not self.spoilt

        await until(whole, MENDING)

    async def _put(self, match: str, file: bytes) -> None:
        await obstore.put_async(self.parts.bucket, object_name(match), file, use_multipart=False)

    async def _archive(self, match: str) -> bytes:
        found = await obstore.get_async(self.parts.bucket, object_name(match))
        return bytes(await found.bytes_async())

    async def besiege(self) -> None:
        """Opens many connections that send almost nothing."""
        host, port = self.rng.choice(self.parts.urls).removeprefix("http://").split(":")
        lines: list[socket.socket] = []
        try:
            for number in range(HOSTILE):
                with suppress(OSError):
                    lines.append(socket.create_connection((host, int(port)), 1))
                    lines[-1].sendall((b"", b"GET / HT", b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\n")[number % 3])
                await asyncio.sleep(0)
            await asyncio.sleep(self.rng.uniform(3, 12))
        finally:
            for line in lines:
                line.close()

    def _masters(self) -> Sequence[Node]:
        return self.parts.servers.masters()

    def _slot(self, partition: int) -> int:
        return int(self.parts.servers.nodes[0].ask("CLUSTER", "KEYSLOT", f"{{p{partition:02d}}}:index"))


def _told(fault: Fault) -> str:
    """Returns the name of a fault."""
    return fault.__name__.replace("_", " ")
