"""The catalogue: every game with all that reads it, over facts that are read once."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from domain.engine.edition import read_facts
from domain.games import CURRENT, edition, game
from projections.games import PROJECTIONS, projection
from service.bots.levels import LEVELS, bot
from service.matches.catalogue import Catalogue
from tests.support.every_game.games import SUPPLIES


def test_rules_read_sides_and_bots_share_facts_that_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for cached in (read_facts, game, projection, bot):
        cached.cache_clear()
    read: Counter[str] = Counter()
    loads = tomllib.loads

    def counted(text: str) -> dict[str, Any]:
        read[text] += 1
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    Catalogue({})
    for name, levels in LEVELS.items():
        assert all(bot(name, level) for level in levels)
    assert set(read.values()) == {1}
    printed = [path for name in CURRENT for path in edition(name).printed.glob("*.toml")]
    assert len(read) == len({path.read_text("utf-8") for path in printed})


def test_a_game_is_registered_by_name_in_four_lists() -> None:
    assert set(CURRENT) == set(PROJECTIONS) == set(LEVELS) == set(SUPPLIES)
