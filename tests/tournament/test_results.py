"""Results: from the log of a match, reported and confirmed, ruled; none of them twice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.engine.game import places_of
from domain.engine.match.events import Cause
from domain.tournament.counting.sittings import Kind
from domain.tournament.record.commands import Appoint, ConfirmResult, ImportResult, Register, ReportResult, RuleTable
from domain.tournament.record.events import (
    ResultArrived,
    ResultConfirmed,
    ResultReported,
    ResultRuled,
    Role,
    RoundClosed,
)
from domain.tournament.rules.tally import sittings
from tests.support.tournament.record import ANA, CHRONIK, ORGANISER, REFEREE, SWISS, Record


def elsewhere() -> tuple[Record, str, str]:
    """A table of two that is played elsewhere, and who sits at it."""
    record = Record(replace(SWISS, elsewhere=True)).entered(2)
    one, other = record.started().tables[0].entrants
    return record, f"player-{one}", f"player-{other}"


def test_the_result_of_a_match_arrives_once_and_closes_the_round() -> None:
    record = Record().entered(2)
    match = record.started().tables[0].match
    arrived, closed = record.won(match, 7, 5)
    assert isinstance(arrived, ResultArrived)
    assert closed == RoundClosed(1)
    assert record.won(match, 7, 5) == ()
    table = record.tournament.rounds[0].tables[0]
    assert table.result is not None
    assert (table.result.points, table.result.places, table.result.kind) == ((7, 5), (1, 2), Kind.PLAYED)


def test_a_match_of_no_table_brings_nothing() -> None:
    record = Record().entered(2)
    record.started()
    assert record.won("ff" * 16, 1, 0) == ()


def test_a_log_that_ended_without_a_result_waits_for_a_ruling() -> None:
    record = Record().entered(2)
    match = record.started().tables[0].match
    record.when(CHRONIK, ImportResult(match, 15_000, "00" * 32, "too-long"))
    assert record.tournament.rounds[0].tables[0].result is None
    assert record.when(ORGANISER, RuleTable(1, 1, (0, 0), (1, 1), Cause.OTHER))[-1] == RoundClosed(1)


def test_what_a_referee_has_ruled_stands_whatever_arrives_later() -> None:
    record = Record().entered(2)
    match = record.started().tables[0].match
    record.when(ORGANISER, RuleTable(1, 1, (0, 3), (2, 1), Cause.CONDUCT))
    record.won(match, 9, 1)
    table = record.tournament.rounds[0].tables[0]
    assert table.result is not None
    assert (table.result.points, table.result.kind) == ((0, 3), Kind.RULED)


def test_a_reported_result_counts_when_everybody_has_confirmed_it() -> None:
    record, one, other = elsewhere()
    entrant = record.tournament.entrant_of(one)
    assert entrant is not None
    assert record.when(one, ReportResult(1, 1, (3, 1), (1, 2))) == (
        ResultReported(1, 1, entrant.number, (3, 1), (1, 2)),
    )
    assert record.tournament.rounds[0].tables[0].result is None
    assert record.when(one, ReportResult(1, 1, (3, 1), (1, 2))) == ()
    confirmed, closed = record.when(other, ConfirmResult(1, 1))
    assert isinstance(confirmed, ResultConfirmed)
    assert closed == RoundClosed(1)
    assert record.refused(one, ReportResult(1, 1, (1, 3), (2, 1))).code == "result-stands"


def test_for_guests_the_staff_speaks() -> None:
    record = Record(replace(SWISS, elsewhere=True)).entered(1)
    record.when(ORGANISER, Register(player="guest", guest=True))
    record.started()
    reported = record.when("player-1", ReportResult(1, 1, (3, 1), (1, 2)))
    assert reported == (ResultReported(1, 1, 1, (3, 1), (1, 2)),)
    assert record.refused(ANA, ConfirmResult(1, 1)).code == "not-your-table"
    assert record.when(ORGANISER, ConfirmResult(1, 1)) == (ResultConfirmed(1, 1, 0), RoundClosed(1))
    (counted,) = sittings(record.tournament, 0, (1, 2))
    assert counted.kind is Kind.PLAYED


def test_a_table_of_guests_is_reported_by_the_staff_alone() -> None:
    record = Record(replace(SWISS, elsewhere=True))
    for name in ("one", "other"):
        record.when(ORGANISER, Register(player=name, guest=True))
    record.started()
    assert record.when(ORGANISER, ReportResult(1, 1, (3, 1), (1, 2)))[-1] == RoundClosed(1)


def test_reporting_the_same_confirms_and_reporting_otherwise_begins_anew() -> None:
    record, one, other = elsewhere()
    assert record.refused(one, ConfirmResult(1, 1)).code == "nothing-reported"
    record.when(one, ReportResult(1, 1, (3, 1), (1, 2)))
    record.when(other, ReportResult(1, 1, (1, 3), (2, 1)))
    assert record.tournament.rounds[0].tables[0].result is None
    record.when(one, ReportResult(1, 1, (1, 3), (2, 1)))
    result = record.tournament.rounds[0].tables[0].result
    assert result is not None
    assert result.points == (1, 3)


def test_what_a_referee_has_ruled_is_not_changed_by_a_late_confirmation() -> None:
    record, one, other = elsewhere()
    record.when(one, ReportResult(1, 1, (3, 1), (1, 2)))
    record.when(ORGANISER, RuleTable(1, 1, (0, 3), (2, 1), Cause.CONDUCT))
    assert record.refused(other, ConfirmResult(1, 1)).code == "result-stands"
    assert record.when(one, ConfirmResult(1, 1)) == ()


def test_nobody_rules_where_they_sit() -> None:
    record = Record()
    record.when(ORGANISER, Register(player=ORGANISER))
    record.entered(3)
    first = record.started()
    own = first.table_of(1)
    assert own is not None
    assert record.refused(ORGANISER, RuleTable(1, own.number, (1, 0), (1, 2), Cause.OTHER)).code == "own-table"
    record.when(ORGANISER, RuleTable(1, 3 - own.number, (1, 0), (1, 2), Cause.OTHER))
    record.when(ORGANISER, Appoint(REFEREE, Role.REFEREE))
    assert record.when(REFEREE, RuleTable(1, own.number, (1, 0), (1, 2), Cause.OTHER))[-1] == RoundClosed(1)


def test_only_those_at_a_table_report_and_only_what_is_played_elsewhere() -> None:
    record, *_ = elsewhere()
    assert record.refused(ANA, ReportResult(1, 1, (1, 0), (1, 2))).code == "not-your-table"
    here = Record().entered(2)
    here.started()
    assert here.refused("player-1", ReportResult(1, 1, (1, 0), (1, 2))).code == "played-here"


@pytest.mark.parametrize(
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
    assert record.refused(one, ReportResult(1, 1, points, places)).code == code
    assert record.refused(ORGANISER, RuleTable(1, 1, points, places, Cause.OTHER)).code == code


def test_a_shared_first_place_is_refused_where_the_game_has_one_winner() -> None:
    """Reported, ruled, corrected: none of them can say what no match of the game could bring."""
    record = Record(replace(SWISS, elsewhere=True), one_winner=True).entered(2)
    one, other = (f"player-{number}" for number in record.started().tables[0].entrants)
    assert record.refused(one, ReportResult(1, 1, (9, 9), (1, 1))).code == "one-winner"
    assert record.refused(ORGANISER, RuleTable(1, 1, (9, 9), (1, 1), Cause.OTHER)).code == "one-winner"
    record.when(one, ReportResult(1, 1, (9, 9), (1, 2)))
    record.when(other, ConfirmResult(1, 1))
    assert record.refused(ORGANISER, RuleTable(1, 1, (9, 9), (1, 1), Cause.ERROR)).code == "one-winner"
    assert record.when(ORGANISER, RuleTable(1, 1, (9, 9), (2, 1), Cause.ERROR)) != ()


def test_a_shared_first_place_is_taken_where_the_game_knows_it() -> None:
    record, one, _ = elsewhere()
    assert record.when(one, ReportResult(1, 1, (9, 9), (1, 1))) != ()


def test_a_table_that_is_not_there_or_not_begun_has_no_result() -> None:
    record = Record().entered(2)
    assert record.refused(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER)).code == "no-such-table"
    record.paired()
    assert record.refused(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER)).code == "round-not-started"
    assert record.refused(ORGANISER, RuleTable(1, 2, (1, 0), (1, 2), Cause.OTHER)).code == "no-such-table"


def test_only_the_staff_rules() -> None:
    record = Record().entered(2)
    record.started()
    assert record.refused("player-1", RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER)).code == "not-referee"
    (ruled, _) = record.when(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.OTHER))
    assert isinstance(ruled, ResultRuled)
    assert ruled.corrects == 0


def test_a_correction_of_what_was_played_counts_as_played_and_a_walkover_does_not() -> None:
    record = Record().entered(2)
    match = record.started().tables[0].match
    record.won(match, 9, 1)
    record.when(ORGANISER, RuleTable(1, 1, (1, 9), (2, 1), Cause.ERROR))
    (corrected,) = sittings(record.tournament, 0, (1, 2))
    assert (corrected.kind, corrected.places) == (Kind.PLAYED, (2, 1))
    walkover = Record().entered(2)
    walkover.started()
    walkover.when(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    (ruled,) = sittings(walkover.tournament, 0, (1, 2))
    assert ruled.kind is Kind.RULED


def test_places_follow_from_points_like_a_race() -> None:
    assert places_of((5, 9, 5, 1)) == (2, 1, 2, 4)
