"""Names (docs/glossary.md): functions are named by verbs, and retired metaphors do not return."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.cases import for_each
from tests.support.parsing import parsed

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "projections", "service")

IRREGULAR = frozenset(
    """
    told made found known seen held kept left given taken brought sent shown written laid drawn come gone begun done
    heard lost met paid said sold spent stood struck taught thought understood won worn bound built bought caught
    chosen dealt fallen felt fought forgotten got grown hidden led lent risen sought spoken stolen sworn thrown torn
    """.split()  # noqa: SIM905  a list of quoted words would be hard to read
)
"""Participles that do not end in "ed"."""

NO_PARTICIPLE = frozenset({"seed", "feed", "speed", "need", "embed", "exceed", "proceed", "shed", "red"})
"""Words that end in "ed" and are nouns or verbs."""

PREPOSITIONS = frozenset({"again", "as", "at", "by", "for", "from", "of", "on", "out", "to", "up", "with"})

FORBIDDEN = frozenset(
    {"turnstile", "steward", "attendant", "parting", "anew", "desk", "patience", "soundness", "silences", "beside"}
)
"""Metaphors that the glossary replaced with a term of the field."""


class Definition(NamedTuple):
    """A function or a class: its file, its line and its name."""

    file: str
    line: int
    name: str
    is_function: bool


def definitions(tree: ast.Module, file: str = "planted") -> Iterator[Definition]:
    """Yields every function and class of a module; a property may be named by a noun and is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield Definition(file, node.lineno, node.name, is_function=False)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
            yield Definition(file, node.lineno, node.name, is_function=not decorators & {"property", "cached_property"})


def words_of(name: str) -> list[str]:
    """Splits a name in either style into its words, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]


def is_bare_participle(name: str) -> bool:
    """Returns whether a name is only a participle, perhaps with "by", "of" or the like; `stored_schema` is a noun."""
    first, *rest = words_of(name) or [""]
    is_participle = first in IRREGULAR or (first.endswith("ed") and len(first) > 3 and first not in NO_PARTICIPLE)
    return is_participle and (not rest or rest[0] in PREPOSITIONS)


def everything() -> Iterator[Definition]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from definitions(parsed(path), str(path.relative_to(ROOT)))


def test_no_function_is_named_with_a_participle() -> None:
    assert [one for one in everything() if one.is_function and is_bare_participle(one.name)] == []


def test_no_name_uses_a_word_that_the_glossary_replaced() -> None:
    assert [one for one in everything() if FORBIDDEN & set(words_of(one.name))] == []
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert [path for path in modules if path.stem in FORBIDDEN] == []


@for_each("name", ["told", "_opened", "listed_by_seat", "brought"])
def test_control_a_participle_used_as_a_function_name_is_found(name: str) -> None:
    (planted,) = definitions(ast.parse(f"def {name}(): ..."))
    assert is_bare_participle(planted.name)


@for_each("name", ["seed_of", "feed", "list_matches", "is_opened", "stored_schema"])
def test_control_a_verb_or_a_noun_is_not_taken_for_a_participle(name: str) -> None:
    assert not is_bare_participle(name)


def test_every_term_of_the_glossary_exists_in_the_code() -> None:
    rows = re.findall(r"`([\w/.]+\.\w+)`: `([^`]+)` \|$", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 20
    assert [(path, name) for path, name in rows if name not in (ROOT / path).read_text("utf-8")] == []
