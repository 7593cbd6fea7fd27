"""The choices of some cards of a hand: every multiset of a size, counted at once and made only when looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar, overload

from domain.cities_knights.cards.kinds import Cards, Counts, counted, holds, of

T = TypeVar("T")


class Choices(Sequence[T], Generic[T]):
    """Every way to choose so many cards of a hand, as commands; the first kinds of C-57 are taken first."""

    __slots__ = ("_count", "_hand", "_made_of", "_size")

    def __init__(self, hand: Counts, size: int, made_of: Callable[[Cards], T]) -> None:
        self._hand = hand
        self._size = size
        self._made_of = made_of
        self._count = ways(hand, size)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return (self._made_of(of(chosen)) for chosen in _chosen(self._hand, self._size))

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
        return self._made_of(of(_nth(self._hand, self._size, i)))


def chosen_from(hand: Counts, size: int, cards: Cards) -> bool:
    """Whether these are so many cards of a hand."""
    counts = counted(cards)
    return sum(counts) == size and holds(hand, counts)


def most_plentiful(hand: Counts, size: int) -> Cards:
    """So many cards of a hand, of the most plentiful kinds first, equal ones in the order of C-57 (1.19)."""
    chosen = [0] * len(hand)
    for kind in sorted(range(len(hand)), key=lambda kind: (-hand[kind], kind)):
        chosen[kind] = min(hand[kind], size)
        size -= chosen[kind]
    return of(tuple(chosen))


@lru_cache(maxsize=1 << 14)
def ways(hand: Counts, size: int) -> int:
    """How many ways there are to choose so many cards of a hand, or of the last kinds of one."""
    if not hand:
        return not size
    return sum([ways(hand[1:], size - count) for count in range(min(hand[0], size) + 1)])


def _nth(hand: Counts, size: int, n: int) -> Counts:
    chosen: list[int] = []
    for kind in range(len(hand)):
        count = min(hand[kind], size)
        while n >= (those := ways(hand[kind + 1 :], size - count)):
            n -= those
            count -= 1
        chosen.append(count)
        size -= count
    return tuple(chosen)


def _chosen(hand: Counts, size: int) -> Iterator[Counts]:
    if not hand:
        yield ()
        return
    rest, held = hand[1:], sum(hand[1:])
    for count in range(min(hand[0], size), max(size - held, 0) - 1, -1):
        for others in _chosen(rest, size - count):
            yield (count, *others)
