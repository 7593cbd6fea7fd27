"""The judgements of a soak: planted growth is detected, and a slow machine is not blamed on the service."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.soak import leaking
from tests.soak.verdict import MIB, Line, Sample, Soaked, judged
from tests.support.cases import for_each

SECONDS = 360.0
Figure = Callable[[float], float]


def flat(_: float) -> float:
    return 0.0


def soaked(
    memory: Figure = flat, files: Figure = flat, tasks: Figure = flat, slow: Figure = flat, machine: Figure = flat
) -> Soaked:
    """Returns six minutes of a steady service with planted changes, each given as a function of the minute."""
    rng = Random(16)
    samples = [
        Sample(
            at=at,
            memory=int((150 + memory(at / 60) + rng.uniform(-0.3, 0.3)) * MIB),
            descriptors=int(60 + files(at / 60) + rng.randrange(8)),
            tasks=int(80 + tasks(at / 60) + rng.randrange(12)),
        )
        for at in range(0, int(SECONDS), 2)
    ]
    commands = [
        (at, (5 + rng.expovariate(0.5)) * (1 + slow(at / 60)) * (1 + machine(at / 60)))
        for at in (n * SECONDS / 7_200 for n in range(7_200))
    ]
    yardstick = [(at / 2, rng.uniform(2, 3) * (1 + machine(at / 120))) for at in range(2 * int(SECONDS))]
    return Soaked(0.0, SECONDS, tuple(samples), tuple(commands), tuple(yardstick))


def refused(lines: tuple[Line, ...]) -> list[str]:
    return [line.said.partition(":")[0] for line in lines if not line.good]


def test_a_service_that_does_not_grow_passes() -> None:
    assert refused(judged(soaked())) == []


@for_each(
    ("planted", "seen"),
    [
        (soaked(memory=lambda minute: 0.15 * minute), "memory"),
        (soaked(memory=lambda minute: 3.0 * (minute > 2.5)), "memory"),
        (soaked(files=lambda minute: 1.5 * minute), "descriptors"),
        (soaked(files=lambda minute: 6 * (minute > 3)), "descriptors"),
        (soaked(tasks=lambda minute: 2 * minute), "tasks"),
        (soaked(slow=lambda minute: minute / 9), "commands"),
    ],
)
def test_growth_is_detected(planted: Soaked, seen: str) -> None:
    assert refused(judged(planted)) == [seen]


def test_a_short_peak_does_not_count_as_growth() -> None:
    """The 99th percentile may double while the engine is down, and memory may rise for a moment."""
    moment = soaked(
        memory=lambda m: 20.0 * (3 < m < 3.2), files=lambda m: 40 * (3 < m < 3.2), slow=lambda m: 9.0 * (3 < m < 3.3)
    )
    assert refused(judged(moment)) == []


def test_times_on_a_machine_that_slows_down_are_reported_and_not_judged() -> None:
    *_, commands = judged(soaked(machine=lambda minute: minute / 12))
    assert not commands.good
    assert commands.said.endswith("disturbed, and not judged")


def test_a_period_without_measurements_is_not_judged() -> None:
    whole = soaked()
    later = Soaked(whole.since, 2 * whole.until, whole.samples, whole.commands, whole.yardstick)
    with pytest.raises(ValueError, match="hardly anything"):
        judged(later)


async def test_control_the_leaking_service_keeps_every_request(monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[Any] = []

    async def handle(scope: Any, _receive: Any, _send: Any) -> None:
        answered.append(scope)

    kept: list[Any] = []
    monkeypatch.setattr(leaking, "ASKED", kept)
    monkeypatch.setattr(leaking, "create_app", lambda *_: SimpleNamespace(asgi_handler=handle))
    app: Any = leaking.leaking("settings")
    await app.asgi_handler({"path": "/"}, None, None)
    assert kept == answered == [{"path": "/"}]
