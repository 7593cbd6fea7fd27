"""Search for a schedule at tables of three and four, by swapping two entrants of a round.

Counts limit its work, and its choices come from a dedicated stream, so it always finds the same schedule.
"""

from __future__ import annotations

from itertools import combinations

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods.designs import Round

APART = 3
"""The weight of the squares of how often each entrant sits at a table of the smaller size or has a bye."""

MORE = (-9, *(times**3 - (times - 1) ** 3 for times in range(2, 64)))
"""The cost of one more meeting of a pair, by their meetings so far. Costs grow as cubes, and not meeting costs 10."""

EVEN = (0, 3)
"""The search stops adding rounds once all pairs meet, and no pair meets more than three times."""

SWAPS = 15_000
"""The number of swaps tried for each number of rounds."""


def search_schedule(entrants: int, sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Returns the best schedule found with tables of these sizes in each round."""
    pairs = entrants * (entrants - 1) // 2
    least = -(-pairs // sum(size * (size - 1) // 2 for size in sizes))
    plans: list[Plan] = []
    for rounds in range(least, least + least // 2 + 2):
        plans.append(improve_plan(entrants, rounds, sizes))
        if plans[-1].unevenness() <= EVEN:
            break
    return min(plans, key=Plan.unevenness).tables()


def improve_plan(entrants: int, rounds: int, sizes: tuple[int, ...]) -> Plan:
    plan = Plan(entrants, rounds, sizes)
    plan.improve()
    return plan


class Plan:
    """A schedule under construction: the tables of each round, and how often each pair meets.

    An entrant with a bye sits at a table of one.
    """

    def __init__(self, entrants: int, rounds: int, sizes: tuple[int, ...]) -> None:
        self.stream = Stream(b"round-robin/1", f"{entrants}/{rounds}/{sizes}")
        self.entrants = entrants
        self.large = max(sizes)
        self.sizes = (*sizes, *(1,) * (entrants - sum(sizes)))
        self.met = [[0] * entrants for _ in range(entrants)]
        self.apart = [0] * entrants
        self.rounds = [self._shuffle() for _ in range(rounds)]
        for tables in self.rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    self._meet(a, b, 1)
                for a in table:
                    self.apart[a] += len(table) < self.large

    def _shuffle(self) -> list[list[int]]:
        order = iter(self.stream.shuffle(range(self.entrants)))
        return [[next(order) for _ in range(size)] for size in self.sizes]

    def _meet(self, a: int, b: int, more: int) -> None:
        self.met[a][b] += more
        self.met[b][a] += more

    def improve(self) -> None:
        """Tries random swaps and keeps those that make nothing worse."""
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
        """Returns how many pairs never meet, and how often the most frequent pair meets."""
        times = [self.met[a][b] for a, b in combinations(range(self.entrants), 2)]
        return times.count(0), max(times)

    def tables(self) -> tuple[Round, ...]:
        return tuple(tuple(tuple(table) for table in tables if len(table) > 1) for tables in self.rounds)
