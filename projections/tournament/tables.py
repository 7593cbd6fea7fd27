"""The tables of a tournament as CSV (RFC 4180): standings, pairings, results.

Stages, groups and seats are counted from 0, as in the log and in JSON. A cell that a spreadsheet would take for a
formula begins with an apostrophe instead; numbers are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.tournament.counting.sittings import Kind, Sitting
from domain.tournament.counting.tiebreak import LOT
from domain.tournament.record.state import Tournament
from domain.tournament.record.table import Table
from domain.tournament.rules.counted import tie_breaks
from domain.tournament.rules.tally import final_table, scored, stage_standings
from projections.tournament.names import decimal, roll
from projections.tournament.spreadsheet import Cell, text, written


def standings_csv(tournament: Tournament, names: Mapping[str, str]) -> str:
    """A line per entrant of each group, stage by stage; `final_place` is that of the whole tournament.

    `LOT` is empty where no lot was drawn for the places of a group.
    """
    called, codes = roll(tournament, names), (*tie_breaks(tournament), LOT)
    final = {line.entrant: line.place for line in final_table(tournament)}
    head = ("stage", "group", "place", "entrant", "name", "club", "presence", "played", "score", *codes, "final_place")
    rows: list[Sequence[Cell]] = []
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            for line in stage_standings(tournament, stage, group):
                number, entrant = line.entrant, tournament.entrants[line.entrant - 1]
                amounts = {value.code: decimal(value.amount) for value in line.ties}
                rows.append(
                    (
                        stage,
                        group,
                        line.place,
                        number,
                        text(called[number]),
                        text(names.get(entrant.club, "")),
                        entrant.presence.value,
                        line.played,
                        decimal(line.score.amount),
                        *(amounts.get(code) for code in codes),
                        final.get(number),
                    )
                )
    return written([head, *rows])


def pairings_csv(tournament: Tournament, names: Mapping[str, str], dated: Callable[[int], str]) -> str:
    """A line per seat of each table that was paired, and one per bye; seat 0 begins. `dated` writes moments."""
    called = roll(tournament, names)
    rows: list[Sequence[Cell]] = []
    for one in tournament.rounds:
        started = dated(one.started) if one.started else None
        for table in one.tables:
            for seat, number in enumerate(table.entrants):
                place = (one.number, one.stage, table.group, table.number, seat)
                rows.append((*place, number, text(called[number]), _matches(table), started))
        rows += [
            (one.number, one.stage, None, None, None, number, text(called[number]), "bye", started)
            for number in one.byes
        ]
    return written([("round", "stage", "group", "table", "seat", "entrant", "name", "match", "started_at"), *rows])


def results_csv(tournament: Tournament, names: Mapping[str, str]) -> str:
    """A line per seat of each table that has a result, and one per bye, per round left out, and per penalty.

    `score` is what it gives in the standings of the stage, which are the sums of these; `entry` is that of the log.
    Where tables have several games, `games` is how many this seat has won, and `match` names the matches of all.
    """
    called, several = roll(tournament, names), any(stage.best_of > 1 for stage in tournament.planned.stages)
    rows: list[Sequence[Cell]] = []
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            for sitting, scores in scored(tournament, stage, group):
                for seat, number, points, place in _seats(sitting):
                    where = (sitting.round, stage, group, sitting.table or None, seat)
                    result = (points, place, decimal(scores[seat or 0]), sitting.kind.value)
                    rows.append(
                        (
                            *where,
                            number,
                            text(called[number]),
                            *result,
                            _matches_of(tournament, sitting),
                            sitting.entry,
                            *([sitting.won[seat or 0] if sitting.won else None] if several else []),
                        )
                    )
    rows.sort(key=lambda row: (row[0], row[3] is None, row[3] or 0))
    rows += _penalties(tournament, called)
    head = ("round", "stage", "group", "table", "seat", "entrant", "name")
    games = ("games",) if several else ()
    return written([(*head, "points", "place", "score", "kind", "match", "entry", *games), *rows])


def _matches(table: Table) -> str:
    """The matches of a table, with a space between."""
    return " ".join(game.match for game in table.games if game.match)


def _matches_of(tournament: Tournament, sitting: Sitting) -> str:
    if not sitting.table:
        return sitting.match
    return _matches(tournament.rounds[sitting.round - 1].tables[sitting.table - 1])


def _seats(sitting: Sitting) -> Iterator[tuple[int | None, int, int | None, int | None]]:
    """By seat the entrant, its points and place; of a round not played the entrant alone."""
    if sitting.kind in (Kind.BYE, Kind.SKIPPED):
        yield None, sitting.entrants[0], None, None
        return
    for seat, number in enumerate(sitting.entrants):
        yield seat, number, sitting.points[seat], sitting.places[seat]


def _penalties(tournament: Tournament, called: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    """A line per penalty of a stage that has begun."""
    for one in tournament.penalties:
        groups = tournament.stages[one.stage] if one.stage < len(tournament.stages) else ()
        for group, members in enumerate(groups):
            if one.entrant in members:
                where = (None, one.stage, group, None, None, one.entrant, text(called[one.entrant]))
                yield (*where, None, None, decimal(-one.amount), "penalty", None, one.entry)
