"""Strengths of players who do not change, such as bots: the maximum-likelihood estimate of the Plackett–Luce model.

Unlike a rating, which follows players over time, a strength does not depend on the order of the matches. It is found
with the MM algorithm of Hunter, "MM algorithms for generalized Bradley–Terry models" (Annals of Statistics 32, 2004).
Equal places are treated as Breslow treats equal times: each player is chosen among all who did not finish earlier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log, log10, prod, sqrt

from msgspec import Struct

CENTRE = 1500.0
"""The mean of all strengths on the Elo scale, on which 400 points more mean odds of ten to one."""

PRIOR = 0.5
"""The wins each player is given against every other, so that a player without losses is not infinitely strong."""

CLOSE = 1e-6
"""The relative change below which the search stops: a few ten-thousandths of a point."""

STEPS = 10_000

WITHIN = 1.96
"""The number of deviations on each side of a 95 % interval."""

Choices = Mapping[tuple[str, ...], float]
"""How often one of these players, one for each seat, was chosen."""


class Finish(Struct, frozen=True):
    """The end of a match: the players by seat, and the place of each seat, from 1. Equal places are shared."""

    players: tuple[str, ...]
    places: tuple[int, ...]


class Strength(Struct, frozen=True):
    """The strength of a player on the Elo scale, with the bounds of its 95 % confidence interval."""

    player: str
    strength: float
    low: float
    high: float


def estimate_strengths(finishes: Sequence[Finish]) -> tuple[Strength, ...]:
    """Returns each player's strength, the strongest first, with intervals from the curvature of the likelihood."""
    players = sorted({player for finish in finishes for player in finish.players})
    chosen, among = _count_choices(players, Counter(finishes))
    gammas = _fit_gammas(chosen, among)
    deviations = _estimate_deviations(gammas, among)
    found: list[Strength] = []
    for player in sorted(players, key=lambda player: (-gammas[player], player)):
        strength, around = CENTRE + 400 * log10(gammas[player]), WITHIN * 400 / log(10) * deviations[player]
        found.append(Strength(player, strength, strength - around, strength + around))
    return tuple(found)


def _count_choices(players: Sequence[str], finishes: Mapping[Finish, int]) -> tuple[dict[str, float], Choices]:
    """Returns how often each player was chosen before another, and the players among whom each choice was made."""
    chosen = dict.fromkeys(players, PRIOR * (len(players) - 1))
    among: dict[tuple[str, ...], float] = dict.fromkeys(combinations(players, 2), 2 * PRIOR)
    for finish, times in finishes.items():
        seats = sorted(zip(finish.players, finish.places, strict=True))
        for player, place in seats:
            left = tuple(other for other, theirs in seats if theirs >= place)
            if len(left) > 1:
                chosen[player] += times
                among[left] = among.get(left, 0) + times
    return chosen, among


def _fit_gammas(chosen: Mapping[str, float], among: Choices) -> dict[str, float]:
    """Returns the strengths as odds, with a geometric mean of 1."""
    gammas = dict.fromkeys(chosen, 1.0)
    for _ in range(STEPS):
        weights = dict.fromkeys(gammas, 0.0)
        for left, times in among.items():
            each = times / sum(gammas[player] for player in left)
            for player in left:
                weights[player] += each
        moved = {player: chosen[player] / weight for player, weight in weights.items()}
        middle = prod(moved.values()) ** (1 / len(moved)) if moved else 1.0
        before, gammas = gammas, {player: gamma / middle for player, gamma in moved.items()}
        if all(abs(gammas[player] / gamma - 1) < CLOSE for player, gamma in before.items()):
            break
    return gammas


def _estimate_deviations(gammas: Mapping[str, float], among: Choices) -> dict[str, float]:
    """Returns the standard deviation of the logarithm of each strength, with their mean fixed.

    The information in a choice is the covariance of the chosen player. The sum over all choices has no inverse, because
    a common factor changes nothing; adding one to every element makes it invertible.
    """
    players = list(gammas)
    information = [[1.0] * len(players) for _ in players]
    for left, times in among.items():
        whole = sum(gammas[player] for player in left)
        part = [left.count(player) * gammas[player] / whole for player in players]
        for row, p in enumerate(part):
            for column, q in enumerate(part):
                information[row][column] += times * (p * (row == column) - p * q)
    variances = _invert(information)
    common = 1 / len(players) ** 2 if players else 0.0
    return {player: sqrt(variances[at][at] - common) for at, player in enumerate(players)}


def _invert(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Returns the inverse of a positive definite matrix, by Gauss–Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                by = rows[other][at]
                rows[other] = [value - by * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
