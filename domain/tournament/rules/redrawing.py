"""Redrawing: checks whether a round that has not started would still be drawn the same way."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.record.events import LotDrawn, Purpose, RoundPaired
from chronik.domain.tournament.record.plan import Method
from chronik.domain.tournament.record.state import Round, Tournament, apply_events
from chronik.domain.tournament.rules.lots import draw_lot, lots_due_for_cut, lots_due_for_pairing
from chronik.domain.tournament.rules.pairing import (
    PairingInputs,
    begins_stage,
    draw_round,
    start_next_stage,
    without_round,
)


def must_pair_again(tournament: Tournament, one: Round) -> bool:
    """Returns whether, because of a change since a round was drawn, the same seed would now draw it differently.

    The entrants of each table, the order of their seats and the byes count; table numbers do not.
    """
    if not one.newer:
        return False
    try:
        drawn = _redraw(tournament, one)
    except Rejected:
        return True
    if drawn is None:
        return True
    now = sorted((table.group, table.entrants) for table in drawn.tables)
    return (now, drawn.byes) != (sorted((table.group, table.entrants) for table in one.tables), one.byes)


def _redraw(tournament: Tournament, one: Round) -> RoundPaired | None:
    """Returns the round as its seed and its lots' seeds would draw it now, or None if it needs another stage or lot."""
    pairing = PairingInputs.of(tournament, one)
    found = without_round(tournament, one.number)
    lots = {lot.group: lot for lot in found.lots if _is_for(lot, one)}
    found = replace(found, lots=tuple(lot for lot in found.lots if not _is_for(lot, one)))
    if len(found.stages) <= one.stage or begins_stage(found, tournament.sizes):
        if lots_due_for_cut(found, one.number, one.attempt):
            return None
        stage = start_next_stage(found, pairing)
        if stage is None or (stage.groups != tournament.stages[one.stage] and _is_ordered(tournament, one)):
            return None
        found = apply_events(found, (stage,))
    if len(found.stages) != one.stage + 1:
        return None
    for due in lots_due_for_pairing(found, one.number, one.attempt):
        if due.group not in lots:
            return None
        found = apply_events(found, (draw_lot(due, bytes.fromhex(lots[due.group].seed)),))
    return draw_round(found, pairing)


def _is_for(lot: LotDrawn, one: Round) -> bool:
    return lot.purpose is Purpose.PAIRING and (lot.round, lot.attempt) == (one.number, one.attempt)


def _is_ordered(tournament: Tournament, one: Round) -> bool:
    """Returns whether the seeding order decides further rounds of the stage, not only this one."""
    plan = tournament.planned.stages[one.stage]
    return plan.method is not Method.SWISS or plan.together
