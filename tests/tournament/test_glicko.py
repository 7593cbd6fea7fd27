"""Glicko-2 against the worked example of its author, and against a second way to compute the volatility."""

from __future__ import annotations

from math import exp, log, pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.tournament.ratings.glicko import SCALE, WIDEST, Glicko, Outcome, age_rating, rate_player

PLAYER = Glicko(1500, 200, 0.06)
OUTCOMES = [Outcome(Glicko(1400, 30), 1), Outcome(Glicko(1550, 100), 0), Outcome(Glicko(1700, 300), 0)]

ratings = st.builds(Glicko, st.floats(500, 2500), st.floats(30, 350), st.floats(0.03, 0.1))
outcomes = st.lists(st.builds(Outcome, ratings, st.sampled_from((0, 0.5, 1))), max_size=9)


def test_the_published_example_is_reproduced() -> None:
    """Glickman, "Example of the Glicko-2 system": 1500 with 200 against 1400, 1550 and 1700, τ = 0.5."""
    after = rate_player(PLAYER, OUTCOMES, 0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_an_idle_player_becomes_less_certain() -> None:
    """Step 6 of the paper: only the deviation grows, and never above that of a new player."""
    after = rate_player(PLAYER, [], 0.5)
    assert after == age_rating(PLAYER, 1)
    assert (after.rating, after.deviation, after.volatility) == (1500, pytest.approx(200.2714), 0.06)
    assert age_rating(PLAYER, 0).deviation == pytest.approx(200)
    assert age_rating(PLAYER, 10**6).deviation == WIDEST
    assert rate_player(PLAYER, [Outcome(Glicko(2500, 30), 0)], 0.5, 10**6).deviation == pytest.approx(WIDEST)


@given(ratings, outcomes.filter(bool))
@settings(max_examples=60, deadline=None)
def test_the_volatility_solves_its_equation(player: Glicko, games: list[Outcome]) -> None:
    after = rate_player(player, games, 0.5)
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    g = [1 / sqrt(1 + 3 * (game.opponent.deviation / SCALE) ** 2 / pi**2) for game in games]
    e = [
        1 / (1 + exp(-weight * (mu - (game.opponent.rating - 1500) / SCALE)))
        for weight, game in zip(g, games, strict=True)
    ]
    v = 1 / sum(weight**2 * each * (1 - each) for weight, each in zip(g, e, strict=True))
    delta = v * sum(weight * (game.score - each) for weight, game, each in zip(g, games, e, strict=True))

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - log(player.volatility**2)) / 0.25

    x = log(after.volatility**2)
    assert f(x - 1e-4) > 0 > f(x + 1e-4)


@given(ratings, outcomes.filter(bool), st.integers(0, 8))
@settings(max_examples=60, deadline=None)
def test_a_better_result_never_lowers_the_rating(player: Glicko, games: list[Outcome], at: int) -> None:
    at %= len(games)
    lost, won = ([*games[:at], Outcome(games[at].opponent, score), *games[at + 1 :]] for score in (0, 1))
    assert rate_player(player, lost, 0.5).rating <= rate_player(player, won, 0.5).rating + 1


@given(ratings, outcomes.filter(bool))
@settings(max_examples=60, deadline=None)
def test_a_player_with_games_is_less_uncertain_than_an_idle_one(player: Glicko, games: list[Outcome]) -> None:
    assert rate_player(player, games, 0.5).deviation < age_rating(player, 1).deviation * 1.01
