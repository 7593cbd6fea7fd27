"""Defines a bot: a function that chooses its answers, and how far the bot thinks ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from chronik.projections.thinking.bot_random import Luck


class Depth(Struct, frozen=True):
    """The depth of a bot's thinking: the number of options that it tries, and of deals of what its seat cannot see.

    If there are fewer options, there are more deals.
    """

    options: int
    worlds: int


class Bargaining(Struct, frozen=True):
    """The functions of a game for the offers of bots, each for a state.

    `offers` yields the offers that a seat may try. `restore` returns a dealt world with the open offers of the state,
    or None if its hands do not cover them. `awaits` returns whether other seats may still answer an offer of a seat.
    """

    offers: Callable[[Any, int], Iterator[Any]]
    restore: Callable[[Any, Any], Any | None] = lambda state, world: world
    awaits: Callable[[Any, int], bool] = lambda state, seat: False


class Bot(Struct, frozen=True):
    """A program that plays a seat. `answer` chooses a command from the seat's view, its options and random numbers.

    If `needs_view` is false, the view is None, so that it need not be built. With a depth, the bot thinks about the
    options of its choice (`thought.py`), and `answer` finishes the turns that it imagines. `rate` then rates options
    from a view, to choose the ones to try; without it they are drawn at random. `foresee` answers for a seat in an
    imagined state, where nothing is hidden from the bot; without it `answer` does, from the seat's view.
    """

    level: str
    answer: Callable[[Any, Sequence[Any], Luck], Any]
    needs_view: bool = True
    depth: Depth | None = None
    rate: Callable[[Any, Sequence[Any]], Sequence[float]] | None = None
    foresee: Callable[[Any, int, Sequence[Any]], Any] | None = None
    bargaining: Bargaining | None = None

    def awaits_answers(self, state: Any, seat: int) -> bool:
        """Returns whether a seat of this bot has made an offer that others may still answer, and waits for them."""
        return self.depth is not None and self.bargaining is not None and self.bargaining.awaits(state, seat)


def choose_any(view: Any, options: Sequence[Any], luck: Luck) -> Any:
    """Returns one of the options, all equally likely."""
    return options[luck.below(len(options))]


RANDOM = Bot("random", choose_any, needs_view=False)
