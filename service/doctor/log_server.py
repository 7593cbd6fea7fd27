"""The log's server: whether it keeps what it acknowledges, has room, and is nobody else's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from msgspec.structs import replace

from service.doctor.clocks import clock
from service.doctor.cluster import member
from service.doctor.finding import Finding, good, note, unsafe
from service.doctor.nearby import is_nearby
from service.log.condition import Condition
from service.log.durability import advisory, weakness
from service.log.room import Space, free_of_memory, space_of
from service.settings import each_address

SUBJECT = "log"
FILLING = 0.75
"""The share of the memory it may use at which it is time to act."""
GIB = 2**30


def log_servers(url: str, told: Sequence[Condition]) -> Iterator[Finding]:
    """What is to be said of a server that has answered, or of all of a cluster."""
    for one in told:
        at = one.durability.where
        if not one.durability.server:
            yield unsafe(SUBJECT, advisory(one.durability))
            continue
        in_cluster = member(one.cluster, one.replicas) if at else ()
        for finding in (*log_server(one), *in_cluster, *clock("log's server", one.ahead_ms, one.trip_ms)):
            yield replace(finding, sentence=f"{at}: {finding.sentence}" if at else finding.sentence)
    yield from reach(url)


def log_server(told: Condition) -> Iterator[Finding]:
    """What is to be said of one server."""
    server = f"{told.durability.server} {told.durability.version}"
    if weak := weakness(told.durability):
        yield unsafe(SUBJECT, weak)
    else:
        yield good(SUBJECT, f"{server} syncs every write before it acknowledges it, and evicts nothing.")
    if holes := advisory(told.durability):
        yield unsafe(SUBJECT, holes)
    for what, status in (("last write to its file", told.last_write), ("last rewrite of its file", told.last_rewrite)):
        if status not in ("", "ok"):
            yield unsafe(SUBJECT, f"The {what} failed ({status}): look at its own log and at its disk.")
    yield from memory(told)


def memory(told: Condition) -> Iterator[Finding]:
    """Whether there is room for what is played."""
    used, most = told.memory, told.memory_limit
    if not most:
        yield unsafe(
            SUBJECT,
            "It has no maxmemory: when its machine has no memory left the system kills it, where it should refuse "
            "writes; set one below the machine's memory, for rewriting its file takes some too.",
        )
    elif told.machine_memory and most > told.machine_memory:
        yield unsafe(
            SUBJECT, f"Its maxmemory of {most / GIB:.1f} GiB is more than its machine has: set one that is less."
        )
    elif (space := space_of(free_of_memory(used, most))) is not Space.ENOUGH:
        follows = "nothing is recorded" if space is Space.LITTLE else "no match is opened"
        yield unsafe(SUBJECT, f"It uses {used / most:.0%} of the memory it may, so {follows}.")
    elif used > FILLING * most:
        yield note(SUBJECT, f"It uses {used / most:.0%} of the memory it may ({most / GIB:.1f} GiB).")
    else:
        yield good(SUBJECT, f"It uses {used / most:.0%} of the memory it may ({most / GIB:.1f} GiB).")


def reach(url: str) -> Iterator[Finding]:
    """Whether others can reach the server, or listen on the way to it."""
    servers = [urlsplit(one) for one in each_address(url)]
    address = servers[0]
    if address.scheme == "unix" or all(is_nearby(one.hostname or "localhost") for one in servers):
        return
    if not address.password:
        yield note(SUBJECT, "It is on another machine and asks for no password: whoever reaches it sees every hand.")
    if address.scheme != "rediss":
        yield note(SUBJECT, "The way to it is not encrypted (rediss://): hands and seeds travel as they are.")
