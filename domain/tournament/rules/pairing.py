"""Pairing: the next round of a tournament, by the method of its stage, from the published seed of that round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from domain.engine.chance import Stream
from domain.engine.game import Rejected
from domain.tournament.methods import elimination, round_robin, swiss
from domain.tournament.methods.contenders import Contender, Draw, Keep, Reason, Unpairable
from domain.tournament.methods.pods import draw as pods
from domain.tournament.record.events import PairedTable, Purpose, RoundPaired, StageStarted
from domain.tournament.record.plan import Method, Stage
from domain.tournament.record.seeds import match_id
from domain.tournament.record.state import Tournament
from domain.tournament.rules.lots import pairing_order, ranking
from domain.tournament.rules.tally import played, rounds_of, stage_standings


class Pairing(Struct, frozen=True):
    """What a round is drawn from besides the entries before it: enough to draw it again, anywhere.

    `sizes` are the numbers of seats that the game is played by, `fixed` the tables that were set by hand, `keep` the
    wish that pods keep where not both can be.
    """

    number: int
    attempt: int
    seed: bytes
    sizes: tuple[int, ...]
    fixed: tuple[tuple[int, ...], ...] = ()
    keep: Keep = Keep.SIZES

    def stream(self, purpose: str) -> Stream:
        return Stream(self.seed, f"{purpose}/{self.number}")


def begins(tournament: Tournament, sizes: tuple[int, ...]) -> bool:
    """Whether the next round is the first of a stage; raises `Rejected` when all stages are over."""
    current = len(tournament.stages) - 1
    if current >= 0 and not over(tournament, current, sizes):
        return False
    if current + 1 == len(tournament.planned.stages):
        raise Rejected("no-more-rounds", rounds=len(tournament.rounds))
    return True


def next_stage(tournament: Tournament, pairing: Pairing) -> StageStarted | None:
    """The beginning of a stage, when the next round is its first; raises `Rejected` when all stages are over."""
    stages, current = tournament.planned.stages, len(tournament.stages) - 1
    if not begins(tournament, pairing.sizes):
        return None
    seeded = _seeded(tournament, stages[current + 1], pairing)
    if len(seeded) < min(_playable(pairing.sizes)):
        raise Rejected("too-few-entrants", entrants=len(seeded))
    least = min(_playable(pairing.sizes))
    return StageStarted(current + 1, _grouped(seeded, stages[current + 1].groups, least))


def over(tournament: Tournament, stage: int, sizes: tuple[int, ...]) -> bool:
    """Whether a stage has had all its rounds."""
    plan = tournament.planned.stages[stage]
    begun = len(rounds_of(tournament, stage))
    groups = tournament.stages[stage]
    match plan.method:
        case Method.SWISS:
            return begun >= plan.rounds
        case Method.ROUND_ROBIN:
            return begun >= max(len(round_robin.schedule(group, plan.table, sizes)) for group in groups)
        case Method.ELIMINATION:
            return all(_bracket(tournament, stage, group, sizes) is None for group in range(len(groups)))
        case _:
            assert_never(plan.method)


def paired(tournament: Tournament, pairing: Pairing) -> RoundPaired:
    """The next round, or the same round once more, of a tournament whose stage has begun."""
    stage = len(tournament.stages) - 1
    tables: list[PairedTable] = []
    draws: list[Draw] = []
    byes: list[int] = []
    for group, members in enumerate(tournament.stages[stage]):
        fixed = [table for table in pairing.fixed if set(table) <= set(members)]
        try:
            draw = _drawn(tournament, stage, group, pairing, fixed)
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
    return RoundPaired(
        round=pairing.number,
        stage=stage,
        tables=tuple(tables),
        algorithm=draws[0].algorithm if draws else "",
        seed=pairing.seed.hex(),
        attempt=pairing.attempt,
        byes=tuple(byes),
        fixed=pairing.fixed,
        cost=_sums(draw.cost for draw in draws),
        bound=_sums(draw.bound for draw in draws),
        reasons=(*_lots(tournament, pairing), *(reason for draw in draws for reason in draw.reasons)),
    )


def contenders(
    tournament: Tournament, stage: int, group: int, pairing: Pairing, out: Iterable[int] = ()
) -> tuple[Contender, ...]:
    """The entrants of a group who can be paired now, as pairing sees them, without those who are placed already.

    Who is equal in everything stands in the order of the lot that was drawn for this pairing.
    """
    lot = pairing_order(tournament, pairing.number, pairing.attempt, group)
    lines = sorted(stage_standings(tournament, stage, group), key=lambda line: (line.place, lot.get(line.entrant, 0)))
    members = {number for number in tournament.stages[stage][group] if tournament.entrants[number - 1].active}
    members -= set(out)
    tables = [table for one in rounds_of(tournament, stage) for table in one.tables]
    byes = [number for one in rounds_of(tournament, stage) for number in one.byes]
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


def _lots(tournament: Tournament, pairing: Pairing) -> Iterator[Reason]:
    """Whom lots have put in order for this pairing, and where it begins a stage, for who plays in it."""
    first = not any(one.stage == len(tournament.stages) - 1 for one in tournament.rounds[: pairing.number - 1])
    for one in tournament.lots:
        before = first and one.purpose in (Purpose.CUT, Purpose.GROUPS) and one.stage == len(tournament.stages) - 2
        if before or (one.round, one.attempt) == (pairing.number, pairing.attempt):
            yield from (Reason("lot", order, len(order)) for order in one.orders)


def _drawn(
    tournament: Tournament, stage: int, group: int, pairing: Pairing, fixed: Sequence[tuple[int, ...]]
) -> Draw | None:
    plan = tournament.planned.stages[stage]
    stream = pairing.stream(f"pairing-{group}")
    match plan.method:
        case Method.SWISS if plan.together:
            return _drawn_before(tournament, stage, group, pairing)
        case Method.SWISS:
            left = contenders(tournament, stage, group, pairing, [one for table in fixed for one in table])
            if len(left) < min(_playable(pairing.sizes)):
                return _resting(left)
            if plan.table == 2:
                return swiss.draw(left, tournament.forbidden, stream)
            return pods.draw(left, plan.table, tournament.forbidden, stream, sizes=pairing.sizes, keep=pairing.keep)
        case Method.ROUND_ROBIN:
            schedule = round_robin.schedule(tournament.stages[stage][group], plan.table, pairing.sizes)
            begun = len(rounds_of(tournament, stage))
            return _present(tournament, schedule[begun], pairing.sizes) if begun < len(schedule) else None
        case Method.ELIMINATION:
            return _bracket(tournament, stage, group, pairing.sizes)
        case _:
            assert_never(plan.method)


def _drawn_before(tournament: Tournament, stage: int, group: int, pairing: Pairing) -> Draw:
    """A round of a stage whose rounds were drawn together: from the seed of its first one, without those who left."""
    plan = tournament.planned.stages[stage]
    before = rounds_of(tournament, stage)
    seed = bytes.fromhex(before[0].seed) if before else pairing.seed
    first = before[0].number if before else pairing.number
    stream = Stream(seed, f"pairing-{group}/{first}")
    members = [Contender(entrant=one, rank=rank) for rank, one in enumerate(tournament.stages[stage][group], 1)]
    draws = pods.preliminaries(members, plan.table, plan.rounds, tournament.forbidden, stream, sizes=pairing.sizes)
    return _present(tournament, draws[len(before)], pairing.sizes)


def _bracket(tournament: Tournament, stage: int, group: int, sizes: tuple[int, ...]) -> Draw | None:
    """The next round of an elimination; whoever should meet somebody who left goes on without playing."""
    plan = tournament.planned.stages[stage]
    seeds = tournament.stages[stage][group]
    gone = frozenset(number for number in seeds if not tournament.entrants[number - 1].active)
    return elimination.draw(seeds, plan.table, plan.advance, played(tournament, stage, group), sizes, gone)


def _present(tournament: Tournament, draw: Draw, sizes: Sequence[int]) -> Draw:
    """A round of a schedule without those who left; at a table that becomes too small, the others sit out."""
    tables: list[tuple[int, ...]] = []
    byes = [number for number in draw.byes if tournament.entrants[number - 1].active]
    for seated in draw.tables:
        there = tuple(number for number in seated if tournament.entrants[number - 1].active)
        if len(there) in _playable(sizes):
            tables.append(there)
        else:
            byes += there
    return Draw(draw.algorithm, tuple(tables), tuple(byes), draw.cost, draw.bound, draw.reasons)


def _resting(left: Sequence[Contender]) -> Draw:
    """The round of a group in which too few are left for a table."""
    byes = tuple(one.entrant for one in left)
    return Draw("by-hand/1", (), byes, reasons=tuple(Reason("bye", (entrant,)) for entrant in byes))


def _playable(sizes: Iterable[int]) -> tuple[int, ...]:
    """The numbers of seats at which somebody has an opponent."""
    return tuple(size for size in sizes if size > 1)


def _seeded(tournament: Tournament, stage: Stage, pairing: Pairing) -> tuple[int, ...]:
    """Who plays in a stage that begins, the best first: by lots in the first one, then as the one before ended."""
    if not tournament.stages:
        return pairing.stream("seeding").shuffled([one.number for one in tournament.entrants if one.active])
    ranked = [one for row in ranking(tournament, len(tournament.stages) - 1) for one in row]
    return tuple(ranked[: stage.cut] if stage.cut else ranked)


def _grouped(seeded: Sequence[int], groups: int, least: int) -> tuple[tuple[int, ...], ...]:
    """Entrants in groups, dealt there and back; fewer groups where else one could not fill a table."""
    dealt: list[list[int]] = [[] for _ in range(min(groups, len(seeded) // least))]
    for at, number in enumerate(seeded):
        lap, place = divmod(at, len(dealt))
        dealt[place if lap % 2 == 0 else -1 - place].append(number)
    return tuple(map(tuple, dealt))


def _sums(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sums by place of some rows of numbers."""
    lists = [row for row in rows if row]
    return tuple(map(sum, zip(*lists, strict=True))) if lists else ()
