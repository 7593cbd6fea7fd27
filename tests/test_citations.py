"""Citations: nothing in a clone refers to a paper, an issue or a rule book that is not in the clone."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.support.cases import for_each

ROOT = Path(__file__).parents[1]

ELSEWHERE = {
    "a guide": r"\b(?:reliability|product|performance|style|stack|house) guide\b|\b(?:of|in|by) the guide\b|\bguides/",
    "a paper by its file": r"(?<![\w/])(?:reliability|product|stack|style|house|DESIGN)\.md\b",
    "a paper by its section": r"\bDESIGN,? (?:section )?\d|\bthe papers\b",
    "an issue": r"\(issue \d|\bissues? #?\d+\b",
    "a threat or a goal by its number": r"\b(?:threats?|goals?) [TG]\d|\bNI-\d",
    "a rule book by its old path": r"(?<![\w/])rules/\w+\.md|\bcities_and_knights\.md|\bkatharina\.md",
}
"""Patterns for citations of things that no clone contains."""

PLANTED = {
    "a guide": "H of the guide (reliability guide, section 3)",
    "a paper by its file": "see style.md",
    "a paper by its section": "nobody alone chooses a draw (DESIGN 10)",
    "an issue": "what pressing twice does (issue 5)",
    "a threat or a goal by its number": "a name is text (threat T26)",
    "a rule book by its old path": "Rule book: `rules/katharina.md`",
}
"""One sentence for each pattern, which must be found."""

FOUND_ELSEWHERE = re.compile("|".join(f"(?:{pattern})" for pattern in ELSEWHERE.values()))

WITHOUT_WHICH_NONE = re.compile(r"guide|\.md|DESIGN|papers|issue|threat|goal|NI-")
"""Each pattern contains one of these; searching only such lines saves seconds."""

HASHED = re.compile(r"domain/\w+/facts/(?!names)\w+\.toml")
"""Data sets: every match is pinned to the hash of these files, comments included, so they must not change."""

READ = frozenset(
    {".py", ".js", ".ts", ".css", ".html", ".json", ".lua", ".mako", ".ini", ".md", ".svg", ".toml", ".yaml", ""}
)

FILE = re.compile(
    r"(?<![\w/.…<-])(?:domain|projections|service|tests|deploy|openapi)/[\w/.-]*\.(?:md|py|js|toml|lua|json)\b"
)
"""The path of a file of this project, wherever it is mentioned."""

WRITTEN = (".md", ".py", ".js")


def told() -> Iterator[tuple[str, str]]:
    """Yields the texts of the clone with their paths."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
        path = ROOT / name
        if name and path.suffix in READ and path.is_file() and path != Path(__file__) and "golden" not in path.parts:
            yield name, path.read_text("utf-8")


def places(name: str, text: str) -> list[str]:
    """Returns the places in a text that cite something outside the clone."""
    if not WITHOUT_WHICH_NONE.search(text):
        return []
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if WITHOUT_WHICH_NONE.search(line)]
    return [f"{name}:{at}: {found[0]}" for at, line in lines for found in FOUND_ELSEWHERE.finditer(line)]


@for_each("kind", list(ELSEWHERE))
def test_each_kind_of_citation_is_recognised(kind: str) -> None:
    assert re.search(ELSEWHERE[kind], PLANTED[kind])
    assert len(places("planted", f"\n{PLANTED[kind]}\n")) >= 1


def test_nothing_cites_anything_outside_the_clone() -> None:
    texts = {name: text for name, text in told() if not HASHED.fullmatch(name)}
    assert {"README.md", "domain/engine/proof/FORMAT.md", "service/viewer/pages/verify/chain.js"} <= set(texts)
    assert [place for name, text in texts.items() for place in places(name, text)] == []


def test_the_files_named_in_documents_and_docstrings_exist() -> None:
    texts = dict(told())
    named = {(name, path) for name, text in texts.items() if name.endswith(WRITTEN) for path in FILE.findall(text)}
    assert ("docs/architecture.md", "domain/engine/match/decide.py") in named
    assert sorted((name, path) for name, path in named if not (ROOT / path).exists()) == []
