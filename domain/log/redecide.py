"""Re-deciding: a recorded command must result in exactly the entries that the log has for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Any, TypeVar

from chronik.domain.engine.game import Rejected
from chronik.domain.log.canonical import encode
from chronik.domain.log.verdict import Altered

Decided = TypeVar("Decided")


def decide_again(first: int, command: Any, decide: Callable[[], Decided]) -> Decided:
    """Decides the command of entry `first` again.

    Raises `Altered` if the rules refuse it or it does not fit the state.
    """
    named = f"entry {first} ({_tag(command)})"
    try:
        return decide()
    except Rejected as refused:
        raise Altered(f"The rules refuse the command of {named}: {refused.code}.", first) from None
    except Exception as error:  # a forged command may cause any error: the log is altered
        kind = type(error).__name__
        raise Altered(f"The command of {named} does not fit the entries before it ({kind}).", first) from None


def compare(first: int, decided: Iterable[Any], stored: Iterable[Any]) -> None:
    """Raises `Altered` at the first stored event that differs from the decided one. Entry `first` has the command."""
    by = f"the command of entry {first}"
    for n, (ours, theirs) in enumerate(zip_longest(decided, stored), first):
        if theirs is None:
            raise Altered(f"Entry {n} is missing: {by} has more events than the log.", n)
        if ours is None:
            raise Altered(f"Entry {n} ({_tag(theirs)}) does not follow from {by}, which has fewer events.", n)
        if encode(ours) != encode(theirs):
            raise Altered(f"Entry {n} ({_tag(theirs)}) does not follow from {by}.", n)


def _tag(value: Any) -> Any:
    return value.__struct_config__.tag
