"""Glicko-2: ratings of two-seat games with their uncertainty.

The code follows Mark Glickman, "Example of the Glicko-2 system" (22 March 2022), and its step numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt

from msgspec import Struct

SCALE = 173.7178
"""The number of points on the published scale that make one internal unit."""

CENTRE = 1500.0
WIDEST = 350.0

EPSILON = 1e-6
"""The precision of the volatility (step 5.1)."""


class Glicko(Struct, frozen=True):
    """The rating of a player, its deviation, and the volatility of the player's strength."""

    rating: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06


class Outcome(Struct, frozen=True):
    """A game against an opponent. The score is 1 for a win, ½ for a draw and 0 for a loss."""

    opponent: Glicko
    score: float


def age_rating(player: Glicko, periods: float) -> Glicko:
    """Returns a rating after some idle periods, perhaps a fraction of one. Its deviation has grown (step 6)."""
    spread = sqrt((player.deviation / SCALE) ** 2 + periods * player.volatility**2) * SCALE
    return Glicko(player.rating, min(WIDEST, spread), player.volatility)


def rate_player(player: Glicko, outcomes: Sequence[Outcome], tau: float, periods: float = 1) -> Glicko:
    """Returns a rating after the games of a period that began `periods` after the last one.

    `tau` limits the volatility.
    """
    if not outcomes:
        return age_rating(player, periods)
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    information, surprise = 0.0, 0.0
    for outcome in outcomes:
        weight = _weight(outcome.opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (outcome.opponent.rating - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (outcome.score - expected)
    variance = 1 / information
    volatility = _fit_volatility(phi, player.volatility, variance, variance * surprise, tau)
    spread = phi**2 + periods * volatility**2
    phi = min(WIDEST / SCALE, 1 / sqrt(1 / spread + 1 / variance))
    return Glicko(CENTRE + SCALE * (mu + phi**2 * surprise), SCALE * phi, volatility)


def _weight(phi: float) -> float:
    """Returns the weight of a game against an opponent with this deviation (step 3, g)."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _fit_volatility(phi: float, volatility: float, variance: float, delta: float, tau: float) -> float:
    """Returns the volatility that fits the results best: the zero of f, by the Illinois method (step 5)."""
    start = log(volatility**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
