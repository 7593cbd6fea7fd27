"""Forbidden pairs: every method keeps them apart, or refuses them and gives the reason."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import Forbid, PairRound, StartRound
from chronik.domain.tournament.record.events import Forbidden, RoundPaired
from chronik.domain.tournament.record.plan import Method, Stage
from tests.support.cases import for_each
from tests.tournament.record import ID, ORGANISER, PODS, SWISS, Record

KNOCKOUT, FOURS = Stage(Method.ELIMINATION, 2), Stage(Method.ELIMINATION, 4)
SCHEDULE, THREES = Stage(Method.ROUND_ROBIN, 2), Stage(Method.ROUND_ROBIN, 3)
TOGETHER = Stage(Method.SWISS, 4, 3, together=True)


def start_record(*stages: Stage, count: int = 8, rules: int = 2) -> Record:
    return Record(replace(SWISS, stages=stages), rules=rules).register(count)


@for_each("stage", [KNOCKOUT, FOURS, SCHEDULE, THREES])
@for_each("begun", [False, True])
def test_pairs_cannot_be_forbidden_in_a_knockout_or_a_round_robin(stage: Stage, begun: bool) -> None:
    record = start_record(stage)
    if begun:
        record.play_round()
    assert record.refusal_of(ORGANISER, Forbid((1, 2))).code == "meet-anyway"


@pytest.mark.parametrize(
    "stage", [Stage(Method.SWISS, 2, 3), Stage(Method.SWISS, 4, 3), TOGETHER], ids=["Swiss", "pods", "together"]
)
def test_swiss_rounds_keep_forbidden_pairs_apart(stage: Stage) -> None:
    record = start_record(stage)
    assert record.submit(ORGANISER, Forbid((2, 1))) == (Forbidden((1, 2)),)
    for _ in range(stage.rounds):
        tables = record.play_round().tables
        assert not any({1, 2} <= set(table.entrants) for table in tables)
    prove(ID, record.log)


def test_a_forbidden_pair_is_refused_once_the_last_swiss_round_has_started() -> None:
    record = start_record(Stage(Method.SWISS, 2, 1), KNOCKOUT)
    record.pair()
    record.submit(ORGANISER, Forbid((1, 2)))
    record.submit(ORGANISER, PairRound(1, again=True))
    record.submit(ORGANISER, StartRound(1))
    assert record.refusal_of(ORGANISER, Forbid((3, 4))).code == "meet-anyway"
    assert record.submit(ORGANISER, Forbid((1, 2))) == ()


def test_a_forbidden_pair_is_refused_once_joint_rounds_have_started() -> None:
    record = start_record(TOGETHER, count=16)
    record.play_round()
    assert record.refusal_of(ORGANISER, Forbid((1, 2))).code == "meet-anyway"


def test_a_pair_forbidden_for_a_later_stage_does_not_change_joint_rounds() -> None:
    """The rounds of the stage come from one draw: otherwise pairs of the first round would meet again in the second."""
    met = {rule: play_joint_rounds(rule) for rule in (False, True)}
    assert met[True] == met[False]


def play_joint_rounds(forbidding: bool) -> list[tuple[tuple[int, ...], ...]]:
    """Plays rounds that were drawn together, with a pair forbidden after the first round for the next Swiss stage."""
    record = start_record(TOGETHER, Stage(Method.SWISS, 2, 1), count=16)
    record.play_round()
    if forbidding:
        one, other = record.pair().tables[0].entrants[:2]
        record.submit(ORGANISER, Forbid((one, other)))
        record.submit(ORGANISER, StartRound(2))
        for table in record.tournament.rounds[1].tables:
            record.import_result(table.match, *(100 - entrant for entrant in table.entrants))
    else:
        record.play_round()
    record.play_round()
    prove(ID, record.log)
    return [tuple(table.entrants for table in one.tables) for one in record.tournament.rounds]


def test_if_a_bracket_pairs_a_forbidden_pair_it_gives_a_reason() -> None:
    record = start_record(Stage(Method.SWISS, 2, 1), Stage(Method.ELIMINATION, 2, cut=2), count=4)
    record.submit(ORGANISER, Forbid((1, 2)))
    record.pair(fixed=((1, 3), (2, 4)))
    record.submit(ORGANISER, StartRound(1))
    for table in record.tournament.rounds[0].tables:
        record.import_result(table.match, *(100 - entrant for entrant in table.entrants))
    final = record.pair()
    assert {1, 2} == set(final.tables[0].entrants)
    assert [one.entrants for one in final.reasons if one.code == "forbidden"] == [(1, 2)]
    prove(ID, record.log)


def test_under_rules_1_a_forbidden_pair_is_always_accepted() -> None:
    record = start_record(KNOCKOUT, rules=1)
    record.submit(ORGANISER, Forbid((1, 2)))
    record.pair()
    prove(ID, record.log)


@pytest.mark.parametrize("rules", [1, 2])
def test_pairing_methods_that_changed_have_new_names(rules: int) -> None:
    """A round is drawn again by the method that it names."""
    swiss = start_record(Stage(Method.SWISS, 2, 1), rules=rules)
    assert swiss.pair().algorithm == f"swiss/{rules}"
    pods = Record(PODS, rules=rules).register(8)
    assert pods.pair().algorithm == f"pods/{rules}"
    assert start_record(KNOCKOUT, rules=rules).pair().algorithm == "elimination/1"
    assert start_record(SCHEDULE, rules=rules).pair().algorithm == "round-robin/1"
    assert all(one.e.stage == 0 for one in swiss.log if isinstance(one.e, RoundPaired))
