"""Samples: what stands for each kind of command when a seat asks why it may not do that now."""

from __future__ import annotations

from domain.engine.samples import Samples
from domain.katharina.commands import Resolve
from domain.katharina.state import State


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
    apart={Resolve: ("perform", _performing)},
    vague=frozenset({"two-cards", "city", "discards"}),
)
