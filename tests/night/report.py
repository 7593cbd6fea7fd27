"""The report of a night: what it did and what it found."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from tests.night.asking import Asker
from tests.night.cup import Cup
from tests.night.faults import Faults
from tests.night.listening import Heard
from tests.night.parts import Parts, Sample, Sampled
from tests.night.verdict import Verdict

GROWTH = 1 << 20
"""Bytes by which memory may grow in ten minutes."""
FILES = 64
"""The number of additional files, without feeds, that may be open at the end: tables reconnect to it, as feeds do."""
SETTLED = 600.0
"""Seconds until caches are full: earlier samples do not count."""

NOT_MEASURED = "not measured"


class Report(Struct):
    """The counts of a night, and a sentence for everything that should not have happened."""

    seed: int
    seconds: float = 0.0
    verdict: Verdict = field(default_factory=Verdict)
    finished: int = 0
    unknown: int = 0
    retried: int = 0
    heard: int = 0
    streams: int = 0
    refused: dict[str, int] = {}
    faults: dict[str, int] = {}
    died: int = 0
    begun: int = 0
    memory: str = NOT_MEASURED
    wrong: list[str] = []
    unkept: list[str] = []

    @property
    def good(self) -> bool:
        return not (self.verdict.found or self.wrong or self.unkept)

    def take(
        self,
        asker: Asker,
        heard: Heard,
        faults: Faults,
        parts: Parts,
        sampled: Sampled,
        finished: Sequence[int],
        cup: Cup,
    ) -> None:
        """Adds the counts of all parts."""
        self.finished, self.begun = sum(finished), len(cup.begun)
        self.unknown, self.retried = asker.unknown, asker.retried
        self.heard, self.streams, self.refused = heard.entries, heard.streams, dict(heard.refused)
        self.faults = dict(sorted(faults.done.items()))
        self.died = sum(service.died for service in parts.services)
        self.wrong += [*asker.wrong, *heard.wrong]
        if self.died:
            self.unkept.append(f"services ended {self.died} times without being told to")
        self.weigh(sampled.samples)

    def weigh(self, samples: Sequence[Sample]) -> None:
        """Judges whether the service that was never killed uses as much at the end as when it had settled.

        Feeds of killed services reconnect to it, so only descriptors that are not feeds count; others come and go, and
        the minimum of each third is compared.
        """
        later = [one for one in samples if one.at - samples[0].at > SETTLED]
        if len(later) < 30:
            return
        third = len(later) // 3
        before, after = later[:third], later[-third:]
        ten_minutes = max((after[0].at - before[0].at) / 600, 0.1)
        grown = (sum(one.memory for one in after) - sum(one.memory for one in before)) / third / ten_minutes
        first, last = (min(one.descriptors - one.feeds for one in some) for some in (before, after))
        self.memory = f"{grown / (1 << 20):+.2f} MiB in ten minutes; descriptors but feeds {first} and {last}"
        if grown > GROWTH:
            self.unkept.append(f"memory grows: {self.memory}")
        if last - first > FILES:
            self.unkept.append(f"descriptors grow: {self.memory}")

    def __str__(self) -> str:
        verdict = self.verdict
        faults = ", ".join(f"{number} × {name}" for name, number in self.faults.items())
        counts = (
            f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, altered {len(verdict.altered)},"
            f" feeds {len(verdict.feeds)}, books {len(verdict.books)}, proofs {len(verdict.proofs)}"
        )
        return "\n".join(
            [
                f"seed {self.seed}, {self.seconds / 60:.0f} minutes; {sum(self.faults.values())} faults: {faults}",
                f"{verdict.acknowledged} commands acknowledged in {verdict.matches} matches, {self.finished} of them"
                f" played to the end, {verdict.archived} read from their archives; {self.unknown} outcomes unknown,"
                f" {self.retried} requests repeated",
                f"{self.heard} entries heard by {self.streams} streams, refused: {self.refused or 'none'}",
                f"{self.begun} tournaments begun, {verdict.tournaments} held; {verdict.rows} matches in the books,"
                f" {verdict.noted} archived, {verdict.left} have left the cluster",
                f"memory: {self.memory}",
                f"found: {counts}, wrong answers {len(self.wrong)}",
                *verdict.found[:30],
                *self.wrong[:30],
                *self.unkept,
            ]
        )
