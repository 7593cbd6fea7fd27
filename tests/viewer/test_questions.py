"""Whatever is asked on whatever screen: a press on the middle of each button of the question reaches that button.

Beside the board, nothing has to be scrolled for that. If the question is below the board, the page is scrolled
and never the question. The button that ends or confirms is always visible, and does not move when the page learns
what an answer would bring: otherwise a press at that moment would be lost. Text on the buttons is legible.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import ViewportSize, expect

from chronik.domain.catan_cards.prompts import Prompt as CatanCardsPrompt
from chronik.domain.cities_knights.prompts import Prompt as CitiesKnightsPrompt
from chronik.domain.katharina.prompts import Prompt as KatharinaPrompt
from tests.support.viewer.house import House
from tests.support.viewer.visits import SETTLED, Visits
from tests.viewer import catan_cards_questions
from tests.viewer import questions as recorded
from tests.viewer.asking import PANEL, Asked
from tests.viewer.catan_cards_player import HEAR, is_answered
from tests.viewer.legible import CONTRAST, WITHIN, Scheme, faint, too_faint
from tests.viewer.questions import Question
from tests.viewer.test_layout import drawn
from tests.viewer.test_phone import PHONE

FINGERS, LAYOUT = (
    Path(__file__).with_name("in_page").joinpath(name).read_text("utf-8").strip().removesuffix(";")
    for name in ("fingers.js", "layout.js")
)
PRESS = f"""async (told) => {{
  const read = () => ({CONTRAST})({WITHIN!r});
  const [layout, asked] = [({LAYOUT})(), await read()];
  const [missed, opened, shown] = await ({FINGERS})(told, read);
  return [[...layout, ...missed], opened, [...asked, ...shown]];
}}"""
"""Presses everything; returns the faults, the tools that were opened, and the texts that were read."""
PROMPTS: dict[str, Any] = {
    "catan_cards": CatanCardsPrompt,
    "cities_knights": CitiesKnightsPrompt,
    "katharina": KatharinaPrompt,
}
DESK, ZOOMED = (1280, 720), (640, 360)
"""The last one is the desktop at 200 %."""
HELD = PHONE | {"viewport": {"width": 390, "height": 844}}
SIZES = ((1024, 768), (1440, 900), (1920, 1080), (2560, 1440), (768, 1024), (844, 390), (360, 640))
PARTS = (".ka-map", ".ka-mat .ka-display", ".ka-mat .ka-holding", ".match-question-foot .primary")
SHOWN = """(parts) => parts.every((part) => {
  const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
  return bottom - top >= 30 && left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
})"""
"""Whether each of these parts of the table of Katharina fits into the window."""
UNREST = re.compile("Onlusten: Geen landschap levert iets op|Unruhen: Keine Landschaft bringt Ertrag")
"""The event that asks for the tax, in the languages of these tests."""
TRIES = 10
"""How often a busy machine may draw a page before it has its new layout."""


def questions(name: str) -> dict[str, Question]:
    """Returns every kind of question of a game."""
    return catan_cards_questions.fullest() if name == "catan_cards" else recorded.questions(name)


LONG = bool(os.environ.get("CHRONIK_LONG"))


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_these_tests_cover_every_kind_of_question(name: str) -> None:
    tags = {one.__struct_config__.tag for one in get_args(PROMPTS[name])}
    assert {question.tag for question in questions(name).values()} == tags


@pytest.mark.parametrize("language", ["nl", "de"] if LONG else ["nl"])
@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_every_button_can_be_pressed_on_a_desktop_and_when_everything_is_twice_as_large(
    visit: Visits, service: House, name: str, language: str
) -> None:
    """Dutch has the longest words on a desktop, German on a phone; then the board comes first on every screen.

    Each size is tried with one of the games, or with all of them if `CHRONIK_LONG` is set.
    """
    first, *more = some(name, 0)
    table = Asked(visit, service, first, viewport=viewport(DESK), chosen=language)
    all_pressed(table, [first, *more], tools=True)
    if LONG:
        resize(table, (1366, 768))
        all_pressed(table, [*more, first], tools=True)
    resize(table, ZOOMED)
    all_pressed(table, some(name, 2), tools=LONG, scheme="dark")
    table.ask(questions(name)["play-cards" if name == "katharina" else "act"])
    faults: list[str] = []
    for size in SIZES if LONG else SIZES[sorted(PROMPTS).index(name) :: len(PROMPTS)]:
        table.page.set_viewport_size(viewport(size))
        for _ in range(TRIES):
            drawn(table.page)
            if not (found := table.page.evaluate(LAYOUT)):
                break
        faults += found
    assert faults == [], "\n".join(faults)


def resize(table: Asked, size: tuple[int, int]) -> None:
    table.page.set_viewport_size(viewport(size))
    table.page.evaluate(SETTLED)


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_every_button_can_be_pressed_on_a_phone(visit: Visits, service: House, name: str) -> None:
    asked = some(name, 1)
    table = Asked(visit, service, asked[0], chosen="de", **HELD)
    all_pressed(table, asked, tools=True, scheme="dark")


def viewport(size: tuple[int, int]) -> ViewportSize:
    return ViewportSize(width=size[0], height=size[1])


def some(name: str, turn: int) -> list[Question]:
    """Returns every third question of a game: a third each on desktop, phone and enlarged; with `CHRONIK_LONG` all."""
    asked = list(questions(name).values())
    return asked if LONG else asked[turn::3]


def all_pressed(table: Asked, asked: list[Question], *, tools: bool, scheme: Scheme = "light") -> None:
    """Asks these questions, and fails if a button of one of them cannot be pressed or read.

    Map, rows and hand of Katharina are on screen meanwhile. Questions of the card game are answered, too.
    Text is read in one colour scheme, and with `CHRONIK_LONG` in both.
    """
    table.page.emulate_media(color_scheme=scheme)
    table.page.evaluate(HEAR)
    missed: list[str] = []
    opened: set[str] = set()
    for question in asked:
        if question is not table.now:
            table.ask(question)
        offers = question.tag == "act" and bool(question.view.get("offers"))
        if LONG:
            missed += [f"{question.kind}, {one}" for one in faint(table.page)[0]]
        if question.game == "katharina":
            table.page.wait_for_function(SHOWN, arg=PARTS)
        known = [] if LONG else sorted(opened)
        told = {"panel": PANEL, "tag": question.tag, "offers": offers, "tools": tools, "known": known}
        found, opening, shown = table.page.evaluate(PRESS, told)
        missed += [f"{question.kind}, {one}" for one in too_faint(shown)]
        opened |= set(opening)
        missed += [f"{question.kind}, {one}" for one in found]
        if question.game == "catan_cards":
            if question.tag == "pay-tax":
                expect(table.page.locator(".cc-reason")).to_contain_text(UNREST)
            if not is_answered(table, question):
                missed.append(f"{question.kind}: the rules do not accept the answer")
    assert missed == [], "\n".join(missed)


def test_the_sheet_opens_for_the_step_after_a_revealed_card(visit: Visits, service: House) -> None:
    page = Asked(visit, service, questions("catan_cards")["swap-card"], **HELD).page
    put = page.get_by_role("group", name="You put away")
    expect(put).to_be_hidden()
    page.locator("#cc-look button.cc-card").first.tap()
    expect(put).to_be_in_viewport()
