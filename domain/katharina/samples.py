"""Sample values for the fields of commands, used to find out why a kind of command is refused."""

from __future__ import annotations

from chronik.domain.engine.samples import Samples
from chronik.domain.katharina.commands import Resolve
from chronik.domain.katharina.state import State


def _hand(state: State, seat: int, kind: type) -> tuple[str, ...]:
    return state.seats[seat].hand or ("-",)


def _display(state: State, seat: int, kind: type) -> tuple[tuple[str, ...], ...]:
    return (state.seats[seat].hand[:3],)


def _slot(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return (len(state.seats[seat].action_row),)


def _performing(state: State, seat: int, kind: type) -> tuple[bool, ...]:
    return (True, False)


SAMPLES = Samples(
    values={
        "cards": _display,
        "action": _hand,
        "activation": _hand,
        "slot": _slot,
        "perform": _performing,
    },
    variants={Resolve: ("perform", _performing)},
    vague=frozenset({"two-cards", "city", "discards"}),
)
