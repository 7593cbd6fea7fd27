"""Appending: round trips per command, and the cost of the script in the engine (P7)."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import redis
from msgspec import Raw

from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.seats import SeatHolder
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.idempotency import make_mark
from chronik.service.log.keys import keys
from chronik.service.log.store import SCRIPT, Append, LogStore, command_of
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import Submission, new_key, open_match, play
from tests.bench.matches import Recorded, several
from tests.bench.measure import compared
from tests.bench.table import Row, against, alone, at_most
from tests.support.service.trips import count_trips

PLAINEST = Path(__file__).with_name("plainest.lua").read_bytes()
MATCHES = 48

Call = Callable[[Append], Sequence[Any]]


def ours(batch: Append) -> Sequence[Any]:
    """Returns the arguments of the service's script."""
    return command_of(batch)[2:]


def plainest(batch: Append) -> Sequence[Any]:
    """Returns the arguments of the plainest script."""
    at = keys(batch.match)
    return (
        *(2, at.log, at.secret, batch.expected, batch.head),
        *(batch.version, batch.batch, batch.new_head, batch.mark, batch.secret or b""),
    )


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P7."""
    if "P7" not in goals:
        return
    with tempfile.TemporaryDirectory() as data, BundledValkey.start(Path(data)) as engine:
        trips = asyncio.run(round_trips(engine.url))
        yield alone("P7", "round trips per command", "", [trips], at_most(1))
        client = redis.Redis.from_url(engine.url)
        found = compared(script_cost(client, SCRIPT, ours), script_cost(client, PLAINEST, plainest))
        yield against("P7", "append script, engine CPU", "plainest correct script", "µs a batch", found, at_most(1.1))
        client.close()


async def round_trips(url: str) -> float:
    """Returns the round trips to the engine per command while `play` plays a match."""
    store = LogStore(url)
    matches = LiveMatches(store, Catalogue({}), 100)
    rules = matches.catalogue.current("katharina")
    assert rules is not None
    opening = OpenMatch(tuple(SeatHolder(player=secrets.token_hex(16)) for _ in range(3)), Raw(b"{}"))
    match = secrets.token_hex(16)
    await open_match(matches, rules, opening, match, new_key(), "")
    live = matches.find_cached(match)
    assert live is not None
    count, commands = await count_trips(store), 0
    while live.match.waiting:
        seat = live.match.waiting[0]
        command = rules.game.default(live.match.state, seat)
        await play(matches, live, Submission(command=command, key=new_key(), fingerprint="", seat=seat, by=Author.SEAT))
        commands += 1
    await store.close()
    return count.trips / commands


def script_cost(client: Any, script: bytes, call: Call) -> Callable[[], float]:
    """Returns a measurement of the engine's microseconds per batch, by its statistics: the median of several matches.

    The engine measures wall-clock time; the median ignores matches during which it was interrupted.
    """
    sha = client.script_load(script)

    def one(match: Recorded) -> float:
        client.config_resetstat()
        append(client, sha, match, secrets.token_hex(16), call)
        return float(client.info("commandstats")["cmdstat_evalsha"]["usec_per_call"])

    return lambda: median(map(one, several("katharina", MATCHES)))


def append(client: Any, sha: str, match: Recorded, identity: str, call: Call = ours) -> None:
    """Appends a whole match under an id, batch by batch."""
    with client.pipeline(transaction=False) as pipeline:
        pipeline.set(keys(identity).secret, match.keys.secret)
        for batch in batches(match, identity):
            pipeline.evalsha(sha, *call(batch))
        pipeline.execute()


def batches(match: Recorded, identity: str) -> Iterator[Append]:
    """Yields the batches of a match as the service appends them, under another id."""
    head, version = b"", 0
    players = [secrets.token_hex(16) for _ in match.steps[0].match.chairs]
    for step in match.steps:
        yield Append(
            match=identity,
            expected=version,
            head=head,
            version=step.match.version,
            batch=step.stored,
            new_head=step.head,
            mark=make_mark(f"{players[step.seat or 0]}:{secrets.token_hex(16)}", secrets.token_hex(16)),
            secret=match.keys.secret if version == 0 else None,
        )
        head, version = step.head, step.match.version
