"""What the active seat may do: its commands by sort, looked for only where its cards may be enough for any (R5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from functools import lru_cache

from msgspec import Struct

from domain.cities_knights.commands import Command
from domain.cities_knights.facts import Facts
from domain.cities_knights.kinds import KINDS, Counts
from domain.cities_knights.printed import Costs
from domain.cities_knights.state import SeatState, State

Listed = Callable[[Facts, State, int], Iterable[Command]]

MANY = 100
"""More cards of a kind than anything costs."""


class Action(Struct, frozen=True):
    """Commands of one sort: listed only for hands that hold the `price`, or one of these progress `cards` by name."""

    listed: Listed
    price: Callable[[Costs], Counts] | None = None
    cards: Set[str] | None = None


class Within(Struct, frozen=True, eq=False):
    """Which actions, as masks, are not ruled out by so many cards of a kind, and which ones a progress card opens."""

    by_kind: tuple[tuple[int, ...], ...]
    by_card: Mapping[str, int]
    without_card: int


class Actions:
    """All actions, in their order."""

    def __init__(self, actions: Iterable[Action]) -> None:
        self._all = tuple(actions)
        self._within = lru_cache(self._within_reach)
        self._listed = lru_cache(maxsize=1 << 12)(self._in)

    def open_to(self, facts: Facts, seat: SeatState) -> tuple[Listed, ...]:
        """The lists that the cards of a seat do not rule out."""
        within = self._within(facts)
        brick, lumber, wool, grain, ore, cloth, coin, paper = within.by_kind
        a, b, c, d, e, f, g, h = seat.hand
        opened = within.without_card
        for card in seat.progress:
            opened |= within.by_card[card]
        try:
            payable = brick[a] & lumber[b] & wool[c] & grain[d] & ore[e] & cloth[f] & coin[g] & paper[h]
        except IndexError:  # a bank without end
            return self._listed(opened)
        return self._listed(opened & payable)

    def _within_reach(self, facts: Facts) -> Within:
        prices = [action.price(facts.costs) if action.price else (0,) * len(KINDS) for action in self._all]
        by_kind = [
            tuple([_mask(price[kind] <= count for price in prices) for count in range(MANY)])
            for kind in range(len(KINDS))
        ]
        by_card = {
            id: _mask(action.cards is not None and card.name in action.cards for action in self._all)
            for id, card in facts.cards.items()
        }
        return Within(tuple(by_kind), by_card, _mask(action.cards is None for action in self._all))

    def _in(self, mask: int) -> tuple[Listed, ...]:
        return tuple([action.listed for number, action in enumerate(self._all) if mask >> number & 1])


def _mask(bits: Iterable[bool]) -> int:
    return sum([bit << number for number, bit in enumerate(bits)])
