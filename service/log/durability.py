"""The durability of the log's servers: whether a server is usable, and whether it could lose acknowledged commands."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from chronik.service.log.keys import FINISH_OLD, is_old, is_ours, nothing, tag
from chronik.service.log.outcomes import ReadOnly, Refused, Unavailable
from chronik.service.log.servers import Servers
from chronik.service.log.wire import SETTINGS, Wire, settings_of
from chronik.service.running.user_error import UserError

OLDEST_REDIS = (7, 0)
# The first releases without the known Lua advisories, by release line; later lines have the fixes from the start.
PATCHED = {
    "Redis": {(7, 2): (7, 2, 11), (7, 4): (7, 4, 6), (8, 0): (8, 0, 4), (8, 2): (8, 2, 2)},
    "Valkey": {(7, 2): (7, 2, 11), (8, 0): (8, 0, 6), (8, 1): (8, 1, 4)},
}
SAMPLE = 1_000
"""How many keys are inspected to see whether another program uses the same database."""
LONGEST = 40
"""How many characters of a foreign key an error quotes."""
SETTLING_SECONDS = 10.0
"""Seconds that a returning server may take to become a replica."""
WITHOUT_SLOTS = 8
"""How many fields the CLUSTER NODES row of a server without slots has."""
DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory-policy": "noeviction",
}
"""The settings with which a server loses nothing that it has acknowledged."""


class Unsupported(UserError):
    """The server cannot hold the log; the message says why."""


class Durability(msgspec.Struct, frozen=True):
    """The identity and durability settings of a server.

    A setting is empty if the server does not report it; everything is empty if it does not answer. `where` is the
    server's address in a cluster, or empty outside a cluster.
    """

    server: str
    version: str
    mode: str
    appendonly: str
    appendfsync: str
    no_fsync_on_rewrite: str
    eviction: str
    where: str = ""

    @property
    def this(self) -> str:
        """Returns the server's name, for the beginning of a message."""
        return f"The {self.server} at {self.where}" if self.where else f"This {self.server}"


async def is_in_cluster(wire: Wire) -> bool:
    """Returns whether a server is in a cluster; raises `Unsupported` if its address does not lead to the rest."""
    if (await _read_info(wire, "cluster")).get("cluster_enabled") != "1":
        return False
    if wire.is_local:
        raise Unsupported("This server is part of a cluster; name it by its host and port, not by a socket.")
    return True


async def durability(servers: Servers) -> tuple[Durability, ...]:
    """Reads the durability of all servers; raises `Unsupported` if any is unusable, `Unavailable` if none answers."""
    wires = servers.all()
    asked = await asyncio.gather(*map(_read_durability, wires), return_exceptions=True)
    found: list[Durability] = []
    for wire, said in zip(wires, asked, strict=True):
        if isinstance(said, Unavailable) and any(isinstance(one, Durability) for one in asked):
            said = Durability("", "", "cluster", "", "", "", "", where=str(wire.address))
        if isinstance(said, BaseException):
            raise said
        found.append(said)
    for wire, said in zip(wires, found, strict=True):
        if said.server and wire.address is not None:
            await check_all_are_followed(wire)
            break
    return tuple(found)


async def check_all_are_followed(wire: Wire) -> None:
    """Raises `Unsupported` if the cluster table of one server shows a master without a replica.

    A replaced master that comes back is, for a moment, a master without slots, and then a replica.
    """
    until = time.monotonic() + SETTLING_SECONDS
    while True:
        (told,) = await wire.read(("CLUSTER", "NODES"))
        rows = [row.split() for row in told.decode().splitlines()]
        if not (bare := without_replica(rows, str(wire.address))):
            return
        comes_back = any("master" in row[2] and len(row) == WITHOUT_SLOTS for row in rows)
        if not comes_back or time.monotonic() > until:
            raise Unsupported(
                f"The master at {bare} has no replica, so no second server can confirm its writes; give it a replica."
            )
        await asyncio.sleep(SETTLING_SECONDS / 20)


def without_replica(rows: Sequence[Sequence[str]], by: str) -> str:
    """Returns the address of the first master that has slots but no replica, or "".

    `rows` is the CLUSTER NODES table of the server at `by`. While any server has failed the answer is "", because the
    failed one may return as the missing replica.
    """
    if any("fail" in row[2] for row in rows):
        return ""
    followed = {row[3] for row in rows if "slave" in row[2]}
    alone = (row for row in rows if "master" in row[2] and len(row) > WITHOUT_SLOTS and row[0] not in followed)
    return next((by if "myself" in row[2] else row[1].partition("@")[0] for row in alone), "")


