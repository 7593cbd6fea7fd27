"""A win because the others did not show up counts as a bye when the next bye is given (FIDE C.04.1, basic rule d)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import MarkAbsent, Penalise, RuleTable
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.rules.tally import winner_by_absence
from tests.tournament.record import ID, ORGANISER, SWISS, Record


def record_win_by_absence(table: int, rules: int) -> tuple[Record, int]:
    """Plays a round in which only one entrant came to the first table. A penalty ranks that entrant last."""
    record = Record(replace(SWISS, stages=(Stage(Method.SWISS, table, 3),)), rules=rules).register(
        6 if table == 2 else 8
    )
    first = record.start()
    alone, *absent = first.tables[0].entrants
    record.submit(ORGANISER, RuleTable(1, 1, (0,) * table, (1, *(2 for _ in absent)), Cause.NO_SHOW))
    record.submit(ORGANISER, Penalise(alone, 1000, Cause.CONDUCT))
    for each in absent:
        record.submit(ORGANISER, MarkAbsent(each))
    for one in first.tables[1:]:
        record.import_result(one.match, *(100 - entrant for entrant in one.entrants))
    return record, alone


@pytest.mark.parametrize("table", [2, 4], ids=["Swiss", "pods"])
def test_an_entrant_who_won_because_the_opponent_was_absent_does_not_get_the_next_bye(table: int) -> None:
    record, alone = record_win_by_absence(table, rules=2)
    byes = record.pair().byes
    assert len(byes) == 1
    assert alone not in byes
    prove(ID, record.log)


@pytest.mark.parametrize("table", [2, 4], ids=["Swiss", "pods"])
def test_under_rules_1_a_win_against_an_absent_opponent_does_not_count_as_a_bye(table: int) -> None:
    record, alone = record_win_by_absence(table, rules=1)
    assert record.pair().byes == (alone,)
    prove(ID, record.log)


def test_a_win_at_a_table_of_four_counts_as_a_bye_only_if_all_others_are_absent() -> None:
    """If three have met, the winner has played for the win."""
    record = Record(replace(SWISS, stages=(Stage(Method.SWISS, 4, 3),)), rules=2).register(8)
    first = record.start()
    winner = first.tables[0].entrants[0]
    record.submit(ORGANISER, RuleTable(1, 1, (10, 8, 7, 0), (1, 2, 3, 4), Cause.NO_SHOW))
    assert winner_by_absence(record.tournament.rounds[0].tables[0]) is None
    record.submit(ORGANISER, RuleTable(1, 1, (10, 0, 0, 0), (1, 2, 2, 2), Cause.NO_SHOW))
    assert winner_by_absence(record.tournament.rounds[0].tables[0]) == winner


def test_a_win_that_a_correction_shows_was_played_does_not_count_as_a_bye() -> None:
    record = Record(rules=2).register(4)
    record.play_round()
    record.submit(ORGANISER, RuleTable(1, 1, (5, 0), (1, 2), Cause.ERROR))
    assert winner_by_absence(record.tournament.rounds[0].tables[0]) is None
