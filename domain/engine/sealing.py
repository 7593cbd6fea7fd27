"""Sealed choices: several seats choose at once, and all choices are revealed after the last one.

This is optional for a game. The state of a game that uses it is a `Sealing`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.prompts import HasPrompts

MAX_REPLACED = 50


class Sealed(Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice that has been made but not yet revealed, and the number of times that it was replaced."""

    choice: Any
    replaced: int = 0


class Sealing(Struct, frozen=True, gc=False, kw_only=True):
    """A state with open prompts and with the sealed choice of each seat.

    A seat that has sealed its choice keeps its prompt, and may replace the choice, until the prompt is closed for all.
    """

    prompts: tuple[Any, ...] = ()
    sealed: tuple[Sealed | None, ...] = ()

    def prompts_asked_again(self, before: Sealing) -> tuple[Any, ...]:
        """Returns no prompts: an open prompt is never asked again."""
        return ()


def find_sealed_choices(state: HasPrompts) -> tuple[Sealed | None, ...] | None:
    """Returns the sealed choice of each seat, or None for a game without sealed choices."""
    return getattr(state, "sealed", None)  # a third of the time of `isinstance`, which is slow for Structs


def find_sealed_choice(state: HasPrompts, seat: int) -> Sealed | None:
    """Returns the sealed choice of a seat, or None before it has sealed one."""
    sealed = find_sealed_choices(state)
    return None if sealed is None else sealed[seat]


def find_owing_seat(state: HasPrompts) -> int:
    """Returns the first seat that has an open prompt and has not sealed an answer. Raises `LookupError`."""
    sealed = find_sealed_choices(state)
    for prompt in state.prompts:
        seat: int = prompt.seat
        if sealed is None or sealed[seat] is None:
            return seat
    raise LookupError("no seat owes an answer")


def seal(state: Sealing, seat: int, choice: Any) -> tuple[Sealed | None, ...]:
    """Returns the sealed choices after a seat seals or replaces its choice."""
    before = state.sealed[seat]
    return replace_at(state.sealed, seat, Sealed(choice) if before is None else Sealed(choice, before.replaced + 1))


def is_final(sealed: Sealed | None) -> bool:
    """Returns whether a choice has been replaced `MAX_REPLACED` times, so that it is final."""
    return sealed is not None and sealed.replaced >= MAX_REPLACED


def awaits_choice(state: Sealing) -> bool:
    """Returns whether any seat still owes an answer."""
    sealed = state.sealed
    for prompt in state.prompts:  # noqa: SIM110 - this runs for every command, and a generator would double the cost
        if sealed[prompt.seat] is None:
            return True
    return False


def choices(state: Sealing) -> tuple[Any, ...]:
    """Returns the choice of each seat, or None for a seat that has not chosen."""
    return tuple([sealed and sealed.choice for sealed in state.sealed])
