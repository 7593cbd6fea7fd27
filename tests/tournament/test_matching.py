"""Matchings: optimal among all edges, or with a valid bound."""

from __future__ import annotations

import random

import pytest

from chronik.domain.tournament.methods import matching
from tests.support.cases import for_each


def random_costs(vertices: int, seed: int, share: float = 1) -> dict[matching.Edge, int]:
    chance = random.Random(seed)
    pairs = ((a, b) for b in range(vertices) for a in range(b))
    return {pair: chance.getrandbits(100) for pair in pairs if chance.random() < share}


@pytest.mark.parametrize("seed", range(20))
def test_the_cost_of_the_best_matching_is_never_below_the_bound_of_a_sparse_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices = random_costs(20, seed, 0.7)
    best = matching.match_exactly(20, prices)
    monkeypatch.setattr(matching, "EXACT", 0)
    found = matching.match_cheapest(20, prices)

    assert best is not None
    assert found is not None
    cost = sum(prices[edge] for edge in found.edges)
    assert found.bound <= best.bound <= cost
    assert {vertex for edge in found.edges for vertex in edge} == set(range(20))


@pytest.mark.parametrize("exact", [0, 100])
def test_no_matching_is_returned_if_a_vertex_must_be_left_over(exact: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three vertices with edges only to two others; and two triangles, which only the fractional matching covers."""
    monkeypatch.setattr(matching, "EXACT", exact)
    star = {(a, b): 1 for a in range(3) for b in (3, 4)}
    triangles = {(0, 1): 1, (0, 2): 1, (1, 2): 1, (3, 4): 1, (3, 5): 1, (4, 5): 1}

    assert matching.match_cheapest(6, {**star, (3, 4): 1}) is None
    assert matching.match_cheapest(6, triangles) is None


@for_each("seed", range(10))
def test_no_edge_costs_less_than_half_the_sum_of_its_potentials(seed: int) -> None:
    prices = random_costs(15, seed)
    values = matching.compute_potentials(15, prices)

    assert all(values[a] + values[b] <= 2 * cost for (a, b), cost in prices.items())
