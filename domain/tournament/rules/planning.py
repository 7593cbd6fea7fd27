"""Planning: whether a tournament can be played as its organiser wants it, and creating it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.engine.game import Rejected
from domain.tournament.counting.scoring import presets
from domain.tournament.counting.tiebreak import CODES
from domain.tournament.record.commands import CreateTournament
from domain.tournament.record.events import Created
from domain.tournament.record.plan import Decks, Method, Plan, Stage
from domain.tournament.record.state import Tournament

MOST_STAGES = 6


def create(tournament: Tournament, wanted: CreateTournament) -> tuple[Created, ...]:
    """A tournament begins; whoever creates it is its first organiser."""
    if tournament.plan is not None:
        raise Rejected("created-already")
    judge(wanted.plan, wanted.sizes)
    _expect(wanted.pinned is None or wanted.plan.decks is not Decks.NONE, "$.decks")
    return (Created(wanted.plan, wanted.commitments, wanted.sizes, wanted.one_winner, wanted.pinned),)


def judge(plan: Plan, sizes: Sequence[int]) -> None:
    """Refuses a plan that cannot be played, with the place of what is wrong; `sizes` are the seats of the game."""
    _expect(1 <= len(plan.stages) <= MOST_STAGES, "$.stages", stages=MOST_STAGES)
    _expect(plan.scoring in presets(), "$.scoring", presets=tuple(presets()))
    for at, code in enumerate(plan.tie_breaks):
        _expect(code in CODES and code not in plan.tie_breaks[:at], f"$.tie_breaks[{at}]", codes=tuple(sorted(CODES)))
    _expect(plan.clock is None or plan.clock.sound, "$.clock")
    for at, stage in enumerate(plan.stages):
        _judge_stage(stage, f"$.stages[{at}]", sizes)
        groups = plan.stages[at - 1].groups if at else 0
        _expect(stage.cut % groups == 0 if groups else not stage.cut, f"$.stages[{at}].cut", groups=groups)


def _judge_stage(stage: Stage, place: str, sizes: Sequence[int]) -> None:
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
