"""Printed sheets: complete pages in three languages, in which every number links to its match."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser

import msgspec
import pytest

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import Penalise, Register, RuleTable
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.rules.tally import final_table
from chronik.service.tournaments.sheets.page import POLICY, SCRIPT, STYLE, Print, final_sheet, round_sheet
from chronik.service.tournaments.sheets.words import sheet_words
from chronik.service.web.languages import Language, choose_language
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import ID, SWISS, LocalTournament, plan

EVIL = '<script>alert("1")</script>&'
VOID = {"meta", "br", "link", "img", "input", "hr"}


@dataclass
class ParsedPage(HTMLParser):
    """A page as a strict parser reads it: well nested, with its links, ids and the words of its cells."""

    open: list[str] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    lang: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            if name == "href":
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")
            if name == "lang":
                self.lang = value or ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def parse_page(page: str) -> ParsedPage:
    found = ParsedPage()
    found.feed(page)
    found.close()
    assert found.open == []
    assert not found.tags & {"img", "link", "iframe", "form"}
    assert len(set(found.ids)) == len(found.ids)
    inside = [link[1:] for link in found.links if link.startswith("#")]
    assert set(inside) <= set(found.ids)
    assert all(link.startswith(("#", "/")) for link in found.links)
    return found


def print_options(language: Language = Language.EN, names: Mapping[str, str] | None = None) -> Print:
    return Print(f"Spring {EVIL}", "f" * 64, "http://localhost:8000", language, names or {})


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    cup = LocalTournament(plan()).register_bots(5).play_rounds(2)
    cup.do(Penalise(2, 50, Cause.CONDUCT))
    cup.start()
    return cup


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_all_words_of_the_sheets(cup: LocalTournament, language: Language) -> None:
    words = sheet_words()[language]
    texts = {name: value for name, value in msgspec.structs.asdict(words).items() if name != "stages"}
    assert all(value.strip() == value and value for value in (*texts.values(), *words.stages.values()))
    page = parse_page(final_sheet(cup.tournament, print_options(language)))
    assert page.lang == language.value
    assert words.interim in page.words
    assert words.penalty in page.words
    assert f"{cup.tournament.version}" in page.words
    assert ("-0,5" if language is not Language.EN else "-0.5") in page.words.replace("−", "-")
    assert (
        words.round in parse_page(round_sheet(cup.tournament, cup.tournament.rounds[2], print_options(language))).words
    )


def test_every_result_links_to_its_match(cup: LocalTournament) -> None:
    page = parse_page(final_sheet(cup.tournament, print_options()))
    decided = {table.match for one in cup.tournament.rounds for table in one.tables if table.result}
    assert {link.removeprefix("/replay/") for link in page.links if link.startswith("/replay/")} == decided
    running = {table.match for table in cup.tournament.rounds[2].tables}
    assert {link.removeprefix("/matches/") for link in page.links if link.startswith("/matches/")} == running
    assert all(f"e{line.entrant}" in page.ids for line in final_table(cup.tournament))
    for number in range(1, 6):
        assert {f"s1g1-{number}-score", f"s1g1-{number}-BH"} <= set(page.ids)


def test_terms_add_up_to_their_value(cup: LocalTournament) -> None:
    page = final_sheet(cup.tournament, print_options())
    for anchor, cell in re.findall(r'<td id="(s1g1-\d-\w[\w-]*)">(.*?)</td>', page):
        terms = re.findall(r"(?:^| \+ )(-?[\d.]+)", re.sub(r"<[^>]*>", "", cell))
        (value,) = re.findall(rf'<a href="#{anchor}">(-?[\d.]+)</a>', page)
        assert sum(map(float, terms)) == pytest.approx(float(value)), anchor


def test_names_are_escaped_in_html(cup: LocalTournament) -> None:
    ada, ben = "1" * 32, "2" * 32
    elsewhere = LocalTournament(plan(SWISS, elsewhere=True)).register_players(ada)
    elsewhere.do(Register(player=ben, club="c1"), by=ben)
    elsewhere.start()
    names = Print("t", "", "http://x", Language.EN, {ada: EVIL, ben: "<b>Ben", "c1": EVIL})
    for page in (
        final_sheet(elsewhere.tournament, names),
        round_sheet(elsewhere.tournament, elsewhere.tournament.rounds[0], names),
    ):
        assert EVIL in parse_page(page).words
        assert "<b>Ben" in parse_page(page).words


def test_the_sheet_of_a_round_has_lines_to_fill_in() -> None:
    ada, ben, cleo = "1" * 32, "2" * 32, "3" * 32
    cup = LocalTournament(plan(SWISS, elsewhere=True)).register_players(ada, ben, cleo)
    cup.start()
    names = {ada: "Ada", ben: "Ben", cleo: "Cleo"}
    empty = round_sheet(cup.tournament, cup.tournament.rounds[0], print_options(names=names))
    assert empty.count('class="blank signature"') == 2
    assert sheet_words()[Language.EN].byes in empty
    assert "2026-09-2" in empty
    assert " UTC</p>" in empty
    assert all(f"<bdi>{name}</bdi>" in empty for name in names.values()), "a name turns nothing around it"
    assert [int(number) for number in re.findall(r'(\d)</td><td class="who">', empty)] == list(
        cup.tournament.rounds[0].tables[0].entrants
    )
    cup.do(RuleTable(1, 1, (9, 4), (1, 2), Cause.OTHER))
    filled = round_sheet(cup.tournament, cup.tournament.rounds[0], print_options(names=names))
    assert "blank" not in filled.replace(STYLE, "")
    assert "ruled" in parse_page(filled).words


def test_stages_and_groups_have_their_own_standings() -> None:
    cup = LocalTournament(
        plan(Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=2))
    ).register_bots(6)
    cup.play_rounds(4).finish()
    page = parse_page(final_sheet(cup.tournament, print_options()))
    assert all(title in page.words for title in ("Final table", "Groups, Group A", "Groups, Group B", "Round 4: Final"))
    assert "Group A" in parse_page(round_sheet(cup.tournament, cup.tournament.rounds[0], print_options())).words


def test_a_sheet_says_so_if_nothing_was_played() -> None:
    assert (
        "Nothing has been played yet."
        in parse_page(final_sheet(LocalTournament(plan()).tournament, print_options())).words
    )


def test_the_content_policy_allows_only_the_style_and_script_of_the_page(cup: LocalTournament) -> None:
    page = final_sheet(cup.tournament, print_options())
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style == STYLE
    assert "</" not in STYLE
    assert "@media print" in STYLE
    assert "@page" in STYLE
    assert "url(" not in STYLE
    assert re.findall(r"<script>(.*?)</script>", page, re.DOTALL) == [SCRIPT]
    assert "</" not in SCRIPT
    for content in (STYLE, SCRIPT):
        assert f"-src 'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'" in POLICY
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY


@for_each(
    ("wanted", "accepted", "language"),
    [
        (None, "", Language.EN),
        (None, "de", Language.DE),
        (None, "nl-BE,nl;q=0.9,en;q=0.8", Language.NL),
        (None, "fr, de;q=0.3, nl;q=0.7", Language.NL),
        (None, "de;q=0", Language.EN),
        (None, "de;q=x, *", Language.EN),
        (None, ";;;,,q=1", Language.EN),
        (Language.NL, "de", Language.NL),
    ],
)
def test_a_sheet_is_in_the_language_of_its_reader(wanted: Language | None, accepted: str, language: Language) -> None:
    assert choose_language(wanted, accepted) is language


def test_the_sheet_states_the_digest_of_its_log(cup: LocalTournament) -> None:
    page = parse_page(final_sheet(cup.tournament, print_options()))
    assert "f" * 64 in page.words
    assert f"http://localhost:8000/api/v1/tournaments/{ID}/bundle" in page.words
