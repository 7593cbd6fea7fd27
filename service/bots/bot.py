"""A bot: what it answers, and whether it looks before it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from service.bots.bot_random import Luck


class Bot(Struct, frozen=True):
    """A player of some level: from its own view, its options and numbers of its own to a command.

    One that does not look gets no view, so that none need be built.
    """

    level: str
    answer: Callable[[Any, Sequence[Any], Luck], Any]
    looks: bool = True


def anything(view: Any, options: Sequence[Any], luck: Luck) -> Any:
    """Any of the options, each equally likely."""
    return options[luck.below(len(options))]


RANDOM = Bot("random", anything, looks=False)
