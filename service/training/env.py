"""The PettingZoo environment of a game: a command takes one step for each word that other commands do not share."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from chronik.domain.engine.game import Game
from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.projections.match.projection import Projection
from chronik.service.training.features import SIZE, Array, count_features, place_of
from chronik.service.training.numbering import Numbering
from chronik.service.training.offers import list_offers
from chronik.service.training.play import Play, open_play


def env(game: str, seats: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> Env:
    """Returns a PettingZoo environment of a game. Each reset begins the next match of the seed, or of a new seed.

    Raises `KeyError` for an unknown game, `ValueError` for a wrong number of seats, and `BadOptions`.
    """
    return Env(game_named(game), projection_of(game), seats, options or {}, seed)


class Env(AECEnv):
    """A match in which an action is a word of a command. `match` is the match, and `words` are the words by number.

    An observation has the features of what the agent sees, and of the words that it has chosen for its command.
    """

    def __init__(self, game: Game, projection: Projection, seats: int, options: Mapping[str, Any], seed: int) -> None:
        super().__init__()
        self.metadata = {"name": f"chronik_{game.name}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._open = game, projection, seats, options
        self._has_offers = game.name == "cities_knights"
        self._seed, self._number = seed, -1
        self._numbering = Numbering(game, options)
        self.words = self._numbering.words
        self._spaces = Dict(
            {
                "observation": Box(-np.inf, np.inf, (SIZE,), np.float32),
                "action_mask": Box(0, 1, (len(self.words),), np.int8),
            }
        )
        self._actions = {agent: Discrete(len(self.words)) for agent in self.possible_agents}
        self._left: dict[tuple[int, ...], Any] = {}
        self._said = 0
        self._seen: dict[int, Array] = {}
        self.match = open_play(*self._open, seed, 0)

    def observation_space(self, agent: str) -> Dict:
        return self._spaces

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the next match of the seed, or the first match of a new seed."""
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self.begin(open_play(*self._open, self._seed, self._number))

    def begin(self, match: Play) -> None:
        """Begins with the open question of a match."""
        self.match = match
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Array]:
        """Returns what an agent sees, and the words that it may choose now."""
        seat = self.possible_agents.index(agent)
        if seat not in self._seen:
            self._seen[seat] = count_features(self.match.view_of(seat))
        seen = self._seen[seat].copy()
        mask: Array = np.zeros(len(self.words), np.int8)
        if not self.match.over and agent == self.agent_selection:
            mask[[spelled[self._said] for spelled in self._left]] = 1
            for number in next(iter(self._left))[: self._said]:
                seen[place_of(f"words={self.words[number]}")] += 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Chooses a word; the command is played as soon as only one begins with the words so far."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        left = {spelled: command for spelled, command in self._left.items() if spelled[self._said] == action}
        if not left:
            raise ValueError(f"Action {action} is not among those of {agent}; see its action_mask.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if len(left) > 1:
            self._left, self._said = left, self._said + 1
            self._skip_shared_words()
        else:
            self.match.answer(*left.values())
            self._ask()
        self._accumulate_rewards()

    @property
    def returns(self) -> dict[str, float]:
        """The result by agent: 1 for beating all others, −1 for losing to all, and 0 if there is no result."""
        return dict(zip(self.possible_agents, self.match.returns, strict=True))

    def clone(self) -> Env:
        """Returns an independent copy, which continues equally if it gets the same actions."""
        other = copy.copy(self)
        other.match = self.match.clone()
        other._actions = copy.deepcopy(self._actions)
        other.agents = self.agents[:]
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(other, name, dict(getattr(self, name)))
        other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return other

    def render(self) -> None:
        """Does nothing: to watch a match, keep its archive."""

    def close(self) -> None:
        """Does nothing: a match holds no resources."""

    def _ask(self) -> None:
        """Selects the seat that is asked next, or ends the match."""
        self._seen = {}
        if not self.match.over:
            self.agent_selection = self.possible_agents[self.match.seat]
            listed = [*self.match.options, *(list_offers(self.match.forms) if self._has_offers else ())]
            self._left, self._said = self._numbering.spell(listed), 0
            self._skip_shared_words()
            return
        self.rewards = self.returns
        ends = self.truncations if self.match.outcome is None else self.terminations
        ends.update(dict.fromkeys(self.agents, True))

    def _skip_shared_words(self) -> None:
        """Skips the words in which the commands that are left do not differ."""
        while len(self._left) > 1 and len({spelled[self._said] for spelled in self._left}) == 1:
            self._said += 1
