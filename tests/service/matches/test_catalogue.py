"""The catalogue: every game with its views and bots, over facts that are read once."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from chronik.domain.engine.edition import load_once
from chronik.domain.games import CURRENT, edition, game
from chronik.projections.games import projection
from chronik.service.bots.levels import LEVELS, bot
from tests.every_game.games import SUPPLIES


def test_facts_are_read_once_and_shared_by_rules_views_and_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for cached in (load_once, game, projection, bot):
        cached.cache_clear()
    read: Counter[str] = Counter()
    loads = tomllib.loads

    def count_loads(text: str) -> dict[str, Any]:
        read[text] += 1
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", count_loads)
    assert all(game(name) and projection(name) for name in CURRENT)
    for name, levels in LEVELS.items():
        assert all(bot(name, level) for level in levels)
    assert set(read.values()) == {1}
    printed = [path for name in CURRENT for path in edition(name).printed.glob("*.toml")]
    assert len(read) == len({path.read_text("utf-8") for path in printed})


def test_every_game_is_registered_in_the_same_three_lists() -> None:
    assert set(CURRENT) == set(LEVELS) == set(SUPPLIES)
