"""Fitting: a conditional logit over the seats of a position, and how well it predicts matches that it never saw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from chronik.domain.engine.valuing import STAGES, UNIT
from tests.train.corpus import Sample

FOLDS = 5
"""Each fold of the matches is held out once, and predicted by a model that was fitted to the others."""
MOST = 1_000_000
"""No setting has as many matches."""
PENALTY = 1e-3
"""The weight of the squared weights of standardised features, beside the mean log-loss."""
STEPS = 12
BINS = 10


class Data(NamedTuple):
    """Positions as arrays: features by position, seat and feature; stages; shares of the first place; match numbers."""

    features: Any
    stages: Any
    shares: Any
    matches: Any

    def pick(self, rows: Any) -> Data:
        """Returns some of the positions."""
        return Data(*(array[rows] for array in self))


class Fitted(NamedTuple):
    """Integer weights, as `domain/engine/valuing.py` uses them."""

    first: Any
    growth: Any

    def predict(self, data: Data) -> Any:
        """Returns the win chances of all seats in all positions."""
        features, stages = data.features[:, :, : len(self.first)], data.stages[:, None, None]
        return softmax((features * (STAGES * self.first + stages * self.growth)).sum(2) / UNIT)


def gather(samples: Iterable[Sample]) -> Data:
    """Puts samples into arrays."""
    kept = [(position, sample.shares, number) for number, sample in enumerate(samples) for position in sample.positions]
    return Data(
        np.array([position.rows for position, _, _ in kept], np.int64),
        np.array([position.stage for position, _, _ in kept], np.int64),
        np.array([shares for _, shares, _ in kept], np.float64),
        np.array([number for _, _, number in kept], np.int64),
    )


def join(parts: Sequence[Data]) -> Data:
    """Joins the positions of several settings, and gives each match its own number in the same fold."""
    renumbered = [part._replace(matches=part.matches + FOLDS * MOST * n) for n, part in enumerate(parts)]
    return Data(*(np.concatenate(arrays) for arrays in zip(*renumbered, strict=True)))


def fit(data: Data, features: int) -> Fitted:
    """Fits weights to the first features."""
    seen = data.features[:, :, :features].astype(np.float64)
    scale = seen.std((0, 1)) + 1e-9
    scale[scale < 1e-6] = np.inf  # a feature that never varies weighs nothing
    stage = (data.stages / STAGES)[:, None, None]
    weights = maximise(np.concatenate([seen / scale, seen / scale * stage], 2), data.shares)
    first, growth = weights[:features] / scale, weights[features:] / scale
    return Fitted(*(np.rint(part * UNIT / STAGES).astype(np.int64) for part in (first, growth)))


def maximise(rows: Any, shares: Any) -> Any:
    """Returns the weights with the least penalised log-loss, which is convex."""
    weights = np.zeros(rows.shape[2])
    for _ in range(STEPS):
        chances = softmax(rows @ weights)
        slope = np.einsum("ns,nsf->f", chances - shares, rows) / len(rows) + PENALTY * weights
        spread = rows - np.einsum("ns,nsf->nf", chances, rows)[:, None, :]
        spread = (spread * np.sqrt(chances)[:, :, None]).reshape(-1, rows.shape[2])
        weights -= np.linalg.solve(spread.T @ spread / len(rows) + PENALTY * np.eye(len(weights)), slope)
    return weights


def predict_held_out(data: Data, features: int) -> Any:
    """Returns the win chances of every position, predicted by a model that never saw its match."""
    chances = np.zeros(data.shares.shape)
    for fold in range(FOLDS):
        held = data.matches % FOLDS == fold
        chances[held] = fit(data.pick(~held), features).predict(data.pick(held))
    return chances


def predict_by_points(data: Data) -> Any:
    """Returns the held-out win chances by points and stage only; points are the first feature."""
    stage = (data.stages / STAGES)[:, None, None]
    points = data.features[:, :, :1] / 10
    rows = np.concatenate([points, points * stage, points * stage**2], 2)
    chances = np.zeros(data.shares.shape)
    for fold in range(FOLDS):
        held = data.matches % FOLDS == fold
        chances[held] = softmax(rows[held] @ maximise(rows[~held], data.shares[~held]))
    return chances


def softmax(scores: Any) -> Any:
    """Returns the chances of all seats in all positions."""
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def log_loss(chances: Any, shares: Any) -> float:
    """Returns the mean log-loss."""
    return float(-(shares * np.log(np.clip(chances, 1e-9, 1))).sum(1).mean())


def brier(chances: Any, shares: Any) -> float:
    """Returns the mean Brier score: the squared error, summed over the seats."""
    return float(((chances - shares) ** 2).sum(1).mean())


def calibration_error(chances: Any, shares: Any) -> float:
    """Returns the mean distance between the chances in a bin of ten per cent and the wins that came of them."""
    flat, won = chances.ravel(), shares.ravel()
    bins = np.minimum((flat * BINS).astype(int), BINS - 1)
    each = [bins == number for number in range(BINS)]
    return float(sum(one.mean() * abs(flat[one].mean() - won[one].mean()) for one in each if one.any()))
