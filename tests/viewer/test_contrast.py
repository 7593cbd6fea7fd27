"""Text on buttons and chips is legible (WCAG 2.2, 1.4.3): key badges, counts and marks, light and dark.

`test_questions` checks the buttons of every question as it is asked.
"""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.asking import Asked
from tests.viewer.legible import SCHEMES, faint
from tests.viewer.test_questions import questions

LONG = bool(os.environ.get("CHRONIK_LONG"))
TOOLS = """() => [...document.querySelectorAll("button[data-tool][aria-pressed]:enabled:not([aria-disabled])")]
  .map((one) => one.dataset.tool)
  .slice(0, 6)"""
OPEN = """(tool) => document.querySelector(`button[data-tool="${tool}"]`)?.click()"""
FAINT = """() => document.body.insertAdjacentHTML(
  "beforeend", '<button class="primary"><span class="soft">1</span></button>')"""
WITH_TOOLS = {
    "catan_cards": ("act", "fill-hand", "roll"),
    "cities_knights": ("act", "act, offers: 2", "answer-offer", "discard-progress", "roll"),
}
"""The questions that are answered with tools that no question before them has."""


@pytest.mark.parametrize("name", WITH_TOOLS)
def test_text_on_the_buttons_of_every_open_tool_is_legible(visit: Visits, service: House, name: str) -> None:
    """Every other tool is dark; with `CHRONIK_LONG` all are checked in both schemes."""
    asked = [questions(name)[kind] for kind in WITH_TOOLS[name]]
    table = Asked(visit, service, asked[0], viewport={"width": 1280, "height": 900})
    faults: dict[str, list[str]] = {}
    opened: set[str] = set()
    badges = 0
    for question in asked:
        if question is not asked[0]:
            table.ask(question)
        badges += sum(one["where"].endswith("::after") for one in faint(table.page)[1])
        for tool in sorted(set(table.page.evaluate(TOOLS)) - opened):
            opened.add(tool)
            table.page.evaluate(OPEN, tool)
            if found := faint(table.page, SCHEMES if LONG else (SCHEMES[len(opened) % 2],))[0]:
                faults[tool] = sorted(set(found))
    assert faults == {}, faults
    assert badges > 0, "no key badge was seen"


def test_text_on_a_match_that_waits_for_players_is_legible(visit: Visits, service: House) -> None:
    ada, ben = service.register("Ada"), service.register("Ben")
    match = service.open(ada, "mine", "open")
    for person in (ada, ben):
        page = visit(f"/matches/{match}", person)
        expect(page.locator(".lobby-join-seats")).to_be_visible()
        assert not (faults := faint(page)[0]), faults


def test_text_in_the_lobby_and_in_the_list_of_keys_is_legible(visit: Visits, service: House) -> None:
    page = visit("/", service.register("Ada"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Open a match").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not (faults := faint(page)[0]), faults
    page.goto(f"/replay/{service.finished()}")
    expect(page.get_by_role("slider").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    faults, looked = faint(page)
    assert faults == []
    assert len(looked) > 20


def test_control_faint_text_is_found(visit: Visits) -> None:
    page = visit("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate(FAINT)
    assert any("soft 1" in one for one in faint(page)[0])
