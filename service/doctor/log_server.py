"""The findings on the log's servers: durability, memory, and who can reach them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from msgspec.structs import replace

from chronik.service.doctor.clocks import check_clock
from chronik.service.doctor.cluster import check_member
from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.doctor.loopback import is_loopback
from chronik.service.log.durability import advisory, weakness
from chronik.service.log.free_space import Space, free_memory_share, space_of
from chronik.service.log.server_status import ServerStatus
from chronik.service.running.settings import each_address

SUBJECT = "log"
FILLING = 0.75
"""The share of the allowed memory above which the operator should act."""
GIB = 2**30


def check_log_servers(url: str, report: Sequence[ServerStatus]) -> Iterator[Finding]:
    """Yields the findings on a server that has answered, or on all servers of a cluster."""
    for one in report:
        at = one.durability.where
        if not one.durability.server:
            yield unsafe(SUBJECT, advisory(one.durability))
            continue
        in_cluster = check_member(one.cluster, one.replicas) if at else ()
        for finding in (*check_log_server(one), *in_cluster, *check_clock("log's server", one.ahead_ms, one.trip_ms)):
            yield replace(finding, sentence=f"{at}: {finding.sentence}" if at else finding.sentence)
    yield from check_address(url)


def check_log_server(report: ServerStatus) -> Iterator[Finding]:
    """Yields the findings on one server."""
    server = f"{report.durability.server} {report.durability.version}"
    if weak := weakness(report.durability):
        yield unsafe(SUBJECT, weak)
    else:
        yield good(SUBJECT, f"{server} syncs every write before it acknowledges it, and evicts nothing.")
    if holes := advisory(report.durability):
        yield unsafe(SUBJECT, holes)
    for what, status in (
        ("last write to its file", report.last_write),
        ("last rewrite of its file", report.last_rewrite),
    ):
        if status not in ("", "ok"):
            yield unsafe(SUBJECT, f"The {what} failed ({status}): check the server's log file and its disk.")
    yield from check_memory(report)


def check_memory(report: ServerStatus) -> Iterator[Finding]:
    """Yields a finding on the memory of a server."""
    used, most = report.memory, report.memory_limit
    if not most:
        yield unsafe(
            SUBJECT,
            "It has no maxmemory, so when memory runs out the system kills it, instead of letting it refuse writes. "
            "Set maxmemory well below the machine's memory, because rewriting its file needs memory too.",
        )
    elif report.machine_memory and most > report.machine_memory:
        yield unsafe(SUBJECT, f"Its maxmemory of {most / GIB:.1f} GiB is more than the machine has; set a lower one.")
    elif (space := space_of(free_memory_share(used, most))) is not Space.ENOUGH:
        follows = "nothing can be recorded" if space is Space.LITTLE else "no match can be opened"
        yield unsafe(
            SUBJECT, f"It uses {used / most:.0%} of its maxmemory, so {follows}. Raise it, or archive matches sooner."
        )
    elif used > FILLING * most:
        yield note(SUBJECT, f"It uses {used / most:.0%} of its maxmemory ({most / GIB:.1f} GiB).")
    else:
        yield good(SUBJECT, f"It uses {used / most:.0%} of its maxmemory ({most / GIB:.1f} GiB).")


def check_address(url: str) -> Iterator[Finding]:
    """Yields findings on whether other machines can reach the server, or intercept the connection to it."""
    servers = [urlsplit(one) for one in each_address(url)]
    address = servers[0]
    if address.scheme == "unix" or all(is_loopback(one.hostname or "localhost") for one in servers):
        return
    if not address.password:
        yield note(
            SUBJECT, "It is on another machine and requires no password: anyone who can reach it can read every hand."
        )
    if address.scheme != "rediss":
        yield note(
            SUBJECT, "The connection to it is not encrypted: hands and seeds can be read in transit. Use rediss://."
        )
