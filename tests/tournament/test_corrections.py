"""Corrections: a round does not start if a change since its draw would change the draw."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import places_of
from chronik.domain.engine.match.events import Cause
from chronik.domain.log.verdict import Altered
from chronik.domain.tournament.methods.contenders import Keep
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import (
    BringBack,
    Forbid,
    PairRound,
    Penalise,
    Register,
    RuleTable,
    StartRound,
    Withdraw,
)
from chronik.domain.tournament.record.events import LotDrawn, Purpose, RoundPaired, RoundStarted, StageStarted
from chronik.domain.tournament.record.log import build_batch
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.record.state import Progress, Round, Tournament, fold
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from tests.tournament.record import ID, ORGANISER, PODS, SECRET, SWISS, Record

KNOCKOUT = replace(SWISS, stages=(Stage(Method.ELIMINATION, 2),))
GROUPS = replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=4)))
THEN_SWISS = replace(SWISS, stages=(Stage(Method.SWISS, 2, 2), Stage(Method.SWISS, 2, 1, cut=4)))


def start_record(plan: Plan, count: int, rules: int = 2) -> Record:
    return Record(plan, rules=rules).register(count)


def reverse_result(record: Record, round_number: int, table: int) -> int:
    """Reverses the result of a table and returns the number of the ruling's entry."""
    result = record.tournament.rounds[round_number - 1].tables[table - 1].result
    assert result is not None
    points = result.points[::-1]
    record.submit(ORGANISER, RuleTable(round_number, table, points, places_of(points), Cause.ERROR))
    return record.tournament.version


def tables_of(one: Round) -> set[tuple[int, ...]]:
    return {table.entrants for table in one.tables}


def test_a_final_paired_before_a_corrected_semi_final_does_not_start() -> None:
    """The final is paired again with the new winner."""
    record = start_record(KNOCKOUT, 4)
    semi_final = record.play_round()
    record.pair()
    entry = reverse_result(record, 1, 1)
    refusal = record.refusal_of(ORGANISER, StartRound(2))
    (newer,) = refusal.facts["newer"]
    corrected = {"entry": entry, "what": "result-ruled", "round": 1, "table": 1}
    assert (refusal.code, newer) == ("pair-again", {**corrected, "entrants": semi_final.tables[0].entrants})
    record.submit(ORGANISER, PairRound(2, again=True))
    (final,) = record.tournament.rounds[1].tables
    assert max(semi_final.tables[0].entrants) in final.entrants
    record.submit(ORGANISER, StartRound(2))
    record.import_result(
        final.match, *(10 if one == max(semi_final.tables[0].entrants) else 0 for one in final.entrants)
    )
    assert final_table(record.tournament)[0].entrant == max(semi_final.tables[0].entrants)
    prove(ID, record.log)


@pytest.mark.parametrize("plan", [SWISS, PODS], ids=["Swiss", "pods"])
def test_a_round_paired_by_standings_does_not_start_after_a_correction_changes_them(plan: Plan) -> None:
    record = start_record(plan, 8)
    record.play_round()
    stale = record.pair()
    reverse_result(record, 1, 1)
    assert record.refusal_of(ORGANISER, StartRound(2)).code == "pair-again"
    record.submit(ORGANISER, PairRound(2, again=True))
    assert tables_of(record.tournament.rounds[1]) != tables_of(stale)
    record.submit(ORGANISER, StartRound(2))
    prove(ID, record.log)


def test_a_penalty_that_changes_the_draw_requires_another_draw() -> None:
    record = start_record(SWISS, 8)
    winner = min(record.play_round().tables[0].entrants)
    record.pair()
    record.submit(ORGANISER, Penalise(winner, 100, Cause.CONDUCT))
    refusal = record.refusal_of(ORGANISER, StartRound(2))
    assert [(one["what"], one["entrants"]) for one in refusal.facts["newer"]] == [("penalised", (winner,))]
    record.submit(ORGANISER, PairRound(2, again=True))
    record.submit(ORGANISER, StartRound(2))
    prove(ID, record.log)


def test_a_correction_that_does_not_change_the_draw_does_not_stop_the_round() -> None:
    """The winner stays the same, with other points."""
    record = start_record(KNOCKOUT, 4)
    table = record.play_round().tables[0]
    assert table.result is not None
    record.pair()
    points = tuple(one + 1 for one in table.result.points)
    record.submit(ORGANISER, RuleTable(1, 1, points, places_of(points), Cause.ERROR))
    assert record.submit(ORGANISER, StartRound(2)) == (RoundStarted(2),)
    prove(ID, record.log)


def test_a_correction_that_is_reverted_does_not_stop_the_round() -> None:
    record = start_record(SWISS, 8)
    record.play_round()
    record.pair()
    reverse_result(record, 1, 1)
    reverse_result(record, 1, 1)
    assert record.submit(ORGANISER, StartRound(2)) == (RoundStarted(2),)
    prove(ID, record.log)


