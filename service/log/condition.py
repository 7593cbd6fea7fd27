"""The condition of the log's servers: what each says of its memory, its disk, its role and its clock."""

import time

import msgspec

from service.log.cluster import servers_of
from service.log.copies import check_is_restored
from service.log.durability import Durability, check_is_ours, durability
from service.log.servers import Servers, named
from service.log.wire import Wire

PATIENCE = 2.0


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """What a server says of itself; bytes, and milliseconds by which its clock is ahead of ours.

    `memory_limit` is 0 where there is none; `trip_ms` is what asking it once took.
    """

    durability: Durability
    memory: int
    memory_limit: int
    machine_memory: int
    last_write: str
    last_rewrite: str
    replicas: int
    ahead_ms: float
    trip_ms: float


async def conditions(url: str) -> tuple[Condition, ...]:
    """Asks the server at an address, and all of its cluster that answer; raises Unsupported, and Unavailable where none
    does. Writes nothing.
    """
    first = named(url, connections=1, timeout=PATIENCE)
    servers: Servers = first[0]
    try:
        servers = await servers_of(first)
        found = await durability(servers.all())
        await check_is_ours(servers.masters())
        await check_is_restored(servers)
        asked = zip(servers.all(), found, strict=True)
        return tuple([await _condition(wire, one) for wire, one in asked if one.server])
    finally:
        await servers.close()
        for one in first:
            await one.close()


async def _condition(wire: Wire, found: Durability) -> Condition:
    told = await wire.read(("INFO", "memory"), ("INFO", "persistence"), ("INFO", "replication"))
    lines = b"\n".join(told).decode(errors="replace").splitlines()
    about = dict(line.split(":", 1) for line in lines if ":" in line)
    before = time.time()
    ((seconds, micros),) = await wire.read(("TIME",))
    after = time.time()
    return Condition(
        durability=found,
        memory=_count(about, "used_memory"),
        memory_limit=_count(about, "maxmemory"),
        machine_memory=_count(about, "total_system_memory"),
        last_write=about.get("aof_last_write_status", ""),
        last_rewrite=about.get("aof_last_bgrewrite_status", ""),
        replicas=_count(about, "connected_slaves"),
        ahead_ms=(int(seconds) + int(micros) / 1e6 - (before + after) / 2) * 1000,
        trip_ms=(after - before) * 1000,
    )


def _count(about: dict[str, str], name: str) -> int:
    told = about.get(name, "")
    return int(told) if told.isdecimal() else 0
