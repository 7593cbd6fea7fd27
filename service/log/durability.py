"""Whether a server can hold the log, how hard it holds on to what it acknowledged, and what is weak about it."""

import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec

from service.log.keys import FINISH_OLD, is_old, is_ours, nothing, tag
from service.log.outcomes import ReadOnly, Refused, Unavailable
from service.log.wire import Wire
from service.sentence import Sentence

OLDEST_REDIS = (7, 0)
# The first releases without the known Lua advisories, by release line; later lines have the fixes from the start.
PATCHED = {
    "Redis": {(7, 2): (7, 2, 11), (7, 4): (7, 4, 6), (8, 0): (8, 0, 4), (8, 2): (8, 2, 2)},
    "Valkey": {(7, 2): (7, 2, 11), (8, 0): (8, 0, 6), (8, 1): (8, 1, 4)},
}
SAMPLE = 1_000
"""So many keys are looked at, to see whether something else keeps its keys there too."""
LONGEST = 40
"""So much of a foreign key is told."""
SETTLING_SECONDS = 10.0
"""So long a server that comes back may take to follow another one."""
WITHOUT_SLOTS = 8
"""So many fields the row of a server has that keeps no slots."""


class Unsupported(Sentence):
    """The server cannot hold the log; the sentence says why."""


class Durability(msgspec.Struct, frozen=True):
    """What a server says about itself; a setting is empty when it does not tell, as all is where it does not answer.

    `where` is its address, where it is one of a cluster.
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
        """What a sentence calls it."""
        return f"The {self.server} at {self.where}" if self.where else f"This {self.server}"


async def is_in_cluster(wire: Wire) -> bool:
    """Whether a server is one of a cluster; raises Unsupported where the others cannot be found from it."""
    if (await _about(wire, "cluster")).get("cluster_enabled") != "1":
        return False
    if wire.is_local:
        raise Unsupported("This server is part of a cluster; name it by its host and port, not by a socket.")
    return True


async def durability(servers: Sequence[Wire]) -> tuple[Durability, ...]:
    """Ask all servers; raises Unsupported where they are none that Chronik can use, Unavailable where none answers."""
    asked = await asyncio.gather(*map(_durability, servers), return_exceptions=True)
    found: list[Durability] = []
    for wire, said in zip(servers, asked, strict=True):
        if isinstance(said, Unavailable) and any(isinstance(one, Durability) for one in asked):
            said = Durability("", "", "cluster", "", "", "", "", where=str(wire.address))
        if isinstance(said, BaseException):
            raise said
        found.append(said)
    for wire, said in zip(servers, found, strict=True):
        if said.server and wire.address is not None:
            await check_all_are_followed(wire)
            break
    return tuple(found)


async def check_all_are_followed(wire: Wire) -> None:
    """Raises Unsupported where no server replicates a master, by what one of a cluster says of all.

    A master that was replaced and comes back is one without slots for a moment, and then follows the one in its place.
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
                f"The master at {bare} has no replica, so nobody could confirm what is written there; give it one."
            )
        await asyncio.sleep(SETTLING_SECONDS / 20)


def without_replica(rows: Sequence[Sequence[str]], by: str) -> str:
    """The address of the first master with slots that no server replicates, by the rows about all that one has.

    While one of them has failed there may be such a master, until the failed one comes back as its replica.
    """
    if any("fail" in row[2] for row in rows):
        return ""
    followed = {row[3] for row in rows if "slave" in row[2]}
    alone = (row for row in rows if "master" in row[2] and len(row) > WITHOUT_SLOTS and row[0] not in followed)
    return next((by if "myself" in row[2] else row[1].partition("@")[0] for row in alone), "")