@pytest.mark.parametrize("plan", [GROUPS, THEN_SWISS], ids=["groups, then a knockout", "two Swiss stages"])
def test_a_stage_begins_again_if_a_correction_changes_who_advances(plan: Plan) -> None:
    """Pairing again starts the stage again, with the entrants who advance now."""
    record = start_record(plan, 8)
    rounds = 3 if plan is GROUPS else 2
    for _ in range(rounds):
        record.play_round()
    record.pair()
    before = record.tournament.stages[1]
    advanced = {one for group in before for one in group}
    for number in range(1, rounds + 1):
        for table in record.tournament.rounds[number - 1].tables:
            if 8 in table.entrants:
                reverse_result(record, number, table.number)
    assert record.refusal_of(ORGANISER, StartRound(rounds + 1)).code == "pair-again"
    decided = record.submit(ORGANISER, PairRound(rounds + 1, again=True))
    assert any(isinstance(one, StageStarted) and one.stage == 1 for one in decided)
    assert len(record.tournament.stages) == 2
    now = {one for group in record.tournament.stages[1] for one in group}
    assert 8 in now
    assert 8 not in advanced
    assert {one for table in record.tournament.rounds[-1].tables for one in table.entrants} == now
    record.submit(ORGANISER, StartRound(rounds + 1))
    assert record.refusal_of(ORGANISER, PairRound(rounds + 1, again=True)).code == "round-started"
    prove(ID, record.log)


def test_a_penalty_given_before_a_stage_starts_counts_in_the_previous_stage() -> None:
    record = start_record(THEN_SWISS, 8)
    for _ in range(2):
        record.play_round()
    last = stage_standings(record.tournament, 0)[3].entrant
    record.pair()
    assert last in record.tournament.stages[1][0]
    record.submit(ORGANISER, Penalise(last, 300, Cause.CONDUCT))
    assert record.tournament.penalties[0].stage == 0
    assert record.refusal_of(ORGANISER, StartRound(3)).code == "pair-again"
    record.submit(ORGANISER, PairRound(3, again=True))
    assert last not in record.tournament.stages[1][0]
    record.submit(ORGANISER, StartRound(3))
    prove(ID, record.log)


def test_an_entrant_readmitted_after_the_next_stage_was_paired_can_still_advance() -> None:
    record = start_record(THEN_SWISS, 8)
    for _ in range(2):
        record.play_round()
    best = stage_standings(record.tournament, 0)[0].entrant
    record.submit(ORGANISER, Withdraw(best))
    record.pair()
    record.submit(ORGANISER, BringBack(best))
    refusal = record.refusal_of(ORGANISER, StartRound(3))
    assert [one["what"] for one in refusal.facts["newer"]] == ["returned"]
    record.submit(ORGANISER, PairRound(3, again=True))
    assert best in record.tournament.stages[1][0]
    record.submit(ORGANISER, StartRound(3))
    prove(ID, record.log)


def test_after_a_correction_new_ties_at_a_cut_get_another_lot_and_unchanged_ones_keep_theirs() -> None:
    """Pairing again does not repeat a lot that is still valid; all lots have different names."""
    plan = replace(SWISS, stages=(Stage(Method.SWISS, 2, 1), Stage(Method.ELIMINATION, 2, cut=2)), tie_breaks=("WON",))
    record = start_record(plan, 6)
    record.play_round()
    record.pair()
    first = [one for one in record.tournament.lots if one.purpose is Purpose.CUT]
    record.submit(ORGANISER, PairRound(2, again=True))
    assert [one for one in record.tournament.lots if one.purpose is Purpose.CUT] == first
    reverse_result(record, 1, 1)
    assert record.refusal_of(ORGANISER, StartRound(2)).code == "pair-again"
    record.submit(ORGANISER, PairRound(2, again=True))
    lots = [one for one in record.tournament.lots if one.purpose is Purpose.CUT]
    assert [(one.round, one.attempt) for one in lots] == [(2, 0), (2, 2)]
    assert lots[0].seed != lots[1].seed
    record.submit(ORGANISER, StartRound(2))
    prove(ID, record.log)


def test_another_draw_is_needed_if_a_forbidden_pair_or_late_entrant_changes_it() -> None:
    record = start_record(SWISS, 6)
    record.play_round()
    table = record.pair().tables[0]
    one, other = table.entrants
    record.submit(ORGANISER, Forbid((one, other)))
    assert [each["what"] for each in record.refusal_of(ORGANISER, StartRound(2)).facts["newer"]] == ["forbidden"]
    record.submit(ORGANISER, PairRound(2, again=True))
    record.submit(ORGANISER, Register(player="late"))
    refusal = record.refusal_of(ORGANISER, StartRound(2))
    assert [(each["what"], each["entrants"]) for each in refusal.facts["newer"]] == [("registered", (7,))]
    record.submit(ORGANISER, PairRound(2, again=True))
    record.submit(ORGANISER, StartRound(2))
    prove(ID, record.log)


def test_a_forbidden_pair_that_was_not_drawn_together_does_not_stop_the_round() -> None:
    record = start_record(SWISS, 8)
    record.play_round()
    paired = record.pair()
    one, other = paired.tables[0].entrants[0], paired.tables[-1].entrants[0]
    record.submit(ORGANISER, Forbid((one, other)))
    assert record.submit(ORGANISER, StartRound(2)) == (RoundStarted(2),)


