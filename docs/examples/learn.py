"""Learns which words win at Katharina, by playing against a random player: python learn.py (needs chronik[env])."""

import numpy as np

import chronik

env = chronik.env("katharina", seats=2, seed=1)
luck = np.random.default_rng(1)
taste = np.zeros(len(env.words))  # how much the learner likes each word


def play(learner: str, rate: float) -> float:
    env.reset()
    change = np.zeros_like(taste)
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        chances = seen["action_mask"] * (np.exp(taste) if agent == learner else 1)
        word = None if ended or cut else luck.choice(len(taste), p=chances / chances.sum())
        if agent == learner and word is not None:
            change -= chances / chances.sum()
            change[word] += 1
        env.step(word)
    taste[:] += rate * env.returns[learner] * change  # the policy gradient: more of what won, less of what lost
    return env.returns[learner]


for matches, rate in ((50, 0), (150, 0.3), (50, 0)):
    won = [play(f"seat_{number % 2}", rate) > 0 for number in range(matches)]
    print(f"{matches} matches, learning rate {rate}: won {sum(won) / matches:.0%}")
