"""Lots: who is equal in everything where a place matters, and in which order chance puts them.

A place matters where a round is drawn by the standings (who has a bye, who meets whom, who begins), where a stage ends
(who goes on, and with which seed), and in the end among those who get a prize. Elsewhere equals share their place.
Each lot is an event of its own, drawn from the secret of the tournament: counting reads it, and needs no secret.
"""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from domain.tournament.record.events import LotDrawn, Purpose
from domain.tournament.record.plan import Method
from domain.tournament.record.seeds import Seeds, lot_stream
from domain.tournament.record.state import Tournament
from domain.tournament.rules.tally import final_table, stage_standings


class Due(Struct, frozen=True):
    """A lot that has to be drawn: what for, and who is equal, set by set."""

    purpose: Purpose
    stage: int
    group: int
    tied: tuple[tuple[int, ...], ...]
    round: int = 0
    attempt: int = 0

    @property
    def what(self) -> str:
        """The name of the lot; no two of a tournament are named the same."""
        moment = f"{self.round}/{self.attempt}" if self.purpose is Purpose.PAIRING else f"{self.stage}"
        return f"{self.purpose.value}/{moment}/{self.group}"


def lot_of(due: Due, seed: bytes) -> LotDrawn:
    """The lot that comes from a seed."""
    stream = lot_stream(seed, due.what)
    orders = tuple(stream.shuffled(tied) for tied in due.tied)
    return LotDrawn(due.purpose, due.stage, due.group, orders, seed.hex(), due.round, due.attempt)


def lot_from(due: Due, seeds: Seeds, tournament: Tournament) -> LotDrawn:
    """The lot that comes from the secret, and from what everybody has added so far."""
    return lot_of(due, seeds.of_lot(due.what, tournament.entropies))


def for_pairing(tournament: Tournament, number: int, attempt: int) -> tuple[Due, ...]:
    """The lots without which a round cannot be drawn by the standings of its stage, and that are not drawn yet."""
    stage = len(tournament.stages) - 1
    plan = tournament.planned.stages[stage]
    if plan.method is not Method.SWISS or plan.together:
        return ()
    had = {one.group for one in tournament.lots if (one.round, one.attempt) == (number, attempt)}
    found: list[Due] = []
    for group in sorted(set(range(len(tournament.stages[stage]))) - had):
        equals = (tuple(one for one in tied if _active(tournament, one)) for tied in _tied(tournament, stage, group))
        tied = tuple(one for one in equals if len(one) > 1)
        found += [Due(Purpose.PAIRING, stage, group, tied, number, attempt)] if tied else []
    return tuple(found)


def for_cut(tournament: Tournament) -> tuple[Due, ...]:
    """The lots without which it is open who goes on from the last stage, or with which seed.

    Those among groups come when each group is in order.
    """
    stage = len(tournament.stages) - 1
    following = tournament.planned.stages[stage + 1 : stage + 2]
    if stage < 0 or not following:
        return ()
    rows = ranking(tournament, stage)
    left = following[0].cut or sum(map(len, rows))
    candidates: set[int] = set()
    split: tuple[int, ...] = ()
    for row in rows:
        if left > 0:
            candidates.update(row)
            split = row if left < len(row) else ()
        left -= len(row)
    found: list[Due] = []
    for group in range(len(tournament.stages[stage])):
        tied = tuple(
            equals
            for equals in _tied(tournament, stage, group)
            if not candidates.isdisjoint(equals) and sum(_active(tournament, one) for one in equals) > 1
        )
        found += [Due(Purpose.CUT, stage, group, tied)] if tied else []
    if not found and split and _across(tournament, stage) is None:
        return (Due(Purpose.GROUPS, stage, 0, (tuple(sorted(split)),)),)
    return tuple(found)


def for_prizes(tournament: Tournament) -> tuple[Due, ...]:
    """The lots without which it is open who gets a prize.

    Who has the same place in different groups of the last stage shares it.
    """
    winning = {one.entrant: one.stage for one in final_table(tournament) if one.place <= tournament.planned.prizes}
    found: list[Due] = []
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            sets = _tied(tournament, stage, group)
            tied = tuple(equals for equals in sets if sum(winning.get(one) == stage for one in equals) > 1)
            found += [Due(Purpose.PRIZE, stage, group, tied)] if tied else []
    return tuple(found)


def ranking(tournament: Tournament, stage: int) -> list[tuple[int, ...]]:
    """Who can go on from a stage: the first ones of all groups, then the second ones, and so on.

    The groups come in their order. Where only some of a row go on, a lot says who.
    """
    groups = [
        [line.entrant for line in stage_standings(tournament, stage, group) if _active(tournament, line.entrant)]
        for group in range(len(tournament.stages[stage]))
    ]
    places = range(max(map(len, groups)))
    rows = [tuple(members[place] for members in groups if place < len(members)) for place in places]
    lot = _across(tournament, stage)
    return [lot if lot is not None and set(lot) == set(row) else row for row in rows]


def pairing_order(tournament: Tournament, number: int, attempt: int, group: int) -> dict[int, int]:
    """Where the lot of a pairing has put those who are equal, by entrant."""
    orders = (
        order
        for one in tournament.lots
        if one.purpose is Purpose.PAIRING and (one.round, one.attempt, one.group) == (number, attempt, group)
        for order in one.orders
    )
    return {entrant: at for order in orders for at, entrant in enumerate(order)}


def _across(tournament: Tournament, stage: int) -> tuple[int, ...] | None:
    """The order of a row of which only some go on, once it was drawn."""
    found = (one.orders[0] for one in tournament.lots if one.purpose is Purpose.GROUPS and one.stage == stage)
    return next(found, None)


def _tied(tournament: Tournament, stage: int, group: int) -> list[tuple[int, ...]]:
    """Those of a group who share a place, set by set, each in the order of their numbers."""
    lines = stage_standings(tournament, stage, group)
    sets = (sorted(line.entrant for line in same) for _, same in groupby(lines, key=lambda line: line.place))
    return [tuple(equals) for equals in sets if len(equals) > 1]


def _active(tournament: Tournament, number: int) -> bool:
    return tournament.entrants[number - 1].active
