"""A match is opened and answered without a mouse; the focus can always be seen, and is never trapped.

`test_lesson` plays each game by keyboard.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import GREEDY, Visits
from tests.viewer.board import bar, entry, knows_more

STOPS = """() => {
  const ringed = (it) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
  };
  const read = (one) => {
    const box = one.getBoundingClientRect();
    const within = (most, at) => Math.min(most - 1, Math.max(0, at));
    const [x, y] = [within(innerWidth, box.left + box.width / 2), within(innerHeight, box.top + box.height / 2)];
    const top = document.elementFromPoint(x, y);
    one.dataset.visited ??= String(Math.random());
    return {
      id: one.dataset.visited,
      what: one.outerHTML.slice(0, 160),
      ring: ringed(one) || [...document.querySelectorAll(":has(:focus-visible), :focus-visible + *")].some(ringed),
      seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
        && (one.contains(top) || top?.contains(one) || one.closest("label")?.contains(top)),
    };
  };
  window.stops = [];
  onkeyup = () => {
    const one = document.activeElement;
    if (one && one !== document.body) window.stops.push(read(one));
  };
}"""
"""Records every element that Tab focuses; the page has scrolled to it when the key is released."""
NAMED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  return one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent.trim() ?? one.textContent.trim();
}"""
MANY = 400
FEW = 20
"""Presses of Tab between two looks at the record."""


def tour(page: Page) -> list[Any]:
    """Tabs through a whole page until the focus is back where it first was; returns the stops."""
    page.evaluate(STOPS)
    for _ in range(MANY // FEW):
        for _ in range(FEW):
            page.keyboard.press("Tab")
        stops: list[Any] = page.evaluate("() => window.stops")
        seen: set[str] = set()
        for number, stop in enumerate(stops):
            if stop["id"] in seen:
                assert stop["id"] == stops[0]["id"], f"trapped at {stop['what']}"
                return stops[:number]
            seen.add(stop["id"])
    raise AssertionError(f"after {MANY} times Tab the focus has not come round")


def tab_to(page: Page, name: str) -> None:
    """Tabs until the focus is on an element with this name."""
    for _ in range(MANY):
        page.keyboard.press("Tab")
        named = page.evaluate(NAMED)
        if named is not None and re.search(name, named):
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def seen_everywhere(page: Page) -> None:
    """Fails if the focus is trapped, has no visible ring, or is covered by something else."""
    stops = tour(page)
    assert [stop["what"] for stop in stops if not stop["ring"]] == []
    assert [stop["what"] for stop in stops if not stop["seen"]] == []


def answer(page: Page, question: str) -> None:
    """Answers by keys alone, with the first cards of the hand and the first free place."""
    keys = page.keyboard
    confirm = page.locator("[aria-keyshortcuts=Enter]")
    if question.startswith("Choose three"):
        tries = [["1", "2", "3"]]
    elif question.startswith("Play two"):
        tries = [["1", "2", f"Shift+Digit{place}"] for place in (1, 2, 3)]
    elif question.startswith("Your colours"):
        tries = [["p", "1", "2", "3", "Shift+Digit1"], ["p", "Shift+Digit1", "1", "2", "3"], ["n"]]
    else:
        tries = [["Shift+Digit1"]]
    for presses in tries:
        for press in presses:
            keys.press(press)
            if confirm.is_enabled() and press not in ("1", "p") and presses[0] != "p":
                break
        if confirm.is_enabled():
            keys.press("Enter")
            return
        keys.press("Escape")
    raise AssertionError(f"{question} cannot be answered by keys")


def test_a_match_against_bots_can_be_opened_and_answered_by_keyboard(visit: Visits, service: House) -> None:
    visit.expect(r"4..: .*dry_run=true")  # the match may move on before the question arrives
    page = visit("/", script=GREEDY)
    keys = page.keyboard
    tab_to(page, "^Open a match")
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to(page, "^4$")
    for _ in range(2):
        keys.press("ArrowLeft")  # two players
    tab_to(page, "^Your name")
    keys.type("Ada")
    keys.press("Enter")
    page.wait_for_url(re.compile("/matches/"))
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    assert len(service.card(match)["seats"]) == 2
    asked = page.locator("[data-tag][aria-busy=false]")
    expect(asked).to_be_visible()
    moment = entry(page)[1]
    answer(page, asked.get_by_role("heading").inner_text())
    knows_more(page, moment)
    keys.press("Home")
    keys.press("ArrowRight")
    expect(bar(page)).not_to_have_attribute("data-at", str(entry(page)[1]))


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return [service.register("Ada"), service.register("Ben")]


def test_the_focus_is_visible_in_the_lobby(visit: Visits, service: House, people: list[Person]) -> None:
    service.seated(people)
    page = visit("/", people[0])
    expect(page.get_by_role("link", name="To the table").first).to_be_visible()
    seen_everywhere(page)
    tab_to(page, "^Open a match")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("combobox").nth(1)).to_be_visible()
    seen_everywhere(page)


def test_the_focus_is_visible_at_the_table(visit: Visits, service: House, people: list[Person]) -> None:
    match = service.seated(people)
    service.play(match, people, answers=2)
    page = visit(f"/matches/{match}", people[0])
    expect(page.locator("[data-tag]")).to_be_visible()
    seen_everywhere(page)
