"""Every rule, ruling and option value of the rule book is named by a test that plays it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.cities_knights.table import FACTS
from tests.support.parsing import parsed


def numbered(section: int, last: int) -> list[str]:
    return [f"R{section}.{number}" for number in range(1, last + 1)]


RULES = [
    *numbered(1, 8),
    *numbered(2, 5),
    *numbered(3, 5),
    *numbered(4, 5),
    *numbered(5, 5),
    *numbered(6, 4),
    *numbered(7, 4),
    *numbered(8, 6),
    *numbered(9, 6),
    *numbered(10, 6),
    *numbered(11, 10),
    *numbered(12, 7),
    *numbered(13, 8),
    *numbered(14, 3),
    *numbered(15, 3),
    *numbered(16, 3),
    *numbered(17, 3),
    *numbered(18, 2),
]
RULINGS = [f"C-{number:02}" for number in range(1, 80)]
# Of a number any value will do; what differs between two of them is the number.
NUMBERS = ("victory_points", "grace_rounds")
VALUES = [
    f"{option.id}={str(value).lower()}"
    for option in FACTS.options.values()
    if option.id not in NUMBERS
    for value in option.values
]


def docstrings() -> list[str]:
    """What the tests say of themselves."""
    return [
        (ast.get_docstring(node) or "").replace("`", "").replace(" = ", "=")
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


TOLD = docstrings()
CITED = {cited for told in TOLD for cited in re.findall(r"\bR\d+\.\d+|\bC-\d\d\b", told)}
PLAYED = {played for told in TOLD for played in re.findall(r"\b\w+=\w+", told)}


@pytest.mark.parametrize("rule", RULES + RULINGS)
def test_a_rule_has_a_test(rule: str) -> None:
    assert rule in CITED, f"no test names {rule}"


@pytest.mark.parametrize("value", VALUES)
def test_a_value_of_an_option_has_a_test(value: str) -> None:
    assert value in PLAYED, f"no test names {value}"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_among_the_options_has_a_test(number: str) -> None:
    assert any(played.startswith(f"{number}=") for played in PLAYED)


def test_only_rules_and_options_of_the_book_are_named() -> None:
    assert set() == CITED - set(RULES) - set(RULINGS)
    assert {played.split("=")[0] for played in PLAYED} <= FACTS.options.keys()
