"""Every rule and ruling that binds a match is cited by a test, and every card and face is tested."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from chronik.domain.catan_cards.facts.load import Face
from tests.catan_cards import rolling
from tests.support.catan_cards.table import FACTS
from tests.support.parsing import parsed

ROOT = Path(__file__).parents[2]
LAST = {"B": 59, "X": 12, "T": 16, "K": 29, "R": 100}
"""The number of the last rule, for each kind."""
RULES = [f"{kind}{number}" for kind, last in LAST.items() for number in range(1, last + 1)]
ELSEWHERE = {
    "T15": "tests/service/tournaments/test_best_of.py",
    "T16": "tests/service/tournaments/test_withheld.py",
}
"""Rules of events rather than of matches, and the tests of tournaments that play them."""
PLAIN = ("facts", "names", "kinds", "components", "deck_lists", "deck_problems", "every_rule")
"""Tests that mention a card only in a list."""


def docstrings_of_tests(path: Path) -> list[str]:
    """Returns the docstrings of the tests in a file."""
    return [
        ast.get_docstring(node) or ""
        for node in parsed(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


HERE = sorted(Path(__file__).parent.glob("test_*.py"))
FACES = {value: name for name, value in vars(rolling).items() if isinstance(value, Face)}


@cache
def cited_rules() -> set[str]:
    return {rule for path in HERE for text in docstrings_of_tests(path) for rule in re.findall(r"\b[BXTKR]\d+\b", text)}


def test_every_rule_is_cited_by_a_test() -> None:
    assert set(RULES) - cited_rules() - ELSEWHERE.keys() == set()


def test_every_tournament_test_that_the_rules_cite_exists() -> None:
    assert all((ROOT / name).exists() for name in ELSEWHERE.values())


def test_tests_cite_only_existing_rules() -> None:
    assert cited_rules() - set(RULES) == set()


def test_every_card_is_played_by_a_test() -> None:
    words = {
        node.value.partition("-")[0]
        for path in HERE
        if path.stem.removeprefix("test_") not in PLAIN
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {*FACTS.cards, *FACTS.events} - words == set()


def test_every_face_of_the_event_die_is_rolled_by_a_test() -> None:
    named = {
        node.id
        for path in HERE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert {FACES[face] for face in Face} - named == set()
