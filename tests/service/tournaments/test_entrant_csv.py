"""Lists of entrants as bytes: in the charsets that spreadsheets write, and damaged."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chronik.domain.tournament.exchange.trf import BadReport, parse_players, parse_report
from chronik.domain.tournament.record.commands import MOST_LISTED
from chronik.service.tournaments.routes.entrant_list import read_body
from chronik.service.tournaments.routes.newcomers import BotEntrant, Guest, Somebody
from chronik.service.tournaments.routes.trf_body import text_of
from chronik.service.web.problems.problem import Problem
from tests.support.cases import for_each

LIST = "Name;Verein\r\nZoë Müller;Köln\r\n"


@for_each(
    ("coding", "charset"),
    [
        ("utf-8", ""),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", ""),
        ("utf-16", "utf-16"),
        ("cp1252", "windows-1252"),
        ("cp1252", "ISO-8859-1"),
    ],
)
def test_a_list_can_be_read_in_each_charset_that_spreadsheets_write(coding: str, charset: str) -> None:
    assert read_body(LIST.encode(coding), charset).entrants == ((2, Guest("Zoë Müller", "Köln")),)


def test_a_report_or_list_of_an_older_program_is_read_as_utf_16_or_windows_1252() -> None:
    assert text_of(LIST.encode("utf-16")) == text_of(LIST.encode("cp1252")) == LIST


@pytest.mark.parametrize(("charset", "code"), [("", "malformed"), ("utf-8", "malformed"), ("rot13", "not-json")])
def test_bytes_of_another_charset_are_refused_and_not_guessed(charset: str, code: str) -> None:
    with pytest.raises(Problem) as refused:
        read_body(LIST.encode("cp1252"), charset)
    assert refused.value.code == code


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text('name,;\t"\r\n =A\u202e\u0000', max_size=60).map(str.encode)))
@example(b'"')
@example(b"name\n" + b'"' * 101)
@example(b"\xff\xfeA\x00d\x00a\x00")
def test_any_bytes_are_read_as_a_list_or_refused_with_a_problem(body: bytes) -> None:
    refused = ""
    try:
        read = read_body(body)
    except Problem as problem:
        refused = problem.code
    if refused:
        assert refused == "malformed"
    else:
        assert 0 < len(read.entrants) + len(read.faults) <= MOST_LISTED


def test_ten_thousand_lines_are_refused_at_once() -> None:
    began = time.perf_counter()
    with pytest.raises(Problem) as refused:
        read_body(b"Ada;\r\n" * 10_000)
    assert refused.value.detail == "A list has at most 500 entrants."
    assert time.perf_counter() - began < 1


def test_an_unterminated_field_is_refused_at_its_first_line() -> None:
    read = read_body(b'name\nAda\n"Ben\n' + b"Cleo\n" * 100)
    assert [(one.line, one.code) for one in read.faults] == [(3, "list-quotes")]


def test_lines_of_a_csv_table_become_guests_players_and_bots() -> None:
    player = "ab" * 16
    read = read_body(f"name,player,level,club\nAda,,,North\n,{player},,North\n,,random,\n".encode())
    expected: list[Any] = [Guest("Ada", "North"), Somebody(player, "North"), BotEntrant("random")]
    assert [one for _, one in read.entrants] == expected


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_as_a_report_or_refused_with_faults(body: bytes) -> None:
    parse_players(text_of(body), games=False)
    with pytest.raises(BadReport):
        parse_report(text_of(body))
