"""The tally of a tournament: its tables as sittings, the standings of a stage, and the final table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.counting.scoring import presets
from domain.tournament.counting.sittings import Kind, Sitting, Standing
from domain.tournament.counting.standings import amounts_of, standings
from domain.tournament.methods.elimination import final_order
from domain.tournament.record.events import Purpose
from domain.tournament.record.plan import Method
from domain.tournament.record.state import Presence, Progress, Round, Tournament

Played = tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], tuple[int, ...]]
"""A round as the methods of pairing read it: entrants and places of each table by seat, and the byes."""


class Placed(Struct, frozen=True):
    """A line of the final table: the place, and the last stage the entrant has played in."""

    place: int
    entrant: int
    stage: int


def rounds_of(tournament: Tournament, stage: int) -> tuple[Round, ...]:
    """The rounds of a stage that were started."""
    return tuple(one for one in tournament.rounds if one.stage == stage and one.progress is not Progress.PAIRED)


def sittings(tournament: Tournament, stage: int, group: Iterable[int]) -> tuple[Sitting, ...]:
    """What the entrants of a group have played in a stage so far; who was not paired has skipped the round."""
    found: list[Sitting] = []
    members = set(group)
    for played in rounds_of(tournament, stage):
        tables = [table for table in played.tables if members.issuperset(table.entrants)]
        found += [
            Sitting(
                round=played.number,
                table=table.number,
                entrants=table.entrants,
                points=table.result.points,
                places=table.result.places,
                kind=Kind.PLAYED if table.result.contested else Kind.RULED,
                match=table.counted[-1].match if table.counted else table.match,
                entry=table.result.entry,
                won=table.won if table.best_of > 1 else (),
            )
            for table in tables
            if table.result is not None
        ]
        byes = [entrant for entrant in played.byes if entrant in members]
        found += [Sitting(played.number, 0, (entrant,), kind=Kind.BYE, entry=played.entry) for entrant in byes]
        seated = {entrant for table in tables for entrant in table.entrants}.union(byes)
        found += [
            Sitting(played.number, 0, (entrant,), kind=Kind.SKIPPED, entry=played.entry)
            for entrant in sorted(members - seated)
        ]
    return tuple(found)


def scored(tournament: Tournament, stage: int, group: int = 0) -> tuple[tuple[Sitting, tuple[Fraction, ...]], ...]:
    """The sittings of a group in a stage, each with what it gives in the standings, by seat."""
    plan = tournament.planned
    found = sittings(tournament, stage, tournament.stages[stage][group])
    predetermined = plan.stages[stage].method is Method.ROUND_ROBIN
    return tuple(zip(found, amounts_of(found, presets()[plan.scoring], predetermined=predetermined), strict=True))


def stage_standings(
    tournament: Tournament, stage: int, group: int = 0, *, explain: bool = False
) -> tuple[Standing, ...]:
    """The standings of a group in a stage, the first one first; the disqualified are left out.

    In an elimination the bracket says who stands where; score and tie-breaks are told as everywhere.
    """
    plan = tournament.planned
    method = plan.stages[stage].method
    members = tournament.stages[stage][group]
    there = [one for one in members if tournament.entrants[one - 1].presence is not Presence.DISQUALIFIED]
    found = standings(
        there,
        sittings(tournament, stage, members),
        [penalty for penalty in tournament.penalties if penalty.stage == stage and penalty.entrant in there],
        presets()[plan.scoring],
        plan.tie_breaks,
        _lots(tournament, stage, group),
        explain=explain,
        predetermined=method is Method.ROUND_ROBIN,
    )
    return _by_bracket(tournament, stage, group, found) if method is Method.ELIMINATION else found


def _lots(tournament: Tournament, stage: int, group: int) -> tuple[tuple[int, ...], ...]:
    """The orders that lots have drawn for the places of a group in a stage."""
    return tuple(
        order
        for one in tournament.lots
        if one.purpose in (Purpose.CUT, Purpose.PRIZE) and (one.stage, one.group) == (stage, group)
        for order in one.orders
    )


def played(tournament: Tournament, stage: int, group: int) -> tuple[Played, ...]:
    """The rounds of a group with their results, as an elimination reads them.

    Who still plays stands with those who have a bye: nobody has beaten it in that round.
    """
    found: list[Played] = []
    for one in rounds_of(tournament, stage):
        tables = [table for table in one.tables if table.group == group]
        done = tuple((table.entrants, table.result.places) for table in tables if table.result is not None)
        playing = [entrant for table in tables if table.result is None for entrant in table.entrants]
        byes = [entrant for entrant in one.byes if entrant in tournament.stages[stage][group]]
        found.append((done, (*byes, *playing)))
    return tuple(found)


def final_table(tournament: Tournament) -> tuple[Placed, ...]:
    """Everybody's place: whoever has played in a later stage stands before those who did not.

    In a stage with groups the first ones of all groups share a place, then the second ones, and so on.
    """
    lines: list[Placed] = []
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
            lines.append(Placed(lines[-1].place if tied else before + at + 1, one, stage))
        seen.update(one for _, one in left)
    return tuple(lines)


def _by_bracket(tournament: Tournament, stage: int, group: int, lines: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """The lines of an elimination from the winner down."""
    plan, seeds = tournament.planned.stages[stage], tournament.stages[stage][group]
    known = {line.entrant: line for line in lines}
    ordered = final_order(seeds, plan.table, plan.advance, played(tournament, stage, group))
    there = [entrant for entrant in ordered if entrant in known]
    return tuple(replace(known[entrant], place=place) for place, entrant in enumerate(there, 1))
