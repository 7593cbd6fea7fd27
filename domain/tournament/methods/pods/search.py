"""The search for the cheapest tables: exact for sixteen, else from score order by swaps and by parts solved exactly.

Its work is bounded by counts, never by a clock, and all it leaves open is drawn from the stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from domain.engine.chance import Stream
from domain.tournament.methods.pods.cost import Field, Prices

EXACT = 16
"""So many are solved exactly; of more only parts of three tables are."""

_PASSES = 30
_PARTS = 120
_IDLE = 3  # parts for each table, after which nothing seems left to gain
_STARTS = 4  # fresh starts while a forbidden pair sits together

Table = tuple[int, ...]


def cheapest(field: Field, prices: Prices, stream: Stream) -> list[Table]:
    """The tables of a round, each in no order."""
    order = stream.shuffled(range(len(field.contenders)))
    if len(order) <= EXACT:
        return exact(order, field.sizes, prices)
    start, tables = sorted(order, key=lambda a: field.levels[a]), list[Table]()
    for _ in range(_STARTS):
        tables = improved(sliced(start, field.sizes), prices, stream)
        if sum(map(prices.table, tables)) >> prices.forbidden == 0:
            break
        start = list(stream.shuffled(order))
    return tables


def sliced(order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    """Tables of these sizes, filled in this order."""
    tables: list[Table] = []
    for size in sizes:
        seated = sum(map(len, tables))
        tables.append(tuple(order[seated : seated + size]))
    return tables


def improved(tables: list[Table], prices: Prices, stream: Stream) -> list[Table]:
    """Tables that no swap of two makes cheaper, the best after parts of three were solved exactly again and again.

    When parts gain nothing any more, four entrants of the best are moved on, and it goes on from there.
    """
    tables = swapped(tables, prices, stream)
    left, idle = sum(map(prices.table, tables)), 0
    best, least = list(tables), left
    for _ in range(_PARTS):
        if not least:
            break
        if idle == _IDLE * len(tables):
            tables = _moved(best, stream)
            left, idle = sum(map(prices.table, tables)), 0
        part = _part(tables, prices, stream)
        old = [tables[number] for number in part]
        new = exact(stream.shuffled([a for table in old for a in table]), list(map(len, old)), prices)
        for number, table in zip(part, new, strict=True):
            tables[number] = table
        gain = sum(map(prices.table, old)) - sum(map(prices.table, new))
        left, idle = left - gain, 0 if gain else idle + 1
        if left < least:
            best, least = list(tables), left
    return swapped(best, prices, stream)


def _moved(tables: Sequence[Table], stream: Stream) -> list[Table]:
    """The tables after one entrant each of four of them, drawn by lot, went to the next of the four."""
    moved = [list(table) for table in tables]
    chosen = [moved[number] for number in stream.shuffled(range(len(moved)))[:4]]
    places = [stream.below(len(table)) for table in chosen]
    going = [table[place] for table, place in zip(chosen, places, strict=True)]
    for table, place, coming in zip(chosen, places, going[-1:] + going[:-1], strict=True):
        table[place] = coming
    return [tuple(table) for table in moved]


def _part(tables: Sequence[Table], prices: Prices, stream: Stream) -> list[int]:
    """Three tables: one by lot, and two near it, so that their score is close; half the time the dearest of four."""
    first = stream.below(len(tables))
    if stream.below(2):
        first = max([first, *(stream.below(len(tables)) for _ in range(3))], key=lambda n: prices.table(tables[n]))
    reach = min(len(tables) - 1, 3 + stream.below(len(tables)) // 2)
    near = [n for n in range(first - reach, first + reach + 1) if 0 <= n < len(tables) and n != first]
    return [first, *stream.shuffled(near)[:2]]


def exact(members: Sequence[int], sizes: Sequence[int], prices: Prices) -> list[Table]:
    """The cheapest tables of these sizes, of all there are; of equal ones the first in the order of the members.

    The first who has no seat yet gets company in every possible way, and what is left is solved once for each rest.
    The tables come in the order of the sizes.
    """
    n, small, large = len(members), min(sizes), max(sizes)
    bits = [1 << place for place in range(n)]
    costs = {
        sum([bits[place] for place in places]): prices.table([members[place] for place in places])
        for size in sorted({small, large})
        for places in combinations(range(n), size)
    }
    known: dict[tuple[int, int], tuple[int, int]] = {}

    def best(rest: int, larger: int) -> int:
        """The least that the rest costs with so many larger tables; which table of the first one does it is kept."""
        if not rest:
            return 0
        if (found := known.get((rest, larger))) is not None:
            return found[0]
        first = rest & -rest
        others = [bit for bit in bits if bit & rest and bit != first]
        least, kept = -1, 0
        for size in sorted({small, large}):
            left = larger - (size == large)
            if left < 0 or (size == small != large and len(others) + 1 == larger * large):
                continue
            for company in combinations(others, size - 1):
                table = first + sum(company)
                cost = costs[table]
                if least < 0 or cost < least:
                    cost += best(rest - table, left)
                    if least < 0 or cost < least:
                        least, kept = cost, table
        known[rest, larger] = least, kept
        return least

    rest, larger = (1 << n) - 1, sum(size == large for size in sizes)
    best(rest, larger)
    found: list[Table] = []
    while rest:
        table = known[rest, larger][1]
        found.append(tuple(member for place, member in enumerate(members) if table >> place & 1))
        larger -= len(found[-1]) == large
        rest -= table
    return [found.pop(next(n for n, table in enumerate(found) if len(table) == size)) for size in sizes]


def swapped(tables: Sequence[Table], prices: Prices, stream: Stream) -> list[Table]:
    """The tables after swaps of two, each the best for one of them, until none makes them cheaper."""
    pairs, kinds, seating = prices.pairs, prices.kinds, prices.seating
    seats = [list(table) for table in tables]
    n = sum(map(len, seats))
    near = [_company(table, n, prices) for table in seats]
    keys = [sum(kinds[a] for a in table) for table in seats]
    at = {a: number for number, table in enumerate(seats) for a in table}
    order, still = stream.shuffled(sorted(at)), 0
    for step in range(_PASSES * n):
        a = order[step % n]
        here, row, kind = at[a], pairs[a], kinds[a]
        beside, key = near[here], keys[here]
        mine = seating[key]
        best, other = 0, -1
        for there, table in enumerate(seats):
            if there == here:
                continue
            company, key_there = near[there], keys[there]
            theirs = mine + seating[key_there]
            leaving = company[a] - beside[a]
            for b in table:
                change = leaving + beside[b] - company[b] - 2 * row[b]
                if change - theirs < best:
                    change += seating[key - kind + kinds[b]] + seating[key_there - kinds[b] + kind] - theirs
                    if change < best:
                        best, other = change, b
        still += 1
        if other >= 0:
            there = at[other]
            seats[here][seats[here].index(a)], seats[there][seats[there].index(other)] = other, a
            at[a], at[other] = there, here
            keys[here] += kinds[other] - kind
            keys[there] += kind - kinds[other]
            near[here], near[there] = _company(seats[here], n, prices), _company(seats[there], n, prices)
            still = 0
        if still == n:
            break
    return [tuple(table) for table in seats]


def _company(table: Sequence[int], n: int, prices: Prices) -> list[int]:
    """What the company at a table costs each of all, as if it sat there."""
    rows = [prices.pairs[a] for a in table]
    company = [sum(prices) for prices in zip(*rows, strict=True)]
    return company if len(table) == prices.usual else [c + o for c, o in zip(company, prices.odd, strict=True)]
