"""Budgets where the log is: what callers have used of them in all processes together. Hashes stand for who they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from service.log.store import LogStore
from service.log.wire import Command

SPEND = files("service.log").joinpath("spend.lua").read_bytes()
REMEMBERED_MS = 3_600_000
"""What a process has open is forgotten after so long: it says so again before."""


async def spend(store: LogStore, spent: Mapping[str, int]) -> dict[str, int]:
    """Tells what callers have used since the last time, and hears what they have used in all processes together.

    Both in milliseconds of the time in which it is earned.
    """
    commands: list[Command] = [("EVAL", SPEND, 1, _key("spent", who), used) for who, used in spent.items()]
    used = await store.ask(*commands) if commands else []
    return dict(zip(spent, map(int, used), strict=True))


async def hold(store: LogStore, name: str, held: Mapping[str, int], others: Collection[str]) -> dict[str, int]:
    """Tells how many of something callers have open in a process, and hears how many they have in others."""
    commands: list[Command] = []
    for who, number in held.items():
        key = _key("held", who, name)
        commands.append(("SET", key, number, "PX", REMEMBERED_MS) if number else ("DEL", key))
    told = len(commands)
    if others:
        commands += [("MGET", *(_key("held", who, other) for other in others)) for who in held]
    found: Sequence[Sequence[bytes | None]] = (await store.ask(*commands))[told:] if commands else []
    sums = [sum(int(number) for number in numbers if number is not None) for numbers in found]
    return dict(zip(held, sums or [0] * len(held), strict=True))


def _key(of: str, who: str, *more: str) -> str:
    return ":".join(("{beat}", of, sha256(who.encode()).hexdigest()[:32], *more))
