"""The findings on one server of a cluster: whether it stops when cut off, and whether the others continue."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.log.server_status import ClusterSettings

SUBJECT = "log"
LAG_SECONDS = 2
"""Seconds for which a master keeps accepting writes without hearing from its replica; replicas report every second."""
HASTY_MS, SLOW_MS = 1_000, 10_000
"""Milliseconds: below the first, a busy server counts as failed; above the second, matches stop for too long."""


def check_member(asked: ClusterSettings | None, replicas: int | None) -> Iterator[Finding]:
    """Yields the findings on one server, from its settings and its number of replicas, or None if it is a replica."""
    found = list(_followers(replicas))
    if asked is None:
        found.append(
            note(
                SUBJECT,
                "It does not report its cluster settings, because CONFIG GET is forbidden. Check them yourself.",
            )
        )
    else:
        found += [*_fence(asked, replicas), *_others(asked)]
    yield from found or [good(SUBJECT, "If it is cut off, it stops accepting writes, and the other servers continue.")]


def _followers(replicas: int | None) -> Iterator[Finding]:
    if replicas == 0:
        yield unsafe(SUBJECT, "It currently has no replica, so its matches accept no commands. Start its replica.")
    elif replicas is not None and replicas > 1:
        yield note(
            SUBJECT,
            f"It has {replicas} replicas: a write that only one of them has may be lost when another becomes master.",
        )


def _fence(asked: ClusterSettings, replicas: int | None) -> Iterator[Finding]:
    """Yields findings on whether a master that is cut off stops accepting writes."""
    fewest, lag = asked.min_replicas_to_write, asked.min_replicas_max_lag
    if not fewest or not lag:
        name = "min-replicas-max-lag" if fewest else "min-replicas-to-write"
        yield unsafe(
            SUBJECT,
            f"{name} is 0: if the server is cut off, it keeps accepting writes, which are lost when it returns. Set "
            f"min-replicas-to-write to 1 and min-replicas-max-lag to {LAG_SECONDS}.",
        )
        return
    if replicas and fewest > replicas:
        yield unsafe(
            SUBJECT,
            f"min-replicas-to-write is {fewest}, more than its replicas ({replicas}), so it accepts no writes. "
            "Set it to 1.",
        )
    if lag > LAG_SECONDS:
        yield note(
            SUBJECT,
            f"min-replicas-max-lag is {lag} instead of {LAG_SECONDS}: if the server is cut off, it keeps accepting "
            f"writes for {lag} seconds.",
        )


def _others(asked: ClusterSettings) -> Iterator[Finding]:
    """Yields findings on whether a failed master stops all matches, or stops its own matches for too long."""
    if asked.full_coverage:
        yield unsafe(
            SUBJECT,
            "cluster-require-full-coverage is yes: while one master is missing, all matches stop. Set it to no.",
        )
    said = f"cluster-node-timeout is {asked.node_timeout_ms / 1000:g} s instead of a few seconds"
    if asked.node_timeout_ms > SLOW_MS:
        yield note(SUBJECT, f"{said}: if a master fails, its matches stop for even longer.")
    elif asked.node_timeout_ms < HASTY_MS:
        yield note(SUBJECT, f"{said}: a master that is busy for a moment counts as failed.")
