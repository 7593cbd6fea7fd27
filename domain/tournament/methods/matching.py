"""Matching: pairs all vertices at the least total cost (Edmonds's algorithm, from networkx)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

Edge = tuple[int, int]
"""Two vertices, the smaller number first."""

EXACT = 100
"""Up to this number of vertices all edges are examined."""

FORESTS = 6


class Matching(Struct, frozen=True):
    """Edges that cover every vertex once, in ascending order, and a lower bound on the cost of such edges."""

    edges: tuple[Edge, ...]
    bound: int


def match_cheapest(vertices: int, costs: Mapping[Edge, int]) -> Matching | None:
    """Returns the perfect matching of least cost, or None if it does not exist.

    For up to `EXACT` vertices the result is the optimum. For more vertices it is the optimum within `FORESTS` spanning
    forests, which are chosen by the reduced costs of the fractional matching, cheapest first. They contain at least
    that many of the cheapest edges between any set of vertices and the others. If the reduced costs rule out every
    other edge, the result is proven optimal and `bound` equals its cost; otherwise `bound` is the cost of the
    fractional matching.
    """
    if vertices <= EXACT:
        return match_exactly(vertices, costs)
    values = compute_potentials(vertices, costs)
    reduced = {edge: 2 * cost - values[edge[0]] - values[edge[1]] for edge, cost in costs.items()}
    few = cheapest_forests(vertices, reduced)
    found = match_edges(costs, few)
    if 2 * len(found) < vertices:
        return match_exactly(vertices, costs)
    gap = sum(reduced[edge] for edge in found)
    cost = sum(costs[edge] for edge in found)
    kept = set(few)
    missed = any(left < gap and edge not in kept for edge, left in reduced.items())
    return Matching(found, -(-sum(values) // 2) if missed else cost)


def match_exactly(vertices: int, costs: Mapping[Edge, int]) -> Matching | None:
    """Returns the optimum over all edges, or None if no perfect matching exists."""
    found = match_edges(costs, sorted(costs))
    return Matching(found, sum(costs[edge] for edge in found)) if 2 * len(found) == vertices else None


def match_edges(costs: Mapping[Edge, int], edges: list[Edge]) -> tuple[Edge, ...]:
    """Returns the cheapest of the largest matchings along these edges. Integers of any size stay exact."""
    import networkx as nx  # this takes 250 ms and 12 MiB, so only a process that pairs a round does it

    most = max((costs[edge] for edge in edges), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((a, b, most - costs[a, b]) for a, b in edges)
    return tuple(sorted((min(edge), max(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True)))


def compute_potentials(vertices: int, costs: Mapping[Edge, int]) -> list[int]:  # noqa: C901  one known algorithm of nested loops
    """Returns twice the vertex values in the dual of the fractional matching.

    The sum of any two of them is at most twice the cost of their edge. Each vertex is assigned to another, not
    necessarily mutually (the Hungarian method, one row at a time).
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


def cheapest_forests(vertices: int, costs: Mapping[Edge, int]) -> list[Edge]:
    """Returns the edges of the cheapest spanning forest, then of the cheapest one in the rest, and so on (Kruskal)."""
    roots = [list(range(vertices)) for _ in range(FORESTS)]
    kept: list[Edge] = []
    for a, b in sorted(costs, key=lambda edge: (costs[edge], edge)):
        for root in roots:
            one, other = find_root(root, a), find_root(root, b)
            if one != other:
                root[one] = other
                kept.append((a, b))
                break
    return sorted(kept)


def find_root(root: list[int], vertex: int) -> int:
    while root[vertex] != vertex:
        root[vertex] = vertex = root[root[vertex]]
    return vertex
