"""The tables that the parts of the rules share: each has a row for everything that can be looked up."""

from __future__ import annotations

from typing import get_args

from chronik.domain.cities_knights.commands import Command
from chronik.domain.cities_knights.decide import PLAYS, TABLES
from chronik.domain.cities_knights.events import Event
from chronik.domain.cities_knights.evolve import AFTER
from chronik.domain.cities_knights.prompts import ActionPrompt, Prompt
from chronik.domain.cities_knights.rules.progress import spending
from chronik.domain.cities_knights.state import Continuation
from tests.support.cities_knights.table import FACTS


def test_every_command_prompt_and_continuation_has_a_table_row() -> None:
    assert set(TABLES.answers) == set(get_args(Command))
    assert set(TABLES.follows) == set(Continuation)
    assert {*TABLES.options, ActionPrompt} == set(get_args(Prompt))
    assert set(TABLES.defaults) == set(get_args(Prompt))
    assert set(AFTER) == set(get_args(Event))


def test_every_progress_card_of_the_action_phase_has_options_and_a_command() -> None:
    names = {card.name for card in FACTS.cards.values() if not card.vp} - {"alchemist"}
    assert set(spending.PLAYS) == names
    assert {f"Play{name.title().replace('_', '')}" for name in names} == {command.__name__ for command in PLAYS}
