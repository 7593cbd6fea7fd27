"""Joint search of pod rounds that are drawn in advance: first who meets whom in all of them, then who sits where.

Byes and tables of the other size stay as they are: only entrants at tables of the same size swap places. Entrants are
numbered from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods.pods.bound import lower_bound
from chronik.domain.tournament.methods.pods.cost import OBJECTIVES, Field

Rounds = list[list[list[int]]]

WORK = 6_000_000  # maximum number of prices evaluated
STEPS = 300  # maximum number of steps per entrant and round
WALK = 5_000  # number of steps after which a walk starts again from a shuffle
SHORTEST, LONGEST = 4, 100  # the number of steps in which a swap may not be undone
SWEEPS = 60


def mix_rounds(rounds: Rounds, field: Field, stream: Stream) -> Rounds:
    """Returns the rounds with the fewest repeats found, then the fewest pairs within a club, by a walk of swaps.

    Each swap is the best one for an entrant who has already met a neighbour, and may not be undone for a while. A
    further meeting costs the square of the number of the pair's earlier meetings. The walk ends at the lower bound, or
    when its work is used up.
    """
    walk = _Walk(rounds, field)
    best, least, floor = walk.copy(), walk.cost, len(rounds) * lower_bound(field)[OBJECTIVES.index("club")]
    n, pairs = len(field.contenders), sum(len(table) ** 2 // 2 for tables in rounds for table in tables)
    for step in range(1, min(STEPS * n * len(rounds), WORK // (6 * n + pairs)) + 1):
        if least <= floor:
            break
        if not step % WALK:
            walk = _Walk([_shuffle_tables(tables, stream) for tables in rounds], field)
        trouble = walk.trouble()
        if not trouble:
            break
        number, a, b = trouble[stream.below(len(trouble))]
        walk.step(number, (a, b)[stream.below(2)], step, least, stream)
        if walk.cost < least:
            best, least = walk.copy(), walk.cost
    return best


def _shuffle_tables(tables: Sequence[Sequence[int]], stream: Stream) -> list[list[int]]:
    """Returns shuffled tables of the same sizes. Each entrant stays at a table of the same size as before."""
    people = {
        size: [a for table in tables if len(table) == size for a in table] for size in sorted({*map(len, tables)})
    }
    order = {size: iter(stream.shuffle(group)) for size, group in people.items()}
    return [[next(order[len(table)]) for _ in table] for table in tables]


class _Walk:
    """Rounds during the search, with how often each pair meets and the cost of all meetings."""

    def __init__(self, rounds: Rounds, field: Field) -> None:
        people = range(len(field.contenders))
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.met = [[field.met[a][other.entrant] for other in field.contenders] for a in people]
        pairs = len(rounds) * len(people) * max(field.sizes)
        self.repeat = pairs + 1
        forbidden = self.repeat * (pairs * (max(map(max, self.met)) + len(rounds)) ** 2 + 1)
        self.prices = [[forbidden * field.apart(a, b) + field.clubs(a, b) for b in people] for a in people]
        self.cost = 0
        self.until: dict[tuple[int, int, int], int] = {}
        for tables in self.rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    self.cost += self.repeat * self.met[a][b] ** 2 + self.prices[a][b]
                    self._meet(a, b, 1)

    def copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def trouble(self) -> list[tuple[int, int, int]]:
        """Returns each pair that repeats or is forbidden, with its round.

        Without such pairs, returns each pair within a club.
        """
        met, prices, repeat = self.met, self.prices, self.repeat
        pairs = [
            (number, a, b)
            for number, tables in enumerate(self.rounds)
            for table in tables
            for a, b in combinations(table, 2)
            if met[a][b] > 1 or prices[a][b]
        ]
        return [pair for pair in pairs if met[pair[1]][pair[2]] > 1 or prices[pair[1]][pair[2]] > repeat] or pairs

    def step(self, number: int, a: int, now: int, least: int, stream: Stream) -> None:
        """Swaps an entrant with the entrant of its round that makes the rounds cheapest.

        A lot decides between equal swaps.
        """
        tables = self.rounds[number]
        here = next(table for table in tables if a in table)
        best, swaps = 0, list[tuple[list[int], int]]()
        for there in tables:
            if there is here or len(there) != len(here):
                continue
            for b in there:
                change = self._change(here, a, there, b)
                if self.until.get((number, min(a, b), max(a, b)), 0) > now and self.cost + change >= least:
                    continue
                if not swaps or change < best:
                    best, swaps = change, []
                if change == best:
                    swaps.append((there, b))
        if not swaps:
            return
        there, b = swaps[stream.below(len(swaps))]
        self._swap(here, a, there, b)
        self.cost += best
        length = SHORTEST + stream.below(LONGEST - SHORTEST + 1)
        self.until[number, min(a, b), max(a, b)] = now + length

    def _change(self, here: list[int], a: int, there: list[int], b: int) -> int:
        met_a, met_b, price_a, price_b = self.met[a], self.met[b], self.prices[a], self.prices[b]
        repeats = change = 0
        for x in here:
            if x != a:
                repeats += met_b[x] ** 2 - (met_a[x] - 1) ** 2
                change += price_b[x] - price_a[x]
        for x in there:
            if x != b:
                repeats += met_a[x] ** 2 - (met_b[x] - 1) ** 2
                change += price_a[x] - price_b[x]
        return self.repeat * repeats + change

    def _swap(self, here: list[int], a: int, there: list[int], b: int) -> None:
        for table, leaving, coming in ((here, a, b), (there, b, a)):
            table.remove(leaving)
            for x in table:
                self._meet(leaving, x, -1)
                self._meet(coming, x, 1)
            table.append(coming)

    def _meet(self, a: int, b: int, times: int) -> None:
        self.met[a][b] += times
        self.met[b][a] += times


def reseat_rounds(rounds: Rounds, had: Sequence[Sequence[int]], usual: int, stream: Stream) -> Rounds:
    """Returns the rounds with entrants reordered within tables, so that positions repeat as little as the search finds.

    `had` are the earlier positions of each entrant. Table after table gets its best order, given the positions in all
    other rounds; a lot decides between equal orders. The search ends at cost 0, or after `SWEEPS` sweeps.
    """
    seats = {
        (number, a): seat for number, tables in enumerate(rounds) for table in tables for seat, a in enumerate(table)
    }
    before = [list(row) for row in had]
    known: dict[tuple[int, ...], int] = {}

    def price(a: int, number: int, seat: int) -> int:
        own = (seat if n == number else seats.get((n, a), -1) for n in range(len(rounds)))
        row = (*before[a], *(seat for seat in own if seat >= 0))
        if row not in known:
            known[row] = count_repeats(row, usual)
        return known[row]

    places = [(number, place) for number, tables in enumerate(rounds) for place in range(len(tables))]
    best, least = [[list(table) for table in tables] for tables in rounds], -1
    now = [[list(table) for table in tables] for tables in rounds]
    people = sorted({a for _, a in seats})
    for _ in range(SWEEPS):
        cost = sum(price(a, -1, -1) for a in people)
        if least < 0 or cost < least:
            best, least = [[list(table) for table in tables] for tables in now], cost
        if not least:
            break
        for number, place in stream.shuffle(places):
            table = now[number][place]
            costs = [[price(a, number, seat) for seat in range(len(table))] for a in table]
            orders = [
                (sum(row[seat] for row, seat in zip(costs, order, strict=True)), order)
                for order in permutations(range(len(table)))
            ]
            cheapest = min(orders)[0]
            equal = [order for cost, order in orders if cost == cheapest]
            order = equal[stream.below(len(equal))]
            for a, seat in zip(table, order, strict=True):
                seats[number, a] = seat
            now[number][place] = [a for _, a in sorted(zip(order, table, strict=True))]
    return best


def count_repeats(row: Sequence[int], usual: int) -> int:
    """Returns how often, in order, an entrant got a position that it had had more often than its rarest position."""
    had, cost = [0] * max(usual, *(seat + 1 for seat in row), 1), 0
    for seat in row:
        cost += max(0, had[seat] - min(had[:usual]))
        had[seat] += 1
    return cost
