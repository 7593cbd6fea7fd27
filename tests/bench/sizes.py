"""Sizes: what a match takes in Redis, in an archive, on the wire to its seats, and in the service (P8–P11)."""

from __future__ import annotations

import gc
import secrets
import tempfile
import tracemalloc
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import redis

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import fold_events
from chronik.domain.engine.match.chain import seed_keys
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat
from chronik.domain.games import game
from chronik.domain.log.signature import NO_SIGNER
from chronik.projections.games import projection
from chronik.projections.match.frames import Base, frames, view
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.idempotency import SIZE
from chronik.service.log.keys import Item, keys
from chronik.service.log.store import SCRIPT, Tail
from chronik.service.matches.archives import build_archive
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.feed.events import RETRY, encode_event
from chronik.service.matches.live import Live
from chronik.service.web.compression import GzipStream
from tests.bench.append import append
from tests.bench.matches import NAMES, Recorded, Step, recorded, seats_of, several, titled
from tests.bench.measure import YARDSTICK, compared, duration, paired, repeated
from tests.bench.table import Row, against, alone, at_most

MATCHES, PUSHES = 42, 12
"""The numbers of measured matches of each game, and of those with all their frames."""
LIVE = {"katharina": (60, 600), "cities_knights": (6, 120), "catan_cards": (6, 120)}
"""For each game the number of logs, and of the matches that are kept at once from them."""
STORED = {"katharina": 0.36, "cities_knights": 0.26, "catan_cards": 0.26}
"""P8 for each game: as a share of the envelopes."""
ARCHIVED = {"katharina": 16, "cities_knights": 8, "catan_cards": 8}
"""P9 for each game: bytes per entry."""
PUSHED = {"katharina": 0.10, "cities_knights": 0.04, "catan_cards": 0.04}
"""P10 for each game: as a share of a full view."""
PACKED, STREAMS = 3, 1_000
FRAMING = 4
"""HTTP puts the length before each chunk, and two line ends around it."""
TIMES = {"katharina": 1_000, "cities_knights": 42, "catan_cards": 42}
"""How often a window builds each view, for each game; three times as often as it tries each command."""
ENCODE = msgspec.json.Encoder().encode
KIB = 1024


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P8, P9, P10 and P11."""
    for name in NAMES:
        yield from rows_of(name, goals)
    if "P10" in goals:
        yield alone("P10", "what packs a feed: memory of a stream", "KiB", packers(), None)


def rows_of(name: str, goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows about one game."""
    said = partial(titled, name)
    if "P8" in goals:
        yield from redis_bytes(name)
    if "P9" in goals:
        ended = [match for match in several(name, MATCHES) if match.steps[-1].match.closed]
        figures = [len(archived(match)) / match.steps[-1].match.version for match in ended]
        yield alone("P9", said("archive, per entry"), "B", figures, at_most(ARCHIVED[name], "B"))
    if "P10" in goals:
        build, ready = (duration(repeated(views(name, build), TIMES[name])) for build in (True, False))
        found = compared(build, ready)
        yield against("P10", said("view, built and encoded"), "encoding the ready struct", "µs", found, at_most(3))
        pushed = paired([pushes(match) for match in several(name, PUSHES)])
        what, target = said("push per command and seat, packed, on the wire"), at_most(PUSHED[name])
        yield against("P10", what, "full view", "B", pushed, target)
        found = compared(duration(packing(several(name, PACKED))), YARDSTICK)
        yield alone("P10", said("packing a push"), "µs", found.ours, None, found.anchor)
    if "P11" in goals:
        yield alone("P11", said("live match in the service"), "KiB", live_match(name), at_most(8, "KiB"))
        found = compared(duration(repeated(trials(name), TIMES[name] // 3)), YARDSTICK)
        what, target = said("trial of a command on a kept state"), at_most(20, "µs")
        yield alone("P11", what, "µs", found.ours, target, found.anchor)


def redis_bytes(name: str) -> Iterator[Row]:
    """Yields P8: the keys of a match against its events in envelopes, entry for entry."""
    with tempfile.TemporaryDirectory() as data, BundledValkey.start(Path(data)) as engine:
        client = redis.Redis.from_url(engine.url)
        matches = several(name, MATCHES)
        pairs = [(ours(client, match), enveloped(client, match)) for match in matches]
        entries = [match.steps[-1].match.version for match in matches]
        client.close()
    per_event = [(own / count, peer / count) for (own, peer), count in zip(pairs, entries, strict=True)]
    said = partial(titled, name)
    yield against(
        "P8", said("Redis, per event"), "JSON envelope, ten fields", "B", paired(per_event), at_most(STORED[name])
    )
    yield alone("P8", said("Redis, a live match at its end"), "KB", [own / 1000 for own, _ in pairs], None)


def ours(client: Any, match: Recorded) -> float:
    """Returns the memory of a match's keys: log and secret."""
    identity = secrets.token_hex(16)
    append(client, client.script_load(SCRIPT), match, identity)
    at = keys(identity)
    return float(sum(client.memory_usage(key, samples=0) for key in (at.log, at.secret)))


def enveloped(client: Any, match: Recorded) -> float:
    """Returns the memory of a stream with the same events, each in a JSON envelope of ten named fields."""
    key = f"stream:{match.match}"
    with client.pipeline(transaction=False) as pipeline:
        for step in match.steps:
            for entry in step.entries:
                pipeline.xadd(key, {"data": ENCODE(envelope(match, step.seat, entry))})
        pipeline.execute()
    return float(client.memory_usage(key, samples=0))


def envelope(match: Recorded, seat: int | None, entry: Entry) -> dict[str, object]:
    payload: dict[str, object] = msgspec.json.decode(ENCODE(entry.e))
    return {
        "event_id": str(uuid.UUID(int=entry.n)),
        "event_type": payload.pop("t"),
        "event_version": 1,
        "aggregate_id": str(uuid.UUID(match.match)),
        "aggregate_version": entry.n,
        "timestamp": datetime.fromtimestamp(entry.at / 1000, UTC).isoformat(),
        "actor": f"seat-{seat}",
        "correlation_id": str(uuid.UUID(int=entry.cause)),
        "causation_id": str(uuid.UUID(int=entry.cause)),
        "payload": payload,
    }


def archived(match: Recorded) -> bytes:
    return build_archive(game(match.game), match.match, match.stored, match.steps[-1].head, NO_SIGNER)


def views(name: str, build: bool) -> Callable[[], int]:
    """Returns a function that encodes views of a seat in several matches, built each time or prepared."""
    moments = [step.match for match in several(name, 6) for step in match.steps[2::5]]
    shown = projection(name)
    ready = [(moment, view(shown, moment, Seat(0))) for moment in moments]

    def all_of_them() -> int:
        for moment, seen in ready:
            ENCODE(view(shown, moment, Seat(0)) if build else seen)
        return len(ready)

    return all_of_them


def pushes(match: Recorded) -> tuple[float, float]:
    """Returns the bytes of a push on the wire, and of a full view: means over a match and its seats."""
    shown = projection(match.game)
    sent = full = count = 0
    for seat in map(Seat, range(len(match.steps[0].match.chairs))):
        packer = GzipStream()
        first, *others = fed(match, seat)
        packer.chunk(first)
        for chunk, step in zip(others, match.steps[1:], strict=True):
            size = len(packer.chunk(chunk))
            sent += size + len(f"{size:x}") + FRAMING
            full += len(ENCODE(view(shown, step.match, seat)))
            count += 1
    return sent / count, full / count


def fed(match: Recorded, seat: Seat) -> Iterator[bytes]:
    """Yields what a feed sends to a seat: the view, and the frames of each command."""
    rules, shown = game(match.game), projection(match.game)
    before = match.steps[0].match
    yield RETRY + encode_event(Base(before.version, view(shown, before, seat)))
    for step in match.steps[1:]:
        yield b"".join(map(encode_event, frames(rules, shown, before, step.entries, seat)))
        before = step.match


def packing(matches: Sequence[Recorded]) -> Callable[[], int]:
    """Returns a function that compresses the feed of a seat of each match."""
    feeds = [tuple(fed(match, Seat(0))) for match in matches]

    def window() -> int:
        for feed in feeds:
            packer = GzipStream()
            for chunk in feed:
                packer.chunk(chunk)
        return sum(map(len, feeds))

    return window


def packers() -> list[float]:
    """Returns the KiB of memory of one more compressed stream in use."""
    tracemalloc.start()
    kept = [GzipStream() for _ in range(STREAMS)]
    for packer in kept:
        packer.chunk(RETRY)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return [size / STREAMS / KIB]


def live_match(name: str) -> list[float]:
    """Returns the KiB of memory of one more match in the cache, read from its log up to the middle."""
    rules = Catalogue({}).current(name)
    assert rules is not None
    logs, kept = LIVE[name]
    halves = [(match, match.steps[: len(match.steps) // 2]) for match in several(name, logs)]
    sizes: list[float] = []
    for _ in range(3):
        gc.collect()
        tracemalloc.start()
        cache: dict[str, Live] = {}
        for number in range(kept):
            match, steps = halves[number % len(halves)]
            identity = secrets.token_hex(16)
            live = Live(rules, Match(id=identity), b"", match.keys)
            live.apply_tail(_tail(steps))
            cache[identity] = live
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        sizes.append(size / kept / KIB)
    return sizes


def _tail(steps: Sequence[Step]) -> Tail:
    """Returns what reading a log gives, as separate bytes."""
    items = tuple(
        Item(step.match.version, bytes(bytearray(step.stored)), bytes(bytearray(step.head)), secrets.token_bytes(SIZE))
        for step in steps
    )
    return Tail(0, b"", items, items[-1].head, items[-1].version)


def trials(name: str) -> Callable[[], int]:
    """Returns a function that decides and folds the commands of several matches, each on an unchanged earlier state."""
    rules = game(name)
    tried = [
        (before.match.state, step.seat, step.command, Chance(seed_keys(before.match.chairs, match.keys).seed, 0))
        for match in (recorded(name, seats_of(name, number), number) for number in (2, 1, 3))
        for before, step in pairwise(match.steps)
        if step.seat is not None
    ]

    def all_of_them() -> int:
        for state, seat, command, chance in tried:
            fold_events(rules, state, rules.decide(state, seat, command, chance))
        return len(tried)

    return all_of_them
