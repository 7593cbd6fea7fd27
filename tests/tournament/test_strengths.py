"""Strengths of players who do not change."""

from __future__ import annotations

from itertools import combinations, permutations
from math import log, log10
from random import Random

import pytest

from chronik.domain.tournament.ratings.strengths import CENTRE, Finish, estimate_strengths

A_OVER_B, B_OVER_A = Finish(("a", "b"), (1, 2)), Finish(("b", "a"), (1, 2))


def log_posterior(finishes: list[Finish], elo: dict[str, float]) -> float:
    """Returns the log likelihood of these results and of half a prior win between each two players."""
    gammas = {player: 10 ** (strength / 400) for player, strength in elo.items()}
    sum_ = sum(0.5 * log(one * other / (one + other) ** 2) for one, other in combinations(gammas.values(), 2))
    for finish in finishes:
        seats = sorted(zip(finish.places, finish.players, strict=True))
        for place, player in seats:
            left = [other for theirs, other in seats if theirs >= place]
            sum_ += log(gammas[player] / sum(gammas[other] for other in left))
    return sum_


def test_winning_three_of_four_games_means_a_lead_of_191_points() -> None:
    first, second = estimate_strengths([A_OVER_B] * 1_500 + [B_OVER_A] * 500)
    assert (first.player, second.player) == ("a", "b")
    assert first.strength - second.strength == pytest.approx(400 * log10(3), abs=1)
    assert first.strength + second.strength == pytest.approx(2 * CENTRE)
    assert first.low < first.strength < first.high
    assert first.high - first.low < 40


def test_estimated_strengths_have_the_highest_likelihood() -> None:
    luck = Random(7)
    finishes = [
        Finish(tuple(luck.choices("abcd", k=3)), luck.choice([(1, 2, 3), (3, 1, 2), (1, 1, 3), (1, 2, 2), (1, 1, 1)]))
        for _ in range(40)
    ]
    elo = {found.player: found.strength for found in estimate_strengths(finishes)}
    for player in elo:
        for by in (-3, 3):
            assert log_posterior(finishes, elo | {player: elo[player] + by}) < log_posterior(finishes, elo)


def test_the_order_of_matches_does_not_change_strengths() -> None:
    finishes = [A_OVER_B, B_OVER_A, A_OVER_B, Finish(("c", "a"), (1, 1))]
    found = [
        {one.player: round(one.strength, 6) for one in estimate_strengths(list(some))}
        for some in permutations(finishes)
    ]
    assert all(one == found[0] for one in found)


def test_a_player_without_losses_has_a_finite_strength() -> None:
    first, second = estimate_strengths([A_OVER_B] * 20)
    assert 400 < first.strength - second.strength < 1200
    assert first.high - first.low > 200


def test_confidence_intervals_contain_the_true_strength() -> None:
    """In 200 arenas, `a` wins two games of three; the interval of the difference misses that value in only a few."""
    missed = 0
    for seed in range(200):
        luck = Random(seed)
        finishes = [A_OVER_B if luck.random() < 2 / 3 else B_OVER_A for _ in range(150)]
        (one,) = (found for found in estimate_strengths(finishes) if found.player == "a")
        missed += not one.low <= CENTRE + 200 * log10(2) <= one.high
    assert 3 <= missed <= 18


def test_no_strengths_are_estimated_without_matches() -> None:
    assert estimate_strengths([]) == ()
