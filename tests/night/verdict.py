"""The verdict on a night: acknowledgements against the stored logs, feeds, results, archives and bundles."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from chronik.domain.engine.match.log import Author
from chronik.service.log.store import LogStore
from chronik.service.tournaments.proof_file import is_whole
from tests.night.asking import Asker
from tests.night.books import Booked, booked
from tests.night.cup import Cup
from tests.night.listening import Heard, Listener
from tests.night.parts import Parts
from tests.night.stored import REFUSALS, Batch, Stored, stored
from tests.support.crash.journal import Acknowledgement, Intent, Journal
from tests.support.crash.verdict import Line, hashed
from tests.support.service.apps import until

FEEDS_SECONDS = 120.0
TRIES = 120
"""The number of attempts to get a whole bundle."""


class Verdict(Struct):
    """The counts of what was checked, and a sentence for everything that breaks a promise."""

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

    def take(self, stored: Stored) -> None:
        """Counts a checked match, and what is wrong with its stored form."""
        self.matches += 1
        self.archived += stored.archived
        self.altered += stored.spoilt
        self.lost += stored.gone

    def take_books(self, found: Booked) -> None:
        """Counts the rows of the database, and what is wrong with them."""
        self.rows, self.noted, self.left = found.rows, found.noted, found.left
        self.books += found.wrong


async def judge(
    parts: Parts,
    asker: Asker,
    journals: Sequence[Journal],
    cup: Cup,
    listeners: Sequence[Listener],
    heard: Heard,
    home: Path,
) -> Verdict:
    """Judges a night when writing has ended and everything runs."""
    verdict = Verdict()
    expected: defaultdict[str, list[Acknowledgement]] = defaultdict(list)
    for said in (said for journal in journals for said in journal.acknowledged):
        expected[said.match].append(said)
    ends: dict[str, int] = {}
    store = LogStore(parts.environment["CHRONIK_REDIS_URL"], timeout=30)
    try:
        for match, told in sorted(expected.items()):
            found = await stored(store, asker, match)
            verdict.take(found)
            ends[match] = found.batches[-1].version if found.batches else 0
            compare(match, told, found.batches, journals, verdict)
    finally:
        await store.close()
    await _listened(listeners, ends, verdict)
    verdict.feeds += cut_short(heard, ends)
    verdict.take_books(await booked(parts, ends))
    await _proven(parts, asker, cup, home, verdict)
    return verdict


def compare(
    match: str,
    told: Sequence[Acknowledgement],
    batches: Sequence[Batch],
    journals: Sequence[Journal],
    verdict: Verdict,
) -> None:
    """Compares the acknowledgements of a match with its log: all must be there, once, and in order."""
    at = {batch.version: batch for batch in batches}
    for said in told:
        verdict.acknowledged += 1
        batch, where = at.get(said.version), f"{match} version {said.version}"
        if batch is None:
            verdict.lost.append(f"{where}: acknowledged with {said.status}, and not there")
        elif batch.head != said.head or not _is_brought_by(said.intent, batch):
            verdict.altered.append(f"{where}: another head, command or key")
    by_version = Counter(said.version for said in told)
    verdict.doubled += [f"{match}: version {v} was acknowledged {n} times" for v, n in by_version.items() if n > 1]
    verdict.doubled += _unasked(match, batches, by_version.keys(), journals)
    verdict.altered += [
        f"{match}: version {later.version} is of a command that was sent when {earlier.version} was acknowledged"
        for earlier, later in pairwise(told)
        if later.version < earlier.version
    ]


def _unasked(
    match: str, batches: Sequence[Batch], acknowledged: Collection[int], journals: Sequence[Journal]
) -> Iterator[str]:
    """Yields commands of players in a match that were not acknowledged, and that no player still waits for.

    Players repeat a command until it is acknowledged, so any other command was done twice.
    """
    unanswered = [one.unanswered for one in journals if one.unanswered and match in one.unanswered.path]
    for batch in batches:
        line = msgspec.json.decode(batch.stored, type=Line)
        if line.by is not Author.SEAT or batch.version in acknowledged:
            continue
        waited_for = next((intent for intent in unanswered if _is_brought_by(intent, batch)), None)
        if waited_for is None:
            yield f"{match} version {batch.version}: seat {line.seat} did once more {bytes(line.cmd)!r}"
        else:
            unanswered.remove(waited_for)


def _is_brought_by(intent: Intent, batch: Batch) -> bool:
    """Returns whether an intent may have caused a batch, by its command and, if it is stored, its key."""
    line = msgspec.json.decode(batch.stored, type=Line)
    same = not intent.command or (line.seat, bytes(line.cmd)) == (intent.seat, intent.command)
    return same and batch.key in (None, hashed(intent.key))


async def _listened(listeners: Sequence[Listener], ends: dict[str, int], verdict: Verdict) -> None:
    """Waits until every listener has reached the end of its log, and reports those that have not."""

    def behind() -> list[Listener]:
        return [one for one in listeners if not one.ended and one.match in ends and one.last != ends[one.match]]

    async def nobody_is_behind() -> bool:
        return not behind()

    with suppress(TimeoutError):
        await until(nobody_is_behind, FEEDS_SECONDS)
    verdict.feeds += [f"{one.match}: heard up to {one.last} of {ends[one.match]}" for one in behind()]


def cut_short(heard: Heard, ends: Mapping[str, int]) -> list[str]:
    """Returns the streams that ended before their logs."""
    return [f"{match}: a feed ended at {n} of {ends[match]}" for match, n in heard.ends.items() if ends[match] != n]


async def _proven(parts: Parts, asker: Asker, cup: Cup, home: Path, verdict: Verdict) -> None:
    """Checks every chain, and verifies the bundle of every finished tournament."""
    checked = await parts.command("fsck")
    if checked.returncode:
        verdict.proofs.append(f"fsck: {checked.stdout[-500:]} {checked.stderr[-500:]}")
    for tournament in cup.held:
        verdict.tournaments += 1
        file = home / f"{tournament}.bundle.ndjson"
        for _ in range(TRIES):  # a bundle that breaks off because a log did not answer is requested again
            answer = await asker.patiently("GET", f"/tournaments/{tournament}/bundle", known=REFUSALS)
            file.write_bytes(answer.content)
            if answer.is_error or is_whole(file):
                break
            await asyncio.sleep(1)
        verified = await parts.command("verify", str(file))
        if verified.returncode:
            verdict.proofs.append(f"{tournament}: {verified.stdout[-500:]} {verified.stderr[-500:]}")
