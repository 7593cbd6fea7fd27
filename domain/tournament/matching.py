"""Matching: everybody in pairs, so that the sum of what the pairs cost is the least there is (Edmonds, by networkx)."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

Edge = tuple[int, int]
"""Two vertices, the smaller number first."""


def cheapest(vertices: int, costs: Mapping[Edge, int]) -> tuple[Edge, ...] | None:
    """The perfect matching of least cost among the edges that have one, ascending; None where there is none."""
    found = matched(costs, sorted(costs))
    return found if 2 * len(found) == vertices else None


def matched(costs: Mapping[Edge, int], edges: list[Edge]) -> tuple[Edge, ...]:
    """Of the largest matchings along these edges the cheapest; integers of any size stay exact."""
    most = max((costs[edge] for edge in edges), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((a, b, most - costs[a, b]) for a, b in edges)
    return tuple(sorted((min(edge), max(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True)))
