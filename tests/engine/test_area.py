"""Rule areas and public rows: no two claim the same key, and a type checker finds wrong bindings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from chronik.domain.cities_knights.decide import TABLES
from chronik.domain.cities_knights.evolve import roll
from chronik.domain.cities_knights.rules import robber, setup
from chronik.domain.engine.area import Area, join_areas, join_effects

ROOT = Path(__file__).parents[2]

SOUND = """
from chronik.domain.cities_knights.commands import ChooseVictim, Discard
from chronik.domain.cities_knights.events import RobberMoved
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import DiscardPrompt, RobberPrompt, VictimPrompt
from chronik.domain.cities_knights.rules.robber import choose_victim, continue_seven, default_discard
from chronik.domain.cities_knights.rules.robber import default_victim, discard_cards, robber_options, victim_options
from chronik.domain.cities_knights.state import Continuation, State
from chronik.domain.engine.area import Area, answer, default, follow, on_event, option
from chronik.domain.engine.public_rows import public_row


def moved(facts: Facts, state: State, event: RobberMoved) -> State:
    return state


AFTER = (on_event(RobberMoved, moved),)
AREA = Area(
    answers=(answer(Discard, DiscardPrompt, discard_cards), answer(ChooseVictim, VictimPrompt, choose_victim)),
    follows=(follow(Continuation.SEVEN, continue_seven),),
    options=(option(RobberPrompt, robber_options), option(VictimPrompt, victim_options)),
    defaults=(default(DiscardPrompt, default_discard), default(VictimPrompt, default_victim)),
)
ROW = public_row(RobberMoved, "knight", place=lambda facts, event: event.hex, barrier=lambda event: event.seat > 0)
"""

FAULTS = {
    "a misspelt part": ("follows=", "folows="),
    "a misspelt continuation": ("Continuation.SEVEN", "Continuation.SEVN"),
    "an answer to the wrong prompt": ("answer(Discard, DiscardPrompt,", "answer(Discard, RobberPrompt,"),
    "an answer to the wrong command": ("answer(ChooseVictim,", "answer(Discard,"),
    "options of the wrong prompt": ("option(RobberPrompt,", "option(DiscardPrompt,"),
    "a default of the wrong prompt": ("default(VictimPrompt,", "default(RobberPrompt,"),
    "an event that changes nothing here": ("event: RobberMoved", "event: Discard"),
    "a public field that the event lacks": ("event.hex", "event.corner"),
    "a barrier by a field that the event lacks": ("event.seat >", "event.victim >"),
    "a public row that does not say whether its event is a barrier": (", barrier=lambda event: event.seat > 0", ""),
}


def plant(folder: Path) -> list[Path]:
    """Writes one sound area and one per fault into the same folder."""
    (folder / "sound.py").write_text(SOUND)
    for at, (was, becomes) in enumerate(FAULTS.values()):
        assert was in SOUND
        (folder / f"fault_{at}.py").write_text(SOUND.replace(was, becomes, 1))
    return sorted(folder.glob("*.py"))


def test_a_type_checker_finds_every_misspelling_and_every_wrong_binding(tmp_path: Path) -> None:
    """`make check` runs mypy over the same bindings in the games."""
    files = plant(tmp_path)
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, *map(str, files)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = [line for line in found.stdout.splitlines() if "error" in line]
    assert {file.stem for file in files if any(file.name in line for line in said)} == {
        f"fault_{at}" for at in range(len(FAULTS))
    }


def test_two_areas_cannot_claim_the_same_key() -> None:
    assert join_areas((robber.AREA, setup.AREA)).answers.keys() <= TABLES.answers.keys()
    with pytest.raises(ValueError, match="twice"):
        join_areas((robber.AREA, setup.AREA, Area(answers=robber.AREA.answers[:1])))
    with pytest.raises(ValueError, match="twice"):
        join_areas((robber.AREA, Area(follows=robber.AREA.follows[:1])))
    with pytest.raises(ValueError, match="twice"):
        join_areas((robber.AREA, Area(options=robber.AREA.options[:1])))
    with pytest.raises(ValueError, match="twice"):
        join_areas((robber.AREA, Area(defaults=robber.AREA.defaults[:1])))


def test_two_areas_cannot_react_to_the_same_event() -> None:
    with pytest.raises(ValueError, match="twice"):
        join_effects(roll.AFTER, roll.AFTER[:1])
