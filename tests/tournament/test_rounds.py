"""Rounds: paired once, again, or by hand; started and closed; stages one after another; the end."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import places_of
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.methods.contenders import Keep
from chronik.domain.tournament.methods.pods.draw import COMPANY
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record import seeds
from chronik.domain.tournament.record.commands import (
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
from chronik.domain.tournament.record.events import (
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
from chronik.domain.tournament.record.plan import Decks, Method, Stage
from chronik.domain.tournament.record.state import Phase, Progress, Tournament, fold
from chronik.domain.tournament.rules.pairing import PairingInputs, draw_round
from chronik.domain.tournament.rules.rounds import build_publication
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from tests.tournament.record import CHRONIK, ID, ORGANISER, PODS, SECRET, SIZES, SWISS, Record


def test_the_first_pairing_begins_the_first_stage() -> None:
    record = Record().register(4)
    stage, lot, round_ = record.submit(ORGANISER, PairRound(1))
    assert isinstance(stage, StageStarted)
    assert isinstance(lot, LotDrawn)
    assert isinstance(round_, RoundPaired)
    assert sorted(stage.groups[0]) == [1, 2, 3, 4]
    assert record.tournament.phase is Phase.RUNNING


def test_a_repeated_pairing_is_ignored() -> None:
    record = Record().register(4)
    record.pair()
    assert record.submit(ORGANISER, PairRound(1)) == ()


def test_a_round_can_be_paired_again_with_another_seed_until_it_starts() -> None:
    record = Record().register(8)
    first = record.pair()
    record.submit(ORGANISER, PairRound(1, again=True))
    second = record.tournament.rounds[0]
    assert second.attempt == 1
    assert second.seed == SECRET.round_seed(1, 1, record.tournament.entropies).hex() != first.seed
    assert not {table.match for table in first.tables} & {table.match for table in second.tables}
    record.submit(ORGANISER, StartRound(1))
    refusal = record.refusal_of(ORGANISER, PairRound(1, again=True))
    assert refusal.code == "round-started"


def test_a_round_is_paired_only_after_the_previous_one_is_closed() -> None:
    record = Record().register(4)
    assert record.refusal_of(ORGANISER, PairRound(2)).facts == {"expected": 1}
    first = record.start()
    record.import_result(first.tables[0].match, 3, 1)
    refusal = record.refusal_of(ORGANISER, PairRound(2))
    assert (refusal.code, refusal.facts) == ("round-open", {"round": 1, "tables": (2,)})
    assert record.import_result(first.tables[1].match, 3, 1)[-1] == RoundClosed(1)
    record.pair()


def test_a_round_can_be_started_only_once() -> None:
    record = Record().register(2)
    assert record.refusal_of(ORGANISER, StartRound(1)).code == "no-such-round"
    record.pair()
    assert record.submit(ORGANISER, StartRound(1)) == (RoundStarted(1),)
    assert record.submit(ORGANISER, StartRound(1)) == ()


def test_an_entrant_who_leaves_before_the_start_requires_pairing_again() -> None:
    record = Record().register(5)
    record.pair()
    record.submit("player-3", Withdraw(3))
    seated = [one for table in record.tournament.rounds[0].tables for one in table.entrants]
    if 3 in seated:
        refusal = record.refusal_of(ORGANISER, StartRound(1))
        assert (refusal.code, refusal.facts) == ("pair-again", {"entrants": (3,)})
    record.submit(ORGANISER, PairRound(1, again=True))
    again = record.tournament.rounds[0]
    assert sorted(one for table in again.tables for one in table.entrants) == [1, 2, 4, 5]
    record.submit(ORGANISER, StartRound(1))


def test_an_entrant_who_leaves_mid_round_finishes_the_table_and_is_not_paired_again() -> None:
    record = Record().register(4)
    first = record.start()
    gone = first.tables[0].entrants[0]
    record.submit(f"player-{gone}", Withdraw(gone))
    ruled = record.submit(ORGANISER, RuleTable(1, 1, (0, 1), (2, 1), Cause.NO_SHOW))
    assert ruled == (ResultRuled(1, 1, (0, 1), (2, 1), Cause.NO_SHOW),)
    record.import_result(first.tables[1].match, 2, 1)
    second = record.pair()
    assert gone not in [one for table in second.tables for one in table.entrants]
    assert len(second.byes) == 1


def test_tables_set_by_hand_are_kept_and_the_rest_is_drawn() -> None:
    record = Record().register(6)
    round_ = record.pair(fixed=((5, 2),))
    assert round_.tables[0].entrants == (5, 2)
    assert sorted(one for table in round_.tables for one in table.entrants) == [1, 2, 3, 4, 5, 6]
    assert round_.fixed == ((5, 2),)


def test_tables_set_by_hand_must_be_valid() -> None:
    record = Record().register(6)
    record.submit(ORGANISER, Withdraw(6))

    def refusal_code(*fixed: tuple[int, ...]) -> str:
        return record.refusal_of(ORGANISER, PairRound(1, fixed=fixed)).code

    assert refusal_code((1, 2), (2, 3)) == "entrant-twice"
    assert refusal_code((1, 2, 3)) == "table-size"
    assert refusal_code((1, 9)) == "not-in-stage"
    assert refusal_code((1, 6)) == "not-in-stage"
    record.pair()
    record.submit(ORGANISER, Withdraw(4))
    assert record.refusal_of(ORGANISER, PairRound(1, again=True, fixed=((4, 3),))).code == "left-already"
    schedule = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).register(4)
    assert schedule.refusal_of(ORGANISER, PairRound(1, fixed=((1, 2),))).code == "drawn-by-schedule"


def test_forbidden_pairs_are_never_seated_together() -> None:
    record = Record().register(4)
    for other in (2, 3):
        record.submit(ORGANISER, Forbid((1, other)))
    record.pair()
    for _ in range(5):
        assert any(set(table.entrants) == {1, 4} for table in record.tournament.rounds[0].tables)
        record.submit(ORGANISER, PairRound(1, again=True))
    record.submit(ORGANISER, Forbid((1, 4)))
    assert record.refusal_of(ORGANISER, PairRound(1, again=True)).code == "unpairable"


def test_a_stage_needs_enough_entrants_for_a_table() -> None:
    assert Record().register(1).refusal_of(ORGANISER, PairRound(1)).code == "too-few-entrants"
    assert Record(PODS, sizes=(3, 4)).register(2).refusal_of(ORGANISER, PairRound(1)).code == "too-few-entrants"


def test_groups_are_dealt_in_serpentine_order() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2, groups=3),))).register(7)
    record.pair()
    drawn = next(entry.e for entry in record.log if isinstance(entry.e, RoundPaired))
    order = PairingInputs(1, drawn.attempt, bytes.fromhex(drawn.seed), SIZES).stream("seeding").shuffle(range(1, 8))
    places = [[order.index(one) for one in group] for group in record.tournament.stages[0]]
    assert places == [[0, 5, 6], [1, 4], [2, 3]]


def test_a_stage_has_only_as_many_groups_as_can_each_fill_a_table() -> None:
    record = Record(replace(PODS, stages=(Stage(Method.SWISS, 4, 2, groups=4),)), sizes=(3, 4)).register(10)
    record.submit(ORGANISER, PairRound(1))
    assert sorted(map(len, record.tournament.stages[0])) == [3, 3, 4]


def test_the_remaining_entrants_of_a_too_small_group_have_a_bye() -> None:
    record = Record(PODS).register(5)
    round_ = record.pair(fixed=((1, 2, 3, 5),))
    assert round_.byes == (4,)
    grouped = Record(replace(PODS, stages=(Stage(Method.SWISS, 4, 2, groups=2),))).register(8)
    grouped.play_round()
    first, *others = grouped.tournament.stages[0][1]
    for gone in others:
        grouped.submit(ORGANISER, Withdraw(gone))
    assert grouped.pair().byes == (first,)


def test_a_tournament_with_too_few_entrants_left_finishes_with_the_played_rounds() -> None:
    record = Record().register(4)
    record.play_round()
    record.pair()
    for gone in (1, 2, 3):
        record.submit(ORGANISER, Withdraw(gone))
    assert record.refusal_of(ORGANISER, StartRound(2)).code == "pair-again"
    assert record.refusal_of(ORGANISER, PairRound(2, again=True)).code == "too-few-entrants"
    assert record.submit(ORGANISER, Finish())[-1] == Finished()
    assert len(final_table(record.tournament)) == 4


def test_the_opponent_of_a_winner_who_left_advances_without_playing() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ELIMINATION, 2),))).register(8)
    first = record.play_round()
    seeds = record.tournament.stages[0][0]
    gone = min(first.tables[0].entrants)
    loser = max(first.tables[0].entrants)
    semifinal = record.pair()
    met = next(one for table in semifinal.tables if gone in table.entrants for one in table.entrants if one != gone)
    record.submit(ORGANISER, Disqualify(gone, Cause.CONDUCT))
    assert record.refusal_of(ORGANISER, StartRound(2)).code == "pair-again"
    record.submit(ORGANISER, PairRound(2, again=True))
    assert record.tournament.rounds[1].byes == (met,)
    record.submit(ORGANISER, StartRound(2))
    for table in record.tournament.rounds[1].tables:
        record.import_result(table.match, *(100 - entrant for entrant in table.entrants))
    final = record.play_round()
    assert met in final.tables[0].entrants
    assert loser not in final.tables[0].entrants
    places = [line.entrant for line in final_table(record.tournament)]
    assert gone not in places
    assert sorted([*places, gone]) == sorted(seeds)


def test_the_last_entrant_left_in_a_knockout_wins() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ELIMINATION, 2),))).register(4)
    tables = record.play_round().tables
    gone, winner = sorted(min(table.entrants) for table in tables)
    record.submit(ORGANISER, Withdraw(gone))
    final = record.start()
    assert (final.tables, final.byes, final.progress) == ((), (winner,), Progress.CLOSED)
    assert record.refusal_of(ORGANISER, PairRound(3)).code == "no-more-rounds"
    assert [line.entrant for line in final_table(record.tournament)][:2] == [winner, gone]


def test_knockout_tables_are_dealt_without_absent_entrants() -> None:
    record = Record(replace(PODS, stages=(Stage(Method.ELIMINATION, 4, advance=2),))).register(16)
    tables = record.play_round().tables
    gone = min(tables[0].entrants)
    record.submit(ORGANISER, Withdraw(gone))
    seated = sorted(one for table in record.pair().tables for one in table.entrants)
    assert gone not in seated
    assert sorted(map(len, (table.entrants for table in record.tournament.rounds[1].tables))) == [3, 4]


def test_two_entrants_share_a_table_in_a_stage_with_tables_of_four() -> None:
    (table,) = Record(PODS).register(2).pair().tables
    assert sorted(table.entrants) == [1, 2]


def test_with_an_odd_number_of_entrants_at_two_seats_each_bye_goes_to_another_one() -> None:
    record = Record().register(5)
    byes = [record.play_round().byes for _ in range(3)]
    assert [len(one) for one in byes] == [1, 1, 1]
    assert len({one for (one,) in byes}) == 3


def test_entrants_who_advance_rank_before_the_others() -> None:
    record = Record(PODS).register(10)
    for _ in range(3):
        record.play_round()
    best = [line.entrant for line in stage_standings(record.tournament, 0)[:4]]
    final = record.play_round()
    (table,) = final.tables
    assert final.stage == 1
    assert sorted(table.entrants) == sorted(best)
    lines = final_table(record.tournament)
    assert [(line.place, line.entrant) for line in lines[:4]] == list(enumerate(sorted(best), 1))
    assert len(lines) == 10
    refusal = record.refusal_of(ORGANISER, PairRound(5))
    assert (refusal.code, refusal.facts) == ("no-more-rounds", {"rounds": 4})


def test_an_entrant_who_has_left_does_not_advance() -> None:
    record = Record(PODS).register(10)
    for _ in range(3):
        record.play_round()
    first, gone, *others = [line.entrant for line in stage_standings(record.tournament, 0)]
    record.submit(ORGANISER, Withdraw(gone))
    (table,) = record.pair().tables
    assert sorted(table.entrants) == sorted([first, *others[:3]])


def test_groups_play_separately_and_their_best_advance() -> None:
    stages = (Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=4))
    record = Record(replace(SWISS, stages=stages)).register(8)
    for _ in range(3):
        for table in record.play_round().tables:
            assert len({one for one in table.entrants if one in record.tournament.stages[0][table.group]}) == 2
    semifinal = record.play_round()
    assert semifinal.stage == 1
    best = [sorted(group)[:2] for group in record.tournament.stages[0]]
    assert sorted(one for table in semifinal.tables for one in table.entrants) == sorted(best[0] + best[1])
    record.play_round()
    assert final_table(record.tournament)[0].entrant == 1


def test_joint_rounds_have_no_repeats_and_continue_without_absent_entrants() -> None:
    stages = (Stage(Method.SWISS, 4, 3, together=True),)
    record = Record(replace(PODS, stages=stages)).register(16)
    tables = [set(table.entrants) for _ in range(2) for table in record.play_round().tables]
    record.submit(ORGANISER, Withdraw(5))
    assert record.refusal_of(ORGANISER, Register(player="late")).code == "too-late"
    last = record.play_round()
    assert sorted(map(len, (table.entrants for table in last.tables))) == [3, 4, 4, 4]
    tables += [set(table.entrants) for table in last.tables]
    met = [pair for table in tables for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met))
    for recorded in record.log:
        event = recorded.e
        if isinstance(event, RoundPaired):
            pairing = PairingInputs(event.round, event.attempt, bytes.fromhex(event.seed), SIZES)
            assert draw_round(fold(Tournament(ID), record.log[: recorded.n - 1]), pairing) == event


def test_a_round_can_be_drawn_and_verified_with_new_opponents_as_the_first_priority() -> None:
    record = Record(PODS).register(7)
    record.play_round()
    record.pair()
    even = record.tournament.rounds[-1]
    (event,) = record.submit(ORGANISER, PairRound(2, again=True, keep=Keep.COMPANY))
    assert isinstance(event, RoundPaired)
    assert (even.algorithm, event.algorithm, event.attempt) == ("pods/1", COMPANY, 1)
    assert event.cost[1] < even.cost[2]
    assert '"keep":"company"' in msgspec.json.encode(record.log).decode()
    prove(ID, record.log)


@pytest.mark.parametrize(
    "stage", [SWISS.stages[0], Stage(Method.SWISS, 4, 3, together=True), Stage(Method.ELIMINATION, 4)]
)
def test_only_pods_drawn_round_by_round_can_put_new_opponents_first(stage: Stage) -> None:
    record = Record(replace(PODS, stages=(stage,))).register(8)
    assert record.refusal_of(ORGANISER, PairRound(1, keep=Keep.COMPANY)).code == "no-pods"


def test_every_round_can_be_drawn_again_from_its_entry() -> None:
    record = Record(PODS).register(13)
    for _ in range(4):
        record.play_round()
    for recorded in record.log:
        event = recorded.e
        if isinstance(event, RoundPaired):
            before = fold(Tournament(ID), record.log[: recorded.n - 1])
            pairing = PairingInputs(event.round, event.attempt, bytes.fromhex(event.seed), SIZES, event.fixed)
            assert draw_round(before, pairing) == event


def test_finishing_opens_the_lists_and_allows_publishing_the_secret() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).register(2)
    assert record.refusal_of(ORGANISER, Finish()).code == "not-started"
    record.submit("player-1", SealDeck(1, seeds.deck_commitment(ID, 1, "list", bytes(32))))
    first = record.start()
    assert record.refusal_of(ORGANISER, Finish()).code == "round-open"
    record.import_result(first.tables[0].match, 1, 0)
    decided = record.submit(ORGANISER, Finish())
    assert decided == (DeckOpened(1), Finished())
    assert record.submit(CHRONIK, build_publication(record.tournament, SECRET)) == (
        SecretPublished(SECRET.draws.hex(), SECRET.tables.hex()),
    )
    assert seeds.commitments(ID, SECRET) == record.tournament.commitments
    assert record.refusal_of(ORGANISER, Register(player="late")).code == "tournament-over"
    assert record.refusal_of(ORGANISER, PairRound(2)).code == "tournament-over"


def test_lists_that_the_plan_keeps_closed_stay_closed_at_the_end() -> None:
    record = Record(replace(SWISS, decks=Decks.CLOSED)).register(2)
    record.submit("player-1", SealDeck(1, "c0"))
    record.play_round()
    assert record.submit(ORGANISER, Finish()) == (Finished(),)


def test_a_tournament_can_be_called_off_at_any_time() -> None:
    record = Record().register(2)
    record.start()
    assert record.submit(ORGANISER, Cancel()) == (Cancelled(),)
    assert record.tournament.phase is Phase.CANCELLED


def test_a_ruling_after_the_end_changes_the_final_table() -> None:
    record = Record().register(2)
    table = record.play_round().tables[0]
    record.submit(ORGANISER, Finish())
    assert final_table(record.tournament)[0].entrant == 1
    points = tuple(10 if entrant == 2 else 0 for entrant in table.entrants)
    ruled = record.submit(ORGANISER, RuleTable(1, 1, points, places_of(points), Cause.ERROR))
    assert table.result is not None
    assert [row.corrects for row in ruled if isinstance(row, ResultRuled)] == [table.result.entry]
    assert final_table(record.tournament)[0].entrant == 2
    assert record.tournament.rounds[0].progress is Progress.CLOSED
