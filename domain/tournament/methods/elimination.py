"""Elimination: losers are out. At two seats this is a bracket; tables of three and four are dealt again each round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import combinations

from chronik.domain.tournament.methods.contenders import Draw, Reason, Unpairable
from chronik.domain.tournament.methods.seating import SeatCounts, seat_table, seats_of
from chronik.domain.tournament.methods.table_sizes import pod_sizes

ALGORITHM = "elimination/1"

SIZES = (2, 3, 4)

PlayedTable = tuple[tuple[int, ...], tuple[int, ...]]
"""A table that was played: its entrants and their places by seat."""

PlayedRound = tuple[Sequence[PlayedTable], Sequence[int]]
"""A round that was played: its tables and its byes."""


def draw(
    seeds: Sequence[int],
    table: int,
    advance: int,
    played: Sequence[PlayedRound],
    sizes: tuple[int, ...] = SIZES,
    gone: Container[int] = (),
) -> Draw | None:
    """Draws the next round for a game that supports `sizes`. Returns None once the final has been played.

    `seeds` are the entrants, the best first. The first `advance` entrants of each table survive, but never all of them.
    If places are equal, the better seed survives, with a reason `tie`.

    At two seats this is the usual bracket, with seed 1 against the last seed, so that 1 and 2 can meet only in the
    final. The best seeds have the byes of the first round, and a winner takes the place of the better seed of its
    table.

    At three and four the entrants are dealt in serpentine order (1-8-9-16, 2-7-10-15, …): winners before seconds before
    thirds, then by seed. Each entrant goes to the next table of its lap at which it has not yet met any entrant, if
    there is one. If the survivors cannot all be seated, the next best of the previous round also advance, with a reason
    `lucky`; in the first round the best seeds have a bye instead. A round whose single table seats every entrant is the
    final.

    Entrants in `gone` are no longer paired, and the entrants they have beaten do not return. At two seats the next
    opponent has a bye; at three and four the table is dealt without the missing entrant. So the last entrant left wins
    without a final.

    Entrants get the seat that they have had least often in this stage; among equals the better seed comes first. `cost`
    and `bound` are the sum of the squares of how often pairs meet again (at two seats the bracket leaves no choice).
    """
    if len(seeds) < 2:
        raise Unpairable("too few entrants for a table")
    left = list_survivors(seeds, advance, played)
    if len(left) < 2 or (played and len(played[-1][0]) == 1 and not played[-1][1]):
        return None
    left = tuple(entrant for entrant in left if entrant not in gone)
    if len(left) < 2:
        return build_draw(seeds, (), left, played, ())
    reasons = list(tie_reasons(seeds, advance, played))
    if table == 2 or max(sizes) == 2:
        tables, byes = pair_bracket(seeds, left, played)
    else:
        more = pick_lucky_losers(seeds, left, table, played, sizes, gone)
        reasons += more
        field = (*left, *(entrant for reason in more for entrant in reason.entrants))
        tables, byes = deal_tables(field, pod_sizes(len(field), table, sizes), count_meetings(played))
    return build_draw(seeds, tables, byes, played, reasons)


def final_order(seeds: Sequence[int], table: int, advance: int, played: Sequence[PlayedRound]) -> tuple[int, ...]:
    """Returns the entrants from the winner down: by the last round, the place at the last table, then the seed."""
    reached = dict.fromkeys(seeds, (0, 0))
    for number, (tables, byes) in enumerate(played, 1):
        reached |= dict.fromkeys(byes, (-number, 0))
        reached |= {one: (-number, place) for done in tables for one, place in zip(*done, strict=True)}
    return tuple(sorted(seeds, key=lambda entrant: (*reached[entrant], seeds.index(entrant))))


def list_survivors(seeds: Sequence[int], advance: int, played: Sequence[PlayedRound]) -> tuple[int, ...]:
    """Returns the entrants still in: byes and winners first, then seconds, then thirds, each by seed."""
    if not played:
        return tuple(seeds)
    tables, byes = played[-1]
    places = dict.fromkeys(byes, 1)
    for one in tables:
        stay = order_table(seeds, one)[: min(advance, len(one[0]) - 1)]
        places |= {entrant: place for place, entrant in enumerate(stay, 1)}
    return tuple(sorted(places, key=lambda entrant: (places[entrant], seeds.index(entrant))))


def order_table(seeds: Sequence[int], table: PlayedTable) -> list[int]:
    """Returns the entrants of a table by place; among equals the better seed comes first."""
    places = dict(zip(*table, strict=True))
    return sorted(places, key=lambda entrant: (places[entrant], seeds.index(entrant)))


def tie_reasons(seeds: Sequence[int], advance: int, played: Sequence[PlayedRound]) -> Iterator[Reason]:
    """Yields the ties that the seed decided, each with the last entrant who survives and the first who does not."""
    for one in played[-1][0] if played else ():
        places, order = dict(zip(*one, strict=True)), order_table(seeds, one)
        stay = min(advance, len(order) - 1)
        if places[order[stay - 1]] == places[order[stay]]:
            yield Reason("tie", (order[stay - 1], order[stay]))


def pair_bracket(
    seeds: Sequence[int], left: Sequence[int], played: Sequence[PlayedRound]
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Returns the pairs of the smallest bracket sections with two entrants left, and the entrants who wait."""
    at = {seeds[number]: place for place, number in enumerate(bracket_seeds(len(seeds))) if number < len(seeds)}
    for tables, _ in played:
        for order, _ in tables:
            at |= dict.fromkeys(order, at[min(order, key=seeds.index)])
    part = 1
    while len({at[entrant] // part for entrant in left}) == len(left):
        part *= 2
    parts: dict[int, list[int]] = {}
    for entrant in sorted(left, key=lambda entrant: at[entrant]):
        parts.setdefault(at[entrant] // part, []).append(entrant)
    pairs = [tuple(sorted(pair, key=seeds.index)) for pair in parts.values() if len(pair) == 2]
    return pairs, tuple(one for pair in parts.values() if len(pair) == 1 for one in pair)


def bracket_seeds(entrants: int) -> list[int]:
    """Returns the seeds of a bracket from its head, numbered from 0: 0, 7, 3, 4, 1, 6, 2, 5. Some may be unused."""
    order = [0]
    while len(order) < entrants:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order


def pick_lucky_losers(
    seeds: Sequence[int],
    left: Sequence[int],
    table: int,
    played: Sequence[PlayedRound],
    sizes: tuple[int, ...],
    gone: Container[int],
) -> list[Reason]:
    """Picks as many of the previous round's next best as are needed to seat all survivors, with their places."""
    before = {one: place for done in played[-1:] for order in done[0] for one, place in zip(*order, strict=True)}
    there = (one for one in before if one not in left and one not in gone)
    out = sorted(there, key=lambda one: (before[one], seeds.index(one)))
    for more in range(len(out)):
        if fills_tables(len(left) + more, table, sizes):
            return [Reason("lucky", (one,), before[one]) for one in out[:more]]
    return []


def fills_tables(entrants: int, table: int, sizes: tuple[int, ...]) -> bool:
    wide = tuple(size for size in sizes if size > 2)
    return entrants >= min(wide) and sum(pod_sizes(entrants, table, wide)) == entrants


def deal_tables(
    field: Sequence[int], sizes: Sequence[int], met: Counter[frozenset[int]]
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Returns the tables, dealt in serpentine order, and the byes, which go to the best entrants."""
    byes = field[: len(field) - sum(sizes)]
    rest = list(field[len(byes) :])
    tables: list[list[int]] = [[] for _ in sizes]
    for number in range(max(sizes)):
        lap = [at for at, size in enumerate(sizes) if number < size]
        if number % 2:
            lap.reverse()
        for one in [rest.pop(0) for _ in lap]:
            at = next((at for at in lap if not any(met[frozenset((one, other))] for other in tables[at])), lap[0])
            lap.remove(at)
            tables[at].append(one)
    return [tuple(table) for table in tables], tuple(byes)


def count_meetings(played: Sequence[PlayedRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables, _ in played for order, _ in tables for pair in combinations(order, 2))


def build_draw(
    seeds: Sequence[int],
    tables: Sequence[tuple[int, ...]],
    byes: tuple[int, ...],
    played: Sequence[PlayedRound],
    reasons: Sequence[Reason],
) -> Draw:
    """Builds the draw: seats all entrants and computes the cost."""
    had: SeatCounts = Counter(taken for done, _ in played for order, _ in done for taken in seats_of(order))
    met = count_meetings(played)
    again = [
        Reason("repeat", pair, met[frozenset(pair)])
        for order in tables
        for pair in combinations(order, 2)
        if met[frozenset(pair)]
    ]
    return Draw(
        ALGORITHM,
        tuple(seat_table(sorted(order, key=seeds.index), had) for order in tables),
        byes,
        (sum(reason.amount**2 for reason in again),),
        (0,),
        (*reasons, *again, *(Reason("bye", (entrant,)) for entrant in byes)),
    )
