"""Elimination: whoever loses is out, at two in a bracket, at tables of three and four dealt anew each round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import combinations

from domain.tournament.methods.contenders import Draw, Reason, Unpairable
from domain.tournament.methods.seating import Had, seated, taken_by
from domain.tournament.methods.table_sizes import pod_sizes

ALGORITHM = "elimination/1"

SIZES = (2, 3, 4)

Table = tuple[tuple[int, ...], tuple[int, ...]]
"""A table that was played: its entrants and their places by seat."""

Played = tuple[Sequence[Table], Sequence[int]]
"""A round that was played: its tables, and who had a bye."""


def draw(
    seeds: Sequence[int],
    table: int,
    advance: int,
    played: Sequence[Played],
    sizes: tuple[int, ...] = SIZES,
    gone: Container[int] = (),
) -> Draw | None:
    """The next round, for a game that is played by any of `sizes`; None when the final has been played.

    `seeds` are the entrants, the best first. Of each table the first `advance` stay, but never all; of equal places the
    better seed goes on, with a reason `tie`.

    At two it is the usual bracket, 1 against the last, so that 1 and 2 can meet only in the final; the best seeds have
    the byes of the first round, and winners keep the place of the better seed of their table.

    At three and four the table is dealt to and fro (1-8-9-16, 2-7-10-15, …): winners before seconds before thirds, then
    by seed, each to the next table of its lap where it has met nobody, if there is one. Where the survivors cannot all
    be seated, the next best of the round before go on too, with a reason `lucky`; in the first round the best seeds
    have a bye. When everybody fits at one table, that is the final.

    Who is `gone` is paired no more, and nobody whom it has beaten comes back: at two its next opponent has a bye, at
    three and four the table is dealt without it. So the last one who is there wins without a final.

    Everybody sits where it has sat least in this stage; of equals the better seed sits first. `cost` and `bound`: how
    many times pairs meet again, squared (at two the bracket leaves no choice).
    """
    if len(seeds) < 2:
        raise Unpairable("too few entrants for a table")
    left = survivors(seeds, advance, played)
    if len(left) < 2 or (played and len(played[-1][0]) == 1 and not played[-1][1]):
        return None
    left = tuple(entrant for entrant in left if entrant not in gone)
    if len(left) < 2:
        return drawn(seeds, (), left, played, ())
    reasons = list(ties(seeds, advance, played))
    if table == 2 or max(sizes) == 2:
        tables, byes = bracket(seeds, left, played)
    else:
        more = lucky(seeds, left, table, played, sizes, gone)
        reasons += more
        field = (*left, *(entrant for reason in more for entrant in reason.entrants))
        tables, byes = dealt(field, pod_sizes(len(field), table, sizes), meetings(played))
    return drawn(seeds, tables, byes, played, reasons)


def final_order(seeds: Sequence[int], table: int, advance: int, played: Sequence[Played]) -> tuple[int, ...]:
    """The entrants from the winner down: by how far they came, then the place at the last table, then the seed."""
    reached = dict.fromkeys(seeds, (0, 0))
    for number, (tables, byes) in enumerate(played, 1):
        reached |= dict.fromkeys(byes, (-number, 0))
        reached |= {one: (-number, place) for done in tables for one, place in zip(*done, strict=True)}
    return tuple(sorted(seeds, key=lambda entrant: (*reached[entrant], seeds.index(entrant))))


def survivors(seeds: Sequence[int], advance: int, played: Sequence[Played]) -> tuple[int, ...]:
    """Who is still in: byes and winners first, then seconds, then thirds, in each case by seed."""
    if not played:
        return tuple(seeds)
    tables, byes = played[-1]
    places = dict.fromkeys(byes, 1)
    for one in tables:
        stay = ordered(seeds, one)[: min(advance, len(one[0]) - 1)]
        places |= {entrant: place for place, entrant in enumerate(stay, 1)}
    return tuple(sorted(places, key=lambda entrant: (places[entrant], seeds.index(entrant))))


def ordered(seeds: Sequence[int], table: Table) -> list[int]:
    """The entrants of a table by place; of equals the better seed first."""
    places = dict(zip(*table, strict=True))
    return sorted(places, key=lambda entrant: (places[entrant], seeds.index(entrant)))


def ties(seeds: Sequence[int], advance: int, played: Sequence[Played]) -> Iterator[Reason]:
    """Where the seed decided who stays: the last who does, and the first who does not."""
    for one in played[-1][0] if played else ():
        places, order = dict(zip(*one, strict=True)), ordered(seeds, one)
        stay = min(advance, len(order) - 1)
        if places[order[stay - 1]] == places[order[stay]]:
            yield Reason("tie", (order[stay - 1], order[stay]))


def bracket(
    seeds: Sequence[int], left: Sequence[int], played: Sequence[Played]
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The pairs of the smallest part of the bracket in which two are left, from its head; the others wait."""
    at = {seeds[number]: place for place, number in enumerate(places(len(seeds))) if number < len(seeds)}
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


def places(entrants: int) -> list[int]:
    """The seeds of a bracket, numbered from 0, from its head: 0, 7, 3, 4, 1, 6, 2, 5; some are nobody's."""
    order = [0]
    while len(order) < entrants:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order


def lucky(
    seeds: Sequence[int],
    left: Sequence[int],
    table: int,
    played: Sequence[Played],
    sizes: tuple[int, ...],
    gone: Container[int],
) -> list[Reason]:
    """As many of the next best of the round before as it takes to seat all survivors, with their places there."""
    before = {one: place for done in played[-1:] for order in done[0] for one, place in zip(*order, strict=True)}
    there = (one for one in before if one not in left and one not in gone)
    out = sorted(there, key=lambda one: (before[one], seeds.index(one)))
    for more in range(len(out)):
        if all_seated(len(left) + more, table, sizes):
            return [Reason("lucky", (one,), before[one]) for one in out[:more]]
    return []


def all_seated(entrants: int, table: int, sizes: tuple[int, ...]) -> bool:
    wide = tuple(size for size in sizes if size > 2)
    return entrants >= min(wide) and sum(pod_sizes(entrants, table, wide)) == entrants


def dealt(
    field: Sequence[int], sizes: Sequence[int], met: Counter[frozenset[int]]
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The tables and the byes: the best sit out, the others are dealt to and fro."""
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


def meetings(played: Sequence[Played]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables, _ in played for order, _ in tables for pair in combinations(order, 2))


def drawn(
    seeds: Sequence[int],
    tables: Sequence[tuple[int, ...]],
    byes: tuple[int, ...],
    played: Sequence[Played],
    reasons: Sequence[Reason],
) -> Draw:
    """The round with everybody seated, and what it costs."""
    had: Had = Counter(taken for done, _ in played for order, _ in done for taken in taken_by(order))
    met = meetings(played)
    again = [
        Reason("repeat", pair, met[frozenset(pair)])
        for order in tables
        for pair in combinations(order, 2)
        if met[frozenset(pair)]
    ]
    return Draw(
        ALGORITHM,
        tuple(seated(sorted(order, key=seeds.index), had) for order in tables),
        byes,
        (sum(reason.amount**2 for reason in again),),
        (0,),
        (*reasons, *again, *(Reason("bye", (entrant,)) for entrant in byes)),
    )
