"""A check that a test cites each rule, ruling and option value of the rule book."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.cities_knights.table import FACTS
from tests.support.parsing import parsed


def rule_numbers(section: int, last: int) -> list[str]:
    return [f"R{section}.{number}" for number in range(1, last + 1)]


RULES = [
    *rule_numbers(1, 8),
    *rule_numbers(2, 5),
    *rule_numbers(3, 5),
    *rule_numbers(4, 5),
    *rule_numbers(5, 5),
    *rule_numbers(6, 4),
    *rule_numbers(7, 4),
    *rule_numbers(8, 6),
    *rule_numbers(9, 6),
    *rule_numbers(10, 6),
    *rule_numbers(11, 10),
    *rule_numbers(12, 7),
    *rule_numbers(13, 8),
    *rule_numbers(14, 3),
    *rule_numbers(15, 3),
    *rule_numbers(16, 3),
    *rule_numbers(17, 3),
    *rule_numbers(18, 2),
]
RULINGS = [f"C-{number:02}" for number in range(1, 82)]
# For a numeric option, any cited value is enough: its values differ only in the number.
NUMBERS = ("victory_points", "grace_rounds")
VALUES = [
    f"{option.id}={str(value).lower()}"
    for option in FACTS.options.values()
    if option.id not in NUMBERS
    for value in option.values
]


def read_docstrings() -> list[str]:
    """Returns the docstrings of the tests."""
    return [
        (ast.get_docstring(node) or "").replace("`", "").replace(" = ", "=")
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


DOCSTRINGS = read_docstrings()
CITED = {cited for told in DOCSTRINGS for cited in re.findall(r"\bR\d+\.\d+|\bC-\d\d\b", told)}
CITED_VALUES = {played for told in DOCSTRINGS for played in re.findall(r"\b\w+=\w+", told)}


@pytest.mark.parametrize("rule", RULES + RULINGS)
def test_every_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in CITED, f"no test names {rule}"


@pytest.mark.parametrize("value", VALUES)
def test_every_option_value_is_cited_by_a_test(value: str) -> None:
    assert value in CITED_VALUES, f"no test names {value}"


@pytest.mark.parametrize("number", NUMBERS)
def test_every_numeric_option_is_cited_by_a_test(number: str) -> None:
    assert any(played.startswith(f"{number}=") for played in CITED_VALUES)


def test_tests_cite_only_rules_and_options_of_the_book() -> None:
    assert set() == CITED - set(RULES) - set(RULINGS)
    assert {played.split("=")[0] for played in CITED_VALUES} <= FACTS.options.keys()
