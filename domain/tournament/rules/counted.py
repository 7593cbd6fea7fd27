"""Counted standings: with exact amounts as text (`"7/2"`), as exports and bundles keep them."""

from __future__ import annotations

from msgspec import Struct

from domain.tournament.counting.scoring import presets
from domain.tournament.record.state import Tournament
from domain.tournament.rules.tally import stage_standings


class Counted(Struct, frozen=True):
    """A line of the standings of a group; `tie_breaks` stand in the order in which they decide."""

    place: int
    entrant: int
    played: int
    score: str
    tie_breaks: dict[str, str]


def counted(tournament: Tournament, stage: int, group: int) -> tuple[Counted, ...]:
    """The standings of a group, the first one first."""
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


def tie_breaks(tournament: Tournament) -> tuple[str, ...]:
    """The codes of the tie-breaks that hold, in the order in which they decide."""
    return tournament.planned.tie_breaks or presets()[tournament.planned.scoring].tie_breaks
