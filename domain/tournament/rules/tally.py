"""The tally of a tournament: the table results that count, the standings of a stage, and the final table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.tournament.counting.results import Kind, Standing, TableResult
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.counting.standings import amounts_of, compute_standings
from chronik.domain.tournament.methods.elimination import final_order
from chronik.domain.tournament.record.events import Purpose
from chronik.domain.tournament.record.plan import Method
from chronik.domain.tournament.record.state import Presence, Progress, Round, Tournament
from chronik.domain.tournament.record.table import Outcome, Table

BracketRound = tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], tuple[int, ...]]
"""A round in the form that pairing methods read: entrants and places of each table by seat, and the byes."""


class FinalPlace(Struct, frozen=True):
    """A line of the final table: the place, and the last stage in which the entrant has played."""

    place: int
    entrant: int
    stage: int


def rounds_of(tournament: Tournament, stage: int) -> tuple[Round, ...]:
    """Returns the rounds of a stage that have started."""
    return tuple(one for one in tournament.rounds if one.stage == stage and one.progress is not Progress.PAIRED)


def winner_by_absence(table: Table) -> int | None:
    """Returns the entrant who won a table because the others did not show up, by a ruling without an earlier result."""
    result = table.result
    if result is None or result.contested or result.places.count(2) != len(table.entrants) - 1:
        return None
    return table.entrants[result.places.index(1)]


def results_of_group(tournament: Tournament, stage: int, group: Iterable[int]) -> tuple[TableResult, ...]:
    """Returns the results of a group in a stage so far. An entrant who was not paired has skipped the round.

    Struck games are included, but give no points.
    """
    found: list[TableResult] = []
    members = set(group)
    for played in rounds_of(tournament, stage):
        tables = [table for table in played.tables if members.issuperset(table.entrants)]
        found += [
            TableResult(
                round=played.number,
                table=table.number,
                entrants=table.entrants,
                points=table.result.points,
                places=table.result.places,
                kind=_kind(table.result, struck=tournament.is_struck(played, table)),
                match=table.counted_games[-1].match if table.counted_games else table.match,
                entry=table.result.entry,
                won=table.won if table.best_of > 1 else (),
            )
            for table in tables
            if table.result is not None
        ]
        byes = [entrant for entrant in played.byes if entrant in members]
        found += [TableResult(played.number, 0, (entrant,), kind=Kind.BYE, entry=played.entry) for entrant in byes]
        seated = {entrant for table in tables for entrant in table.entrants}.union(byes)
        found += [
            TableResult(played.number, 0, (entrant,), kind=Kind.SKIPPED, entry=played.entry)
            for entrant in sorted(members - seated)
        ]
    return tuple(found)


def _kind(result: Outcome, *, struck: bool) -> Kind:
    if struck:
        return Kind.STRUCK
    return Kind.PLAYED if result.contested else Kind.RULED


def score_group(
    tournament: Tournament, stage: int, group: int = 0
) -> tuple[tuple[TableResult, tuple[Fraction, ...]], ...]:
    """Returns the results of a group in a stage, each with the standings points that it gives to each seat."""
    plan = tournament.planned
    found = results_of_group(tournament, stage, tournament.stages[stage][group])
    predetermined = plan.stages[stage].method is Method.ROUND_ROBIN
    return tuple(zip(found, amounts_of(found, presets()[plan.scoring], predetermined=predetermined), strict=True))


def stage_standings(
    tournament: Tournament, stage: int, group: int = 0, *, explain: bool = False
) -> tuple[Standing, ...]:
    """Returns the standings of a group in a stage, without disqualified and struck entrants, the first place first.

    In a knockout, the bracket decides the places. Score and tie-breaks are listed as in other stages.
    """
    plan = tournament.planned
    method = plan.stages[stage].method
    members = tournament.stages[stage][group]
    there = [
        one
        for one in members
        if tournament.entrants[one - 1].presence is not Presence.DISQUALIFIED
        and one not in tournament.entrants_struck_in(stage)
    ]
    found = compute_standings(
        there,
        results_of_group(tournament, stage, members),
        [penalty for penalty in tournament.penalties if penalty.stage == stage and penalty.entrant in there],
        presets()[plan.scoring],
        plan.tie_breaks,
        _lots(tournament, stage, group),
        explain=explain,
        predetermined=method is Method.ROUND_ROBIN,
    )
    return _order_by_bracket(tournament, stage, group, found) if method is Method.ELIMINATION else found


def _lots(tournament: Tournament, stage: int, group: int) -> tuple[tuple[int, ...], ...]:
    """Returns the orders in which lots have put tied entrants of a group in a stage."""
    return tuple(
        order
        for one in tournament.lots
        if one.purpose in (Purpose.CUT, Purpose.PRIZE) and (one.stage, one.group) == (stage, group)
        for order in one.orders
    )


def bracket_rounds(tournament: Tournament, stage: int, group: int) -> tuple[BracketRound, ...]:
    """Returns the rounds of a group with their results, in the form that a knockout reads.

    Entrants who are still playing are listed with the byes, because no opponent has beaten them in that round.
    """
    found: list[BracketRound] = []
    for one in rounds_of(tournament, stage):
        tables = [table for table in one.tables if table.group == group]
        done = tuple((table.entrants, table.result.places) for table in tables if table.result is not None)
        playing = [entrant for table in tables if table.result is None for entrant in table.entrants]
        byes = [entrant for entrant in one.byes if entrant in tournament.stages[stage][group]]
        found.append((done, (*byes, *playing)))
    return tuple(found)


def final_table(tournament: Tournament) -> tuple[FinalPlace, ...]:
    """Returns the place of every entrant: those who have played in a later stage come before those who have not.

    In a stage with groups, the first of each group share a place, then the second of each group, and so on.
    """
    lines: list[FinalPlace] = []
    seen: set[int] = set()
    for stage in reversed(range(len(tournament.stages))):
        if stage and not rounds_of(tournament, stage):
            continue
        groups = range(len(tournament.stages[stage]))
        ranked = sorted(
            (line.place, at, line.entrant) for at in groups for line in stage_standings(tournament, stage, at)
        )
        left = [(place, one) for place, _, one in ranked if one not in seen]
        before = len(lines)
        for at, (place, one) in enumerate(left):
            tied = at > 0 and left[at - 1][0] == place
            lines.append(FinalPlace(lines[-1].place if tied else before + at + 1, one, stage))
        seen.update(one for _, one in left)
    return tuple(lines)


def _order_by_bracket(
    tournament: Tournament, stage: int, group: int, lines: tuple[Standing, ...]
) -> tuple[Standing, ...]:
    """Returns the lines of a knockout from the winner down."""
    plan, seeds = tournament.planned.stages[stage], tournament.stages[stage][group]
    known = {line.entrant: line for line in lines}
    ordered = final_order(seeds, plan.table, plan.advance, bracket_rounds(tournament, stage, group))
    there = [entrant for entrant in ordered if entrant in known]
    return tuple(replace(known[entrant], place=place) for place, entrant in enumerate(there, 1))
