"""Questions the game is waiting on, as values: who owes an answer, since when, and what is already sealed."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct


class Prompt(Protocol):
    """A question put to one seat; each game has a closed union of them."""

    @property
    def seat(self) -> int: ...


class Sealed(Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice that is made but not yet revealed, and how often it was replaced."""

    choice: Any
    replaced: int = 0


class Asking(Protocol):
    """What the engine reads of any game's state: the open prompts and, by seat, the sealed choices.

    A seat that has sealed its choice keeps its prompt, and may replace the choice, until the prompt is closed for all.
    """

    @property
    def prompts(self) -> tuple[Any, ...]: ...
    @property
    def sealed(self) -> tuple[Sealed | None, ...]: ...


class Asked(Struct, frozen=True, gc=False):
    """A prompt with its id, the version that opened it."""

    id: int
    prompt: Any


def renumbered(before: tuple[Asked, ...], prompts: tuple[Any, ...], version: int) -> tuple[Asked, ...]:
    """The open prompts with their ids: one that stays open keeps its id, a new one has this version."""
    if not before:
        return tuple([Asked(version, prompt) for prompt in prompts])
    still, asked = list(before), list[Asked]()
    for prompt in prompts:
        for known in still:
            if known.prompt == prompt:
                still.remove(known)
                asked.append(known)
                break
        else:
            asked.append(Asked(version, prompt))
    return tuple(asked)
