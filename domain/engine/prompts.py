"""Questions the game is waiting on, as values: who owes an answer, and since when."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct


class Prompt(Protocol):
    """A question put to one seat; each game has a closed union of them."""

    @property
    def seat(self) -> int: ...


class Asking(Struct, frozen=True, gc=False, kw_only=True):
    """The state of a game, as far as the engine reads it: the open prompts.

    `anew` are those of them that are asked anew, by the event that opened them: they may have been open before.
    """

    prompts: tuple[Any, ...] = ()
    anew: tuple[Any, ...] = ()


class Asked(Struct, frozen=True, gc=False):
    """A prompt with its id, the version that opened it."""

    id: int
    prompt: Any


def renumbered(
    before: tuple[Asked, ...], prompts: tuple[Any, ...], version: int, anew: tuple[Any, ...] = ()
) -> tuple[Asked, ...]:
    """The open prompts with their ids: one that stays open keeps its id, a new one has this version.

    One that is asked `anew` is a new one, though it may read like one that was open.
    """
    if not before:
        return tuple([Asked(version, prompt) for prompt in prompts])
    still, asked = [known for known in before if known.prompt not in anew], list[Asked]()
    for prompt in prompts:
        for known in still:
            if known.prompt == prompt:
                still.remove(known)
                asked.append(known)
                break
        else:
            asked.append(Asked(version, prompt))
    return tuple(asked)
