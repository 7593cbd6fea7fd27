"""Tables of several games, which follow each other until an entrant has the majority: results, corrections, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import places_of
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.counting.results import Kind
from chronik.domain.tournament.record.commands import (
    Cancel,
    ConfirmResult,
    Finish,
    ImportResult,
    ReportResult,
    RuleTable,
    TournamentCommand,
)
from chronik.domain.tournament.record.events import (
    GameAdded,
    ResultConfirmed,
    ResultReported,
    ResultRuled,
    RoundClosed,
    TournamentEvent,
)
from chronik.domain.tournament.record.log import build_batch
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.seeds import match_id
from chronik.domain.tournament.record.state import Progress, Tournament, fold, seat_holders_of
from chronik.domain.tournament.record.table import Table
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.tally import results_of_group, stage_standings
from chronik.service.tournaments.ratings import contests
from tests.tournament.record import CHRONIK, ID, ORGANISER, SECRET, SWISS, Record

SHEETS = 1_000


def best_of_record(best_of: int, **more: object) -> Record:
    """Returns a started round with one table of two and up to `best_of` games."""
    stage = Stage(Method.SWISS, 2, 3, best_of=best_of)  # type: ignore[arg-type]  # a parameter is no Literal
    record = Record(replace(SWISS, stages=(stage,), **more)).register(2)
    record.start()
    return record


def first_table(record: Record) -> Table:
    return record.tournament.rounds[0].tables[0]


def end_game(record: Record, *points: int) -> tuple[TournamentEvent, ...]:
    """Ends the game that is being played."""
    return record.import_result(first_table(record).games[-1].match, *points)


def test_games_are_added_with_swapped_seats_until_an_entrant_has_the_majority() -> None:
    record = best_of_record(3)
    first, second = first_table(record).entrants
    _, added = end_game(record, 12, 9)
    assert added == GameAdded(1, 1, 2, match_id(ID, 1, 0, 1, 2))
    assert first_table(record).games[1].entrants == (second, first)
    assert first_table(record).result is None
    _, added = end_game(record, 12, 10)
    assert added == GameAdded(1, 1, 3, match_id(ID, 1, 0, 1, 3))
    assert first_table(record).games[2].entrants == (first, second)
    assert end_game(record, 7, 12)[1:] == (RoundClosed(1),)
    result = first_table(record).result
    assert result is not None
    assert (first_table(record).won, result.points, result.places) == ((1, 2), (12 + 10 + 7, 9 + 12 + 12), (2, 1))
    assert result.kind is Kind.PLAYED
    assert len({game.match for game in first_table(record).games}) == 3


def test_two_wins_of_three_and_three_wins_of_five_decide_a_table() -> None:
    for best_of, enough in ((3, 2), (5, 3)):
        record = best_of_record(best_of)
        for number in range(1, enough + 1):
            decided = end_game(record, *((12, 9) if number % 2 else (9, 12)))
        assert decided[1:] == (RoundClosed(1),)
        assert first_table(record).won == (enough, 0)


def test_a_drawn_game_is_a_win_for_neither_entrant_and_the_last_game_ends_the_table() -> None:
    record = best_of_record(3)
    end_game(record, 9, 9)
    end_game(record, 9, 12)
    assert end_game(record, 9, 9)[1:] == (RoundClosed(1),)
    result = first_table(record).result
    assert result is not None
    assert (first_table(record).won, result.places) == ((1, 0), (1, 2))
    alike = best_of_record(3)
    for points in ((9, 8), (9, 8), (7, 7)):
        end_game(alike, *points)
    result = first_table(alike).result
    assert result is not None
    assert (first_table(alike).won, result.places) == ((1, 1), (1, 1))


def test_a_repeated_result_adds_no_game_and_match_ids_of_games_are_predictable() -> None:
    record = best_of_record(3)
    match = first_table(record).games[0].match
    end_game(record, 12, 9)
    assert record.import_result(match, 12, 9) == ()
    assert [game.number for game in first_table(record).games] == [1, 2]
    assert match == match_id(ID, 1, 0, 1) == match_id(ID, 1, 0, 1, 1)


def test_a_game_without_a_result_delays_the_next_game_until_a_ruling() -> None:
    record = best_of_record(3)
    match = first_table(record).games[0].match
    assert len(record.submit(CHRONIK, ImportResult(match, 15_000, "00" * 32, "too-long"))) == 1
    ruled, added = record.submit(ORGANISER, RuleTable(1, 1, (0, 12), (2, 1), Cause.TIME, game=1))
    assert isinstance(ruled, ResultRuled)
    assert (ruled.game, ruled.corrects) == (1, 0)
    assert isinstance(added, GameAdded)


def test_correcting_one_game_changes_the_result_of_the_table() -> None:
    record = best_of_record(3)
    end_game(record, 12, 9)
    end_game(record, 12, 9)
    entry = record.tournament.rounds[0].tables[0].games[0].result
    assert entry is not None
    ruled, closed = record.submit(ORGANISER, RuleTable(1, 1, (9, 12), (2, 1), Cause.ERROR, game=1))
    assert isinstance(ruled, ResultRuled)
    assert ruled.corrects == entry.entry
    assert closed == RoundClosed(1)
    result = first_table(record).result
    assert result is not None
    assert (first_table(record).won, len(first_table(record).counted_games), result.places) == ((0, 2), 2, (2, 1))
    assert not first_table(record).games[2].closed
    assert record.import_result(first_table(record).games[2].match, 12, 9) != ()
    assert first_table(record).won == (0, 2)


def test_a_game_after_the_corrected_majority_does_not_count() -> None:
    record = best_of_record(3)
    for points in ((12, 9), (12, 9), (12, 9)):
        end_game(record, *points)
    assert first_table(record).won == (2, 1)
    record.submit(ORGANISER, RuleTable(1, 1, (9, 12), (2, 1), Cause.ERROR, game=2))
    result = first_table(record).result
    assert result is not None
    assert (first_table(record).won, result.points) == ((2, 0), (12 + 12, 9 + 9))


def test_if_a_correction_removes_the_majority_in_an_open_round_the_next_game_is_opened() -> None:
    stage = Stage(Method.SWISS, 2, 3, best_of=3)
    record = Record(replace(SWISS, stages=(stage,))).register(4)
    record.start()
    end_game(record, 12, 9)
    end_game(record, 9, 12)
    assert first_table(record).result is not None
    _, added = record.submit(ORGANISER, RuleTable(1, 1, (12, 9), (1, 2), Cause.ERROR, game=2))
    assert added == GameAdded(1, 1, 3, match_id(ID, 1, 0, 1, 3))
    assert first_table(record).result is None


def test_a_correction_that_would_leave_a_closed_round_undecided_is_refused() -> None:
    record = best_of_record(3)
    end_game(record, 12, 9)
    end_game(record, 9, 12)
    refusal = record.refusal_of(ORGANISER, RuleTable(1, 1, (12, 9), (1, 2), Cause.ERROR, game=2))
    assert (refusal.code, refusal.facts) == ("undecided", {"round": 1})
    record.submit(ORGANISER, RuleTable(1, 1, (9, 13), (2, 1), Cause.ERROR, game=2))
    record.submit(ORGANISER, RuleTable(1, 1, (0, 0), (1, 1), Cause.ERROR))
    result = first_table(record).result
    assert result is not None
    assert result.places == (1, 1)
    record.submit(ORGANISER, RuleTable(1, 1, (12, 9), (1, 2), Cause.ERROR, game=2))
    assert record.tournament.rounds[0].progress is Progress.CLOSED


def test_a_ruling_on_the_whole_table_overrides_its_games() -> None:
    record = best_of_record(3)
    end_game(record, 12, 9)
    running = first_table(record).games[1].match
    ruled, closed = record.submit(ORGANISER, RuleTable(1, 1, (0, 1), (2, 1), Cause.CONDUCT))
    assert isinstance(ruled, ResultRuled)
    assert (ruled.game, ruled.corrects, closed) == (0, 0, RoundClosed(1))
    assert len(record.import_result(running, 9, 12)) == 1
    result = first_table(record).result
    assert result is not None
    assert (result.points, result.places, result.kind, result.contested) == ((0, 1), (2, 1), Kind.RULED, True)
    again, *_ = record.submit(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.ERROR))
    assert isinstance(again, ResultRuled)
    assert again.corrects == result.entry


def test_a_no_show_loses_the_table_and_the_table_does_not_count_as_played() -> None:
    record = best_of_record(3)
    record.submit(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    (counted,) = results_of_group(record.tournament, 0, (1, 2))
    assert (counted.kind, counted.won) == (Kind.RULED, (0, 0))
    assert list(contests(record.tournament, {one.n: one.at for one in record.log})) == []


def test_a_forfeit_loses_one_game_and_the_next_game_follows() -> None:
    record = best_of_record(3)
    match = first_table(record).games[0].match
    _, added = record.submit(CHRONIK, ImportResult(match, 10, "00" * 32, "forfeited", (0, 3), (2, 1)))
    assert isinstance(added, GameAdded)
    assert first_table(record).won == (0, 1)


def test_a_ruling_must_name_an_existing_game_if_the_table_plays_several() -> None:
    record = best_of_record(3, elsewhere=True)
    one = record.tournament.entrants[first_table(record).entrants[0] - 1].player
    assert record.refusal_of(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), game=2)).code == "no-such-game"
    assert record.refusal_of(one, ReportResult(1, 1, (1, 0), (1, 2))).code == "no-such-game"
    assert record.refusal_of(one, ConfirmResult(1, 1)).code == "no-such-game"
    single = best_of_record(1)
    ruled, _ = single.submit(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), game=1))
    assert isinstance(ruled, ResultRuled)
    assert ruled.game == 0, "what is the only game is not named"
    assert single.refusal_of(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), game=2)).code == "no-such-game"


def test_games_played_elsewhere_are_reported_and_confirmed_one_by_one() -> None:
    record = best_of_record(3, elsewhere=True)
    one, other = (record.tournament.entrants[number - 1].player for number in first_table(record).entrants)
    first = first_table(record).entrants[0]
    assert record.submit(one, ReportResult(1, 1, (3, 1), (1, 2), game=1)) == (
        ResultReported(1, 1, first, (3, 1), (1, 2), 1),
    )
    confirmed, added = record.submit(other, ConfirmResult(1, 1, game=1))
    assert isinstance(confirmed, ResultConfirmed)
    assert added == GameAdded(1, 1, 2)
    record.submit(other, ReportResult(1, 1, (1, 3), (2, 1), game=2))
    assert record.submit(one, ReportResult(1, 1, (1, 3), (2, 1), game=2))[1:] == (RoundClosed(1),)
    assert first_table(record).won == (2, 0)
    assert record.refusal_of(one, ReportResult(1, 1, (0, 3), (2, 1), game=2)).code == "result-stands"


def test_no_game_is_added_after_a_tournament_is_called_off() -> None:
    record = best_of_record(3)
    record.submit(ORGANISER, Cancel())
    assert len(end_game(record, 12, 9)) == 1


def test_every_game_of_a_table_is_counted_and_rated() -> None:
    record = best_of_record(3)
    for points in ((12, 9), (12, 10), (12, 11)):
        end_game(record, *points)
    first, second = first_table(record).entrants
    (counted,) = results_of_group(record.tournament, 0, (1, 2))
    assert (counted.won, counted.match) == ((2, 1), first_table(record).games[2].match)
    preset = replace(record.tournament.planned, tie_breaks=("GMD", "VP"))
    lines = stage_standings(replace(record.tournament, plan=preset), 0, explain=True)
    assert [(line.entrant, *(value.amount for value in line.ties)) for line in lines] == [
        (first, 1, 12 + 10 + 12),
        (second, -1, 9 + 12 + 11),
    ]
    times = {one.n: one.at for one in record.log}
    rated = list(contests(record.tournament, times))
    assert [(one.players, one.places, one.match) for one in rated] == [
        (tuple(f"player-{number}" for number in game.entrants), (1, 2), game.match)
        for game in first_table(record).games
    ]
    record.submit(ORGANISER, Finish())


def test_each_game_of_a_table_uses_the_entropy_that_its_two_entrants_registered() -> None:
    record = best_of_record(3)
    end_game(record, 12, 9)
    one, other = (seat_holders_of(record.tournament, game) for game in first_table(record).games)
    assert one == other[::-1]


@pytest.mark.parametrize("best_of", [3, 5])
def test_only_tables_of_two_play_several_games(best_of: int) -> None:
    stage = Stage(Method.SWISS, 4, 3, best_of=best_of)  # type: ignore[arg-type]  # a parameter is no Literal
    with pytest.raises(Exception, match="bad-plan") as refusal:
        Record(replace(SWISS, stages=(stage,), scoring="place-4-3-2-1"))
    assert refusal.value.facts == {"at": "$.stages[0].best_of", "table": 2}  # type: ignore[attr-defined]


def test_best_of_results_agree_with_an_independent_count_of_random_games() -> None:
    """Random score sheets, with games corrected later, against a count that does not use the record."""
    random = Random(13)
    begun = {best_of: best_of_record(best_of).tournament for best_of in (1, 3, 5)}
    lengths = set()
    for _ in range(SHEETS):
        best_of = random.choice((1, 3, 5))
        tournament = begun[best_of]
        sheet: list[tuple[int, int]] = []
        while tournament.rounds[0].tables[0].awaits_game or not tournament.rounds[0].done:
            points = (random.randint(0, 3), random.randint(0, 3))
            sheet.append(points)
            match = tournament.rounds[0].tables[0].games[-1].match
            wanted = ImportResult(match, 10, "00" * 32, "finished", points, places_of(points))
            tournament = _apply(tournament, CHRONIK, wanted)
        assert _result_of(tournament) == count_by_hand(best_of, sheet)
        number = random.randint(1, len(sheet))
        points = (random.randint(0, 3), random.randint(0, 3))
        corrected = [points if at == number else one for at, one in enumerate(sheet, 1)]
        expected = count_by_hand(best_of, corrected)
        if expected is not None:
            ruling = RuleTable(1, 1, points, places_of(points), game=number)
            assert _result_of(_apply(tournament, ORGANISER, ruling)) == expected
        lengths.add((best_of, len(sheet)))
    assert lengths == {(1, 1), (3, 2), (3, 3), (5, 3), (5, 4), (5, 5)}


def count_by_hand(best_of: int, sheet: Sequence[tuple[int, int]]) -> tuple[object, ...] | None:
    """Returns games won, points and places by the seats of the first game; None while the table is open."""
    hers, his, her_points, his_points, games = 0, 0, 0, 0, 0
    for first, second in sheet:
        if hers * 2 > best_of or his * 2 > best_of:
            break
        her, him = (first, second) if games in (0, 2, 4) else (second, first)
        her_points += her
        his_points += him
        if her > him:
            hers += 1
        if him > her:
            his += 1
        games += 1
    if games < best_of and hers * 2 < best_of and his * 2 < best_of:
        return None
    places = (1, 1) if hers == his else (1, 2) if hers > his else (2, 1)
    return (hers, his), (her_points, his_points), places


def _result_of(tournament: Tournament) -> tuple[object, ...] | None:
    at = tournament.rounds[0].tables[0]
    return None if at.result is None else (at.won, at.result.points, at.result.places)


def _apply(tournament: Tournament, by: str, command: TournamentCommand) -> Tournament:
    decided = decide(tournament, by, command, SECRET)
    return fold(tournament, build_batch(tournament.version, 0, by, command, decided))
