"""The condition of the log's servers: what each says of its memory, its disk, its role and its clock."""

import time

import msgspec

from service.log.cluster import servers_of
from service.log.copies import check_is_restored
from service.log.durability import Durability, check_is_ours, durability
from service.log.outcomes import Refused, Unavailable
from service.log.servers import Servers, named
from service.log.wire import Wire

PATIENCE = 2.0


class ClusterSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings by which a server behaves when others of its cluster are away."""

    min_replicas_to_write: int
    min_replicas_max_lag: int
    full_coverage: bool
    node_timeout_ms: int


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """What a server says of itself; bytes, and milliseconds by which its clock is ahead of ours.

    `memory_limit` is 0 where there is none; `trip_ms` is what asking it once took. `replicas` counts those that follow
    it, None where it follows another; `cluster` is None where it is alone or does not tell. Of a server that does not
    answer nothing is known but where it is.
    """

    durability: Durability
    memory: int = 0
    memory_limit: int = 0
    machine_memory: int = 0
    last_write: str = ""
    last_rewrite: str = ""
    replicas: int | None = None
    cluster: ClusterSettings | None = None
    ahead_ms: float = 0.0
    trip_ms: float = 0.0


async def conditions(url: str) -> tuple[Condition, ...]:
    """Asks the server at an address, and all of its cluster; raises Unsupported, and Unavailable where none answers.
    Writes nothing.
    """
    first = named(url, connections=1, timeout=PATIENCE)
    servers: Servers = first[0]
    try:
        servers = await servers_of(first)
        found = await durability(servers.all())
        await check_is_ours(servers.masters())
        await check_is_restored(servers)
        asked = zip(servers.all(), found, strict=True)
        return tuple([await _condition(wire, one) if one.server else Condition(durability=one) for wire, one in asked])
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
        replicas=_count(about, "connected_slaves") if about.get("role") == "master" else None,
        cluster=None if wire.address is None else await _cluster(wire),
        ahead_ms=(int(seconds) + int(micros) / 1e6 - (before + after) / 2) * 1000,
        trip_ms=(after - before) * 1000,
    )


async def _cluster(wire: Wire) -> ClusterSettings | None:
    """Its settings for a cluster; None where it does not tell."""
    names = ("min-replicas-to-write", "min-replicas-max-lag", "cluster-require-full-coverage", "cluster-node-timeout")
    try:
        (told,) = await wire.read(("CONFIG", "GET", *names))
    except (Refused, Unavailable):  # a hosted server may forbid the question
        return None
    said = dict(zip(told[::2], told[1::2], strict=True))
    if len(said) < len(names):
        return None
    fewest, lag, coverage, timeout = (said[name.encode()] for name in names)
    return ClusterSettings(
        min_replicas_to_write=int(fewest),
        min_replicas_max_lag=int(lag),
        full_coverage=coverage == b"yes",
        node_timeout_ms=int(timeout),
    )


def _count(about: dict[str, str], name: str) -> int:
    told = about.get(name, "")
    return int(told) if told.isdecimal() else 0
