"""The tables of a round of pods: the number of seats at each, and the number of byes."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.tournament.methods.contenders import Unpairable


def pod_sizes(entrants: int, size: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Returns the number of entrants at each table, for a game that supports `sizes`; the rest have a bye.

    There are as few byes as possible, then as many tables of `size` as possible; the other tables are of three or four.
    So six or more entrants in fours have (4 − n mod 4) mod 4 tables of three; in threes there are as many tables of
    four as the remainder of n. Five entrants make up a table of four and a bye. Tables of two exist only if no table of
    three or four is possible.
    """
    allowed = sorted({s for s in sizes if s in (3, 4) and s <= entrants} or {s for s in sizes if s == 2 <= entrants})
    if not allowed:
        raise Unpairable("too few entrants for a table")
    usual = size if size in allowed else allowed[-1]
    other = next((s for s in allowed if s != usual), usual)
    most = max(
        ((u, o) for u in range(entrants // usual + 1) for o in range((entrants - usual * u) // other + 1)),
        key=lambda tables: (usual * tables[0] + other * tables[1], tables[0]),
    )
    return (usual,) * most[0] + (other,) * most[1]
