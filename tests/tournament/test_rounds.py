"""Rounds: paired once, again, by hand; started, closed; stages one after another; the end."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.game import places_of
from domain.engine.match.events import Cause
from domain.tournament.methods.contenders import Keep
from domain.tournament.methods.pods.draw import COMPANY
from domain.tournament.proof.rejudge import prove
from domain.tournament.record import seeds
from domain.tournament.record.commands import (
    Cancel,
    Disqualify,
    Finish,
    Forbid,
    PairRound,
    Register,
    RuleTable,
    SealDeck,
    StartRound,
    Withdraw,
)
from domain.tournament.record.events import (
    Cancelled,
    DeckOpened,
    Finished,
    LotDrawn,
    ResultRuled,
    RoundClosed,
    RoundPaired,
    RoundStarted,
    SecretPublished,
    StageStarted,
)
from domain.tournament.record.plan import Decks, Method, Stage
from domain.tournament.record.state import Phase, Progress, Tournament, fold
from domain.tournament.rules.pairing import Pairing, paired
from domain.tournament.rules.rounds import publication
from domain.tournament.rules.tally import final_table, stage_standings
from tests.support.tournament.record import CHRONIK, ID, ORGANISER, PODS, SECRET, SIZES, SWISS, Record


def test_the_first_pairing_begins_the_first_stage() -> None:
    record = Record().entered(4)
    stage, lot, round_ = record.when(ORGANISER, PairRound(1))
    assert isinstance(stage, StageStarted)
    assert isinstance(lot, LotDrawn)
    assert isinstance(round_, RoundPaired)
    assert sorted(stage.groups[0]) == [1, 2, 3, 4]
    assert record.tournament.phase is Phase.RUNNING


def test_a_round_that_is_paired_twice_is_paired_once() -> None:
    record = Record().entered(4)
    record.paired()
    assert record.when(ORGANISER, PairRound(1)) == ()


def test_a_round_is_paired_again_until_it_starts_by_another_seed() -> None:
    record = Record().entered(8)
    first = record.paired()
    record.when(ORGANISER, PairRound(1, again=True))
    second = record.tournament.rounds[0]
    assert second.attempt == 1
    assert second.seed == SECRET.of_round(1, 1, record.tournament.entropies).hex() != first.seed
    assert not {table.match for table in first.tables} & {table.match for table in second.tables}
    record.when(ORGANISER, StartRound(1))
    refusal = record.refused(ORGANISER, PairRound(1, again=True))
    assert refusal.code == "round-started"


def test_rounds_come_one_after_another_and_when_the_one_before_is_closed() -> None:
    record = Record().entered(4)
    assert record.refused(ORGANISER, PairRound(2)).facts == {"expected": 1}
    first = record.started()
    record.won(first.tables[0].match, 3, 1)
    refusal = record.refused(ORGANISER, PairRound(2))
    assert (refusal.code, refusal.facts) == ("round-open", {"round": 1, "tables": (2,)})
    assert record.won(first.tables[1].match, 3, 1)[-1] == RoundClosed(1)
    record.paired()


def test_a_round_starts_once() -> None:
    record = Record().entered(2)
    assert record.refused(ORGANISER, StartRound(1)).code == "no-such-round"
    record.paired()
    assert record.when(ORGANISER, StartRound(1)) == (RoundStarted(1),)
    assert record.when(ORGANISER, StartRound(1)) == ()


def test_who_leaves_between_pairing_and_start_is_not_waited_for() -> None:
    record = Record().entered(5)
    record.paired()
    record.when("player-3", Withdraw(3))
    seated = [one for table in record.tournament.rounds[0].tables for one in table.entrants]
    if 3 in seated:
        refusal = record.refused(ORGANISER, StartRound(1))
        assert (refusal.code, refusal.facts) == ("pair-again", {"entrants": (3,)})
    record.when(ORGANISER, PairRound(1, again=True))
    again = record.tournament.rounds[0]
    assert sorted(one for table in again.tables for one in table.entrants) == [1, 2, 4, 5]
    record.when(ORGANISER, StartRound(1))


def test_a_drop_in_mid_round_leaves_the_table_to_its_result_and_the_next_round_without_them() -> None:
    record = Record().entered(4)
    first = record.started()
    gone = first.tables[0].entrants[0]
    record.when(f"player-{gone}", Withdraw(gone))
    ruled = record.when(ORGANISER, RuleTable(1, 1, (0, 1), (2, 1), Cause.NO_SHOW))
    assert ruled == (ResultRuled(1, 1, (0, 1), (2, 1), Cause.NO_SHOW),)
    record.won(first.tables[1].match, 2, 1)
    second = record.paired()
    assert gone not in [one for table in second.tables for one in table.entrants]
    assert len(second.byes) == 1


def test_tables_are_set_by_hand_and_the_others_drawn_around_them() -> None:
    record = Record().entered(6)
    round_ = record.paired(fixed=((5, 2),))
    assert round_.tables[0].entrants == (5, 2)
    assert sorted(one for table in round_.tables for one in table.entrants) == [1, 2, 3, 4, 5, 6]
    assert round_.fixed == ((5, 2),)


def test_tables_by_hand_must_be_possible() -> None:
    record = Record().entered(6)
    record.when(ORGANISER, Withdraw(6))

    def refused(*fixed: tuple[int, ...]) -> str:
        return record.refused(ORGANISER, PairRound(1, fixed=fixed)).code

    assert refused((1, 2), (2, 3)) == "entrant-twice"
    assert refused((1, 2, 3)) == "table-size"
    assert refused((1, 9)) == "not-in-stage"
    assert refused((1, 6)) == "not-in-stage"
    record.paired()
    record.when(ORGANISER, Withdraw(4))
    assert record.refused(ORGANISER, PairRound(1, again=True, fixed=((4, 3),))).code == "left-already"
    schedule = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).entered(4)
    assert schedule.refused(ORGANISER, PairRound(1, fixed=((1, 2),))).code == "drawn-by-schedule"


def test_forbidden_pairs_are_never_seated_together() -> None:
    record = Record().entered(4)
    for other in (2, 3):
        record.when(ORGANISER, Forbid((1, other)))
    record.paired()
    for _ in range(5):
        assert any(set(table.entrants) == {1, 4} for table in record.tournament.rounds[0].tables)
        record.when(ORGANISER, PairRound(1, again=True))
    record.when(ORGANISER, Forbid((1, 4)))
    assert record.refused(ORGANISER, PairRound(1, again=True)).code == "unpairable"


def test_a_stage_needs_a_table() -> None:
    assert Record().entered(1).refused(ORGANISER, PairRound(1)).code == "too-few-entrants"
    assert Record(PODS, sizes=(3, 4)).entered(2).refused(ORGANISER, PairRound(1)).code == "too-few-entrants"


def test_groups_are_dealt_there_and_back() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2, groups=3),))).entered(7)
    record.paired()
    drawn = next(entry.e for entry in record.log if isinstance(entry.e, RoundPaired))
    order = Pairing(1, drawn.attempt, bytes.fromhex(drawn.seed), SIZES).stream("seeding").shuffled(range(1, 8))
    places = [[order.index(one) for one in group] for group in record.tournament.stages[0]]
    assert places == [[0, 5, 6], [1, 4], [2, 3]]


def test_groups_are_as_many_as_can_fill_a_table_each() -> None:
    record = Record(replace(PODS, stages=(Stage(Method.SWISS, 4, 2, groups=4),)), sizes=(3, 4)).entered(10)
    record.when(ORGANISER, PairRound(1))
    assert sorted(map(len, record.tournament.stages[0])) == [3, 3, 4]


def test_the_rest_of_a_group_that_is_too_small_for_a_table_has_a_bye() -> None:
    record = Record(PODS).entered(5)
    round_ = record.paired(fixed=((1, 2, 3, 5),))
    assert round_.byes == (4,)
    grouped = Record(replace(PODS, stages=(Stage(Method.SWISS, 4, 2, groups=2),))).entered(8)
    grouped.played()
    first, *others = grouped.tournament.stages[0][1]
    for gone in others:
        grouped.when(ORGANISER, Withdraw(gone))
    assert grouped.paired().byes == (first,)


def test_when_too_few_are_left_the_tournament_is_finished_with_the_rounds_that_were_played() -> None:
    record = Record().entered(4)
    record.played()
    record.paired()
    for gone in (1, 2, 3):
        record.when(ORGANISER, Withdraw(gone))
    assert record.refused(ORGANISER, StartRound(2)).code == "pair-again"
    assert record.refused(ORGANISER, PairRound(2, again=True)).code == "too-few-entrants"
    assert record.when(ORGANISER, Finish())[-1] == Finished()
    assert len(final_table(record.tournament)) == 4


def test_whoever_should_meet_a_winner_who_left_goes_on_without_playing() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ELIMINATION, 2),))).entered(8)
    first = record.played()
    seeds = record.tournament.stages[0][0]
    gone = min(first.tables[0].entrants)
    loser = max(first.tables[0].entrants)
    semifinal = record.paired()
    met = next(one for table in semifinal.tables if gone in table.entrants for one in table.entrants if one != gone)
    record.when(ORGANISER, Disqualify(gone, Cause.CONDUCT))
    assert record.refused(ORGANISER, StartRound(2)).code == "pair-again"
    record.when(ORGANISER, PairRound(2, again=True))
    assert record.tournament.rounds[1].byes == (met,)
    record.when(ORGANISER, StartRound(2))
    for table in record.tournament.rounds[1].tables:
        record.won(table.match, *(100 - entrant for entrant in table.entrants))
    final = record.played()
    assert met in final.tables[0].entrants
    assert loser not in final.tables[0].entrants
    places = [line.entrant for line in final_table(record.tournament)]
    assert gone not in places
    assert sorted([*places, gone]) == sorted(seeds)


def test_who_is_left_alone_in_an_elimination_has_won_it() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ELIMINATION, 2),))).entered(4)
    tables = record.played().tables
    gone, winner = sorted(min(table.entrants) for table in tables)
    record.when(ORGANISER, Withdraw(gone))
    final = record.started()
    assert (final.tables, final.byes, final.progress) == ((), (winner,), Progress.CLOSED)
    assert record.refused(ORGANISER, PairRound(3)).code == "no-more-rounds"
    assert [line.entrant for line in final_table(record.tournament)][:2] == [winner, gone]


def test_tables_of_an_elimination_are_dealt_without_who_left() -> None:
    record = Record(replace(PODS, stages=(Stage(Method.ELIMINATION, 4, advance=2),))).entered(16)
    tables = record.played().tables
    gone = min(tables[0].entrants)
    record.when(ORGANISER, Withdraw(gone))
    seated = sorted(one for table in record.paired().tables for one in table.entrants)
    assert gone not in seated
    assert sorted(map(len, (table.entrants for table in record.tournament.rounds[1].tables))) == [3, 4]


def test_two_who_are_left_sit_at_one_table() -> None:
    (table,) = Record(PODS).entered(2).paired().tables
    assert sorted(table.entrants) == [1, 2]


def test_an_odd_number_at_tables_of_two_leaves_one_out_once_each() -> None:
    record = Record().entered(5)
    byes = [record.played().byes for _ in range(3)]
    assert [len(one) for one in byes] == [1, 1, 1]
    assert len({one for (one,) in byes}) == 3


def test_the_best_of_a_stage_play_the_next_and_stand_before_the_others() -> None:
    record = Record(PODS).entered(10)
    for _ in range(3):
        record.played()
    best = [line.entrant for line in stage_standings(record.tournament, 0)[:4]]
    final = record.played()
    (table,) = final.tables
    assert final.stage == 1
    assert sorted(table.entrants) == sorted(best)
    lines = final_table(record.tournament)
    assert [(line.place, line.entrant) for line in lines[:4]] == list(enumerate(sorted(best), 1))
    assert len(lines) == 10
    refusal = record.refused(ORGANISER, PairRound(5))
    assert (refusal.code, refusal.facts) == ("no-more-rounds", {"rounds": 4})


def test_who_has_left_does_not_go_on_into_the_next_stage() -> None:
    record = Record(PODS).entered(10)
    for _ in range(3):
        record.played()
    first, gone, *others = [line.entrant for line in stage_standings(record.tournament, 0)]
    record.when(ORGANISER, Withdraw(gone))
    (table,) = record.paired().tables
    assert sorted(table.entrants) == sorted([first, *others[:3]])


def test_groups_play_each_for_themselves_and_send_their_best() -> None:
    stages = (Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=4))
    record = Record(replace(SWISS, stages=stages)).entered(8)
    for _ in range(3):
        for table in record.played().tables:
            assert len({one for one in table.entrants if one in record.tournament.stages[0][table.group]}) == 2
    semifinal = record.played()
    assert semifinal.stage == 1
    best = [sorted(group)[:2] for group in record.tournament.stages[0]]
    assert sorted(one for table in semifinal.tables for one in table.entrants) == sorted(best[0] + best[1])
    record.played()
    assert final_table(record.tournament)[0].entrant == 1


def test_rounds_that_are_drawn_together_repeat_nobody_and_go_on_without_who_left() -> None:
    stages = (Stage(Method.SWISS, 4, 3, together=True),)
    record = Record(replace(PODS, stages=stages)).entered(16)
    tables = [set(table.entrants) for _ in range(2) for table in record.played().tables]
    record.when(ORGANISER, Withdraw(5))
    assert record.refused(ORGANISER, Register(player="late")).code == "too-late"
    last = record.played()
    assert sorted(map(len, (table.entrants for table in last.tables))) == [3, 4, 4, 4]
    tables += [set(table.entrants) for table in last.tables]
    met = [pair for table in tables for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met))
    for recorded in record.log:
        event = recorded.e
        if isinstance(event, RoundPaired):
            pairing = Pairing(event.round, event.attempt, bytes.fromhex(event.seed), SIZES)
            assert paired(fold(Tournament(ID), record.log[: recorded.n - 1]), pairing) == event


def test_a_round_keeps_company_where_its_organiser_says_so_and_is_proven_like_that() -> None:
    record = Record(PODS).entered(7)
    record.played()
    record.paired()
    even = record.tournament.rounds[-1]
    (event,) = record.when(ORGANISER, PairRound(2, again=True, keep=Keep.COMPANY))
    assert isinstance(event, RoundPaired)
    assert (even.algorithm, event.algorithm, event.attempt) == ("pods/1", COMPANY, 1)
    assert event.cost[1] < even.cost[2]
    assert '"keep":"company"' in msgspec.json.encode(record.log).decode()
    prove(ID, record.log)


@pytest.mark.parametrize(
    "stage", [SWISS.stages[0], Stage(Method.SWISS, 4, 3, together=True), Stage(Method.ELIMINATION, 4)]
)
def test_only_pods_that_are_drawn_one_by_one_keep_company(stage: Stage) -> None:
    record = Record(replace(PODS, stages=(stage,))).entered(8)
    assert record.refused(ORGANISER, PairRound(1, keep=Keep.COMPANY)).code == "no-pods"


def test_every_round_can_be_drawn_again_from_its_row() -> None:
    record = Record(PODS).entered(13)
    for _ in range(4):
        record.played()
    for recorded in record.log:
        event = recorded.e
        if isinstance(event, RoundPaired):
            before = fold(Tournament(ID), record.log[: recorded.n - 1])
            pairing = Pairing(event.round, event.attempt, bytes.fromhex(event.seed), SIZES, event.fixed)
            assert paired(before, pairing) == event


def test_the_end_publishes_the_secret_and_opens_the_lists() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).entered(2)
    assert record.refused(ORGANISER, Finish()).code == "not-started"
    record.when("player-1", SealDeck(1, seeds.deck_commitment(ID, 1, "list", bytes(32))))
    first = record.started()
    assert record.refused(ORGANISER, Finish()).code == "round-open"
    record.won(first.tables[0].match, 1, 0)
    brought = record.when(ORGANISER, Finish())
    assert brought == (DeckOpened(1), Finished())
    assert record.when(CHRONIK, publication(record.tournament, SECRET)) == (
        SecretPublished(SECRET.draws.hex(), SECRET.tables.hex()),
    )
    assert seeds.commitments(ID, SECRET) == record.tournament.commitments
    assert record.refused(ORGANISER, Register(player="late")).code == "tournament-over"
    assert record.refused(ORGANISER, PairRound(2)).code == "tournament-over"


def test_closed_lists_stay_closed() -> None:
    record = Record(replace(SWISS, decks=Decks.CLOSED)).entered(2)
    record.when("player-1", SealDeck(1, "c0"))
    record.played()
    assert record.when(ORGANISER, Finish()) == (Finished(),)


def test_a_tournament_is_called_off_at_any_time() -> None:
    record = Record().entered(2)
    record.started()
    assert record.when(ORGANISER, Cancel()) == (Cancelled(),)
    assert record.tournament.phase is Phase.CANCELLED


def test_a_ruling_corrects_even_after_the_end_and_moves_the_final_table() -> None:
    record = Record().entered(2)
    table = record.played().tables[0]
    record.when(ORGANISER, Finish())
    assert final_table(record.tournament)[0].entrant == 1
    points = tuple(10 if entrant == 2 else 0 for entrant in table.entrants)
    ruled = record.when(ORGANISER, RuleTable(1, 1, points, places_of(points), Cause.ERROR))
    assert table.result is not None
    assert [row.corrects for row in ruled if isinstance(row, ResultRuled)] == [table.result.entry]
    assert final_table(record.tournament)[0].entrant == 2
    assert record.tournament.rounds[0].progress is Progress.CLOSED
