"""All ways to choose a number of cards from a hand: counted in advance, but built only on access."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar, overload

from chronik.domain.cities_knights.cards.kinds import Cards, Counts, count_cards, holds, to_cards

T = TypeVar("T")


class Choices(Sequence[T], Generic[T]):
    """A lazy sequence of the commands that choose `size` cards from a hand, taking kinds in the order of C-57."""

    __slots__ = ("_count", "_hand", "_size", "_to_command")

    def __init__(self, hand: Counts, size: int, to_command: Callable[[Cards], T]) -> None:
        self._hand = hand
        self._size = size
        self._to_command = to_command
        self._count = count_ways(hand, size)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return (self._to_command(to_cards(chosen)) for chosen in _iterate_choices(self._hand, self._size))

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(self._count)))
        i = at + self._count if at < 0 else at
        if not 0 <= i < self._count:
            raise IndexError(at)
        return self._to_command(to_cards(_nth_choice(self._hand, self._size, i)))


def is_choice(hand: Counts, size: int, cards: Cards) -> bool:
    """Returns whether `cards` are exactly `size` cards from this hand."""
    counts = count_cards(cards)
    return sum(counts) == size and holds(hand, counts)


def pick_most_plentiful(hand: Counts, size: int) -> Cards:
    """Returns `size` cards from a hand, the most plentiful kinds first; ties follow the order of C-57 (1.19)."""
    chosen = [0] * len(hand)
    for kind in sorted(range(len(hand)), key=lambda kind: (-hand[kind], kind)):
        chosen[kind] = min(hand[kind], size)
        size -= chosen[kind]
    return to_cards(tuple(chosen))


@lru_cache(maxsize=1 << 14)
def count_ways(hand: Counts, size: int) -> int:
    """Returns the number of ways to choose `size` cards from a hand, or from its last kinds."""
    if not hand:
        return not size
    return sum([count_ways(hand[1:], size - count) for count in range(min(hand[0], size) + 1)])


def _nth_choice(hand: Counts, size: int, n: int) -> Counts:
    chosen: list[int] = []
    for kind in range(len(hand)):
        count = min(hand[kind], size)
        while n >= (those := count_ways(hand[kind + 1 :], size - count)):
            n -= those
            count -= 1
        chosen.append(count)
        size -= count
    return tuple(chosen)


def _iterate_choices(hand: Counts, size: int) -> Iterator[Counts]:
    if not hand:
        yield ()
        return
    rest, held = hand[1:], sum(hand[1:])
    for count in range(min(hand[0], size), max(size - held, 0) - 1, -1):
        for others in _iterate_choices(rest, size - count):
            yield (count, *others)
