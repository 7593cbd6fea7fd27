"""Matching: everybody in pairs, so that the sum of what the pairs cost is the least there is (Edmonds, by networkx)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

Edge = tuple[int, int]
"""Two vertices, the smaller number first."""

EXACT = 100
"""Among so many vertices all edges are looked at."""

FORESTS = 6


class Matching(Struct, frozen=True):
    """Edges that leave no vertex over, ascending, and what no such edges can cost less than."""

    edges: tuple[Edge, ...]
    bound: int


def cheapest(vertices: int, costs: Mapping[Edge, int]) -> Matching | None:
    """The perfect matching of least cost among the edges that have one; None where there is none.

    Up to `EXACT` vertices it is the optimum. Above, it is the optimum of the edges of `FORESTS` spanning forests,
    cheapest first by the reduced costs of the fractional matching: of the edges between any set of vertices and the
    others they hold that many of the cheapest. Where those costs rule out every other edge, this too is proven and
    `bound` says so; else `bound` is the cost of the fractional matching.
    """
    if vertices <= EXACT:
        return proven(vertices, costs)
    values = potentials(vertices, costs)
    reduced = {edge: 2 * cost - values[edge[0]] - values[edge[1]] for edge, cost in costs.items()}
    few = forests(vertices, reduced)
    found = matched(costs, few)
    if 2 * len(found) < vertices:
        return proven(vertices, costs)
    gap = sum(reduced[edge] for edge in found)
    cost = sum(costs[edge] for edge in found)
    kept = set(few)
    missed = any(left < gap and edge not in kept for edge, left in reduced.items())
    return Matching(found, -(-sum(values) // 2) if missed else cost)


def proven(vertices: int, costs: Mapping[Edge, int]) -> Matching | None:
    """The optimum of all edges."""
    found = matched(costs, sorted(costs))
    return Matching(found, sum(costs[edge] for edge in found)) if 2 * len(found) == vertices else None


def matched(costs: Mapping[Edge, int], edges: list[Edge]) -> tuple[Edge, ...]:
    """Of the largest matchings along these edges the cheapest; integers of any size stay exact."""
    import networkx as nx  # a quarter of a second and 12 MiB, for those alone who pair a round

    most = max((costs[edge] for edge in edges), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((a, b, most - costs[a, b]) for a, b in edges)
    return tuple(sorted((min(edge), max(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True)))


def potentials(vertices: int, costs: Mapping[Edge, int]) -> list[int]:  # noqa: C901  one known algorithm, its loops in one another
    """The values of the vertices in the dual of the fractional matching, doubled: no two exceed twice their edge.

    Everybody is assigned to somebody else, which need not be mutual (the Hungarian method, a row at a time).
    """
    never = sum(costs.values()) + 1
    table = [[never] * vertices for _ in range(vertices)]
    for (a, b), cost in costs.items():
        table[a][b] = table[b][a] = cost
    rows = [0] * vertices
    columns = [min(row) for row in table]
    taken: dict[int, int] = {}
    for start in range(vertices):
        free = dict.fromkeys(range(vertices), never * 4)
        came: dict[int, int] = {}
        tree: list[int] = []
        row, last = start, -1
        while True:
            costs_of, value = table[row], rows[row]
            nearest, least = -1, never * 8
            for column, before in free.items():
                now = costs_of[column] - value - columns[column]
                if now < before:
                    free[column], came[column] = now, last
                else:
                    now = before
                if now < least:
                    nearest, least = column, now
            rows[start] += least
            for column in tree:
                rows[taken[column]] += least
                columns[column] -= least
            for column in free:
                free[column] -= least
            del free[nearest]
            tree.append(nearest)
            last = nearest
            if nearest not in taken:
                break
            row = taken[nearest]
        while last >= 0:
            before = came[last]
            taken[last] = taken[before] if before >= 0 else start
            last = before
    return [row + column for row, column in zip(rows, columns, strict=True)]


def forests(vertices: int, costs: Mapping[Edge, int]) -> list[Edge]:
    """The edges of the cheapest spanning forest, of the cheapest one of what is left, and so on (Kruskal)."""
    roots = [list(range(vertices)) for _ in range(FORESTS)]
    kept: list[Edge] = []
    for a, b in sorted(costs, key=lambda edge: (costs[edge], edge)):
        for root in roots:
            one, other = root_of(root, a), root_of(root, b)
            if one != other:
                root[one] = other
                kept.append((a, b))
                break
    return sorted(kept)


def root_of(root: list[int], vertex: int) -> int:
    while root[vertex] != vertex:
        root[vertex] = vertex = root[root[vertex]]
    return vertex
