"""Tables of several games: the next one follows until somebody has the majority; results, corrections, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from domain.engine.game import places_of
from domain.engine.match.events import Cause
from domain.tournament.counting.sittings import Kind
from domain.tournament.record.commands import (
    Cancel,
    ConfirmResult,
    Finish,
    ImportResult,
    ReportResult,
    RuleTable,
    TournamentCommand,
)
from domain.tournament.record.events import (
    GameAdded,
    ResultConfirmed,
    ResultReported,
    ResultRuled,
    RoundClosed,
    TournamentEvent,
)
from domain.tournament.record.log import batch
from domain.tournament.record.plan import Method, Stage
from domain.tournament.record.seeds import match_id
from domain.tournament.record.state import Progress, Tournament, chairs_of, fold
from domain.tournament.record.table import Table
from domain.tournament.rules.decide import decide
from domain.tournament.rules.tally import sittings, stage_standings
from service.tournaments.ratings import contests
from tests.support.tournament.record import CHRONIK, ID, ORGANISER, SECRET, SWISS, Record

SHEETS = 3_000


def of(best_of: int, **more: object) -> Record:
    """A table of two at which so many games can be played."""
    stage = Stage(Method.SWISS, 2, 3, best_of=best_of)  # type: ignore[arg-type]  # a parameter is no Literal
    record = Record(replace(SWISS, stages=(stage,), **more)).entered(2)
    record.started()
    return record


def table(record: Record) -> Table:
    return record.tournament.rounds[0].tables[0]


def ended(record: Record, *points: int) -> tuple[TournamentEvent, ...]:
    """The game that is being played ends."""
    return record.won(table(record).games[-1].match, *points)


def test_the_next_game_follows_with_the_seats_swapped_until_somebody_has_the_majority() -> None:
    record = of(3)
    first, second = table(record).entrants
    _, added = ended(record, 12, 9)
    assert added == GameAdded(1, 1, 2, match_id(ID, 1, 0, 1, 2))
    assert table(record).games[1].entrants == (second, first)
    assert table(record).result is None
    _, added = ended(record, 12, 10)
    assert added == GameAdded(1, 1, 3, match_id(ID, 1, 0, 1, 3))
    assert table(record).games[2].entrants == (first, second)
    assert ended(record, 7, 12)[1:] == (RoundClosed(1),)
    result = table(record).result
    assert result is not None
    assert (table(record).won, result.points, result.places) == ((1, 2), (12 + 10 + 7, 9 + 12 + 12), (2, 1))
    assert result.kind is Kind.PLAYED
    assert len({game.match for game in table(record).games}) == 3


def test_two_of_three_are_enough_and_so_are_three_of_five() -> None:
    for best_of, enough in ((3, 2), (5, 3)):
        record = of(best_of)
        for number in range(1, enough + 1):
            brought = ended(record, *((12, 9) if number % 2 else (9, 12)))
        assert brought[1:] == (RoundClosed(1),)
        assert table(record).won == (enough, 0)


def test_drawn_games_are_nobodys_and_the_last_game_ends_the_table() -> None:
    record = of(3)
    ended(record, 9, 9)
    ended(record, 9, 12)
    assert ended(record, 9, 9)[1:] == (RoundClosed(1),)
    result = table(record).result
    assert result is not None
    assert (table(record).won, result.places) == ((1, 0), (1, 2))
    alike = of(3)
    for points in ((9, 8), (9, 8), (7, 7)):
        ended(alike, *points)
    result = table(alike).result
    assert result is not None
    assert (table(alike).won, result.places) == ((1, 1), (1, 1))


def test_a_result_that_comes_again_adds_no_game_and_the_id_of_a_game_is_the_same_for_everybody() -> None:
    record = of(3)
    match = table(record).games[0].match
    ended(record, 12, 9)
    assert record.won(match, 12, 9) == ()
    assert [game.number for game in table(record).games] == [1, 2]
    assert match == match_id(ID, 1, 0, 1) == match_id(ID, 1, 0, 1, 1)


def test_a_game_without_a_result_waits_for_a_ruling_and_keeps_the_next_one_back() -> None:
    record = of(3)
    match = table(record).games[0].match
    assert len(record.when(CHRONIK, ImportResult(match, 15_000, "00" * 32, "too-long"))) == 1
    ruled, added = record.when(ORGANISER, RuleTable(1, 1, (0, 12), (2, 1), Cause.TIME, game=1))
    assert isinstance(ruled, ResultRuled)
    assert (ruled.game, ruled.corrects) == (1, 0)
    assert isinstance(added, GameAdded)


def test_each_game_is_corrected_for_itself_and_what_follows_follows() -> None:
    record = of(3)
    ended(record, 12, 9)
    ended(record, 12, 9)
    entry = record.tournament.rounds[0].tables[0].games[0].result
    assert entry is not None
    ruled, closed = record.when(ORGANISER, RuleTable(1, 1, (9, 12), (2, 1), Cause.ERROR, game=1))
    assert isinstance(ruled, ResultRuled)
    assert ruled.corrects == entry.entry
    assert closed == RoundClosed(1)
    result = table(record).result
    assert result is not None
    assert (table(record).won, len(table(record).counted), result.places) == ((0, 2), 2, (2, 1))
    assert not table(record).games[2].closed
    assert record.won(table(record).games[2].match, 12, 9) != ()
    assert table(record).won == (0, 2)


def test_a_game_that_should_never_have_been_played_counts_for_nothing() -> None:
    record = of(3)
    for points in ((12, 9), (12, 9), (12, 9)):
        ended(record, *points)
    assert table(record).won == (2, 1)
    record.when(ORGANISER, RuleTable(1, 1, (9, 12), (2, 1), Cause.ERROR, game=2))
    result = table(record).result
    assert result is not None
    assert (table(record).won, result.points) == ((2, 0), (12 + 12, 9 + 9))


def test_a_correction_that_takes_the_majority_opens_the_next_game_while_the_round_goes_on() -> None:
    stage = Stage(Method.SWISS, 2, 3, best_of=3)
    record = Record(replace(SWISS, stages=(stage,))).entered(4)
    record.started()
    ended(record, 12, 9)
    ended(record, 9, 12)
    assert table(record).result is not None
    _, added = record.when(ORGANISER, RuleTable(1, 1, (12, 9), (1, 2), Cause.ERROR, game=2))
    assert added == GameAdded(1, 1, 3, match_id(ID, 1, 0, 1, 3))
    assert table(record).result is None


def test_a_correction_leaves_no_table_of_a_closed_round_without_a_result() -> None:
    record = of(3)
    ended(record, 12, 9)
    ended(record, 9, 12)
    refusal = record.refused(ORGANISER, RuleTable(1, 1, (12, 9), (1, 2), Cause.ERROR, game=2))
    assert (refusal.code, refusal.facts) == ("undecided", {"round": 1})
    record.when(ORGANISER, RuleTable(1, 1, (9, 13), (2, 1), Cause.ERROR, game=2))
    record.when(ORGANISER, RuleTable(1, 1, (0, 0), (1, 1), Cause.ERROR))
    result = table(record).result
    assert result is not None
    assert result.places == (1, 1)
    record.when(ORGANISER, RuleTable(1, 1, (12, 9), (1, 2), Cause.ERROR, game=2))
    assert record.tournament.rounds[0].progress is Progress.CLOSED


def test_a_referee_rules_the_whole_table_and_that_stands_whatever_its_games_bring() -> None:
    record = of(3)
    ended(record, 12, 9)
    running = table(record).games[1].match
    ruled, closed = record.when(ORGANISER, RuleTable(1, 1, (0, 1), (2, 1), Cause.CONDUCT))
    assert isinstance(ruled, ResultRuled)
    assert (ruled.game, ruled.corrects, closed) == (0, 0, RoundClosed(1))
    assert len(record.won(running, 9, 12)) == 1
    result = table(record).result
    assert result is not None
    assert (result.points, result.places, result.kind, result.contested) == ((0, 1), (2, 1), Kind.RULED, True)
    again, *_ = record.when(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.ERROR))
    assert isinstance(again, ResultRuled)
    assert again.corrects == result.entry


def test_a_no_show_loses_the_table_and_nothing_of_it_counts_as_played() -> None:
    record = of(3)
    record.when(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    (sitting,) = sittings(record.tournament, 0, (1, 2))
    assert (sitting.kind, sitting.won) == (Kind.RULED, (0, 0))
    assert list(contests(record.tournament, {one.n: one.at for one in record.log})) == []


def test_who_has_forfeited_loses_the_game_and_the_next_one_follows() -> None:
    record = of(3)
    match = table(record).games[0].match
    _, added = record.when(CHRONIK, ImportResult(match, 10, "00" * 32, "forfeited", (0, 3), (2, 1)))
    assert isinstance(added, GameAdded)
    assert table(record).won == (0, 1)


def test_only_games_that_are_there_are_ruled_and_one_of_several_must_be_named() -> None:
    record = of(3, elsewhere=True)
    one = record.tournament.entrants[table(record).entrants[0] - 1].player
    assert record.refused(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), game=2)).code == "no-such-game"
    assert record.refused(one, ReportResult(1, 1, (1, 0), (1, 2))).code == "no-such-game"
    assert record.refused(one, ConfirmResult(1, 1)).code == "no-such-game"
    single = of(1)
    ruled, _ = single.when(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), game=1))
    assert isinstance(ruled, ResultRuled)
    assert ruled.game == 0, "what is the only game is not named"
    assert single.refused(ORGANISER, RuleTable(1, 1, (1, 0), (1, 2), game=2)).code == "no-such-game"


def test_games_elsewhere_are_reported_and_confirmed_one_by_one() -> None:
    record = of(3, elsewhere=True)
    one, other = (record.tournament.entrants[number - 1].player for number in table(record).entrants)
    first = table(record).entrants[0]
    assert record.when(one, ReportResult(1, 1, (3, 1), (1, 2), game=1)) == (
        ResultReported(1, 1, first, (3, 1), (1, 2), 1),
    )
    confirmed, added = record.when(other, ConfirmResult(1, 1, game=1))
    assert isinstance(confirmed, ResultConfirmed)
    assert added == GameAdded(1, 1, 2)
    record.when(other, ReportResult(1, 1, (1, 3), (2, 1), game=2))
    assert record.when(one, ReportResult(1, 1, (1, 3), (2, 1), game=2))[1:] == (RoundClosed(1),)
    assert table(record).won == (2, 0)
    assert record.refused(one, ReportResult(1, 1, (0, 3), (2, 1), game=2)).code == "result-stands"


def test_nothing_is_added_once_a_tournament_is_called_off() -> None:
    record = of(3)
    record.when(ORGANISER, Cancel())
    assert len(ended(record, 12, 9)) == 1


def test_games_are_counted_and_rated() -> None:
    record = of(3)
    for points in ((12, 9), (12, 10), (12, 11)):
        ended(record, *points)
    first, second = table(record).entrants
    (sitting,) = sittings(record.tournament, 0, (1, 2))
    assert (sitting.won, sitting.match) == ((2, 1), table(record).games[2].match)
    preset = replace(record.tournament.planned, tie_breaks=("GMD", "VP"))
    lines = stage_standings(replace(record.tournament, plan=preset), 0, explain=True)
    assert [(line.entrant, *(value.amount for value in line.ties)) for line in lines] == [
        (first, 1, 12 + 10 + 12),
        (second, -1, 9 + 12 + 11),
    ]
    times = {one.n: one.at for one in record.log}
    rated = list(contests(record.tournament, times))
    assert [(one.players, one.places, one.match) for one in rated] == [
        (tuple(f"player-{number}" for number in game.entrants), (1, 2), game.match) for game in table(record).games
    ]
    record.when(ORGANISER, Finish())


def test_the_same_two_sit_at_each_game_with_what_they_have_registered() -> None:
    record = of(3)
    ended(record, 12, 9)
    one, other = (chairs_of(record.tournament, game) for game in table(record).games)
    assert one == other[::-1]


@pytest.mark.parametrize("best_of", [3, 5])
def test_only_tables_of_two_play_several_games(best_of: int) -> None:
    stage = Stage(Method.SWISS, 4, 3, best_of=best_of)  # type: ignore[arg-type]  # a parameter is no Literal
    with pytest.raises(Exception, match="bad-plan") as refusal:
        Record(replace(SWISS, stages=(stage,), scoring="place-4-3-2-1"))
    assert refusal.value.facts == {"at": "$.stages[0].best_of", "table": 2}  # type: ignore[attr-defined]


def test_best_of_is_counted_as_a_person_counts_it_on_a_sheet() -> None:
    """Random score sheets, with games corrected afterwards, against a count that knows nothing of the record."""
    random = Random(13)
    begun = {best_of: of(best_of).tournament for best_of in (1, 3, 5)}
    lengths = set()
    for _ in range(SHEETS):
        best_of = random.choice((1, 3, 5))
        tournament = begun[best_of]
        sheet: list[tuple[int, int]] = []
        while tournament.rounds[0].tables[0].waiting or not tournament.rounds[0].done:
            points = (random.randint(0, 3), random.randint(0, 3))
            sheet.append(points)
            match = tournament.rounds[0].tables[0].games[-1].match
            wanted = ImportResult(match, 10, "00" * 32, "finished", points, places_of(points))
            tournament = _after(tournament, CHRONIK, wanted)
        assert _told(tournament) == by_hand(best_of, sheet)
        number = random.randint(1, len(sheet))
        points = (random.randint(0, 3), random.randint(0, 3))
        corrected = [points if at == number else one for at, one in enumerate(sheet, 1)]
        told = by_hand(best_of, corrected)
        if told is not None:
            ruling = RuleTable(1, 1, points, places_of(points), game=number)
            assert _told(_after(tournament, ORGANISER, ruling)) == told
        lengths.add((best_of, len(sheet)))
    assert lengths == {(1, 1), (3, 2), (3, 3), (5, 3), (5, 4), (5, 5)}


def by_hand(best_of: int, sheet: Sequence[tuple[int, int]]) -> tuple[object, ...] | None:
    """Games won and points of the two, in the order of the first game, and who is first; None while it is open."""
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


def _told(tournament: Tournament) -> tuple[object, ...] | None:
    at = tournament.rounds[0].tables[0]
    return None if at.result is None else (at.won, at.result.points, at.result.places)


def _after(tournament: Tournament, by: str, command: TournamentCommand) -> Tournament:
    brought = decide(tournament, by, command, SECRET)
    return fold(tournament, batch(tournament.version, 0, by, command, brought))
