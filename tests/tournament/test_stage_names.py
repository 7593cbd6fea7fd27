"""Names of stages and rounds."""

from __future__ import annotations

from chronik.domain.tournament.record.plan import Method, Stage
from chronik.projections.tournament.stage_names import group_letter, round_name, stage_names
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import LocalTournament, plan


@for_each(
    ("stages", "entrants", "named", "rounds"),
    [
        ((Stage(Method.SWISS, 2, rounds=2),), 4, ["swiss"], [None, None]),
        ((Stage(Method.ELIMINATION, 2),), 6, ["knockout"], ["quarter-final", "semi-final", "final"]),
        ((Stage(Method.ELIMINATION, 4),), 16, ["knockout"], ["semi-final", "final"]),
        (
            (Stage(Method.SWISS, 4, rounds=1), Stage(Method.SWISS, 4, rounds=1, cut=4)),
            8,
            ["swiss", "final"],
            ["swiss", "final"],
        ),
    ],
)
def test_knockout_rounds_and_the_table_of_the_best_have_names(
    stages: tuple[Stage, ...], entrants: int, named: list[str], rounds: list[str | None]
) -> None:
    cup = LocalTournament(plan(*stages)).register_bots(entrants)
    cup.play_rounds(len(rounds))
    names = [round_name(cup.tournament, one) for one in cup.tournament.rounds]
    assert [one.code.value for one in stage_names(cup.tournament)] == named
    assert [name.code.value if name else None for name in names] == rounds
    assert [group_letter(group) for group in (0, 25, 26)] == ["A", "Z", "AA"]
