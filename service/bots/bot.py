"""A bot: the function that chooses its answers, and whether it needs a view for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from chronik.service.bots.bot_random import Luck


class Bot(Struct, frozen=True):
    """A program that plays a seat. `answer` chooses a command from the seat's view, its options and random numbers.

    Without `needs_view` the view is None, so that it does not have to be built.
    """

    level: str
    answer: Callable[[Any, Sequence[Any], Luck], Any]
    needs_view: bool = True


def choose_any(view: Any, options: Sequence[Any], luck: Luck) -> Any:
    """Returns any of the options, each equally likely."""
    return options[luck.below(len(options))]


RANDOM = Bot("random", choose_any, needs_view=False)
