"""The PettingZoo environment."""

from __future__ import annotations

import runpy
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import chronik
from chronik.service.training.env import Env

EXAMPLE = Path(__file__).parents[3] / "docs/examples/learn.py"
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("katharina", 3, {}),
    ("cities_knights", 3, {"victory_points": 5}),
    ("catan_cards", 2, {}),
    ("catan_cards", 2, {"mode": "tournament"}),
]
each_table = pytest.mark.parametrize("table", TABLES)


def play_on(env: Env, seed: int, steps: int = 100_000) -> dict[str, float]:
    """Takes random steps, at most to the end, and returns the sum of each agent's rewards."""
    luck = np.random.default_rng(seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        seen, reward, ended, cut, _ = env.last()
        rewards[agent] += reward
        env.step(None if ended or cut else luck.choice(np.flatnonzero(seen["action_mask"])))
    return rewards


@each_table
@pytest.mark.filterwarnings("ignore:Observation")  # it is a dictionary, as in all environments with masks
def test_the_checks_of_pettingzoo_pass(table: tuple[str, int, dict[str, Any]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checks import an environment in a way that their authors deprecated
        from pettingzoo.test import api_test, seed_test  # slow to import
    api_test(chronik.env(*table), num_cycles=100)
    seed_test(lambda: chronik.env(*table), num_cycles=100)


@each_table
def test_every_action_of_a_mask_is_accepted(table: tuple[str, int, dict[str, Any]]) -> None:
    env = chronik.env(*table, seed=4)
    env.reset()
    play_on(env, 1, 1_000)


def test_the_rewards_are_the_returns() -> None:
    env = chronik.env("katharina", 3, seed=1)
    env.reset()
    assert play_on(env, 1) == env.returns
    assert max(env.returns.values()) > 0


def test_a_clone_continues_equally_and_independently() -> None:
    env = chronik.env("cities_knights", 3, {"victory_points": 5}, seed=1)
    env.reset()
    play_on(env, 1, 101)
    seen, clone = env.last(), env.clone()
    found = play_on(clone, 2)
    for part in ("observation", "action_mask"):
        assert np.array_equal(env.last()[0][part], seen[0][part])
    assert play_on(env, 2) == found


def test_each_reset_begins_another_match_unless_it_names_the_seed() -> None:
    env = chronik.env("katharina", 2, seed=1)
    views = []
    for seed in (None, None, 1):
        env.reset(seed)
        views.append(env.match.view)
    assert views[0] == views[2] != views[1]


def test_an_action_outside_the_mask_is_refused() -> None:
    env = chronik.env("katharina", 2)
    env.reset()
    with pytest.raises(ValueError, match="see its action_mask"):
        env.step(0)


def test_the_example_learns_to_beat_a_random_player(capsys: pytest.CaptureFixture[str]) -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    assert len(lines) <= 30
    runpy.run_path(str(EXAMPLE))
    first, _, last = [int(line.rpartition(" ")[2].rstrip("%")) for line in capsys.readouterr().out.splitlines()]
    assert first < 60
    assert last >= 65


def test_without_the_extra_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "chronik.service.training.env")
    with pytest.raises(ModuleNotFoundError, match=r"install chronik\[env\]"):
        _ = chronik.env
