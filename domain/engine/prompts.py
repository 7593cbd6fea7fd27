"""Prompts: the questions that a game is waiting on, each with the seat that owes the answer and its id."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct


class Prompt(Protocol):
    """A question to one seat. Each game has a closed union of prompts."""

    @property
    def seat(self) -> int: ...


class HasPrompts(Protocol):
    """The part of a game's state that the engine reads: its open prompts."""

    @property
    def prompts(self) -> tuple[Any, ...]: ...

    def prompts_asked_again(self, before: Any) -> tuple[Any, ...]:
        """Returns the prompts that are new since the state before, even if they equal a prompt that was open then."""
        ...


class NumberedPrompt(Struct, frozen=True, gc=False):
    """A prompt with its id: the version of the entry that opened it."""

    id: int
    prompt: Any
