"""Results: imported from a match's log, reported and confirmed, or ruled; none of them counts twice."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.engine.game import places_of
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.counting.results import Kind
from chronik.domain.tournament.record.commands import (
    Appoint,
    ConfirmResult,
    ImportResult,
    Register,
    ReportResult,
    RuleTable,
)
from chronik.domain.tournament.record.events import (
    ResultArrived,
    ResultConfirmed,
    ResultReported,
    ResultRuled,
    Role,
    RoundClosed,
)
from chronik.domain.tournament.rules.tally import results_of_group
from tests.support.cases import for_each
from tests.tournament.record import ANA, CHRONIK, ORGANISER, REFEREE, SWISS, Record


def elsewhere() -> tuple[Record, str, str]:
    """Returns a record with a table of two that is played elsewhere, and its players."""
    record = Record(replace(SWISS, elsewhere=True)).register(2)
    one, other = record.start().tables[0].entrants
    return record, f"player-{one}", f"player-{other}"


def test_the_result_of_a_match_is_recorded_once_and_closes_the_round() -> None:
    record = Record().register(2)
    match = record.start().tables[0].match
    arrived, closed = record.import_result(match, 7, 5)
    assert isinstance(arrived, ResultArrived)
    assert closed == RoundClosed(1)
    assert record.import_result(match, 7, 5) == ()
    table = record.tournament.rounds[0].tables[0]
    assert table.result is not None
    assert (table.result.points, table.result.places, table.result.kind) == ((7, 5), (1, 2), Kind.PLAYED)


def test_a_match_without_a_table_adds_no_event() -> None:
    record = Record().register(2)
    record.start()
    assert record.import_result("ff" * 16, 1, 0) == ()


def test_a_match_that_ended_without_a_result_awaits_a_ruling() -> None:
    record = Record().register(2)
    match = record.start().tables[0].match
    record.submit(CHRONIK, ImportResult(match, 15_000, "00" * 32, "too-long"))
    assert record.tournament.rounds[0].tables[0].result is None
    assert record.submit(ORGANISER, RuleTable(1, 1, (0, 0), (1, 1), Cause.OTHER))[-1] == RoundClosed(1)


def test_a_ruling_stays_in_force_when_a_result_arrives_later() -> None:
    record = Record().register(2)
    match = record.start().tables[0].match
    record.submit(ORGANISER, RuleTable(1, 1, (0, 3), (2, 1), Cause.CONDUCT))
    record.import_result(match, 9, 1)
    table = record.tournament.rounds[0].tables[0]
    assert table.result is not None
    assert (table.result.points, table.result.kind) == ((0, 3), Kind.RULED)


def test_a_reported_result_counts_once_all_entrants_have_confirmed_it() -> None:
    record, one, other = elsewhere()
    entrant = record.tournament.entrant_of(one)
    assert entrant is not None
    assert record.submit(one, ReportResult(1, 1, (3, 1), (1, 2))) == (
        ResultReported(1, 1, entrant.number, (3, 1), (1, 2)),
    )
    assert record.tournament.rounds[0].tables[0].result is None
    assert record.submit(one, ReportResult(1, 1, (3, 1), (1, 2))) == ()
    confirmed, closed = record.submit(other, ConfirmResult(1, 1))
    assert isinstance(confirmed, ResultConfirmed)
    assert closed == RoundClosed(1)
    assert record.refusal_of(one, ReportResult(1, 1, (1, 3), (2, 1))).code == "result-stands"


def test_staff_report_and_confirm_results_for_guests() -> None:
    record = Record(replace(SWISS, elsewhere=True)).register(1)
    record.submit(ORGANISER, Register(player="guest", guest=True))
    record.start()
    reported = record.submit("player-1", ReportResult(1, 1, (3, 1), (1, 2)))
    assert reported == (ResultReported(1, 1, 1, (3, 1), (1, 2)),)
    assert record.refusal_of(ANA, ConfirmResult(1, 1)).code == "not-your-table"
    assert record.submit(ORGANISER, ConfirmResult(1, 1)) == (ResultConfirmed(1, 1, 0), RoundClosed(1))
    (counted,) = results_of_group(record.tournament, 0, (1, 2))
    assert counted.kind is Kind.PLAYED


def test_a_table_of_guests_is_reported_by_the_staff_alone() -> None:
    record = Record(replace(SWISS, elsewhere=True))
    for name in ("one", "other"):
        record.submit(ORGANISER, Register(player=name, guest=True))
    record.start()
    assert record.submit(ORGANISER, ReportResult(1, 1, (3, 1), (1, 2)))[-1] == RoundClosed(1)


def test_a_second_report_confirms_the_first_if_equal_and_otherwise_replaces_it() -> None:
    record, one, other = elsewhere()
    assert record.refusal_of(one, ConfirmResult(1, 1)).code == "nothing-reported"
    record.submit(one, ReportResult(1, 1, (3, 1), (1, 2)))
    record.submit(other, ReportResult(1, 1, (1, 3), (2, 1)))
    assert record.tournament.rounds[0].tables[0].result is None
    record.submit(one, ReportResult(1, 1, (1, 3), (2, 1)))
    result = record.tournament.rounds[0].tables[0].result
    assert result is not None
    assert result.points == (1, 3)


def test_a_late_confirmation_does_not_change_a_ruling() -> None:
    record, one, other = elsewhere()
    record.submit(one, ReportResult(1, 1, (3, 1), (1, 2)))
    record.submit(ORGANISER, RuleTable(1, 1, (0, 3), (2, 1), Cause.CONDUCT))
    assert record.refusal_of(other, ConfirmResult(1, 1)).code == "result-stands"
    assert record.submit(one, ConfirmResult(1, 1)) == ()


def test_a_referee_cannot_rule_on_their_own_table() -> None:
    record = Record()
    record.submit(ORGANISER, Register(player=ORGANISER))
    record.register(3)
    first = record.start()
    own = first.table_of(1)
    assert own is not None
    assert record.refusal_of(ORGANISER, RuleTable(1, own.number, (1, 0), (1, 2), Cause.OTHER)).code == "own-table"
    record.submit(ORGANISER, RuleTable(1, 3 - own.number, (1, 0), (1, 2), Cause.OTHER))
    record.submit(ORGANISER, Appoint(REFEREE, Role.REFEREE))
    assert record.submit(REFEREE, RuleTable(1, own.number, (1, 0), (1, 2), Cause.OTHER))[-1] == RoundClosed(1)


def test_only_players_at_a_table_played_elsewhere_can_report_its_result() -> None:
    record, *_ = elsewhere()
    assert record.refusal_of(ANA, ReportResult(1, 1, (1, 0), (1, 2))).code == "not-your-table"
    here = Record().register(2)
    here.start()
    assert here.refusal_of("player-1", ReportResult(1, 1, (1, 0), (1, 2))).code == "played-here"


@for_each(
    ("points", "places", "code"),
    [
        ((1,), (1,), "result-size"),
        ((1, 0, 0), (1, 2, 2), "result-size"),
        ((-1, 0), (2, 1), "result-points"),
        ((10_001, 0), (1, 2), "result-points"),
        ((1, 0), (1, 3), "result-places"),
        ((1, 0), (2, 2), "result-places"),
        ((1, 0), (0, 1), "result-places"),
    ],
)
def test_a_result_must_fit_its_table(points: tuple[int, ...], places: tuple[int, ...], code: str) -> None:
    record, one, _ = elsewhere()
    assert record.refusal_of(one, ReportResult(1, 1, points, places)).code == code
    assert record.refusal_of(ORGANISER, RuleTable(1, 1, points, places, Cause.OTHER)).code == code


def test_a_shared_first_place_is_refused_if_the_game_has_one_winner() -> None:
    """A report, a ruling and a correction must all be results that a match of the game can have."""
    record = Record(replace(SWISS, elsewhere=True), one_winner=True).register(2)
    one, other = (f"player-{number}" for number in record.start().tables[0].entrants)
    assert record.refusal_of(one, ReportResult(1, 1, (9, 9), (1, 1))).code == "one-winner"
    assert record.refusal_of(ORGANISER, RuleTable(1, 1, (9, 9), (1, 1), Cause.OTHER)).code == "one-winner"
    record.submit(one, ReportResult(1, 1, (9, 9), (1, 2)))
    record.submit(other, ConfirmResult(1, 1))
    assert record.refusal_of(ORGANISER, RuleTable(1, 1, (9, 9), (1, 1), Cause.ERROR)).code == "one-winner"
    assert record.submit(ORGANISER, RuleTable(1, 1, (9, 9), (2, 1), Cause.ERROR)) != ()


def test_a_shared_first_place_is_accepted_if_the_game_allows_it() -> None:
    record, one, _ = elsewhere()
    assert record.submit(one, ReportResult(1, 1, (9, 9), (1, 1))) != ()


def test_results_are_refused_for_missing_tables_and_unstarted_rounds() -> None:
    record = Record().register(2)
    assert record.refusal_of(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER)).code == "no-such-table"
    record.pair()
    assert record.refusal_of(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER)).code == "round-not-started"
    assert record.refusal_of(ORGANISER, RuleTable(1, 2, (1, 0), (1, 2), Cause.OTHER)).code == "no-such-table"


def test_only_staff_can_rule_on_a_table() -> None:
    record = Record().register(2)
    record.start()
    assert record.refusal_of("player-1", RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER)).code == "not-referee"
    (ruled, _) = record.submit(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER))
    assert isinstance(ruled, ResultRuled)
    assert ruled.corrects == 0


def test_a_corrected_played_result_counts_as_played_and_a_walkover_does_not() -> None:
    record = Record().register(2)
    match = record.start().tables[0].match
    record.import_result(match, 9, 1)
    record.submit(ORGANISER, RuleTable(1, 1, (1, 9), (2, 1), Cause.ERROR))
    (corrected,) = results_of_group(record.tournament, 0, (1, 2))
    assert (corrected.kind, corrected.places) == (Kind.PLAYED, (2, 1))
    walkover = Record().register(2)
    walkover.start()
    walkover.submit(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    (ruled,) = results_of_group(walkover.tournament, 0, (1, 2))
    assert ruled.kind is Kind.RULED


def test_entrants_with_equal_points_share_a_place_and_the_next_place_is_skipped() -> None:
    assert places_of((5, 9, 5, 1)) == (2, 1, 2, 4)
