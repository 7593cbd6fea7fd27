"""Search for the cheapest tables: exact up to sixteen entrants, otherwise by swaps and exactly solved parts.

It starts from score order. Counts limit its work, never a clock, and all its choices come from the stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods.pods.cost import Field, Prices

EXACT = 16
"""Up to this number of entrants the search is exact; above it, only parts of three tables are solved exactly."""

PASSES = 30
PARTS = 120
IDLE = 3  # number of parts per table without a gain, after which entrants rotate
STARTS = 4  # number of starts from a shuffle while a forbidden pair sits together

Table = tuple[int, ...]


def find_cheapest(field: Field, prices: Prices, stream: Stream) -> list[Table]:
    """Returns the cheapest tables found for a round. The entrants of a table are in no particular order."""
    order = stream.shuffle(range(len(field.contenders)))
    if len(order) <= EXACT:
        return solve_exactly(order, field.sizes, prices)
    start, tables = sorted(order, key=lambda a: field.levels[a]), list[Table]()
    for _ in range(STARTS):
        tables = improve_tables(slice_tables(start, field.sizes), prices, stream)
        if sum(map(prices.table, tables)) >> prices.forbidden == 0:
            break
        start = list(stream.shuffle(order))
    return tables


def slice_tables(order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    """Returns tables of these sizes, filled in this order."""
    tables: list[Table] = []
    for size in sizes:
        seated = sum(map(len, tables))
        tables.append(tuple(order[seated : seated + size]))
    return tables


def improve_tables(tables: list[Table], prices: Prices, stream: Stream) -> list[Table]:
    """Returns the best tables found by swaps and by solving parts of three tables exactly.

    If no part can be improved further, four entrants of the best tables rotate, and the search continues from there.
    """
    tables = swap_entrants(tables, prices, stream)
    left, idle = sum(map(prices.table, tables)), 0
    best, least = list(tables), left
    for _ in range(PARTS):
        if not least:
            break
        if idle == IDLE * len(tables):
            tables = _rotate_four(best, stream)
            left, idle = sum(map(prices.table, tables)), 0
        part = _pick_part(tables, prices, stream)
        old = [tables[number] for number in part]
        new = solve_exactly(stream.shuffle([a for table in old for a in table]), list(map(len, old)), prices)
        for number, table in zip(part, new, strict=True):
            tables[number] = table
        gain = sum(map(prices.table, old)) - sum(map(prices.table, new))
        left, idle = left - gain, 0 if gain else idle + 1
        if left < least:
            best, least = list(tables), left
    return swap_entrants(best, prices, stream)


def _rotate_four(tables: Sequence[Table], stream: Stream) -> list[Table]:
    """Returns the tables after one entrant from each of four tables, all drawn by lot, has rotated."""
    moved = [list(table) for table in tables]
    chosen = [moved[number] for number in stream.shuffle(range(len(moved)))[:4]]
    places = [stream.below(len(table)) for table in chosen]
    going = [table[place] for table, place in zip(chosen, places, strict=True)]
    for table, place, coming in zip(chosen, places, going[-1:] + going[:-1], strict=True):
        table[place] = coming
    return [tuple(table) for table in moved]


def _pick_part(tables: Sequence[Table], prices: Prices, stream: Stream) -> list[int]:
    """Picks three tables with close scores: one by lot (half the time the most expensive of four) and two near it."""
    first = stream.below(len(tables))
    if stream.below(2):
        first = max([first, *(stream.below(len(tables)) for _ in range(3))], key=lambda n: prices.table(tables[n]))
    reach = min(len(tables) - 1, 3 + stream.below(len(tables)) // 2)
    near = [n for n in range(first - reach, first + reach + 1) if 0 <= n < len(tables) and n != first]
    return [first, *stream.shuffle(near)[:2]]


def solve_exactly(members: Sequence[int], sizes: Sequence[int], prices: Prices) -> list[Table]:
    """Returns the cheapest tables of these sizes, or among equals the first in the order of the members.

    It tries all possible company for the first entrant without a seat, and solves each remaining set once. The tables
    are in the order of the sizes.
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
        """Returns the least cost of seating the rest with `larger` larger tables, and remembers the first table."""
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


def swap_entrants(tables: Sequence[Table], prices: Prices, stream: Stream) -> list[Table]:
    """Swaps pairs of entrants, each time the best swap for one entrant, until no swap makes the tables cheaper."""
    pairs, kinds, seating = prices.pairs, prices.kinds, prices.seating
    seats = [list(table) for table in tables]
    n = sum(map(len, seats))
    near = [_company_prices(table, n, prices) for table in seats]
    keys = [sum(kinds[a] for a in table) for table in seats]
    at = {a: number for number, table in enumerate(seats) for a in table}
    order, still = stream.shuffle(sorted(at)), 0
    for step in range(PASSES * n):
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
            near[here], near[there] = _company_prices(seats[here], n, prices), _company_prices(seats[there], n, prices)
            still = 0
        if still == n:
            break
    return [tuple(table) for table in seats]


def _company_prices(table: Sequence[int], n: int, prices: Prices) -> list[int]:
    """Returns, for each entrant, the price of the company at a table if the entrant sat there."""
    rows = [prices.pairs[a] for a in table]
    company = [sum(prices) for prices in zip(*rows, strict=True)]
    return company if len(table) == prices.usual else [c + o for c, o in zip(company, prices.odd, strict=True)]
