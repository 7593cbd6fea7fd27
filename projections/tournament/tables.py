"""The tables of a tournament as CSV (RFC 4180): standings, pairings and results.

Stages, groups and seats are counted from 0, as in the log and in JSON. An apostrophe precedes any text that a
spreadsheet would run as a formula. Numbers are unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from chronik.domain.tournament.counting.results import Kind, TableResult
from chronik.domain.tournament.counting.tiebreak import LOT
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.record.table import Table
from chronik.domain.tournament.rules.exact_standings import tie_break_codes
from chronik.domain.tournament.rules.tally import final_table, score_group, stage_standings
from chronik.projections.tournament.names import entrant_names, format_decimal
from chronik.projections.tournament.spreadsheet import Cell, escape_formula, write_csv


def standings_csv(tournament: Tournament, names: Mapping[str, str]) -> str:
    """Returns a line for each entrant of each group, by stage. `final_place` is the place in the whole tournament.

    `LOT` is empty if no lot was drawn for the places of a group.
    """
    called, codes = entrant_names(tournament, names), (*tie_break_codes(tournament), LOT)
    final = {line.entrant: line.place for line in final_table(tournament)}
    head = ("stage", "group", "place", "entrant", "name", "club", "presence", "played", "score", *codes, "final_place")
    rows: list[Sequence[Cell]] = []
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            for line in stage_standings(tournament, stage, group):
                number, entrant = line.entrant, tournament.entrants[line.entrant - 1]
                amounts = {value.code: format_decimal(value.amount) for value in line.ties}
                rows.append(
                    (
                        stage,
                        group,
                        line.place,
                        number,
                        escape_formula(called[number]),
                        escape_formula(names.get(entrant.club, "")),
                        entrant.presence.value,
                        line.played,
                        format_decimal(line.score.amount),
                        *(amounts.get(code) for code in codes),
                        final.get(number),
                    )
                )
    return write_csv([head, *rows])


def pairings_csv(tournament: Tournament, names: Mapping[str, str], dated: Callable[[int], str]) -> str:
    """Returns a line for each seat of each paired table, and one for each bye. Seat 0 begins. `dated` formats times."""
    called = entrant_names(tournament, names)
    rows: list[Sequence[Cell]] = []
    for one in tournament.rounds:
        started = dated(one.started) if one.started else None
        for table in one.tables:
            for seat, number in enumerate(table.entrants):
                place = (one.number, one.stage, table.group, table.number, seat)
                rows.append((*place, number, escape_formula(called[number]), _matches(table), started))
        rows += [
            (one.number, one.stage, None, None, None, number, escape_formula(called[number]), "bye", started)
            for number in one.byes
        ]
    return write_csv([("round", "stage", "group", "table", "seat", "entrant", "name", "match", "started_at"), *rows])


def results_csv(tournament: Tournament, names: Mapping[str, str]) -> str:
    """Returns a line for each seat of each table with a result, and one for each bye, skipped round and penalty.

    `score` is the number of standings points that the line gives; the stage's standings are the sums of these points.
    `entry` is the log entry. If tables have several games, `games` is how many this seat has won, and `match` lists the
    matches of all games.
    """
    called, several = entrant_names(tournament, names), any(stage.best_of > 1 for stage in tournament.planned.stages)
    rows: list[Sequence[Cell]] = []
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            for result, scores in score_group(tournament, stage, group):
                for seat, number, points, place in _seats(result):
                    where = (result.round, stage, group, result.table or None, seat)
                    counted = (points, place, format_decimal(scores[seat or 0]), result.kind.value)
                    rows.append(
                        (
                            *where,
                            number,
                            escape_formula(called[number]),
                            *counted,
                            _matches_of(tournament, result),
                            result.entry,
                            *([result.won[seat or 0] if result.won else None] if several else []),
                        )
                    )
    rows.sort(key=lambda row: (row[0], row[3] is None, row[3] or 0))
    rows += _penalties(tournament, called)
    head = ("round", "stage", "group", "table", "seat", "entrant", "name")
    games = ("games",) if several else ()
    return write_csv([(*head, "points", "place", "score", "kind", "match", "entry", *games), *rows])


def _matches(table: Table) -> str:
    """Returns the matches of a table, separated by spaces."""
    return " ".join(game.match for game in table.games if game.match)


def _matches_of(tournament: Tournament, result: TableResult) -> str:
    if not result.table:
        return result.match
    return _matches(tournament.rounds[result.round - 1].tables[result.table - 1])


def _seats(result: TableResult) -> Iterator[tuple[int | None, int, int | None, int | None]]:
    """Yields the seat, entrant, points and place, or only the entrant for a round without a table."""
    if result.kind in (Kind.BYE, Kind.SKIPPED):
        yield None, result.entrants[0], None, None
        return
    for seat, number in enumerate(result.entrants):
        yield seat, number, result.points[seat], result.places[seat]


def _penalties(tournament: Tournament, called: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    """Yields a line for each penalty in a stage that has begun."""
    for one in tournament.penalties:
        groups = tournament.stages[one.stage] if one.stage < len(tournament.stages) else ()
        for group, members in enumerate(groups):
            if one.entrant in members:
                where = (None, one.stage, group, None, None, one.entrant, escape_formula(called[one.entrant]))
                yield (*where, None, None, format_decimal(-one.amount), "penalty", None, one.entry)
