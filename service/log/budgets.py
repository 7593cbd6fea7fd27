"""Budgets where the log is: what callers have used of them in all processes together. Hashes stand for who they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from service.log.store import LogStore
from service.log.wire import Command

SPEND = files("service.log").joinpath("spend.lua").read_bytes()
REMEMBERED_MS = 3_600_000
"""What a process has open is forgotten when it has said nothing for so long."""


async def spend(store: LogStore, spent: Mapping[str, int]) -> dict[str, int]:
    """Tells what callers have used since the last time, and hears what they have used in all processes together.

    Both in milliseconds of the time in which it is earned.
    """
    commands: list[Command] = [
        ("EVAL", SPEND, 1, f"{{beat}}:spent:{_hashed(who)}", used) for who, used in spent.items()
    ]
    used = await store.ask(*commands) if commands else []
    return dict(zip(spent, map(int, used), strict=True))


async def hold(store: LogStore, name: str, held: Mapping[str, int], others: Collection[str]) -> dict[str, int]:
    """Tells how many of something callers have open in a process, and hears how many they have in others."""
    if not held:
        return {}
    whos = [_hashed(who) for who in held]
    some = [word for who, number in zip(whos, held.values(), strict=True) if number for word in (who, number)]
    none = [who for who, number in zip(whos, held.values(), strict=True) if not number]
    mine = _held(name)
    commands: list[Command] = [("HSET", mine, *some)] if some else []
    commands += [("HDEL", mine, *none)] if none else []
    commands += [("PEXPIRE", mine, REMEMBERED_MS)]
    told = len(commands)
    commands += [("HMGET", _held(other), *whos) for other in others]
    found: Sequence[Sequence[bytes | None]] = (await store.ask(*commands))[told:]
    return {who: sum(int(numbers[at] or 0) for numbers in found) for at, who in enumerate(held)}


async def let_go(store: LogStore, name: str) -> None:
    """Takes back all that was told of what is open in a process: in its life before this one, it may be."""
    await store.ask(("UNLINK", _held(name)))


def _held(name: str) -> str:
    return f"{{beat}}:held:{name}"


def _hashed(who: str) -> str:
    return sha256(who.encode()).hexdigest()[:32]
