"""The cost of a round of pods: ordered objectives, packed into one integer for the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from types import MappingProxyType

from msgspec import Struct

from chronik.domain.tournament.methods.contenders import Contender, Keep, Pair, Reason

OBJECTIVES = ("bye", "size", "repeat", "seat", "score", "club")
"""The parts of a cost, in order, each named by the code of its reasons.

A draw with a forbidden pair is not allowed at any cost. `bye` counts how unfair the byes are: the places in the bye
order between an entrant who sits out and one who should have. `size` counts how many more tables of the other size the
entrants at such a table have had than those who could take their place. `repeat` is the sum of the squares of how often
each pair at a table has met. `seat` counts how much more often entrants have had their position than their rarest one.
`score` is the sum of the squares of how many score groups apart the pairs at a table are. `club` counts pairs within a
club.
"""
ORDERS = MappingProxyType({Keep.SIZES: OBJECTIVES, Keep.COMPANY: ("bye", "repeat", "size", "seat", "score", "club")})
"""The order of the objectives, by the goal that takes precedence."""

_POSITIONS = 4
_ORDERS = {size: tuple(permutations(range(size))) for size in range(2, _POSITIONS + 1)}


class Field(Struct, frozen=True):
    """The contenders who play in a round, numbered from 0, and their history."""

    contenders: tuple[Contender, ...]
    sizes: tuple[int, ...]
    usual: int
    levels: tuple[int, ...]
    met: tuple[Counter[int], ...]
    odd: tuple[int, ...]
    seats: tuple[tuple[int, ...], ...]
    forbidden: frozenset[Pair]
    keep: Keep = Keep.SIZES

    @property
    def order(self) -> tuple[str, ...]:
        """The objectives, the most important first."""
        return ORDERS[self.keep]

    def apart(self, a: int, b: int) -> bool:
        """Returns whether two entrants must not meet."""
        one, two = self.contenders[a].entrant, self.contenders[b].entrant
        return (min(one, two), max(one, two)) in self.forbidden

    def repeats(self, a: int, b: int) -> int:
        return self.met[a][self.contenders[b].entrant] ** 2

    def clubs(self, a: int, b: int) -> int:
        return int(self.contenders[a].club == self.contenders[b].club != "")

    def distance(self, a: int, b: int) -> int:
        return int((self.levels[a] - self.levels[b]) ** 2)


def build_field(
    contenders: Sequence[Contender],
    sizes: tuple[int, ...],
    size: int,
    forbidden: frozenset[Pair],
    scores: bool,
    keep: Keep = Keep.SIZES,
) -> Field:
    """Builds the field of the contenders who play. Without scores all of them are in one level."""
    usual = size if size in sizes else sizes[0]
    groups = sorted({c.score for c in contenders}, reverse=True) if scores else []
    level = {score: n for n, score in enumerate(groups)}
    return Field(
        contenders=tuple(contenders),
        sizes=sizes,
        usual=usual,
        levels=tuple(level.get(c.score, 0) for c in contenders),
        met=tuple(Counter(c.opponents) for c in contenders),
        odd=tuple(sum(s != usual for s in c.sizes) for c in contenders),
        seats=tuple(_excess_positions(c, usual) for c in contenders),
        forbidden=forbidden,
        keep=keep,
    )


def _excess_positions(contender: Contender, usual: int) -> tuple[int, ...]:
    had = [contender.seats.count(seat) for seat in range(_POSITIONS)]
    rarest = min(had[:usual])
    return tuple(max(0, times - rarest) for times in had)


def find_best_orders(field: Field, table: Sequence[int]) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Returns the least seat cost of a table, and every order of its entrants with that cost."""
    rows = [field.seats[a] for a in table]
    priced = [(sum(row[seat] for row, seat in zip(rows, order, strict=True)), order) for order in _ORDERS[len(table)]]
    least = min(cost for cost, _ in priced)
    return least, tuple(
        tuple(a for _, a in sorted(zip(order, table, strict=True))) for cost, order in priced if cost == least
    )


class SeatingPrices(dict[int, int]):
    """The seat cost of a table by the kinds of its entrants. A key has three bits for the count of each kind."""

    def __init__(self, kinds: Sequence[tuple[int, ...]], shift: int) -> None:
        super().__init__()
        self._kinds = kinds
        self._shift = shift

    def __missing__(self, key: int) -> int:
        rows = [row for n, row in enumerate(self._kinds) for _ in range(key >> 3 * n & 7)]
        orders = _ORDERS[len(rows)]
        least = min(sum(row[seat] for row, seat in zip(rows, order, strict=True)) for order in orders)
        self[key] = least << self._shift
        return self[key]


