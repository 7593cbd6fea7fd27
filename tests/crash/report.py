"""The report of a run of the crash loop: what it did and what it found."""

from __future__ import annotations

from msgspec import Struct

from tests.support.crash.verdict import Verdict


class Report(Struct):
    """The counts of a run, and a sentence for everything that should not have happened."""

    seed: int
    writers: int = 0
    rounds: int = 0
    services_killed: int = 0
    engines_killed: int = 0
    judged: int = 0
    matches: int = 0
    finished: int = 0
    acknowledged: int = 0
    unknown: int = 0
    retried: int = 0
    archives: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    lost: list[str] = []
    doubled: list[str] = []
    altered: list[str] = []
    wrong: list[str] = []

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.altered or self.wrong)

    def take(self, verdict: Verdict) -> None:
        self.judged += 1
        self.lost += verdict.lost
        self.doubled += verdict.doubled
        self.altered += verdict.altered

    def __str__(self) -> str:
        found = [*self.lost, *self.doubled, *self.altered, *self.wrong]
        return "\n".join(
            [
                f"seed {self.seed}: {self.rounds} rounds in {self.seconds:.0f} s, {self.writers} writers; killed"
                f" {self.services_killed} services and {self.engines_killed} engines; slowest return"
                f" {self.slowest:.1f} s",
                f"{self.acknowledged} commands acknowledged in {self.matches} matches ({self.finished} played to the"
                f" end, {self.archives} archives verified); {self.unknown} outcomes unknown, {self.retried} repeats",
                f"{self.judged} judgements: lost {len(self.lost)}, doubled {len(self.doubled)},"
                f" altered {len(self.altered)}, wrong answers {len(self.wrong)}",
                *found[:30],
            ]
        )
