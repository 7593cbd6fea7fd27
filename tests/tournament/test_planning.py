"""Plans: an unplayable plan is refused when the tournament is created, and the refusal names the field."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.clock import Clock
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.rules.planning import MOST_STAGES, check_plan
from tests.support.cases import for_each

SIZES = (2, 3, 4, 5, 6)
SWISS = Stage(Method.SWISS, 2, rounds=3)
OUT = Stage(Method.ELIMINATION, 4, cut=4)
ALL = Stage(Method.ROUND_ROBIN, 3)
PLAN = Plan("katharina", (SWISS,), "match-points")


@for_each(
    "plan",
    [
        PLAN,
        replace(PLAN, stages=(SWISS,) * MOST_STAGES),
        replace(PLAN, stages=(SWISS, OUT), tie_breaks=("BH", "DE"), clock=Clock(command=10)),
        replace(PLAN, stages=(replace(ALL, groups=2), replace(OUT, cut=4, advance=3))),
        replace(PLAN, stages=(ALL, replace(SWISS, table=3, together=True))),
    ],
)
def test_a_playable_plan_is_accepted(plan: Plan) -> None:
    check_plan(plan, SIZES)


@for_each(
    ("changes", "at"),
    [
        ({"stages": ()}, "$.stages"),
        ({"stages": (SWISS,) * (MOST_STAGES + 1)}, "$.stages"),
        ({"scoring": "mine"}, "$.scoring"),
        ({"tie_breaks": ("BH", "LUCK")}, "$.tie_breaks[1]"),
        ({"tie_breaks": ("BH", "DE", "BH")}, "$.tie_breaks[2]"),
        ({"clock": Clock()}, "$.clock"),
        ({"stages": (replace(SWISS, table=7),)}, "$.stages[0].table"),
        ({"stages": (replace(SWISS, rounds=0),)}, "$.stages[0].rounds"),
        ({"stages": (replace(ALL, rounds=1),)}, "$.stages[0].rounds"),
        ({"stages": (SWISS, replace(OUT, cut=1))}, "$.stages[1].cut"),
        ({"stages": (replace(SWISS, cut=4),)}, "$.stages[0].cut"),
        ({"stages": (replace(ALL, groups=3), OUT)}, "$.stages[1].cut"),
        ({"stages": (replace(SWISS, together=True),)}, "$.stages[0].together"),
        ({"stages": (replace(ALL, together=True),)}, "$.stages[0].together"),
        ({"stages": (SWISS, replace(OUT, advance=4))}, "$.stages[1].advance"),
        ({"stages": (SWISS, replace(OUT, advance=0))}, "$.stages[1].advance"),
        ({"stages": (replace(ALL, advance=2),)}, "$.stages[0].advance"),
        ({"stages": (SWISS, replace(OUT, groups=2))}, "$.stages[1].groups"),
    ],
)
def test_the_refusal_of_an_unplayable_plan_names_the_wrong_field(changes: dict[str, Any], at: str) -> None:
    with pytest.raises(Rejected, match="bad-plan") as refused:
        check_plan(replace(PLAN, **changes), SIZES)
    assert refused.value.facts["at"] == at


def test_the_refusal_of_a_table_size_lists_the_allowed_sizes() -> None:
    with pytest.raises(Rejected) as refused:
        check_plan(replace(PLAN, stages=(replace(SWISS, table=7),)), SIZES)
    assert refused.value.facts["allowed"] == (2, 3, 4)
