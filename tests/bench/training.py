"""Training: steps of the PettingZoo environments with random actions, beside those of PettingZoo's chess (P17)."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np

import chronik
from tests.bench.matches import NAMES, seats_of, titled
from tests.bench.measure import Compared, by_turns, rate
from tests.bench.table import Row, against, at_least

STEPS = 3_000
CHESS_STEPS = 1_000


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P17, all measured in the same rounds."""
    if "P17" not in goals:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the peer deprecated this way of making an environment
        from pettingzoo.classic import chess_v6

        peer = chess_v6.env()
    envs = [chronik.env(name, seats_of(name, 1)) for name in NAMES]
    chess, *ours = by_turns(
        [rate(partial(take_steps, peer, CHESS_STEPS)), *(rate(partial(take_steps, env, STEPS)) for env in envs)],
        anchors=(0,),
    )
    for name, figures in zip(NAMES, ours, strict=True):
        found = Compared(figures, chess, chess)
        what = titled(name, "steps of an environment, random actions")
        yield against("P17", what, "PettingZoo chess", "steps/s", found, at_least(5))


def take_steps(env: Any, steps: int) -> int:
    """Takes random steps, the same ones each time, in as many matches as it needs."""
    luck, taken = Random(1), 0
    while taken < steps:
        env.reset(seed=taken)
        for _ in env.agent_iter(steps - taken):
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
            taken += 1
    return taken
