"""The tables of a round of pods: how many sit at each, and how many sit out."""

from __future__ import annotations

from collections.abc import Sequence

from domain.tournament.methods.contenders import Unpairable


def pod_sizes(entrants: int, size: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How many sit at each table, where the game is played by any of `sizes`; whoever is left over has a bye.

    As few byes as can be, then as many tables of `size` as can be, the others of three or four. So six or more in fours
    have (4 − n mod 4) mod 4 tables of three, and in threes there are as many fours as n leaves over; five are a four
    and a bye. Two sit at a table only where no three or four can.
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
