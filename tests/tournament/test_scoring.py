"""Scoring presets: the points of tables, and files that are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from chronik.domain.engine.facts import BadFacts, load_facts
from chronik.domain.tournament.counting.scoring import (
    Formula,
    Incentive,
    award_points,
    parse_presets,
    place_points,
    presets,
)
from chronik.domain.tournament.counting.tiebreak import CODES
from tests.support.cases import for_each

PRESETS = {
    "match-points",
    "catan-championship-2024",
    "wwcc-2013",
    "mayfair-share",
    "meeples-2014",
    "wbc-5-3-2-1",
    "wbc-ck-2017",
    "mso-ck",
    "place-4-3-2-1",
    "colonist-championship",
    "bga-6-4-2-0",
    "bga-6-5-3-1-0",
    "rivals-marathon",
    "cedh-5-1-0",
    "cedh-5-3-2-1",
}


def test_the_scoring_presets_have_exactly_these_ids() -> None:
    assert set(presets()) == PRESETS
    assert {preset.incentive for preset in presets().values()} == set(Incentive)
    assert {preset.formula for preset in presets().values()} == set(Formula)
    for preset in presets().values():
        assert preset.source
        assert set(preset.tie_breaks) <= CODES


@for_each(
    ("preset", "places", "points", "expected"),
    [
        ("match-points", (1, 2), (), "1 0"),
        ("match-points", (1, 1), (), "1/2 1/2"),
        ("catan-championship-2024", (2, 1, 3, 4), (), "0 1 0 0"),
        ("catan-championship-2024", (1, 1, 3, 4), (), "1/2 1/2 0 0"),
        ("wwcc-2013", (2, 1, 3, 4), (8, 10, 7, 4), "8 10 7 4"),
        ("meeples-2014", (2, 1, 3), (8, 10, 7), "8 10 7"),
        # The example of the championship rules: 24 points at a table of three count as 32.
        ("mayfair-share", (1, 2, 3), (10, 9, 5), "10/32 9/32 5/32"),
        ("mayfair-share", (1, 2, 3, 4), (10, 8, 7, 7), "10/32 8/32 7/32 7/32"),
        ("mayfair-share", (1, 1, 1, 1), (0, 0, 0, 0), "1/4 1/4 1/4 1/4"),
        ("wbc-5-3-2-1", (1, 2, 3, 4), (10, 8, 7, 4), "5.2 3 2 1"),
        ("wbc-5-3-2-1", (1, 2, 2, 4), (10, 8, 8, 4), "5.2 5/2 5/2 1"),
        ("wbc-5-3-2-1", (1, 2, 3), (10, 8, 7), "5.2 3 1"),
        # A ruling put the entrant with fewer points first: no bonus, and no deduction.
        ("wbc-5-3-2-1", (1, 2, 3, 4), (3, 8, 7, 4), "5 3 2 1"),
        ("wbc-ck-2017", (4, 1, 2, 3), (5, 13, 9, 8), "10 100 50 20"),
        ("wbc-ck-2017", (3, 1, 2), (5, 13, 9), "10 100 40"),
        ("mso-ck", (1, 2, 3, 4), (15, 14, 9, 3), "15 13 9 3"),
        ("mso-ck", (1, 1, 3, 4), (13, 13, 9, 3), "14 14 9 3"),
        ("place-4-3-2-1", (1, 2, 3), (), "4 3 2"),
        ("bga-6-4-2-0", (1, 2, 3, 4), (), "6 4 2 0"),
        ("bga-6-5-3-1-0", (1, 2, 3, 4, 5), (), "6 5 3 1 0"),
        ("rivals-marathon", (2, 1), (9, 12), "9 17"),
        ("cedh-5-1-0", (1, 2, 2, 2), (), "5 0 0 0"),
        ("cedh-5-1-0", (1, 1, 1, 1), (), "1 1 1 1"),
        ("cedh-5-3-2-1", (1, 2, 3, 4), (), "5 3 2 1"),
    ],
)
def test_a_table_gives_the_points_that_its_preset_states(
    preset: str, places: tuple[int, ...], points: tuple[int, ...], expected: str
) -> None:
    points = points or (0,) * len(places)
    assert award_points(presets()[preset], places, points) == tuple(Fraction(each) for each in expected.split())


@for_each("preset", sorted(PRESETS))
@for_each("size", [2, 3, 4])
def test_a_better_place_never_gives_fewer_points(preset: str, size: int) -> None:
    places, points = tuple(range(1, size + 1)), tuple(10 - each for each in range(size))
    paid = award_points(presets()[preset], places, points)
    assert list(paid) == sorted(paid, reverse=True)
    assert paid[0] > paid[-1]


GOOD: dict[str, Any] = {
    "id": "ours",
    "version": 1,
    "formula": "places",
    "places": [[2, 0]],
    "skip": 0,
    "tie_breaks": ["BH"],
    "cut": 0,
    "incentive": "only-wins",
    "source": "a test",
}


def refusal_of(tmp_path: Any, *presets: dict[str, Any]) -> str:
    def write_value(value: Any) -> str:
        return f"[{', '.join(map(write_value, value))}]" if isinstance(value, list) else repr(value).replace("'", '"')

    text = "".join(
        "[[preset]]\n" + "".join(f"{key} = {write_value(value)}\n" for key, value in each.items()) for each in presets
    )
    (tmp_path / "presets.toml").write_text(text, "utf-8")
    with pytest.raises(BadFacts) as refusal:
        load_facts(tmp_path, ("presets",), parse_presets)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("change", "because"),
    [
        ({"places": [[0, 2]]}, "none higher than the one before"),
        ({"places": [[1]]}, "none higher than the one before"),
        ({"places": [[1, 0], [1, 0, 0]]}, "longest row"),
        ({"formula": "points"}, "if it scores by place, and only then"),
        ({"limit": 13}, "does not score by them"),
        ({"skip": -1}, "has a negative number"),
        ({"tie_breaks": ["BH", "LUCK"]}, "LUCK, which is not a tie-break"),
        ({"skip": 0.5}, "0.5 is not a number"),
        ({"skip": "many"}, "many"),
        ({"skip": "1/0"}, "cannot be read"),
        ({"formula": "eval"}, "eval"),
        ({"id": "Our Own"}, "id"),
        ({"code": "lambda: 0"}, "code"),
        ({"incentive": "greed"}, "greed"),
    ],
)
def test_an_invalid_preset_is_refused(tmp_path: Any, change: dict[str, Any], because: str) -> None:
    assert because in refusal_of(tmp_path, GOOD | change)


def test_fields_that_a_preset_leaves_out_give_no_points() -> None:
    (preset,) = parse_presets({"presets": {"preset": [GOOD]}}, "").values()
    assert (preset.draw, preset.limit, preset.bye) == (None, None, None)
    assert (preset.winner, preset.margin) == (0, 0)
    assert award_points(preset, (1, 2), (10, 3)) == (2, 0)
    assert place_points(preset, 4) == (2, 0, 0, 0)
    assert not preset.counts_points


@pytest.mark.parametrize("points", [{"margin": "1/100"}, {"formula": "points", "places": []}])
def test_counts_points_is_true_if_a_preset_uses_victory_points(points: dict[str, Any]) -> None:
    (preset,) = parse_presets({"presets": {"preset": [GOOD | points]}}, "").values()
    assert preset.counts_points


def test_a_duplicate_preset_id_is_refused(tmp_path: Any) -> None:
    assert "ours is listed twice" in refusal_of(tmp_path, GOOD, GOOD | {"version": 2})
