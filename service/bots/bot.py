"""Defines a bot: a function that chooses its answers, and how far the bot thinks ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from chronik.service.bots.bot_random import Luck


class Depth(Struct, frozen=True):
    """The depth of a bot's thinking: the number of options that it tries, and of deals of what its seat cannot see."""

    options: int
    worlds: int


class Bot(Struct, frozen=True):
    """A program that plays a seat. `answer` chooses a command from the seat's view, its options and random numbers.

    If `needs_view` is false, the view is None, so that it need not be built. With a depth, the bot thinks about the
    options of its choice (`thinking.py`), and `answer` finishes the turns that it imagines. `rate` then rates options
    from a view, to choose the ones to try; without it they are drawn at random.
    """

    level: str
    answer: Callable[[Any, Sequence[Any], Luck], Any]
    needs_view: bool = True
    depth: Depth | None = None
    rate: Callable[[Any, Sequence[Any]], Sequence[float]] | None = None


def choose_any(view: Any, options: Sequence[Any], luck: Luck) -> Any:
    """Returns one of the options, all equally likely."""
    return options[luck.below(len(options))]


RANDOM = Bot("random", choose_any, needs_view=False)
