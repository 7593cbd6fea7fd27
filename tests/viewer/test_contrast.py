"""Text on buttons and chips is legible (WCAG 2.2, 1.4.3): key badges, counts and marks, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.asking import Asked
from tests.viewer.test_questions import PROMPTS, questions

CONTRAST = Path(__file__).with_name("in_page").joinpath("contrast.js").read_text("utf-8").strip().removesuffix(";")
TOOLS = """() => [...document.querySelectorAll("button[data-tool][aria-pressed]:enabled:not([aria-disabled])")]
  .map((one) => one.dataset.tool)
  .slice(0, 6)"""
OPEN = """(tool) => document.querySelector(`button[data-tool="${tool}"]`)?.click()"""
FAINT = """() => document.body.insertAdjacentHTML(
  "beforeend", '<button class="primary"><span class="soft">1</span></button>')"""
LEAST = 4.5
WITHIN = "button, .button, [role=button], kbd, [class*=chip], [class*=-mark]"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def faint(page: Page) -> tuple[list[str], list[dict[str, Any]]]:
    """Returns the illegible text on buttons and chips, light and dark, and everything that was checked."""
    faults: list[str] = []
    looked: list[dict[str, Any]] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(CONTRAST, WITHIN)
        looked += found
        faults += [f"{scheme}: {one['where']} {one['text']} {one['ratio']}" for one in found if one["ratio"] < LEAST]
    return faults, looked


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_text_on_the_buttons_of_every_question_is_legible(visit: Visits, service: House, name: str) -> None:
    """Every question is checked as it is asked, and every tool once when it is open."""
    asked = list(questions(name).values())
    table = Asked(visit, service, asked[0], viewport={"width": 1280, "height": 900})
    faults: dict[str, list[str]] = {}
    opened: set[str] = set()
    badges = 0
    for question in asked:
        if question is not asked[0]:
            table.ask(question)
        found, looked = faint(table.page)
        badges += sum(one["where"].endswith("::after") for one in looked)
        for tool in sorted(set(table.page.evaluate(TOOLS)) - opened):
            opened.add(tool)
            table.page.evaluate(OPEN, tool)
            found += faint(table.page)[0]
        if found:
            faults[question.kind] = sorted(set(found))
    assert faults == {}, faults
    assert badges > 0 or name == "katharina", "no key badge was seen"


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
