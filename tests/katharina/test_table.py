"""The test language itself: its checks must fail if something else happened."""

from __future__ import annotations

import pytest

from chronik.domain.katharina.commands import DECLINE, PASS
from chronik.domain.katharina.events import Committed, DisplaysCleared, RoundBegan
from chronik.domain.katharina.state import State
from tests.katharina.table import DECLINED, FACTS, PERFORMED, activates, every_card, given, perform, resolving

STATE = resolving(activates("P019", hand="P101"))
DECLINES = given(STATE).when(0, DECLINE)


def test_the_helper_then_fails_for_events_that_did_not_happen() -> None:
    for expected in [(), (Committed(0, DECLINE),), (..., DisplaysCleared(), ...), (..., Committed(0, DECLINE))]:
        with pytest.raises(AssertionError):
            DECLINES.then(*expected)
    with pytest.raises(AssertionError):
        DECLINES.then(..., RoundBegan(1, 2), ..., Committed(0, DECLINE), ...)
    DECLINES.then(Committed(0, DECLINE), ..., RoundBegan(1, 2), ...)


def test_the_helpers_then_resolved_and_then_seat_fail_for_other_results() -> None:
    with pytest.raises(AssertionError):
        DECLINES.then_resolved(0, PERFORMED, points=3)
    with pytest.raises(AssertionError):
        DECLINES.then_seat(0, points=1)
    DECLINES.then_resolved(0, DECLINED, drawn=STATE.stock[:1]).then_seat(0, points=0)


def test_the_helper_then_rejected_fails_for_other_refusals() -> None:
    refused = given(STATE).when(0, PASS)
    refused.then_rejected("another-question", "E1")
    for code, rule in (("impossible", None), ("another-question", "E6")):
        with pytest.raises(AssertionError):
            refused.then_rejected(code, rule)
    with pytest.raises(AssertionError):
        refused.then(...)
    with pytest.raises(AssertionError):
        refused.when(0, DECLINE)
    with pytest.raises(AssertionError):
        DECLINES.then_rejected("another-question")


def test_a_position_contains_each_card_once() -> None:
    assert every_card(STATE) == tuple(FACTS.cards)
    with pytest.raises(AssertionError, match="one place"):
        resolving(activates("P019", hand="P101", row="P101"))


def test_a_position_can_be_arranged_by_applying_events() -> None:
    moment = given(RoundBegan(2, 3), seats=3)
    assert isinstance(moment.state, State)
    assert (len(moment.state.seats), moment.state.decade, moment.state.round) == (3, 2, 3)
    given(STATE, DisplaysCleared()).then_seat(0, action_row=(), activation=())


def test_a_command_can_ask_for_a_bonus_that_is_paid_with_no_cards() -> None:
    assert (perform().bonus, perform(bonus="").bonus) == (False, True)
