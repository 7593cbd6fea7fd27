"""Plans: what cannot be played is refused when the tournament is created, with the place of what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.engine.match.clock import Clock
from domain.tournament.record.plan import Method, Plan, Stage
from domain.tournament.rules.planning import MOST_STAGES, judge

SIZES = (2, 3, 4, 5, 6)
SWISS = Stage(Method.SWISS, 2, rounds=3)
OUT = Stage(Method.ELIMINATION, 4, cut=4)
ALL = Stage(Method.ROUND_ROBIN, 3)
PLAN = Plan("katharina", (SWISS,), "match-points")


@pytest.mark.parametrize(
    "plan",
    [
        PLAN,
        replace(PLAN, stages=(SWISS,) * MOST_STAGES),
        replace(PLAN, stages=(SWISS, OUT), tie_breaks=("BH", "DE"), clock=Clock(command=10)),
        replace(PLAN, stages=(replace(ALL, groups=2), replace(OUT, cut=4, advance=3))),
        replace(PLAN, stages=(ALL, replace(SWISS, table=3, together=True))),
    ],
)
def test_what_can_be_played_is_let_be(plan: Plan) -> None:
    judge(plan, SIZES)


@pytest.mark.parametrize(
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
def test_what_cannot_be_played_is_refused_with_its_place(changes: dict[str, Any], at: str) -> None:
    with pytest.raises(Rejected, match="bad-plan") as refused:
        judge(replace(PLAN, **changes), SIZES)
    assert refused.value.facts["at"] == at


def test_a_table_too_large_is_told_how_large_it_may_be() -> None:
    with pytest.raises(Rejected) as refused:
        judge(replace(PLAN, stages=(replace(SWISS, table=7),)), SIZES)
    assert refused.value.facts["allowed"] == (2, 3, 4)
