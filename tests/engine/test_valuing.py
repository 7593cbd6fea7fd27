"""Values: chances in integers, and the file of a game's weights."""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

import pytest

from chronik.domain.engine.facts import BadFacts
from chronik.domain.engine.valuing import STAGES, UNIT, Knowledge, Position, Valuing, load_models, load_valuing
from chronik.domain.engine.win_chances import CERTAIN, chances
from tests.support.cases import for_each

WEIGHTS = """
rules = 3
facts = "ab"

[[model]]
seats = 2
settings = ["plain", "short"]
[model.public]
points = [2, 10]
[model.truth]
points = [3, 0]
cards = [-5, 1]
"""
ROWS = ((7, 1), (4, 2))


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    (tmp_path / "weights.toml").write_text(WEIGHTS, "utf-8")
    load_models.cache_clear()
    return tmp_path


def load(directory: Path, rules: int = 3, facts: str = "ab", hidden: str = "cards") -> Valuing[Any] | None:
    seen, other = (type("Features", (), {"__struct_fields__": (name,)}) for name in ("points", hidden))
    return load_valuing(directory, rules, facts, (seen, other), lambda state: state, lambda state: Position(500, ROWS))


def test_a_score_is_the_sum_of_features_times_weights_that_grow_with_the_stage(directory: Path) -> None:
    valuing = load(directory)
    assert valuing is not None
    at = [STAGES * 2 + 500 * 10]
    assert valuing.score("plain", Knowledge.PUBLIC) == (7 * at[0], 4 * at[0])
    at = [STAGES * 3, STAGES * -5 + 500]
    assert valuing.score("short", Knowledge.TRUTH) == (7 * at[0] + 1 * at[1], 4 * at[0] + 2 * at[1])


def test_settings_without_a_model_have_no_score(directory: Path) -> None:
    valuing = load(directory)
    assert valuing is not None
    assert valuing.score("long", Knowledge.TRUTH) is None
    assert valuing.score(None, Knowledge.TRUTH) is None


def test_there_are_no_models_for_other_rules_or_facts(directory: Path) -> None:
    assert load(directory, rules=4) is None
    assert load(directory, facts="cd") is None


def test_models_of_other_features_are_not_used(directory: Path) -> None:
    valuing = load(directory, hidden="stars")
    assert valuing is not None
    assert valuing.score("plain", Knowledge.PUBLIC) is None


def test_the_digest_covers_every_weight_but_not_comments(directory: Path) -> None:
    path = directory / "weights.toml"
    before = load_models(directory, ("points",), ("cards",)).digest
    assert len(before) == 64
    path.write_text(f"# a comment\n{WEIGHTS}", "utf-8")
    load_models.cache_clear()
    assert load_models(directory, ("points",), ("cards",)).digest == before
    path.write_text(WEIGHTS.replace("[-5, 1]", "[-5, 2]"), "utf-8")
    load_models.cache_clear()
    assert load_models(directory, ("points",), ("cards",)).digest != before


def test_weights_that_are_not_integers_are_refused(directory: Path) -> None:
    (directory / "weights.toml").write_text(WEIGHTS.replace("[-5, 1]", "[-5, 1.5]"), "utf-8")
    with pytest.raises(BadFacts):
        load(directory)


@for_each("scores", [(0, 0), (3 * UNIT, UNIT), (0, UNIT // 7, -UNIT), (-9 * UNIT, 0, 2 * UNIT, 5 * UNIT)])
def test_chances_are_a_softmax_in_millionths(scores: tuple[int, ...]) -> None:
    powers = [exp(score / UNIT) for score in scores]
    for chance, power in zip(chances(scores), powers, strict=True):
        assert type(chance) is int
        assert abs(chance - CERTAIN * power / sum(powers)) < 20


def test_a_hopeless_seat_has_no_chance() -> None:
    assert chances((0, 1_000 * UNIT)) == (0, CERTAIN)
