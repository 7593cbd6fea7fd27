"""How hard an engine holds on to what it acknowledged, and what is weak about it in one sentence."""

import msgspec

from service.wire import Refused, Unavailable, Wire

OLDEST_REDIS = (7, 0)
# The first releases without the known Lua advisories, by release line; later lines have the fixes from the start.
PATCHED = {
    "Redis": {(7, 2): (7, 2, 11), (7, 4): (7, 4, 6), (8, 0): (8, 0, 4), (8, 2): (8, 2, 2)},
    "Valkey": {(7, 2): (7, 2, 11), (8, 0): (8, 0, 6), (8, 1): (8, 1, 4)},
}


class Durability(msgspec.Struct, frozen=True):
    """What an engine says about itself; a setting is empty when it does not tell."""

    engine: str
    version: str
    appendonly: str
    appendfsync: str
    no_fsync_on_rewrite: str
    eviction: str


async def durability(wire: Wire) -> Durability:
    """Ask an engine."""
    (info,) = await wire.read(("INFO", "server"))
    about = dict(line.split(":", 1) for line in bytes(info).decode().splitlines() if ":" in line)
    names = ("appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy")
    said: dict[bytes, bytes] = {}
    try:
        (found,) = await wire.read(("CONFIG", "GET", *names))
        said = dict(zip(found[::2], found[1::2], strict=True))
    except (Refused, Unavailable):  # a hosted engine may forbid the question
        pass
    return Durability(
        "Valkey" if "valkey_version" in about else "Redis",
        about.get("valkey_version") or about.get("redis_version", ""),
        *(said.get(name.encode(), b"").decode() for name in names),
    )


def unsupported(found: Durability) -> str:
    """Why this engine cannot be used at all; empty when it can."""
    if found.engine == "Redis" and _numbers(found.version) < OLDEST_REDIS:
        return f"Chronik needs Redis 7.0 or newer, or Valkey; this is Redis {found.version or 'of unknown version'}."
    return ""


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
    return f"This {found.engine} can lose what it acknowledged: {', '.join(weak)}." if weak else ""


def advisory(found: Durability) -> str:
    """A warning about a release with known holes in its script engine; empty when it is patched."""
    numbers, patched = _numbers(found.version), PATCHED[found.engine]
    later = [fixed for line, fixed in sorted(patched.items()) if line >= numbers[:2]]
    if not later or numbers >= later[0]:
        return ""
    first_good = later[0]
    return f"{found.engine} {found.version} has known holes in its script engine; update to {_dotted(first_good)}."


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
