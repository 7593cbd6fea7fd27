"""The status of the log's servers: memory, disk writes, role and clock."""

import time

import msgspec

from chronik.service.log.cluster import servers_of
from chronik.service.log.copies import check_is_restored
from chronik.service.log.durability import Durability, check_is_ours, durability
from chronik.service.log.outcomes import Refused, Unavailable
from chronik.service.log.servers import Servers, configured_servers
from chronik.service.log.wire import Wire

PATIENCE = 2.0


class ClusterSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that decide how a server behaves while other servers of its cluster are away."""

    min_replicas_to_write: int
    min_replicas_max_lag: int
    full_coverage: bool
    node_timeout_ms: int


class ServerStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The status that a server reports. Memory is in bytes; `ahead_ms` is how far its clock is ahead of ours.

    `memory_limit` is 0 if no limit is set; `trip_ms` is the time of one round trip. `replicas` counts the server's
    replicas, or is None if the server is a replica. `cluster` is None if the server is not in a cluster or does not
    report its settings. If a server does not answer, only its address is known.
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


async def read_server_statuses(url: str) -> tuple[ServerStatus, ...]:
    """Reads the status of the server at an address, or of every server of its cluster. Writes nothing.

    Raises `Unsupported`, and `Unavailable` if none answers.
    """
    first = configured_servers(url, connections=1, timeout=PATIENCE)
    servers: Servers = first[0]
    try:
        servers = await servers_of(first)
        durability_found = await durability(servers)
        await check_is_ours(servers)
        await check_is_restored(servers)
        asked = zip(servers.all(), durability_found, strict=True)
        return tuple(
            [await _read_status(wire, one) if one.server else ServerStatus(durability=one) for wire, one in asked]
        )
    finally:
        await servers.close()
        for one in first:
            await one.close()


async def _read_status(wire: Wire, durability_found: Durability) -> ServerStatus:
    replies = await wire.read(("INFO", "memory"), ("INFO", "persistence"), ("INFO", "replication"))
    lines = b"\n".join(replies).decode(errors="replace").splitlines()
    about = dict(line.split(":", 1) for line in lines if ":" in line)
    before = time.time()
    ((seconds, micros),) = await wire.read(("TIME",))
    after = time.time()
    return ServerStatus(
        durability=durability_found,
        memory=_count(about, "used_memory"),
        memory_limit=_count(about, "maxmemory"),
        machine_memory=_count(about, "total_system_memory"),
        last_write=about.get("aof_last_write_status", ""),
        last_rewrite=about.get("aof_last_bgrewrite_status", ""),
        replicas=_count(about, "connected_slaves") if about.get("role") == "master" else None,
        cluster=None if wire.address is None else await _read_cluster_settings(wire),
        ahead_ms=(int(seconds) + int(micros) / 1e6 - (before + after) / 2) * 1000,
        trip_ms=(after - before) * 1000,
    )


async def _read_cluster_settings(wire: Wire) -> ClusterSettings | None:
    """Reads the cluster settings of a server; None if it does not report them."""
    names = ("min-replicas-to-write", "min-replicas-max-lag", "cluster-require-full-coverage", "cluster-node-timeout")
    try:
        (reply,) = await wire.read(("CONFIG", "GET", *names))
    except (Refused, Unavailable):  # a hosted server may forbid CONFIG GET
        return None
    settings = dict(zip(reply[::2], reply[1::2], strict=True))
    if len(settings) < len(names):
        return None
    fewest, lag, coverage, timeout = (settings[name.encode()] for name in names)
    return ClusterSettings(
        min_replicas_to_write=int(fewest),
        min_replicas_max_lag=int(lag),
        full_coverage=coverage == b"yes",
        node_timeout_ms=int(timeout),
    )


def _count(about: dict[str, str], name: str) -> int:
    value = about.get(name, "")
    return int(value) if value.isdecimal() else 0