def test_an_entrant_who_leaves_loses_a_bye_that_was_already_drawn() -> None:
    record = start_record(SWISS, 5)
    (bye,) = record.pair().byes
    record.submit(ORGANISER, Withdraw(bye))
    assert record.refusal_of(ORGANISER, StartRound(1)).code == "pair-again"
    record.submit(ORGANISER, PairRound(1, again=True))
    assert record.tournament.rounds[0].byes == ()
    record.submit(ORGANISER, StartRound(1))


def test_a_redraw_keeps_the_chosen_priority_and_the_tables_set_by_hand() -> None:
    """The changes between the draw and the start do not matter here, and the comparison uses the same wishes."""
    record = start_record(PODS, 7)
    record.play_round()
    record.pair()
    (event,) = record.submit(ORGANISER, PairRound(2, again=True, keep=Keep.COMPANY))
    assert isinstance(event, RoundPaired)
    assert event.keep is Keep.COMPANY
    reverse_result(record, 1, 1)
    reverse_result(record, 1, 1)
    record.submit(ORGANISER, StartRound(2))
    swiss = start_record(SWISS, 8)
    first = swiss.pair(fixed=((5, 2),))
    one, other = first.tables[1].entrants[0], first.tables[2].entrants[0]
    swiss.submit(ORGANISER, Forbid((one, other)))
    swiss.submit(ORGANISER, StartRound(1))
    assert swiss.tournament.rounds[0].tables[0].entrants == (5, 2)


def test_joint_rounds_do_not_depend_on_results() -> None:
    record = start_record(replace(PODS, stages=(Stage(Method.SWISS, 4, 3, together=True),)), 16)
    record.play_round()
    record.pair()
    reverse_result(record, 1, 1)
    assert record.submit(ORGANISER, StartRound(2)) == (RoundStarted(2),)


def test_a_log_in_which_a_round_started_from_a_stale_draw_does_not_verify() -> None:
    record = start_record(KNOCKOUT, 4)
    record.play_round()
    record.pair()
    reverse_result(record, 1, 1)
    log = [*record.log, *build_batch(record.tournament.version, 0, ORGANISER, StartRound(2), (RoundStarted(2),))]
    with pytest.raises(Altered, match=r"start-round\): pair-again"):
        prove(ID, log)


def test_under_rules_1_a_round_may_start_from_a_stale_draw() -> None:
    """Logs of 0.2.0 rc 1 contain such starts, and must still verify."""
    record = start_record(KNOCKOUT, 4, rules=1)
    record.play_round()
    stale = record.pair()
    reverse_result(record, 1, 1)
    record.submit(ORGANISER, StartRound(2))
    assert tables_of(record.tournament.rounds[1]) == tables_of(stale)
    prove(ID, record.log)


def test_a_started_round_lists_later_corrections_of_earlier_rounds() -> None:
    """Before its start a round lists every change that a draw may depend on."""
    record = start_record(SWISS, 8)
    record.play_round()
    record.start()
    entry = reverse_result(record, 1, 2)
    record.submit(ORGANISER, Penalise(1, 50, Cause.CONDUCT))
    first, second = record.tournament.rounds
    assert (first.newer, second.progress) == ((), Progress.STARTED)
    assert [(one.entry, one.round, one.table) for one in second.newer] == [(entry, 1, 2)]
    assert record.tournament == fold(Tournament(ID), record.log)


def test_verification_repeats_a_redraw_with_the_recorded_seeds_of_its_lots() -> None:
    """Entrants who are still tied after an unrelated correction keep the order of their lot."""
    record = start_record(SWISS, 8)
    record.play_round()
    record.pair()
    assert any(isinstance(one.e, LotDrawn) for one in record.log)
    record.submit(ORGANISER, Penalise(8, 0, Cause.OTHER))
    command = StartRound(2)
    assert decide(record.tournament, ORGANISER, command, SECRET) == (RoundStarted(2),)


def test_a_game_that_ends_after_a_ruling_on_its_table_can_change_the_next_draw() -> None:
    """Games won break ties, and the last game of a table that was ruled as a whole may end later."""
    plan = replace(SWISS, stages=(Stage(Method.SWISS, 2, 3, best_of=3),), tie_breaks=("GMD",))
    record = start_record(plan, 8)
    for table in record.start().tables:
        record.submit(ORGANISER, RuleTable(1, table.number, (1, 0), (1, 2), Cause.TIME))
    record.pair()
    record.import_result(record.tournament.rounds[0].tables[0].games[0].match, 9, 4)
    refusal = record.refusal_of(ORGANISER, StartRound(2))
    assert (refusal.code, [one["what"] for one in refusal.facts["newer"]]) == ("pair-again", ["result-arrived"])
    record.submit(ORGANISER, PairRound(2, again=True))
    record.submit(ORGANISER, StartRound(2))
    prove(ID, record.log)
