"""Defines a bot: a function that chooses its answers, and a flag that says whether the function needs a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from chronik.service.bots.bot_random import Luck


class Bot(Struct, frozen=True):
    """A program that plays a seat. `answer` chooses a command from the seat's view, its options and random numbers.

    If `needs_view` is false, the view is None, so that it need not be built.
    """

    level: str
    answer: Callable[[Any, Sequence[Any], Luck], Any]
    needs_view: bool = True


def choose_any(view: Any, options: Sequence[Any], luck: Luck) -> Any:
    """Returns one of the options, all equally likely."""
    return options[luck.below(len(options))]


RANDOM = Bot("random", choose_any, needs_view=False)