async def _durability(wire: Wire) -> Durability:
    about = await _about(wire, "server", "cluster")
    names = ("appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy")
    said: dict[bytes, bytes] = {}
    try:
        (settings,) = await wire.read(("CONFIG", "GET", *names))
        said = dict(zip(settings[::2], settings[1::2], strict=True))
    except (Refused, Unavailable):  # a hosted server may forbid the question
        pass
    appendonly, appendfsync, on_rewrite, eviction = (said.get(name.encode(), b"").decode() for name in names)
    found = Durability(
        "Valkey" if "valkey_version" in about else "Redis",
        about.get("valkey_version") or about.get("redis_version", ""),
        "cluster" if about.get("cluster_enabled") == "1" else about.get("redis_mode", ""),
        *(appendonly, appendfsync, on_rewrite, eviction),
        "" if wire.address is None else str(wire.address),
    )
    if refusal := unsupported(found):
        raise Unsupported(refusal)
    if await _found(wire, is_old) is not None:
        raise Unsupported(f"This database holds matches of Chronik 0.1. {FINISH_OLD} with a database of its own.")
    return found


def unsupported(found: Durability) -> str:
    """Why this server cannot be used at all; empty when it can."""
    if found.server == "Redis" and _numbers(found.version) < OLDEST_REDIS:
        return f"Chronik needs Redis 7.0 or newer, or Valkey; this is Redis {found.version or 'of unknown version'}."
    if found.mode == "sentinel":
        return f"This {found.server} is a sentinel and holds nothing; name the server that it watches."
    return ""


async def check_is_ours(masters: Sequence[Wire]) -> None:
    """Raises Unsupported where a server follows another one, or something else keeps its keys in this database.

    One that takes no writes for now, because it is full for instance, may still be read. In a cluster each server says
    itself of what it is the master, and one that does not answer may be about to be followed by another.
    """
    asked = await asyncio.gather(*map(_check_is_ours, masters), return_exceptions=True)
    for said in sorted(filter(None, asked), key=lambda one: isinstance(one, Unavailable)):
        if not isinstance(said, Unavailable) or all(asked):
            raise said


async def _check_is_ours(wire: Wire) -> None:
    if wire.address is None:
        read_only = (await _about(wire, "replication")).get("role") == "slave"
        try:
            await wire.read(nothing(tag(0)))
        except ReadOnly as refused:
            read_only |= refused.code == "READONLY"
        if read_only:
            raise Unsupported("This server is a replica and takes no writes; name the one that it follows.")
    stranger = await _found(wire, lambda key: not is_ours(key))
    if stranger is not None:
        name = stranger.decode(errors="replace")[:LONGEST]
        raise Unsupported(f"Something else keeps its keys in this database ({name}); give Chronik one of its own.")


async def _about(wire: Wire, *sections: str) -> dict[str, str]:
    """What a server tells of itself."""
    told = await wire.read(*(("INFO", section) for section in sections))
    lines = b"\n".join(told).decode().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


async def _found(wire: Wire, wanted: Callable[[bytes], bool]) -> bytes | None:
    """A key of a kind, among some of those that are there."""
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
    """What could lose an acknowledged command, in one sentence; empty when nothing could."""
    if not found.server:
        return ""
    weak = [
        f"{name} is {value or 'not told'} instead of {wanted}"
        for name, value, wanted in (
            ("appendonly", found.appendonly, "yes"),
            ("appendfsync", found.appendfsync, "always"),
            ("no-appendfsync-on-rewrite", found.no_fsync_on_rewrite, "no"),
            ("maxmemory-policy", found.eviction, "noeviction"),
        )
        if value != wanted
    ]
    return f"{found.this} can lose what it acknowledged: {', '.join(weak)}." if weak else ""


def advisory(found: Durability) -> str:
    """A warning about a release with known holes in its script engine, or about a server that was not asked; empty when
    there is none.
    """
    if not found.server:
        return f"The server at {found.where} does not answer: how it keeps what is acknowledged is not known."
    numbers, patched = _numbers(found.version), PATCHED[found.server]
    later = [fixed for line, fixed in sorted(patched.items()) if line >= numbers[:2]]
    if not later or numbers >= later[0]:
        return ""
    first_good = later[0]
    return f"{found.server} {found.version} has known holes in its script engine; update to {_dotted(first_good)}."


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
