"""Whether a server can hold the log, how hard it holds on to what it acknowledged, and what is weak about it."""

from collections.abc import Callable

import msgspec

from service.log.keys import FINISH_OLD, NOTHING, is_old, is_ours
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


class Unsupported(Sentence):
    """The server cannot hold the log; the sentence says why."""


class Durability(msgspec.Struct, frozen=True):
    """What a server says about itself; a setting is empty when it does not tell."""

    server: str
    version: str
    mode: str
    appendonly: str
    appendfsync: str
    no_fsync_on_rewrite: str
    eviction: str


async def durability(wire: Wire) -> Durability:
    """Ask a server; raises Unsupported where it is none that Chronik can use."""
    about = await _about(wire, "server", "cluster")
    names = ("appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy")
    said: dict[bytes, bytes] = {}
    try:
        (settings,) = await wire.read(("CONFIG", "GET", *names))
        said = dict(zip(settings[::2], settings[1::2], strict=True))
    except (Refused, Unavailable):  # a hosted server may forbid the question
        pass
    found = Durability(
        "Valkey" if "valkey_version" in about else "Redis",
        about.get("valkey_version") or about.get("redis_version", ""),
        "cluster" if about.get("cluster_enabled") == "1" else about.get("redis_mode", ""),
        *(said.get(name.encode(), b"").decode() for name in names),
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
    if found.mode == "cluster":
        return f"This {found.server} is part of a cluster, which Chronik does not support; name a single server."
    if found.mode == "sentinel":
        return f"This {found.server} is a sentinel and holds nothing; name the server that it watches."
    return ""


async def check_is_ours(wire: Wire) -> None:
    """Raises Unsupported where the server follows another one, or something else keeps its keys in this database.

    One that takes no writes for now, because it is full for instance, may still be read.
    """
    read_only = (await _about(wire, "replication")).get("role") == "slave"
    try:
        await wire.read(NOTHING)
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
    return f"This {found.server} can lose what it acknowledged: {', '.join(weak)}." if weak else ""


def advisory(found: Durability) -> str:
    """A warning about a release with known holes in its script engine; empty when it is patched."""
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
