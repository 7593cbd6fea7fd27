"""Public rows: each event of a game has one, which tells fields of the event and nothing else."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from chronik.domain.cities_knights.events import CardStolen, FleetNamed, RobberMoved
from chronik.domain.engine.public_rows import collect_rows, is_barrier, public_fields, public_row
from chronik.domain.games import CURRENT, game

EVENTS = (FleetNamed, RobberMoved)


@pytest.mark.parametrize("name", list(CURRENT))
def test_every_event_of_a_game_has_a_row(name: str) -> None:
    assert set(import_module(f"chronik.domain.{name}.public").PUBLIC) == set(get_args(game(name).event_type))


def test_an_event_without_a_row_or_with_two_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="RobberMoved"):
        collect_rows(EVENTS, public_row(FleetNamed, "kind", barrier=False))
    with pytest.raises(ValueError, match="twice"):
        collect_rows(
            EVENTS,
            public_row(FleetNamed, barrier=False),
            public_row(RobberMoved, barrier=False),
            public_row(FleetNamed, barrier=False),
        )


def test_a_field_that_an_event_lacks_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="CardStolen has no"):
        public_row(CardStolen, "victim", "colour", barrier=False)


def test_a_row_tells_what_happened_and_not_what_did_not() -> None:
    row = public_row(RobberMoved, "hex", "knight", far=lambda _, event: event.hex > 9 or None, barrier=False)
    assert public_fields(row, None, RobberMoved(0, 3)) == {"hex": 3}
    assert public_fields(row, None, RobberMoved(0, 12, knight=5)) == {"hex": 12, "knight": 5, "far": True}


def test_a_barrier_may_depend_on_what_the_event_says() -> None:
    rows = collect_rows(
        EVENTS,
        public_row(FleetNamed, barrier=False),
        public_row(RobberMoved, barrier=lambda event: event.knight is not None),
    )
    assert [is_barrier(rows, event) for event in (RobberMoved(0, 3), RobberMoved(0, 3, 5))] == [False, True]
