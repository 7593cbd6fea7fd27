"""Lots: finds the entrants who are tied in everything at a place that matters, and draws their order.

A place matters in three cases: when a round is drawn by the standings (byes, opponents, who begins), when a stage ends
(who advances, and with which seed), and at the end among the prizes. Elsewhere, tied entrants share their place. Each
lot is drawn from the tournament's secret and recorded as an event: counting reads the event and does not need the
secret.
"""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from chronik.domain.tournament.record.events import LotDrawn, Purpose
from chronik.domain.tournament.record.plan import Method
from chronik.domain.tournament.record.seeds import Seeds, lot_stream
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.tally import final_table, stage_standings


class DueLot(Struct, frozen=True):
    """A lot that must be drawn: its purpose and the sets of tied entrants."""

    purpose: Purpose
    stage: int
    group: int
    tied: tuple[tuple[int, ...], ...]
    round: int = 0
    attempt: int = 0

    @property
    def name(self) -> str:
        """The name of the lot, which is unique within a tournament."""
        moment = f"{self.round}/{self.attempt}" if self.round else f"{self.stage}"
        return f"{self.purpose.value}/{moment}/{self.group}"


def draw_lot(due: DueLot, seed: bytes) -> LotDrawn:
    """Draws a lot from a seed."""
    stream = lot_stream(seed, due.name)
    orders = tuple(stream.shuffle(tied) for tied in due.tied)
    return LotDrawn(due.purpose, due.stage, due.group, orders, seed.hex(), due.round, due.attempt)


def draw_lot_from_secret(due: DueLot, seeds: Seeds, tournament: Tournament) -> LotDrawn:
    """Draws a lot from the secret and the entropy that entrants have added so far."""
    return draw_lot(due, seeds.lot_seed(due.name, tournament.entropies))


def lots_due_for_pairing(tournament: Tournament, number: int, attempt: int) -> tuple[DueLot, ...]:
    """Returns the lots that still have to be drawn before a round can be drawn by the standings of its stage."""
    stage = len(tournament.stages) - 1
    plan = tournament.planned.stages[stage]
    if plan.method is not Method.SWISS or plan.together:
        return ()
    drawn = (one for one in tournament.lots if one.purpose is Purpose.PAIRING)
    had = {one.group for one in drawn if (one.round, one.attempt) == (number, attempt)}
    found: list[DueLot] = []
    for group in sorted(set(range(len(tournament.stages[stage]))) - had):
        equals = (
            tuple(one for one in tied if _is_active(tournament, one)) for tied in _tied_sets(tournament, stage, group)
        )
        tied = tuple(one for one in equals if len(one) > 1)
        found += [DueLot(Purpose.PAIRING, stage, group, tied, number, attempt)] if tied else []
    return tuple(found)


def lots_due_for_cut(tournament: Tournament, number: int, attempt: int) -> tuple[DueLot, ...]:
    """Returns the lots that must still be drawn to decide who advances from the last stage, and with which seed.

    Lots across groups follow once each group is in order. From rules version 2 on, each lot names the attempt at the
    round that begins the next stage: if results are corrected before that round starts, other entrants may be tied and
    need another lot.
    """
    moment = (number, attempt) if tournament.rules >= 2 else (0, 0)
    stage = len(tournament.stages) - 1
    following = tournament.planned.stages[stage + 1 : stage + 2]
    if stage < 0 or not following:
        return ()
    rows = rank_for_next_stage(tournament, stage)
    left = following[0].cut or sum(map(len, rows))
    candidates: set[int] = set()
    split: tuple[int, ...] = ()
    for row in rows:
        if left > 0:
            candidates.update(row)
            split = row if left < len(row) else ()
        left -= len(row)
    found: list[DueLot] = []
    for group in range(len(tournament.stages[stage])):
        tied = tuple(
            equals
            for equals in _tied_sets(tournament, stage, group)
            if not candidates.isdisjoint(equals) and sum(_is_active(tournament, one) for one in equals) > 1
        )
        found += [DueLot(Purpose.CUT, stage, group, tied, *moment)] if tied else []
    if not found and split and _row_by_lot(tournament, stage, split) is None:
        return (DueLot(Purpose.GROUPS, stage, 0, (tuple(sorted(split)),), *moment),)
    return tuple(found)


def lots_due_for_prizes(tournament: Tournament) -> tuple[DueLot, ...]:
    """Returns the lots that must still be drawn to decide the prizes.

    Entrants with the same place in different groups of the last stage share it.
    """
    winning = {one.entrant: one.stage for one in final_table(tournament) if one.place <= tournament.planned.prizes}
    found: list[DueLot] = []
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            sets = _tied_sets(tournament, stage, group)
            tied = tuple(equals for equals in sets if sum(winning.get(one) == stage for one in equals) > 1)
            found += [DueLot(Purpose.PRIZE, stage, group, tied)] if tied else []
    return tuple(found)


def rank_for_next_stage(tournament: Tournament, stage: int) -> list[tuple[int, ...]]:
    """Returns the candidates of a stage in rows: the first of each group, then the second of each group, and so on.

    Within a row, the groups are in order. If only part of a row advances, a lot orders that row.
    """
    groups = [
        [line.entrant for line in stage_standings(tournament, stage, group) if _is_active(tournament, line.entrant)]
        for group in range(len(tournament.stages[stage]))
    ]
    places = range(max(map(len, groups)))
    rows = [tuple(members[place] for members in groups if place < len(members)) for place in places]
    return [_row_by_lot(tournament, stage, row) or row for row in rows]


def pairing_order(tournament: Tournament, number: int, attempt: int, group: int) -> dict[int, int]:
    """Returns the position of each tied entrant in the lot of a pairing."""
    orders = (
        order
        for one in tournament.lots
        if one.purpose is Purpose.PAIRING and (one.round, one.attempt, one.group) == (number, attempt, group)
        for order in one.orders
    )
    return {entrant: at for order in orders for at, entrant in enumerate(order)}


def _row_by_lot(tournament: Tournament, stage: int, row: tuple[int, ...]) -> tuple[int, ...] | None:
    """Returns the order that a lot gave to a row of which only part advances, or None if no lot was drawn."""
    drawn = (one.orders[0] for one in tournament.lots if one.purpose is Purpose.GROUPS and one.stage == stage)
    return next((order for order in drawn if set(order) == set(row)), None)


def _tied_sets(tournament: Tournament, stage: int, group: int) -> list[tuple[int, ...]]:
    """Returns the sets of entrants of a group who share a place, each sorted by entrant number."""
    lines = stage_standings(tournament, stage, group)
    sets = (sorted(line.entrant for line in same) for _, same in groupby(lines, key=lambda line: line.place))
    return [tuple(equals) for equals in sets if len(equals) > 1]


def _is_active(tournament: Tournament, number: int) -> bool:
    return tournament.entrants[number - 1].active
