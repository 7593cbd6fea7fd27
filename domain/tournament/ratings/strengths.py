"""Strengths of players who do not change, as bots do not: the most likely ones of the Plackett–Luce model.

Unlike a rating that follows people through time, a strength does not depend on the order of the matches. It is found by
the MM algorithm of Hunter, "MM algorithms for generalized Bradley–Terry models" (Annals of Statistics 32, 2004). Equal
places are taken as Breslow takes equal times: each is chosen among all that came no earlier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log, log10, prod, sqrt

from msgspec import Struct

CENTRE = 1500.0
"""The mean of all strengths, on the scale of Elo: 400 more are ten to one."""

PRIOR = 0.5
"""So often each has won against each other beforehand: whoever never loses is not infinitely strong."""

CLOSE = 1e-6
"""The part of itself by which no strength moves any more; some ten-thousandths of a point."""

STEPS = 10_000

WITHIN = 1.96
"""So many deviations to both sides hold 95 % of what is believed."""

Choices = Mapping[tuple[str, ...], float]
"""How often somebody was chosen among these, one of them for each seat."""


class Finish(Struct, frozen=True):
    """How a match ended: who sat where, and the place of each seat, from 1; equal places are shared."""

    players: tuple[str, ...]
    places: tuple[int, ...]


class Strength(Struct, frozen=True):
    """How strong somebody is on the scale of Elo, and between which values that lies with 95 % confidence."""

    player: str
    strength: float
    low: float
    high: float


def strengths(finishes: Sequence[Finish]) -> tuple[Strength, ...]:
    """Everybody who played, the strongest first. Intervals are those of the curvature of the likelihood."""
    players = sorted({player for finish in finishes for player in finish.players})
    chosen, among = _choices(players, Counter(finishes))
    gammas = _gammas(chosen, among)
    deviations = _deviations(gammas, among)
    found: list[Strength] = []
    for player in sorted(players, key=lambda player: (-gammas[player], player)):
        strength, around = CENTRE + 400 * log10(gammas[player]), WITHIN * 400 / log(10) * deviations[player]
        found.append(Strength(player, strength, strength - around, strength + around))
    return tuple(found)


def _choices(players: Sequence[str], finishes: Mapping[Finish, int]) -> tuple[dict[str, float], Choices]:
    """How often each was chosen before somebody else, and among whom somebody was."""
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


def _gammas(chosen: Mapping[str, float], among: Choices) -> dict[str, float]:
    """The strengths as odds, whose geometric mean is 1."""
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


def _deviations(gammas: Mapping[str, float], among: Choices) -> dict[str, float]:
    """The standard deviation of the logarithm of each strength, while their mean stays where it is.

    The information of a choice is the covariance of who is chosen; that of all choices has no inverse, as a common
    factor changes nothing, until ones are added everywhere.
    """
    players = list(gammas)
    information = [[1.0] * len(players) for _ in players]
    for left, times in among.items():
        whole = sum(gammas[player] for player in left)
        part = [left.count(player) * gammas[player] / whole for player in players]
        for row, p in enumerate(part):
            for column, q in enumerate(part):
                information[row][column] += times * (p * (row == column) - p * q)
    variances = _inverse(information)
    common = 1 / len(players) ** 2 if players else 0.0
    return {player: sqrt(variances[at][at] - common) for at, player in enumerate(players)}


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                by = rows[other][at]
                rows[other] = [value - by * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
