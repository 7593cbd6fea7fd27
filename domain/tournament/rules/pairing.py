"""Pairing: draws the next round of a tournament by the method of its stage, from the published seed of that round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.chance import Stream
from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.methods import elimination, round_robin, swiss
from chronik.domain.tournament.methods.contenders import Contender, Draw, Keep, Reason, Unpairable
from chronik.domain.tournament.methods.pods import draw as pods
from chronik.domain.tournament.record.events import PairedTable, Purpose, RoundPaired, StageStarted
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.seeds import match_id
from chronik.domain.tournament.record.state import Round, Tournament
from chronik.domain.tournament.rules.lots import pairing_order, rank_for_next_stage
from chronik.domain.tournament.rules.tally import bracket_rounds, rounds_of, stage_standings, winner_by_absence

NAMES_FROM_RULES_2: Mapping[str, str] = MappingProxyType(
    {swiss.ALGORITHM: "swiss/2", pods.ALGORITHM: "pods/2", pods.COMPANY: "pods-company/2"}
)
"""The algorithm names of Swiss stages from rules version 2 on, in which a win by absence counts as a bye."""


class PairingInputs(Struct, frozen=True):
    """The inputs of a round's draw in addition to the earlier entries: enough to draw the round again anywhere.

    `sizes` are the numbers of seats that the game supports. `fixed` are the tables that were set by hand. `keep` is the
    goal that takes precedence if pods cannot reach both.
    """

    number: int
    attempt: int
    seed: bytes
    sizes: tuple[int, ...]
    fixed: tuple[tuple[int, ...], ...] = ()
    keep: Keep = Keep.SIZES

    @classmethod
    def of(cls, tournament: Tournament, one: Round) -> PairingInputs:
        """Returns the inputs from which a round was drawn."""
        return cls(one.number, one.attempt, bytes.fromhex(one.seed), tournament.sizes, one.fixed, one.keep)

    def stream(self, purpose: str) -> Stream:
        return Stream(self.seed, f"{purpose}/{self.number}")


def without_round(tournament: Tournament, number: int) -> Tournament:
    """Returns the tournament without a round that has not started, and without a later stage that this round begins."""
    earlier = tournament.rounds[: number - 1]
    stages = tournament.stages[: earlier[-1].stage + 1] if earlier else tournament.stages
    return replace(tournament, rounds=earlier, stages=stages)


def begins_stage(tournament: Tournament, sizes: tuple[int, ...]) -> bool:
    """Returns whether the next round is the first of a stage. Raises `Rejected` after the last stage."""
    current = len(tournament.stages) - 1
    if current >= 0 and not is_stage_over(tournament, current, sizes):
        return False
    if current + 1 == len(tournament.planned.stages):
        raise Rejected("no-more-rounds", rounds=len(tournament.rounds))
    return True


def start_next_stage(tournament: Tournament, pairing: PairingInputs) -> StageStarted | None:
    """Returns the start of a stage if the next round is its first, or None. Raises `Rejected` after the last stage."""
    stages, current = tournament.planned.stages, len(tournament.stages) - 1
    if not begins_stage(tournament, pairing.sizes):
        return None
    seeded = _seed_stage(tournament, stages[current + 1], pairing)
    if len(seeded) < min(_playable_sizes(pairing.sizes)):
        raise Rejected("too-few-entrants", entrants=len(seeded))
    least = min(_playable_sizes(pairing.sizes))
    return StageStarted(current + 1, _deal_groups(seeded, stages[current + 1].groups, least))


def is_stage_over(tournament: Tournament, stage: int, sizes: tuple[int, ...]) -> bool:
    """Returns whether a stage has had all its rounds."""
    plan = tournament.planned.stages[stage]
    begun = len(rounds_of(tournament, stage))
    groups = tournament.stages[stage]
    match plan.method:
        case Method.SWISS:
            return begun >= plan.rounds
        case Method.ROUND_ROBIN:
            return begun >= max(len(round_robin.schedule(group, plan.table, sizes)) for group in groups)
        case Method.ELIMINATION:
            return all(_draw_bracket(tournament, stage, group, sizes) is None for group in range(len(groups)))
        case _:
            assert_never(plan.method)


def draw_round(tournament: Tournament, pairing: PairingInputs) -> RoundPaired:
    """Draws the next round, or the same round again. The stage must have begun."""
    stage = len(tournament.stages) - 1
    tables: list[PairedTable] = []
    draws: list[Draw] = []
    byes: list[int] = []
    for group, members in enumerate(tournament.stages[stage]):
        fixed = [table for table in pairing.fixed if set(table) <= set(members)]
        try:
            draw = _draw_group(tournament, stage, group, pairing, fixed)
        except Unpairable as error:
            raise Rejected("unpairable", group=group) from error
        if draw is None:
            continue
        draws.append(draw)
        byes += draw.byes
        for seated in (*fixed, *draw.tables):
            number = len(tables) + 1
            match = match_id(tournament.id, pairing.number, pairing.attempt, number)
            tables.append(PairedTable(number, seated, "" if tournament.planned.elsewhere else match, group))
    algorithm = draws[0].algorithm if draws else ""
    current = tournament.rules >= 2
    return RoundPaired(
        round=pairing.number,
        stage=stage,
        tables=tuple(tables),
        algorithm=NAMES_FROM_RULES_2.get(algorithm, algorithm) if current else algorithm,
        seed=pairing.seed.hex(),
        attempt=pairing.attempt,
        byes=tuple(byes),
        fixed=pairing.fixed,
        cost=_sum_columns(draw.cost for draw in draws),
        bound=_sum_columns(draw.bound for draw in draws),
        reasons=(
            *_lot_reasons(tournament, pairing),
            *(reason for draw in draws for reason in draw.reasons),
            *(_forbidden_reasons(tournament, tables) if current else ()),
        ),
        keep=pairing.keep if current else Keep.SIZES,
    )


def list_contenders(
    tournament: Tournament, stage: int, group: int, pairing: PairingInputs, out: Iterable[int] = ()
) -> tuple[Contender, ...]:
    """Lists the entrants of a group who can be paired now, without those in `out`, who already have a table.

    Entrants who are tied in everything are in the order of the lot that was drawn for this pairing.
    """
    lot = pairing_order(tournament, pairing.number, pairing.attempt, group)
    lines = sorted(stage_standings(tournament, stage, group), key=lambda line: (line.place, lot.get(line.entrant, 0)))
    members = {number for number in tournament.stages[stage][group] if tournament.entrants[number - 1].active}
    members -= set(out)
    tables = [table for one in rounds_of(tournament, stage) for table in one.tables]
    byes = [number for one in rounds_of(tournament, stage) for number in one.byes]
    if tournament.rules >= 2:
        byes += [number for number in map(winner_by_absence, tables) if number is not None]
    found: list[Contender] = []
    for rank, line in enumerate(lines, 1):
        if line.entrant not in members:
            continue
        sat = [table.entrants for table in tables if line.entrant in table.entrants]
        found.append(
            Contender(
                entrant=line.entrant,
                rank=rank,
                score=line.score.amount,
                opponents=tuple(one for seated in sat for one in seated if one != line.entrant),
                seats=tuple(seated.index(line.entrant) for seated in sat),
                sizes=tuple(len(seated) for seated in sat),
                byes=byes.count(line.entrant),
                club=tournament.entrants[line.entrant - 1].club,
            )
        )
    return tuple(found)


def _lot_reasons(tournament: Tournament, pairing: PairingInputs) -> Iterator[Reason]:
    """Yields the lots drawn for this pairing and, if it begins a stage, those that decided who plays in it."""
    first = not any(one.stage == len(tournament.stages) - 1 for one in tournament.rounds[: pairing.number - 1])
    for one in tournament.lots:
        before = first and one.purpose in (Purpose.CUT, Purpose.GROUPS) and one.stage == len(tournament.stages) - 2
        if before or (one.round, one.attempt) == (pairing.number, pairing.attempt):
            yield from (Reason("lot", order, len(order)) for order in one.orders)


def _forbidden_reasons(tournament: Tournament, tables: Iterable[PairedTable]) -> Iterator[Reason]:
    """Yields the forbidden pairs that sit together anyway: in a bracket, by a schedule, or at a table set by hand."""
    for table in tables:
        for low, high in combinations(sorted(table.entrants), 2):
            if (low, high) in tournament.forbidden:
                yield Reason("forbidden", (low, high))


def _draw_group(
    tournament: Tournament, stage: int, group: int, pairing: PairingInputs, fixed: Sequence[tuple[int, ...]]
) -> Draw | None:
    plan = tournament.planned.stages[stage]
    stream = pairing.stream(f"pairing-{group}")
    match plan.method:
        case Method.SWISS if plan.together:
            return _draw_preliminary(tournament, stage, group, pairing)
        case Method.SWISS:
            left = list_contenders(tournament, stage, group, pairing, [one for table in fixed for one in table])
            if len(left) < min(_playable_sizes(pairing.sizes)):
                return _give_byes(left)
            if plan.table == 2:
                return swiss.draw(left, tournament.forbidden, stream)
            return pods.draw(left, plan.table, tournament.forbidden, stream, sizes=pairing.sizes, keep=pairing.keep)
        case Method.ROUND_ROBIN:
            schedule = round_robin.schedule(tournament.stages[stage][group], plan.table, pairing.sizes)
            begun = len(rounds_of(tournament, stage))
            return _without_absent(tournament, schedule[begun], pairing.sizes) if begun < len(schedule) else None
        case Method.ELIMINATION:
            return _draw_bracket(tournament, stage, group, pairing.sizes)
        case _:
            assert_never(plan.method)


def _draw_preliminary(tournament: Tournament, stage: int, group: int, pairing: PairingInputs) -> Draw:
    """Returns a round of a stage whose rounds are drawn together, from the seed of the stage's first round.

    Absent entrants are left out. From rules version 2 on, the forbidden pairs too are those of the first round, so that
    every round comes from the same draw.
    """
    plan = tournament.planned.stages[stage]
    before = rounds_of(tournament, stage)
    forbidden = before[0].apart if before and tournament.rules >= 2 else tournament.forbidden
    seed = bytes.fromhex(before[0].seed) if before else pairing.seed
    first = before[0].number if before else pairing.number
    stream = Stream(seed, f"pairing-{group}/{first}")
    members = [Contender(entrant=one, rank=rank) for rank, one in enumerate(tournament.stages[stage][group], 1)]
    draws = pods.draw_preliminaries(members, plan.table, plan.rounds, forbidden, stream, sizes=pairing.sizes)
    return _without_absent(tournament, draws[len(before)], pairing.sizes)


def _draw_bracket(tournament: Tournament, stage: int, group: int, sizes: tuple[int, ...]) -> Draw | None:
    """Draws the next round of a knockout. An entrant whose opponent has left advances without playing."""
    plan = tournament.planned.stages[stage]
    seeds = tournament.stages[stage][group]
    gone = frozenset(number for number in seeds if not tournament.entrants[number - 1].active)
    return elimination.draw(seeds, plan.table, plan.advance, bracket_rounds(tournament, stage, group), sizes, gone)


def _without_absent(tournament: Tournament, draw: Draw, sizes: Sequence[int]) -> Draw:
    """Returns a scheduled round without absent entrants. If a table becomes too small, the others there have a bye."""
    tables: list[tuple[int, ...]] = []
    byes = [number for number in draw.byes if tournament.entrants[number - 1].active]
    for seated in draw.tables:
        there = tuple(number for number in seated if tournament.entrants[number - 1].active)
        if len(there) in _playable_sizes(sizes):
            tables.append(there)
        else:
            byes += there
    return Draw(draw.algorithm, tuple(tables), tuple(byes), draw.cost, draw.bound, draw.reasons)


def _give_byes(left: Sequence[Contender]) -> Draw:
    """Returns a round of byes, for a group that has too few entrants left for a table."""
    byes = tuple(one.entrant for one in left)
    return Draw("by-hand/1", (), byes, reasons=tuple(Reason("bye", (entrant,)) for entrant in byes))


def _playable_sizes(sizes: Iterable[int]) -> tuple[int, ...]:
    """Returns the sizes with more than one seat."""
    return tuple(size for size in sizes if size > 1)


def _seed_stage(tournament: Tournament, stage: Stage, pairing: PairingInputs) -> tuple[int, ...]:
    """Returns the entrants of a new stage, the best first: by lot in the first stage, then by earlier results."""
    if not tournament.stages:
        return pairing.stream("seeding").shuffle([one.number for one in tournament.entrants if one.active])
    ranked = [one for row in rank_for_next_stage(tournament, len(tournament.stages) - 1) for one in row]
    return tuple(ranked[: stage.cut] if stage.cut else ranked)


def _deal_groups(seeded: Sequence[int], groups: int, least: int) -> tuple[tuple[int, ...], ...]:
    """Deals entrants to groups in serpentine order. Makes fewer groups if otherwise a group could not fill a table."""
    dealt: list[list[int]] = [[] for _ in range(min(groups, len(seeded) // least))]
    for at, number in enumerate(seeded):
        lap, place = divmod(at, len(dealt))
        dealt[place if lap % 2 == 0 else -1 - place].append(number)
    return tuple(map(tuple, dealt))


def _sum_columns(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Returns the sum of each column of these rows."""
    lists = [row for row in rows if row]
    return tuple(map(sum, zip(*lists, strict=True))) if lists else ()