async def read_settings(wire: Wire) -> dict[str, str]:
    """Returns the durability settings that a server reports; empty if it forbids CONFIG GET or does not answer."""
    try:
        (said,) = await wire.read(SETTINGS)
    except (Refused, ReadOnly, Unavailable):  # a hosted server may forbid CONFIG GET
        return {}
    return settings_of(said)


async def _read_durability(wire: Wire) -> Durability:
    about = await _read_info(wire, "server", "cluster")
    said = await read_settings(wire)
    appendonly, appendfsync, on_rewrite, eviction = (said.get(name, "") for name in DURABLE)
    found = Durability(
        "Valkey" if "valkey_version" in about else "Redis",
        about.get("valkey_version") or about.get("redis_version", ""),
        "cluster" if about.get("cluster_enabled") == "1" else about.get("redis_mode", ""),
        *(appendonly, appendfsync, on_rewrite, eviction),
        "" if wire.address is None else str(wire.address),
    )
    if refusal := refusal_reason(found):
        raise Unsupported(refusal)
    if await _find_key(wire, is_old) is not None:
        raise Unsupported(f"This database holds matches of Chronik 0.1. {FINISH_OLD} with a new database.")
    return found


def refusal_reason(found: Durability) -> str:
    """Returns why Chronik cannot use this server at all, or "" if it can."""
    if found.server == "Redis" and _numbers(found.version) < OLDEST_REDIS:
        return f"Chronik needs Redis 7.0 or newer, or Valkey; this is Redis {found.version or 'of unknown version'}."
    if found.mode == "sentinel":
        return f"This {found.server} is a sentinel and stores no data; give the address of the server that it watches."
    return ""


async def check_is_ours(servers: Servers) -> None:
    """Raises `Unsupported` if a server is a replica, or if another program keeps keys in this database.

    A server that refuses writes for now, for example because it is full, is accepted: it can still be read. In a
    cluster, a server that does not answer is skipped if another server answers, because a replica may be about to
    replace it.
    """
    asked = await asyncio.gather(*map(_check_is_ours, servers.masters()), return_exceptions=True)
    for said in sorted(filter(None, asked), key=lambda one: isinstance(one, Unavailable)):
        if not isinstance(said, Unavailable) or all(asked):
            raise said


async def _check_is_ours(wire: Wire) -> None:
    if wire.address is None:
        read_only = (await _read_info(wire, "replication")).get("role") == "slave"
        try:
            await wire.read(nothing(tag(0)))
        except ReadOnly as refused:
            read_only |= refused.code == "READONLY"
        if read_only:
            raise Unsupported("This server is a replica and accepts no writes; give the address of its master.")
    foreign_key = await _find_key(wire, lambda key: not is_ours(key))
    if foreign_key is not None:
        name = foreign_key.decode(errors="replace")[:LONGEST]
        raise Unsupported(f"Another program keeps keys in this database ({name}); give Chronik a separate database.")


async def _read_info(wire: Wire, *sections: str) -> dict[str, str]:
    """Returns the INFO fields of these sections."""
    told = await wire.read(*(("INFO", section) for section in sections))
    lines = b"\n".join(told).decode().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


async def _find_key(wire: Wire, wanted: Callable[[bytes], bool]) -> bytes | None:
    """Returns the first key that passes the test among about a thousand keys, or None."""
    seen, cursor = 0, b"0"
    while seen < SAMPLE:
        ((cursor, found),) = await wire.read(("SCAN", cursor, "COUNT", SAMPLE))
        for key in found:
            if wanted(key):
                return bytes(key)
        seen += len(found)
        if cursor == b"0":
            break
    return None


def weakness(found: Durability) -> str:
    """Returns in one sentence which settings could lose an acknowledged command, or "" if none could."""
    if not found.server:
        return ""
    values = (found.appendonly, found.appendfsync, found.no_fsync_on_rewrite, found.eviction)
    weak = weak_settings(dict(zip(DURABLE, values, strict=True)))
    return f"{found.this} can lose what it acknowledged: {weak}." if weak else ""


def weak_settings(said: Mapping[str, str]) -> str:
    """Returns the settings that could lose an acknowledged command, in words; "" if none could."""
    return ", ".join(
        f"{name} is {said.get(name) or 'not reported'} instead of {wanted}"
        for name, wanted in DURABLE.items()
        if said.get(name) != wanted
    )


def advisory(found: Durability) -> str:
    """Returns a warning about known security holes in the release or about a server that does not answer, or ""."""
    if not found.server:
        return f"The server at {found.where} does not answer, so its durability settings are unknown."
    numbers, patched = _numbers(found.version), PATCHED[found.server]
    later = [fixed for line, fixed in sorted(patched.items()) if line >= numbers[:2]]
    if not later or numbers >= later[0]:
        return ""
    to = _join_numbers(later[0])
    return f"{found.server} {found.version} has known security holes in its script engine; update to {to}."


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _join_numbers(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
