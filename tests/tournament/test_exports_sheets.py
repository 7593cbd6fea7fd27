"""Printed sheets: whole pages, in three languages, whose every number leads to its match."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser

import msgspec
import pytest

from domain.engine.match.events import Cause
from domain.tournament.record.commands import Penalise, Register, RuleTable
from domain.tournament.record.plan import Method, Stage
from domain.tournament.rules.tally import final_table
from service.tournaments.sheets.page import POLICY, SCRIPT, STYLE, Print, final_sheet, round_sheet
from service.tournaments.sheets.words import Language, sheet_words, spoken
from tests.support.tournament.held import ID, SWISS, Held, plan

EVIL = '<script>alert("1")</script>&'
VOID = {"meta", "br", "link", "img", "input", "hr"}


@dataclass
class Seen(HTMLParser):
    """A page as a strict reader sees it: well nested, its links, its ids, the words of its cells."""

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


def seen(page: str) -> Seen:
    found = Seen()
    found.feed(page)
    found.close()
    assert found.open == []
    assert not found.tags & {"img", "link", "iframe", "form"}
    assert len(set(found.ids)) == len(found.ids)
    inside = [link[1:] for link in found.links if link.startswith("#")]
    assert set(inside) <= set(found.ids)
    assert all(link.startswith(("#", "/")) for link in found.links)
    return found


def printed(language: Language = Language.EN, names: Mapping[str, str] | None = None) -> Print:
    return Print(f"Spring {EVIL}", "f" * 64, "http://localhost:8000", language, names or {})


@pytest.fixture(scope="module")
def held() -> Held:
    held = Held(plan()).bots(5).play(2)
    held.do(Penalise(2, 50, Cause.CONDUCT))
    held.start()
    return held


@pytest.mark.parametrize("language", list(Language))
def test_each_language_has_its_words(held: Held, language: Language) -> None:
    words = sheet_words()[language]
    assert all(value.strip() == value and value for value in msgspec.structs.asdict(words).values())
    page = seen(final_sheet(held.tournament, printed(language)))
    assert page.lang == language.value
    assert words.interim in page.words
    assert words.penalty in page.words
    assert f"{held.tournament.version}" in page.words
    assert ("-0,5" if language is not Language.EN else "-0.5") in page.words.replace("−", "-")
    assert words.round in seen(round_sheet(held.tournament, held.tournament.rounds[2], printed(language))).words


def test_every_result_leads_to_its_match(held: Held) -> None:
    page = seen(final_sheet(held.tournament, printed()))
    decided = {table.match for one in held.tournament.rounds for table in one.tables if table.result}
    assert {link.removeprefix("/replay/") for link in page.links if link.startswith("/replay/")} == decided
    running = {table.match for table in held.tournament.rounds[2].tables}
    assert {link.removeprefix("/matches/") for link in page.links if link.startswith("/matches/")} == running
    assert all(f"e{line.entrant}" in page.ids for line in final_table(held.tournament))
    for number in range(1, 6):
        assert {f"s1g1-{number}-score", f"s1g1-{number}-BH"} <= set(page.ids)


def test_terms_add_up_to_their_value(held: Held) -> None:
    page = final_sheet(held.tournament, printed())
    for anchor, cell in re.findall(r'<td id="(s1g1-\d-\w[\w-]*)">(.*?)</td>', page):
        terms = re.findall(r"(?:^| \+ )(-?[\d.]+)", re.sub(r"<[^>]*>", "", cell))
        (value,) = re.findall(rf'<a href="#{anchor}">(-?[\d.]+)</a>', page)
        assert sum(map(float, terms)) == pytest.approx(float(value)), anchor


def test_names_are_words_and_no_page(held: Held) -> None:
    ada, ben = "1" * 32, "2" * 32
    elsewhere = Held(plan(SWISS, elsewhere=True)).people(ada)
    elsewhere.do(Register(player=ben, club="c1"), by=ben)
    elsewhere.start()
    names = Print("t", "", "http://x", Language.EN, {ada: EVIL, ben: "<b>Ben", "c1": EVIL})
    for page in (
        final_sheet(elsewhere.tournament, names),
        round_sheet(elsewhere.tournament, elsewhere.tournament.rounds[0], names),
    ):
        assert EVIL in seen(page).words
        assert "<b>Ben" in seen(page).words


def test_a_round_has_lines_to_fill_in() -> None:
    ada, ben, cleo = "1" * 32, "2" * 32, "3" * 32
    held = Held(plan(SWISS, elsewhere=True)).people(ada, ben, cleo)
    held.start()
    names = {ada: "Ada", ben: "Ben", cleo: "Cleo"}
    empty = round_sheet(held.tournament, held.tournament.rounds[0], printed(names=names))
    assert empty.count('class="blank signature"') == 2
    assert sheet_words()[Language.EN].byes in empty
    assert "2026-09-2" in empty
    assert " UTC</p>" in empty
    assert all(f"<bdi>{name}</bdi>" in empty for name in names.values()), "a name turns nothing around it"
    assert [int(number) for number in re.findall(r'(\d)</td><td class="who">', empty)] == list(
        held.tournament.rounds[0].tables[0].entrants
    )
    held.do(RuleTable(1, 1, (9, 4), (1, 2), Cause.OTHER))
    filled = round_sheet(held.tournament, held.tournament.rounds[0], printed(names=names))
    assert "blank" not in filled.replace(STYLE, "")
    assert "ruled" in seen(filled).words


def test_stages_and_groups_have_their_own_standings() -> None:
    held = Held(plan(Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=2))).bots(6)
    held.play(4).finish()
    page = seen(final_sheet(held.tournament, printed()))
    assert all(title in page.words for title in ("Final table", "Stage 1, Group 1", "Stage 1, Group 2", "Stage 2"))
    assert "Group 1" in seen(round_sheet(held.tournament, held.tournament.rounds[0], printed())).words


def test_nothing_played_is_said() -> None:
    assert "Nothing has been played yet." in seen(final_sheet(Held(plan()).tournament, printed())).words


def test_the_policy_allows_its_own_style_and_script_alone(held: Held) -> None:
    page = final_sheet(held.tournament, printed())
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


@pytest.mark.parametrize(
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
def test_a_page_speaks_what_its_reader_does(wanted: Language | None, accepted: str, language: Language) -> None:
    assert spoken(wanted, accepted) is language


def test_the_sheet_names_its_log(held: Held) -> None:
    page = seen(final_sheet(held.tournament, printed()))
    assert "f" * 64 in page.words
    assert f"http://localhost:8000/api/v1/tournaments/{ID}/bundle" in page.words
