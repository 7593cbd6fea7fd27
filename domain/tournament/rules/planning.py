"""Planning: checks whether a tournament can be played as planned, and creates it."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.counting.tiebreak import CODES
from chronik.domain.tournament.record.commands import CreateTournament
from chronik.domain.tournament.record.events import Created
from chronik.domain.tournament.record.plan import RULES, Decks, Method, Plan, Stage
from chronik.domain.tournament.record.state import Tournament

MOST_STAGES = 6


def create(tournament: Tournament, wanted: CreateTournament) -> tuple[Created, ...]:
    """Creates a tournament. Its creator is the first organiser."""
    if tournament.plan is not None:
        raise Rejected("created-already")
    check_plan(wanted.plan, wanted.sizes)
    _expect(wanted.pinned is None or wanted.plan.decks is not Decks.NONE, "$.decks")
    _expect(1 <= wanted.rules <= RULES, "$.rules", newest=RULES)
    return (Created(wanted.plan, wanted.commitments, wanted.sizes, wanted.one_winner, wanted.pinned, wanted.rules),)


def check_plan(plan: Plan, sizes: Sequence[int]) -> None:
    """Refuses a plan that cannot be played, and names the wrong field. `sizes` are the seats that the game supports."""
    _expect(1 <= len(plan.stages) <= MOST_STAGES, "$.stages", stages=MOST_STAGES)
    _expect(plan.scoring in presets(), "$.scoring", presets=tuple(presets()))
    for at, code in enumerate(plan.tie_breaks):
        _expect(code in CODES and code not in plan.tie_breaks[:at], f"$.tie_breaks[{at}]", codes=tuple(sorted(CODES)))
    _expect(plan.clock is None or plan.clock.sound, "$.clock")
    for at, stage in enumerate(plan.stages):
        _check_stage(stage, f"$.stages[{at}]", sizes)
        groups = plan.stages[at - 1].groups if at else 0
        _expect(stage.cut % groups == 0 if groups else not stage.cut, f"$.stages[{at}].cut", groups=groups)


def _check_stage(stage: Stage, place: str, sizes: Sequence[int]) -> None:
    _expect(stage.table in sizes, f"{place}.table", allowed=tuple(size for size in sizes if 2 <= size <= 4))
    swiss = stage.method is Method.SWISS
    _expect(swiss == bool(stage.rounds), f"{place}.rounds", swiss=swiss)
    _expect(stage.cut != 1, f"{place}.cut")
    _expect(not stage.together or (swiss and stage.table > 2), f"{place}.together")
    elimination = stage.method is Method.ELIMINATION
    _expect(stage.best_of == 1 or stage.table == 2, f"{place}.best_of", table=2)
    _expect(1 <= stage.advance < stage.table, f"{place}.advance")
    _expect(elimination or stage.advance == 1, f"{place}.advance")
    _expect(not elimination or stage.groups == 1, f"{place}.groups")


def _expect(condition: bool, at: str, **facts: object) -> None:
    if not condition:
        raise Rejected("bad-plan", at=at, **facts)
