"""The favour track (rule book, V): rising, the top, and its three columns."""

from __future__ import annotations

from chronik.domain.katharina.commands import DECLINE, PASS
from chronik.domain.katharina.events import NetworksScored, TrackScored
from chronik.domain.katharina.rules.favour import count_steps, hand_limit
from tests.katharina.table import FACTS, PERFORMED, activates, ending, given, owns, perform, resolving
from tests.support.cases import for_each

TOP = len(FACTS.track) - 1


@for_each("step", range(TOP + 1))
@for_each("by", [0, 1, 2, 3])
def test_a_seat_rises_step_by_step_in_favour_but_not_beyond_the_top(step: int, by: int) -> None:
    """V1: one step up for each symbol; steps beyond the top are lost."""
    up, lost = count_steps(FACTS, step, by)
    assert (step + up, up + lost) == (min(TOP, step + by), by)


@for_each(("favour", "up", "lost"), [(7, 3, 0), (8, 2, 1), (9, 1, 2), (10, 0, 3)])
def test_each_lost_step_of_favour_gives_a_point(favour: int, up: int, lost: int) -> None:
    """V1: the steps of the action and of its bonus are added up."""
    moment = given(resolving(activates("P008", hand="P101 P102", favour=favour)))
    moment.when(0, perform("P101", bonus="P102")).then_resolved(
        0, PERFORMED, paid=("P101",), bonus=True, bonus_paid=("P102",), favour=up, lost_steps=lost
    ).then_seat(0, favour=favour + up, points=lost)


def test_a_favour_bonus_at_the_top_gives_points_instead() -> None:
    """V1, Q12: two lost steps are two points, so it does no harm that the bonus is automatic."""
    state = resolving(activates("P012", row="P022 P007", favour=TOP))
    given(state).when(0, perform()).then_resolved(0, PERFORMED, drawn=state.stock[:2], bonus=True, lost_steps=2)


@for_each("step", range(TOP + 1))
def test_the_favour_step_determines_hand_limit_income_and_multiplier(step: int) -> None:
    """V2, H1, I4: hand limit, points per interim scoring, and multiplier at the end all depend on the seat's step."""
    columns = FACTS.track[step]
    assert hand_limit(FACTS, step) == columns.hand_limit
    state = ending(owns(books=1, favour=step), owns(), decade=3)
    moment = given(state).when(0, DECLINE).when(0, PASS)
    moment.then(..., TrackScored((columns.income, 0)), ...)
    built = ending(owns(books=1, favour=step, residences="riga reval"), owns(), decade=3)
    end = given(built).when(0, DECLINE).when(0, PASS)
    end.then(..., NetworksScored((2, 0), (2 * columns.multiplier, 0)), ...)


def test_a_new_step_of_favour_takes_effect_at_once() -> None:
    """V2, Q14: a crown raises the limit before the card of the bonus is drawn."""
    state = resolving(activates("P031", hand="P101 P102 P068", row="P022", favour=1))
    given(state).when(0, perform(city="saint_petersburg")).then_seat(0, favour=3)
    # P023 draws a card for iron and food; step 1 has limit 3, step 2 has limit 4.
    drawing = resolving(activates("P023", hand="P101 P102 P068", row="P002", favour=1))
    given(drawing).when(0, perform(city="saint_petersburg")).then_resolved(
        0, PERFORMED, city="saint_petersburg", favour=1, bonus=True, drawn=drawing.stock[:1]
    )
