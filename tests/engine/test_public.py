"""Public rows: each event of a game has one, and it shows only fields of the event."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from chronik.domain.cities_knights.events import CardStolen, FleetNamed, RobberMoved
from chronik.domain.engine.public_rows import collect_rows, is_barrier, public_fields, public_row
from chronik.domain.games import CURRENT, game

EVENTS = (FleetNamed, RobberMoved)


@pytest.mark.parametrize("name", list(CURRENT))
def test_every_event_of_a_game_has_a_public_row(name: str) -> None:
    assert set(import_module(f"chronik.domain.{name}.public").PUBLIC) == set(get_args(game(name).event_type))


def test_an_event_with_no_row_or_two_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="RobberMoved"):
        collect_rows(EVENTS, public_row(FleetNamed, "kind", barrier=False))
    with pytest.raises(ValueError, match="twice"):
        collect_rows(
            EVENTS,
            public_row(FleetNamed, barrier=False),
            public_row(RobberMoved, barrier=False),
            public_row(FleetNamed, barrier=False),
        )


def test_a_row_with_a_field_that_its_event_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="CardStolen has no"):
        public_row(CardStolen, "victim", "colour", barrier=False)


def test_a_row_leaves_out_fields_without_a_value() -> None:
    row = public_row(RobberMoved, "hex", "knight", far=lambda _, event: event.hex > 9 or None, barrier=False)
    assert public_fields(row, None, RobberMoved(0, 3)) == {"hex": 3}
    assert public_fields(row, None, RobberMoved(0, 12, knight=5)) == {"hex": 12, "knight": 5, "far": True}


def test_a_barrier_may_depend_on_the_fields_of_the_event() -> None:
    rows = collect_rows(
        EVENTS,
        public_row(FleetNamed, barrier=False),
        public_row(RobberMoved, barrier=lambda event: event.knight is not None),
    )
    assert [is_barrier(rows, event) for event in (RobberMoved(0, 3), RobberMoved(0, 3, 5))] == [False, True]
