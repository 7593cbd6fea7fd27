"""Exact standings, whose amounts are fractions written as text (`"7/2"`), for exports and bundles."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.tally import stage_standings


class Counted(Struct, frozen=True):
    """A line of a group's standings; `tie_breaks` are in the order in which they decide."""

    place: int
    entrant: int
    played: int
    score: str
    tie_breaks: dict[str, str]


def exact_standings(tournament: Tournament, stage: int, group: int) -> tuple[Counted, ...]:
    """Returns the standings of a group, the first place first."""
    return tuple(
        Counted(
            place=line.place,
            entrant=line.entrant,
            played=line.played,
            score=str(line.score.amount),
            tie_breaks={value.code: str(value.amount) for value in line.ties},
        )
        for line in stage_standings(tournament, stage, group)
    )


def tie_break_codes(tournament: Tournament) -> tuple[str, ...]:
    """Returns the codes of the tie-breaks that apply, in the order in which they decide."""
    return tournament.planned.tie_breaks or presets()[tournament.planned.scoring].tie_breaks
