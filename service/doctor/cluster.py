"""One server of a cluster: whether it stops by itself where it is cut off, and does not stop the others."""

from __future__ import annotations

from collections.abc import Iterator

from service.doctor.finding import Finding, good, note, unsafe
from service.log.condition import ClusterSettings

SUBJECT = "log"
LAG_SECONDS = 2
"""So long a master that hears nothing of its replica takes writes; replicas say every second that they are there."""
HASTY_MS, SLOW_MS = 1_000, 10_000
"""Below the first a server that is busy is taken for dead, beyond the second nobody plays for too long."""


def member(asked: ClusterSettings | None, replicas: int | None) -> Iterator[Finding]:
    """What is to be said of one, by its settings and by how many follow it: None where it follows another itself."""
    found = list(_followers(replicas))
    if asked is None:
        found.append(
            note(SUBJECT, "It does not tell the settings it has for a cluster (CONFIG GET), so look yourself.")
        )
    else:
        found += [*_fence(asked, replicas), *_others(asked)]
    yield from found or [good(SUBJECT, "Where it is cut off it stops by itself, and the others play on.")]


def _followers(replicas: int | None) -> Iterator[Finding]:
    if replicas == 0:
        yield unsafe(SUBJECT, "No replica follows it now, so its matches take no commands; start the one that it had.")
    elif replicas is not None and replicas > 1:
        yield note(SUBJECT, f"{replicas} replicas follow it: what only one of them has may go with an election.")


def _fence(asked: ClusterSettings, replicas: int | None) -> Iterator[Finding]:
    """Whether a master that is cut off stops taking writes by itself."""
    fewest, lag = asked.min_replicas_to_write, asked.min_replicas_max_lag
    if not fewest or not lag:
        name = "min-replicas-max-lag" if fewest else "min-replicas-to-write"
        yield unsafe(
            SUBJECT,
            f"{name} is 0: when it is cut off it goes on taking writes, which nobody confirms and which are gone when "
            "it comes back.",
        )
        return
    if replicas and fewest > replicas:
        yield unsafe(
            SUBJECT, f"min-replicas-to-write is {fewest}, and {replicas} follow it: it takes no writes at all."
        )
    if lag > LAG_SECONDS:
        yield note(
            SUBJECT,
            f"min-replicas-max-lag is {lag} instead of {LAG_SECONDS}: when it is cut off it goes on taking writes for "
            "so many seconds.",
        )


def _others(asked: ClusterSettings) -> Iterator[Finding]:
    """Whether matches of other masters go on, and its own soon, when one is away."""
    if asked.full_coverage:
        yield unsafe(
            SUBJECT, "cluster-require-full-coverage is yes: while one master is away, no match of the others goes on."
        )
    said = f"cluster-node-timeout is {asked.node_timeout_ms / 1000:g} s instead of a few"
    if asked.node_timeout_ms > SLOW_MS:
        yield note(SUBJECT, f"{said}: for longer than that nobody plays the matches of a master that has died.")
    elif asked.node_timeout_ms < HASTY_MS:
        yield note(SUBJECT, f"{said}: a master that is busy for a moment is taken for dead.")