class Prices:
    """The price of each pair at a table, of each entrant at a table of the other size, and of each mix of positions.

    Prices are packed: their sums compare as the objectives do in order, with forbidden pairs before all objectives.
    """

    __slots__ = ("forbidden", "kinds", "odd", "pairs", "seating", "usual")

    def __init__(self, field: Field) -> None:
        n = len(field.contenders)
        numbers = range(n)
        pairs = n * max(field.sizes)
        most = max((count for met in field.met for count in met.values()), default=0)
        score = (pairs + 1).bit_length()
        seat = score + (pairs * (max(field.levels) ** 2 + 1)).bit_length()
        widths = {"repeat": (pairs * most**2 + 1).bit_length(), "size": (n * max(field.odd) + 1).bit_length()}
        low, high = ("repeat", "size") if field.keep is Keep.SIZES else ("size", "repeat")
        shifts = {low: seat + (n * max(max(row) for row in field.seats) + 1).bit_length()}
        shifts[high] = shifts[low] + widths[low]
        self.forbidden = shifts[high] + widths[high]
        self.usual = field.usual
        self.odd = [times << shifts["size"] for times in field.odd]
        rows = sorted(set(field.seats))
        self.kinds = [1 << 3 * rows.index(row) for row in field.seats]
        self.seating = SeatingPrices(rows, seat)
        self.pairs = [[0] * n for _ in numbers]
        for a, b in combinations(numbers, 2):
            price = (
                (field.apart(a, b) << self.forbidden)
                + (field.repeats(a, b) << shifts["repeat"])
                + (field.distance(a, b) << score)
                + field.clubs(a, b)
            )
            self.pairs[a][b] = self.pairs[b][a] = price

    def table(self, table: Sequence[int]) -> int:
        """Returns the price of a table."""
        pairs, kinds = self.pairs, self.kinds
        cost = self.seating[sum([kinds[a] for a in table])]
        for n, a in enumerate(table):
            row = pairs[a]
            for b in table[:n]:
                cost += row[b]
        if len(table) != self.usual:
            cost += sum([self.odd[a] for a in table])
        return cost


def list_reasons(field: Field, tables: Sequence[Sequence[int]]) -> tuple[Reason, ...]:
    """Returns the reasons for the cost of tables in seat order. The amounts of a code add up to its objective."""
    found: list[Reason] = []
    names = [c.entrant for c in field.contenders]
    odd = [a for table in tables for a in table if len(table) != field.usual]
    found += [
        Reason("size", (names[a], names[b]), amount)
        for a, b, amount in list_passed_over(range(len(names)), odd, field.odd, names)
    ]
    for table in tables:
        couples = list(combinations(table, 2))
        found += [Reason("repeat", (names[a], names[b]), r) for a, b in couples if (r := field.repeats(a, b))]
        found += [Reason("seat", (names[a],), s) for seat, a in enumerate(table) if (s := field.seats[a][seat])]
        if distance := sum(field.distance(a, b) for a, b in couples):
            found.append(Reason("score", tuple(names[a] for a in table), distance))
        found += [Reason("club", (names[a], names[b])) for a, b in couples if field.clubs(a, b)]
    return tuple(sorted(found, key=lambda reason: field.order.index(reason.code)))


def list_passed_over(
    among: Sequence[int], chosen: Sequence[int], had: Sequence[int], names: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Returns each chosen entrant who has `had` more than one who was passed over, the latter, and the difference."""
    fairest = sorted(among, key=lambda a: (had[a], a not in chosen, names[a]))[: len(chosen)]
    unlucky = sorted(set(chosen) - set(fairest), key=lambda a: (had[a], names[a]))
    spared = sorted(set(fairest) - set(chosen), key=lambda a: (had[a], names[a]))
    return [(a, b, had[a] - had[b]) for a, b in zip(unlucky, spared, strict=True) if had[a] > had[b]]


def sum_reasons(found: Sequence[Reason], order: Sequence[str]) -> tuple[int, ...]:
    """Returns the cost that reasons add up to, in the order of the objectives."""
    return tuple(sum(reason.amount for reason in found if reason.code == code) for code in order)
