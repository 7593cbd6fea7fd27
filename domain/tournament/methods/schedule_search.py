"""The search for a schedule at tables of three and four: swaps of two in a round, as long as all get to meet better.

Its work is bounded by counts, and what it leaves open comes from a stream of its own, so it finds the same every time.
"""

from __future__ import annotations

from itertools import combinations

from domain.engine.chance import Stream
from domain.tournament.methods.designs import Round

APART = 3
"""The weight of the squares of how often somebody sits at a table of the smaller size, or has the bye."""

MORE = (-9, *(times**3 - (times - 1) ** 3 for times in range(2, 64)))
"""What it costs that a pair that has met so often meets once more: cubes; not to meet is as bad as 10."""

EVEN = (0, 3)
"""Everybody meets, and nobody anybody more than three times: no more rounds are tried."""

SWAPS = 15_000
"""How many swaps are tried for each number of rounds."""


def searched(entrants: int, sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """A schedule with tables of these sizes in each round."""
    pairs = entrants * (entrants - 1) // 2
    least = -(-pairs // sum(size * (size - 1) // 2 for size in sizes))
    plans: list[Plan] = []
    for rounds in range(least, least + least // 2 + 2):
        plans.append(improved(entrants, rounds, sizes))
        if plans[-1].unevenness() <= EVEN:
            break
    return min(plans, key=Plan.unevenness).tables()


def improved(entrants: int, rounds: int, sizes: tuple[int, ...]) -> Plan:
    plan = Plan(entrants, rounds, sizes)
    plan.improve()
    return plan


class Plan:
    """A schedule in the making: who sits at which table of each round, and how often each pair meets.

    Whoever has the bye sits at a table of one, where nobody meets anybody.
    """

    def __init__(self, entrants: int, rounds: int, sizes: tuple[int, ...]) -> None:
        self.stream = Stream(b"round-robin/1", f"{entrants}/{rounds}/{sizes}")
        self.entrants = entrants
        self.large = max(sizes)
        self.sizes = (*sizes, *(1,) * (entrants - sum(sizes)))
        self.met = [[0] * entrants for _ in range(entrants)]
        self.apart = [0] * entrants
        self.rounds = [self._shuffled() for _ in range(rounds)]
        for tables in self.rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    self._meet(a, b, 1)
                for a in table:
                    self.apart[a] += len(table) < self.large

    def _shuffled(self) -> list[list[int]]:
        order = iter(self.stream.shuffled(range(self.entrants)))
        return [[next(order) for _ in range(size)] for size in self.sizes]

    def _meet(self, a: int, b: int, more: int) -> None:
        self.met[a][b] += more
        self.met[b][a] += more

    def improve(self) -> None:
        """Try swaps by lot; one that makes nothing worse is kept."""
        if len(self.sizes) < 2:
            return
        for _ in range(SWAPS):
            tables = self.rounds[self.stream.below(len(self.rounds))]
            one = self.stream.below(len(tables))
            other = (one + 1 + self.stream.below(len(tables) - 1)) % len(tables)
            here, there = tables[one], tables[other]
            i, j = self.stream.below(len(here)), self.stream.below(len(there))
            if self._worse(here, i, there, j) <= 0:
                self._swap(here, i, there, j)

    def _worse(self, here: list[int], i: int, there: list[int], j: int) -> int:
        a, b = here[i], there[j]
        met_a, met_b = self.met[a], self.met[b]
        worse = 0
        for c in here:
            if c != a:
                worse += MORE[met_b[c]] - MORE[met_a[c] - 1]
        for c in there:
            if c != b:
                worse += MORE[met_a[c]] - MORE[met_b[c] - 1]
        moved = (len(there) < self.large) - (len(here) < self.large)
        return worse + APART * 2 * (moved * (self.apart[a] - self.apart[b]) + abs(moved))

    def _swap(self, here: list[int], i: int, there: list[int], j: int) -> None:
        a, b = here[i], there[j]
        for table, out, into in ((here, a, b), (there, b, a)):
            for c in table:
                if c != out:
                    self._meet(out, c, -1)
                    self._meet(into, c, 1)
        moved = (len(there) < self.large) - (len(here) < self.large)
        self.apart[a] += moved
        self.apart[b] -= moved
        here[i], there[j] = b, a

    def unevenness(self) -> tuple[int, int]:
        """How many pairs never meet, and how often one pair meets that meets most."""
        times = [self.met[a][b] for a, b in combinations(range(self.entrants), 2)]
        return times.count(0), max(times)

    def tables(self) -> tuple[Round, ...]:
        return tuple(tuple(tuple(table) for table in tables if len(table) > 1) for tables in self.rounds)
