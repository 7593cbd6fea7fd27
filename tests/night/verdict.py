"""The verdict on a night: what was acknowledged against what is stored, feeds, results, archives and bundles."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import asyncpg
import msgspec
from msgspec import Struct

from domain.engine.match.chain import Keys
from domain.engine.proof.archive import unpack
from domain.engine.proof.outline import outline
from domain.engine.proof.verification import chain_heads, verify
from service.log.patience import patiently
from service.log.store import LogStore
from service.tournaments.bundle_file import is_whole
from tests.night.asking import Asker
from tests.night.cup import Cup
from tests.night.listening import Listener
from tests.night.parts import Parts
from tests.support.crash.journal import Acknowledgement, Journal
from tests.support.crash.verdict import LOADED, Line, hashed
from tests.support.service.apps import until

BOOKS_SECONDS = 120.0
FEEDS_SECONDS = 120.0
TRIES = 120
"""So often a bundle is asked for that broke off."""


class Batch(Struct, frozen=True):
    """A batch as it is stored, with its version and head; the hash of the key that brought it, while that is kept."""

    version: int
    head: str
    stored: bytes
    key: bytes | None


class Verdict(Struct):
    """How much was looked at, and a sentence for all that is not as it was promised."""

    matches: int = 0
    archived: int = 0
    acknowledged: int = 0
    rows: int = 0
    noted: int = 0
    left: int = 0
    tournaments: int = 0
    lost: list[str] = []
    doubled: list[str] = []
    altered: list[str] = []
    feeds: list[str] = []
    books: list[str] = []
    proofs: list[str] = []

    @property
    def found(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.altered, *self.feeds, *self.books, *self.proofs]


async def judge(
    parts: Parts, asker: Asker, journals: Sequence[Journal], cup: Cup, listeners: Sequence[Listener], home: Path
) -> Verdict:
    """Judges a night when nobody writes any more and everything runs."""
    verdict = Verdict()
    expected: defaultdict[str, list[Acknowledgement]] = defaultdict(list)
    for said in (said for journal in journals for said in journal.acknowledged):
        expected[said.match].append(said)
    ends: dict[str, int] = {}
    store = LogStore(parts.environment["CHRONIK_REDIS_URL"], timeout=30)
    try:
        for match, told in sorted(expected.items()):
            batches = await _batches(store, asker, match, verdict)
            ends[match] = batches[-1].version if batches else 0
            compare(match, told, batches, journals, verdict)
    finally:
        await store.close()
    await _listened(listeners, ends, verdict)
    await _booked(parts, ends, verdict)
    await _proven(parts, asker, cup, home, verdict)
    return verdict


async def _batches(store: LogStore, asker: Asker, match: str, verdict: Verdict) -> list[Batch]:
    """The log of a match, from where it is: the cluster, or its archive."""
    verdict.matches += 1
    tail, secret = await patiently(partial(store.whole, match))
    if tail.items and secret is not None:
        verdict.altered += [f"{match}: {flaw}" for flaw in await patiently(partial(store.fsck, match))]
        heads = dict(chain_heads(outline(tail.batches), Keys.of(match, secret)))
        return [Batch(one.version, heads.get(one.version, ""), one.batch, one.mark[:16]) for one in tail.items]
    verdict.archived += 1
    archive = unpack((await asker.patiently("GET", f"/matches/{match}/archive")).content)
    verification = verify(archive, LOADED)
    if not verification.ok:
        verdict.altered.append(f"{match}: {verification.sentence}")
    heads = dict(chain_heads(outline(archive.batches), Keys.of(match, bytes.fromhex(archive.manifest.secret))))
    return [Batch(v, head, stored, None) for (v, head), stored in zip(heads.items(), archive.batches, strict=True)]


def compare(
    match: str,
    told: Sequence[Acknowledgement],
    batches: Sequence[Batch],
    journals: Sequence[Journal],
    verdict: Verdict,
) -> None:
    """Holds what was acknowledged of a match against its log, and looks for what stands there twice."""
    at = {batch.version: batch for batch in batches}
    for said in told:
        verdict.acknowledged += 1
        batch, where = at.get(said.version), f"{match} version {said.version}"
        if batch is None:
            verdict.lost.append(f"{where}: acknowledged with {said.status}, and not there")
            continue
        line = msgspec.json.decode(batch.stored, type=Line)
        same = not said.intent.command or (line.seat, bytes(line.cmd)) == (said.intent.seat, said.intent.command)
        brought = batch.key is None or batch.key == hashed(said.intent.key)
        if batch.head != said.head or not same or not brought:
            verdict.altered.append(f"{where}: another head, command or key")
    by_version = Counter(said.version for said in told)
    verdict.doubled += [f"{match}: version {v} was acknowledged {n} times" for v, n in by_version.items() if n > 1]
    applied: Counter[tuple[int, int]] = Counter()
    intents = {hashed(key): (n, number) for n, one in enumerate(journals) for key, number in one.intents.items()}
    for batch in batches:
        if batch.key is not None and batch.key in intents:
            applied[intents[batch.key]] += 1
    verdict.doubled += [f"{match}: an intent stands there {n} times" for n in applied.values() if n > 1]


async def _listened(listeners: Sequence[Listener], ends: dict[str, int], verdict: Verdict) -> None:
    """Whoever still listens has come to where the log ends."""

    def behind() -> list[Listener]:
        return [one for one in listeners if not one.ended and one.match in ends and one.last != ends[one.match]]

    async def nobody_is_behind() -> bool:
        return not behind()

    with suppress(TimeoutError):
        await until(nobody_is_behind, FEEDS_SECONDS)
    verdict.feeds += [f"{one.match}: heard up to {one.last} of {ends[one.match]}" for one in behind()]


async def _booked(parts: Parts, ends: dict[str, int], verdict: Verdict) -> None:
    """The books have every log to its end, and are what a rebuild makes of the logs."""

    async def rows(columns: str, table: str = "matches") -> list[tuple[object, ...]]:
        connection = await asyncpg.connect(parts.environment["CHRONIK_DATABASE_URL"])
        try:
            return [tuple(row) for row in await connection.fetch(f"SELECT {columns} FROM {table} ORDER BY 1")]
        finally:
            await connection.close()

    async def missing() -> list[str]:
        booked = {row[0]: row[1] for row in await rows("id, version")}
        return [f"{match}: booked to {booked.get(match)} of {n}" for match, n in ends.items() if booked.get(match) != n]

    async def nothing_is_missing() -> bool:
        return not await missing()

    with suppress(TimeoutError):
        await until(nothing_is_missing, BOOKS_SECONDS)
    verdict.books += await missing()
    kept = await rows("*")
    verdict.rows = len(kept)
    noted = await rows("match, archived_at, left_at", "archives")
    verdict.noted = sum(archived is not None for _, archived, _ in noted)
    verdict.left = sum(left is not None for *_, left in noted)
    rebuilt = await parts.command("rebuild")
    if rebuilt.returncode:
        verdict.books.append(f"rebuild: {rebuilt.stdout[-500:]} {rebuilt.stderr[-500:]}")
    anew = await rows("*")
    if anew != kept:
        verdict.books.append(f"{sum(one != other for one, other in zip(kept, anew, strict=False))} rows differ from a"
                             f" rebuild, {len(kept)} before and {len(anew)} after")  # fmt: skip


async def _proven(parts: Parts, asker: Asker, cup: Cup, home: Path, verdict: Verdict) -> None:
    """Every chain is whole, and the bundle of every tournament that was held verifies."""
    checked = await parts.command("fsck")
    if checked.returncode:
        verdict.proofs.append(f"fsck: {checked.stdout[-500:]} {checked.stderr[-500:]}")
    for tournament in cup.held:
        verdict.tournaments += 1
        file = home / f"{tournament}.bundle.ndjson"
        for _ in range(TRIES):  # what breaks off, for a log did not answer, can be seen to have, and is asked for again
            file.write_bytes((await asker.patiently("GET", f"/tournaments/{tournament}/bundle")).content)
            if is_whole(file):
                break
            await asyncio.sleep(1)
        verified = await parts.command("verify", str(file))
        if verified.returncode:
            verdict.proofs.append(f"{tournament}: {verified.stdout[-500:]} {verified.stderr[-500:]}")
