"""Questions the game is waiting on, as values: who owes an answer, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct


class Prompt(Protocol):
    """A question put to one seat; each game has a closed union of them."""

    @property
    def seat(self) -> int: ...


class Asking(Protocol):
    """The state of a game, as far as the engine reads it: the open prompts."""

    @property
    def prompts(self) -> tuple[Any, ...]: ...

    def anew(self, before: Any) -> tuple[Any, ...]:
        """The prompts that the event after the state before asks anew: one may read like one that was open."""
        ...


class Asked(Struct, frozen=True, gc=False):
    """A prompt with its id, the version that opened it."""

    id: int
    prompt: Any


def renumbered(before: tuple[Asked, ...], states: Sequence[Asking], version: int) -> tuple[Asked, ...]:
    """The open prompts with their ids after some events, given the states before and after each, and the last version.

    One that stays open keeps its id. One that an event opens, or asks anew, has the version of that event.
    """
    earlier, last = states[-2], states[-1]
    prompts, anew = last.prompts, last.anew(earlier)
    if prompts == anew:
        return tuple([Asked(version, prompt) for prompt in prompts])
    open_before = earlier.prompts
    if len(states) == 2 and prompts is open_before and not anew:
        return before
    if not [prompt for prompt in prompts if prompt in open_before]:
        return tuple([Asked(version, prompt) for prompt in prompts])
    return tuple([_asked(before, states, version, prompt, prompts[:n]) for n, prompt in enumerate(prompts)])


def _asked(
    before: tuple[Asked, ...], states: Sequence[Asking], version: int, prompt: Any, beside: tuple[Any, ...]
) -> Asked:
    """A prompt with its id; equal ones that are open `beside` it come first."""
    equal = beside.count(prompt)
    for at in range(len(states) - 1, 0, -1):
        earlier = states[at - 1]
        if prompt in states[at].anew(earlier) or earlier.prompts.count(prompt) <= equal:
            return Asked(version, prompt)
        version -= 1
    return [known for known in before if known.prompt == prompt][equal]
