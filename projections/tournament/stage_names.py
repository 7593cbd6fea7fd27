"""The names of stages and rounds, such as Final or Groups, as codes that pages and sheets translate."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.state import Round, Tournament


class StageCode(Enum):
    """The kind of a stage or round. `last` is an early knockout round, such as the round of 16."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    LAST = "last"
    QUARTER_FINAL = "quarter-final"
    SEMI_FINAL = "semi-final"
    FINAL = "final"


class StageName(Struct, frozen=True, omit_defaults=True):
    """The name of a stage or round.

    `number` tells stages with the same code apart, and counts the entrants of an early knockout round. `rounds` is the
    number of rounds of the stage; 0 if that is not known yet.
    """

    code: StageCode
    number: int = 0
    rounds: int = 0


def stage_names(tournament: Tournament) -> tuple[StageName, ...]:
    """Returns the names of all planned stages."""
    planned = tournament.planned.stages
    codes = [_stage_code(tournament, number) for number in range(len(planned))]
    return tuple(
        StageName(
            code, codes[:number].count(code) + 1 if codes.count(code) > 1 else 0, _count_rounds(tournament, number)
        )
        for number, code in enumerate(codes)
    )


def round_name(tournament: Tournament, one: Round) -> StageName | None:
    """Returns the name of a round; None if its number says enough, because there is one stage without a knockout."""
    stage = tournament.planned.stages[one.stage]
    if stage.method is Method.ELIMINATION:
        return _knockout_round(stage, max(_entrants_left(tournament, one, group) for group in _groups(tournament, one)))
    return stage_names(tournament)[one.stage] if len(tournament.planned.stages) > 1 else None


def group_letter(group: int) -> str:
    """Returns the letter of a group, counted from 0: A to Z, then AA to AZ, and so on."""
    return (chr(64 + group // 26) if group >= 26 else "") + chr(65 + group % 26)


def _stage_code(tournament: Tournament, number: int) -> StageCode:
    stage = tournament.planned.stages[number]
    begun = tournament.stages[number] if number < len(tournament.stages) else ()
    largest = max(map(len, begun)) if begun else stage.cut // stage.groups
    if 0 < largest <= stage.table and (number > 0 or stage.method is Method.ELIMINATION):
        return StageCode.FINAL
    if stage.method is Method.ELIMINATION:
        return StageCode.KNOCKOUT
    if stage.groups > 1:
        return StageCode.GROUPS
    return StageCode.SWISS if stage.method is Method.SWISS else StageCode.ROUND_ROBIN


def _count_rounds(tournament: Tournament, number: int) -> int:
    """Returns the number of rounds of a stage; 0 if only its draws can tell."""
    stage = tournament.planned.stages[number]
    if stage.method is Method.SWISS:
        return stage.rounds
    if stage.method is Method.ELIMINATION or stage.table > 2 or number >= len(tournament.stages):
        return 0
    return max(len(group) - 1 + len(group) % 2 for group in tournament.stages[number])


def _groups(tournament: Tournament, one: Round) -> range:
    return range(len(tournament.stages[one.stage]))


def _entrants_left(tournament: Tournament, one: Round, group: int) -> int:
    """Returns how many entrants of a group are in a knockout round. In a bracket, a bye counts as a whole table."""
    size = tournament.planned.stages[one.stage].table
    byes = len(set(one.byes).intersection(tournament.stages[one.stage][group]))
    return sum(len(table.entrants) for table in one.tables if table.group == group) + byes * (2 if size == 2 else 1)


def _knockout_round(stage: Stage, entrants: int) -> StageName:
    """Returns the name of a knockout round by how many rounds come after it."""
    later, left = 0, entrants
    while left > stage.table and later < 3:
        left = -(-left // stage.table) * min(stage.advance, stage.table - 1)
        later += 1
    names = (StageCode.FINAL, StageCode.SEMI_FINAL, StageCode.QUARTER_FINAL)
    return StageName(names[later]) if later < 3 else StageName(StageCode.LAST, entrants)
