"""Rate budgets shared by all processes, kept on the log's server.

Callers appear there only as hashes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from chronik.service.log.store import LogStore
from chronik.service.log.wire import Command

SPEND = files("chronik.service.log").joinpath("spend.lua").read_bytes()
REMEMBERED_MS = 3_600_000
"""Milliseconds after a process's last report until the server forgets its open counts."""


async def spend(store: LogStore, spent: Mapping[str, int]) -> dict[str, int]:
    """Reports the budget used by callers since the last report, and returns their total use across all processes.

    Both amounts are in milliseconds: the time in which that much budget is earned.
    """
    commands: list[Command] = [
        ("EVAL", SPEND, 1, f"{{beat}}:spent:{_hash_caller(who)}", used) for who, used in spent.items()
    ]
    used = await store.ask(*commands) if commands else []
    return dict(zip(spent, map(int, used), strict=True))


async def hold(store: LogStore, name: str, held: Mapping[str, int], others: Collection[str]) -> dict[str, int]:
    """Reports how many feeds or the like callers hold open in this process; returns how many they hold in `others`."""
    if not held:
        return {}
    whos = [_hash_caller(who) for who in held]
    some = [word for who, number in zip(whos, held.values(), strict=True) if number for word in (who, number)]
    none = [who for who, number in zip(whos, held.values(), strict=True) if not number]
    mine = _held_key(name)
    commands: list[Command] = [("HSET", mine, *some)] if some else []
    commands += [("HDEL", mine, *none)] if none else []
    commands += [("PEXPIRE", mine, REMEMBERED_MS)]
    reported = len(commands)
    commands += [("HMGET", _held_key(other), *whos) for other in others]
    counts: Sequence[Sequence[bytes | None]] = (await store.ask(*commands))[reported:]
    return {who: sum(int(numbers[at] or 0) for numbers in counts) for at, who in enumerate(held)}


async def let_go(store: LogStore, name: str) -> None:
    """Deletes the open counts of a process, for example those of its previous run."""
    await store.ask(("UNLINK", _held_key(name)))


def _held_key(name: str) -> str:
    return f"{{beat}}:held:{name}"


def _hash_caller(who: str) -> str:
    return sha256(who.encode()).hexdigest()[:32]
