"""The tables that the rule areas build together: each has a row for everything it may be asked for, and one only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, get_args

import pytest

from domain.cities_knights.commands import Command
from domain.cities_knights.decide import ANSWERS, AREAS, FOLLOWS, PLAYS
from domain.cities_knights.events import Event
from domain.cities_knights.evolve import AFTER
from domain.cities_knights.evolve import AREAS as EVOLVING
from domain.cities_knights.options import DEFAULTS, OPTIONS
from domain.cities_knights.prompts import ActionPrompt, Prompt
from domain.cities_knights.rules.progress import spending
from domain.cities_knights.state import Then
from tests.support.cities_knights.table import FACTS


def test_every_table_has_a_row_for_everything() -> None:
    assert set(ANSWERS) == set(get_args(Command))
    assert set(FOLLOWS) == set(Then)
    assert {*OPTIONS, ActionPrompt} == set(get_args(Prompt))
    assert set(DEFAULTS) == set(get_args(Prompt))
    assert set(AFTER) == set(get_args(Event))


def test_every_progress_card_of_the_action_phase_has_its_ways_and_its_command() -> None:
    names = {card.name for card in FACTS.cards.values() if not card.vp} - {"alchemist"}
    assert set(spending.PLAYS) == names
    assert {f"Play{name.title().replace('_', '')}" for name in names} == {command.__name__ for command in PLAYS}


@pytest.mark.parametrize(
    ("areas", "table"),
    [
        *[(AREAS, table) for table in ("ANSWERS", "FOLLOWS", "OPTIONS", "DEFAULTS")],
        (EVOLVING, "AFTER"),
        (spending.AREAS, "PLAYS"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_no_two_areas_have_the_same_row(areas: Iterable[Any], table: str) -> None:
    rows = Counter(key for area in areas for key in getattr(area, table, {}))
    assert set(rows.values()) == {1}
