"""CSV as people have it: from a spreadsheet, from a mail, from another system, and damaged."""

from __future__ import annotations

import csv
import io
import time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.tournament.exchange.trf import BadReport, players_of, read
from domain.tournament.record.commands import MOST_LISTED
from service.problems.problem import Problem
from service.routes.tournament.entrant_list import of_csv
from service.routes.tournament.newcomers import Guest
from service.routes.tournament.trf_body import text_of

BOM = b"\xef\xbb\xbf"
FORMULAS = ('=HYPERLINK("http://x";"y")', "+49 1", "-Ada", "@Ben", "=1+1")
"""Names that a spreadsheet would take for formulas: they are names here, and marked only where they leave."""
RIGHT_TO_LEFT = ("דנה לוי", "محمد علي", "Dana לוי 7")

cells = st.text("AbÄß דנع=+-@;,\"'#7", max_size=12).map(str.strip)
names = st.one_of(
    cells.filter(bool), st.sampled_from((*FORMULAS, *RIGHT_TO_LEFT, 'Anna "Annie"', "Meier; Anna", "a,b"))
)
people = st.lists(st.tuples(names, cells), min_size=1, max_size=8)


def written(rows: list[tuple[str, ...]], separator: str, end: str) -> str:
    """A CSV as programs write it, with every field in quotation marks."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def guests(body: bytes) -> list[tuple[str, str]]:
    read = of_csv(body)
    assert read.faults == ()
    found = [one for _, one in read.entrants]
    assert all(isinstance(one, Guest) for one in found)
    return [(one.name, one.club) for one in found if isinstance(one, Guest)]


@settings(deadline=None)
@given(
    people,
    st.sampled_from((",", ";", "\t")),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.booleans(),
    st.sampled_from(((), ("name", "club"), ("Name", "Verein"), (" NAAM ", "Vereniging"))),
)
@example([("=1+1", ""), ("@Ben", "+North")], ";", "\r\n", True, ())
@example([("Ada", "club"), ("Name", "Name")], "\t", "\n", False, ("name", "club"))
def test_whatever_a_program_writes_is_read(
    who: list[tuple[str, str]], separator: str, end: str, marked: bool, heads: tuple[str, ...]
) -> None:
    said = {cell.strip().casefold() for cell in who[0]}
    if said & {"name", "naam", "player", "level", "club", "verein", "vereniging"} and not heads:
        return  # then the first line names columns
    rows: list[tuple[str, ...]] = [heads, *who] if heads else [*who]
    body = (BOM if marked else b"") + written(rows, separator, end).encode()
    assert guests(body) == who


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text('name,;\t"\r\n =A\u202e\u0000', max_size=60).map(str.encode)))
@example(b'"')
@example(b"name\n" + b'"' * 101)
@example(b"\xff\xfeA\x00d\x00a\x00")
def test_nothing_but_a_list_or_a_problem_comes_of_any_bytes(body: bytes) -> None:
    refused = ""
    try:
        read = of_csv(body)
    except Problem as problem:
        refused = problem.code
    if refused:
        assert refused in ("malformed", "list-refused")
    else:
        assert 0 < len(read.entrants) + len(read.faults) <= MOST_LISTED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada\nBen\n", [("Ada", ""), ("Ben", "")]),
        ("\r\n\r\n  Ada  \r\n\r\nBen", [("Ada", ""), ("Ben", "")]),
        ("Ada\tNorth\nMeier, Anna\t\n", [("Ada", "North"), ("Meier, Anna", "")]),
        ("Meier, Anna;North\nBen\n", [("Meier, Anna", "North"), ("Ben", "")]),
        ('"Meier, Anna"\nBen,South\n', [("Meier, Anna", ""), ("Ben", "South")]),
        ("Name\nAda", [("Ada", "")]),
        ("Club;Name\nNorth;Ada\n", [("Ada", "North")]),
    ],
)
def test_names_as_people_paste_them(text: str, expected: list[tuple[str, str]]) -> None:
    assert guests(text.encode()) == expected


def test_ten_thousand_lines_are_refused_at_once() -> None:
    began = time.perf_counter()
    with pytest.raises(Problem) as refused:
        of_csv(b"Ada;\r\n" * 10_000)
    assert refused.value.detail == "A list has at most 500 entrants."
    assert time.perf_counter() - began < 1


def test_a_field_that_never_ends_is_refused_where_it_begins() -> None:
    with pytest.raises(Problem) as refused:
        of_csv(b'name\nAda\n"Ben\n' + b"Cleo\n" * 100)
    facts: Any = refused.value.members["facts"]
    assert [one.line for one in facts["lines"]] == [3]


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_bring_anything_but_a_report_or_its_faults(body: bytes) -> None:
    players_of(text_of(body), games=False)
    with pytest.raises(BadReport):
        read(text_of(body))
