"""Sealed choices: several seats choose at once, and what they chose is shown when the last one has.

A game may ask like this; its state is then a `Sealing`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.engine.prompts import Asking
from domain.engine.tuples import placed

MAX_REPLACED = 50


class Sealed(Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice that is made but not yet revealed, and how often it was replaced."""

    choice: Any
    replaced: int = 0


class Sealing(Struct, frozen=True, gc=False, kw_only=True):
    """A state with open prompts, and the sealed choices by seat.

    A seat that has sealed its choice keeps its prompt, and may replace the choice, until the prompt is closed for all.
    """

    prompts: tuple[Any, ...] = ()
    sealed: tuple[Sealed | None, ...] = ()

    def anew(self, before: Sealing) -> tuple[Any, ...]:
        """No prompt is asked anew while it is open."""
        return ()


def sealed_choices(state: Asking) -> tuple[Sealed | None, ...] | None:
    """What each seat has sealed; None where the game seals nothing."""
    return state.sealed if isinstance(state, Sealing) else None


def sealed_by(state: Asking, seat: int) -> Sealed | None:
    """The choice that a seat has sealed; None where it has not, or where its game seals nothing."""
    sealed = sealed_choices(state)
    return None if sealed is None else sealed[seat]


def seal(state: Sealing, seat: int, choice: Any) -> tuple[Sealed | None, ...]:
    """The sealed choices after a seat has sealed one, or replaced the one it had sealed."""
    before = state.sealed[seat]
    return placed(state.sealed, seat, Sealed(choice) if before is None else Sealed(choice, before.replaced + 1))


def is_final(sealed: Sealed | None) -> bool:
    """Whether a choice has been replaced so often that it is no longer replaced."""
    return sealed is not None and sealed.replaced >= MAX_REPLACED


def is_awaited(state: Sealing) -> bool:
    """Whether somebody still owes an answer."""
    sealed = state.sealed
    for prompt in state.prompts:  # noqa: SIM110 - asked for every command: a generator would cost as much as the rest
        if sealed[prompt.seat] is None:
            return True
    return False


def choices(state: Sealing) -> tuple[Any, ...]:
    """What each seat has sealed, None where it has not."""
    return tuple([sealed and sealed.choice for sealed in state.sealed])
