"""axe finds nothing serious on any page, light or dark, wide or narrow; other tests check what it cannot see."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar, entry, slider
from tests.viewer.test_landmarks import has_landmarks
from tests.viewer.test_languages import in_every_language
from tests.viewer.width import fits

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = {"serious", "critical"}
DIALOG = "dialog[open]"
RUN = """async (within) => {
  const { style } = document.body;
  const { opacity } = style;
  style.opacity = "";  // what is not painted has no contrast
  const found = await axe.run(within ?? document, { resultTypes: ["violations"], preload: false });
  style.opacity = opacity;
  const where = (node) => `${node.target.join(" ")}: ${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`;
  return found.violations.map(({ id, impact, nodes }) => ({ rule: id, impact, where: nodes.slice(0, 4).map(where) }));
}"""
MOVING = """() => document.getAnimations()
  .filter((one) => (one.effect?.getComputedTiming().duration ?? 0) > 100).length"""
LONG = bool(os.environ.get("CHRONIK_LONG"))
EVERY_LOOK: list[tuple[Literal["light", "dark"], int]] = [
    ("light", 1440),
    ("dark", 360),
    ("dark", 1440),
    ("light", 360),
]
LOOKS = EVERY_LOOK if LONG else EVERY_LOOK[:2]


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that `make pages` fetches; without it these tests are skipped, or fail in CI."""
    if not AXE.exists():
        sentence = "There is no axe-core here (make pages fetches it); pages are not checked with it."
        if os.environ.get("CHRONIK_COMPLETE") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return AXE.read_text()


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return service.gone_back()[1]


@pytest.fixture(scope="module")
def running(service: House, people: list[Person]) -> str:
    match = service.seated(people)
    service.play(match, people, answers=len(people))
    return match


@pytest.fixture(scope="module")
def finished(service: House) -> str:
    return service.gone_back()[0]


def grave(page: Page, axe: str, within: str | None = None) -> list[Any]:
    """Returns what axe finds serious or critical, on the whole page or within one part of it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    return [one for one in page.evaluate(RUN, within) if one["impact"] in GRAVE]


@pytest.mark.parametrize("first", range(len(LOOKS)) if LONG else [0])
def test_axe_finds_no_serious_fault_on_any_page(
    visit: Visits, people: list[Person], running: str, finished: str, axe: str, first: int
) -> None:
    """Themes and widths take turns from page to page; with `CHRONIK_LONG` each page is checked in all of them.

    Every page fits into the width of a phone, every other one into that of a large screen, too; each has its
    landmarks, and is in one language. Words are read together with those of a dialog above them.
    """
    page = visit("/", people[0], chosen="nl", bypass_csp=True)  # axe itself writes styles into the page
    found: dict[str, list[Any]] = {}

    def look(where: str, within: str | None = None) -> None:
        scheme, width = LOOKS[(first + len(found)) % len(LOOKS)]
        for wide in sorted({360, width}):
            page.set_viewport_size({"width": wide, "height": 900})
            fits(page)
        if within is None:
            has_landmarks(page)
        if where not in ("lobby", "replay with the board as tables"):  # dialogs open there next
            in_every_language(page)
        page.emulate_media(color_scheme=scheme)
        found[where] = grave(page, axe, within)

    expect(page.get_by_role("link", name="Terugkijken").first).to_be_visible()
    look("lobby")
    page.get_by_role("button", name="Nieuwe partij").click()
    expect(page.get_by_role("button", name="Partij openen")).to_be_visible()
    look("open a match", DIALOG)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Ada").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button", name="Opslaan", exact=True)).to_be_enabled()
    look("account", DIALOG)
    page.goto(f"/matches/{running}")
    expect(page.locator("[data-tag]")).to_be_attached()
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Ongedaan maken")).to_be_enabled()
    for sheet in page.locator(".match-question-show[aria-expanded=false]").all():
        sheet.click()
    look("table with an open choice")
    page.goto(f"/replay/{finished}?e=60")
    expect(bar(page)).to_be_visible()
    page.locator("summary", has_text="De stand als tabellen").evaluate("(one) => one.click()")
    expect(page.get_by_role("table", name="Steden")).to_be_attached()
    look("replay with the board as tables")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Toetsen")).to_be_visible()
    look("help", DIALOG)
    page.keyboard.press("Escape")
    for key in ("g", "e"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        in_every_language(page)
        page.keyboard.press("Escape")
    assert {where: those for where, those in found.items() if those} == {}
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert "button-name" in {one["rule"] for one in grave(page, axe, "main")}, "axe would not find it"


def test_a_replay_speaks_every_line_without_motion_and_a_dialog_returns_the_focus(visit: Visits, finished: str) -> None:
    """The slider says where it is, and a closed dialog returns the focus to its button."""
    page = visit(f"/replay/{finished}?e=60")
    expect(slider(page)).to_have_attribute(
        "aria-valuetext", re.compile(r"^Decade 1, round \d, (\w+, )?entry 60 of \d+$")
    )
    spoken = page.locator("[aria-live=polite].unseen").last
    slider(page).focus()
    assert page.evaluate("[scrollY, document.querySelector('.match-board').scrollTop]") == [0, 0]
    said = []
    for _ in range(3):
        stood = slider(page).input_value()
        page.keyboard.press("ArrowRight")
        expect(slider(page)).not_to_have_value(stood)
        sentence = page.locator(".replay-sentence").get_attribute("title") or ""
        expect(spoken).to_have_text(sentence)
        said.append(sentence)
        assert page.evaluate(MOVING) == 0
    assert all(said)
    assert entry(page)[0] > 60
    opener = page.get_by_role("button", name="Keys and help")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
