"""A disabled tool says why, by mouse and by keyboard; things explain themselves; a hint disappears."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.cities_knights_player import Player
from tests.viewer.test_cities_knights import my_turn


def test_a_disabled_tool_says_why_it_is_disabled(visit: Visits, service: House) -> None:
    person = service.register("Ada")
    match = service.open(person, "mine", "random", "random", game="cities_knights")
    while not my_turn(service, match, person):
        if service.options(match, person)["prompts"]:
            service.play(match, [person], answers=1)
    page = visit(f"/matches/{match}", person)
    asked: list[str] = []

    def is_asked(question: str) -> bool:
        return page.locator(f".ck-choice[data-tag={question}]").count() > 0

    page.on("request", lambda request: asked.append(request.url) if "refused=true" in request.url else None)
    player = Player(page, Random(3))
    # While the page hurries after bots, it draws the parts beside the board only now and then; a person reads it first.
    expect(page.locator(".match-hint")).to_contain_text("Your turn begins with the dice")
    player.play(lambda done: done["roll roll"] >= 1 and is_asked("act"))
    expect(page.locator(".ck-choice[data-tag=act][aria-busy=false]")).to_be_visible()
    off = page.locator(".ck-bar [data-tool][aria-disabled]").first
    note = page.locator(".note-beside")
    assert asked == []
    off.hover()
    expect(note).to_contain_text(off.locator(".ck-tool-name").inner_text())
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    off.click(force=True)
    expect(note).to_be_visible()
    assert len(asked) == 1
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(page.locator(".note-beside[role=status]")).not_to_be_empty()
    expect(page.locator("[data-told]")).to_have_count(1)
    expect(page.locator(".match-hint")).to_contain_text("bright buttons can be used now")
    assert "hints.cities_knights.roll" in page.evaluate("localStorage.getItem('chronik.hints')")


TOUR = """async (presses) => {
  const isClipped = (thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    for (let box = thing.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).display === "contents" || getComputedStyle(box).overflow === "visible") continue;
      const around = box.getBoundingClientRect();
      if (x < around.left || x > around.right || y < around.top || y > around.bottom) return true;
    }
    return false;
  };
  const told = new Set();
  for (let press = 0; press < presses; press++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "I", shiftKey: true, bubbles: true }));
    await new Promise((done) => setTimeout(done));
    told.add(document.querySelector("[data-told]"));
  }
  return [told.size, [...told].filter(isClipped).map((thing) => thing.outerHTML.slice(0, 90))];
}"""
"""Goes from explanation to explanation; returns how many things were explained, and which of them are out of view."""


SCROLLED = """() => {
  const box = document.querySelector(".replay-log-window");
  const row = box.querySelector("[aria-current=step]")?.getBoundingClientRect();
  return row && row.top >= box.getBoundingClientRect().top && row.bottom <= box.getBoundingClientRect().bottom;
}"""
"""Whether the log has scrolled to its current row, which happens after painting."""


def test_the_tour_of_explanations_skips_things_that_are_scrolled_out_of_view(visit: Visits, service: House) -> None:
    """Even beyond the edge of a scrolled panel a thing may still be inside the window."""
    ada, ben = service.register("Ada"), service.register("Ben")
    match = service.seated([ada, ben])
    service.play(match, [ada, ben], answers=2)
    page = visit(f"/matches/{match}", ada, viewport={"width": 1280, "height": 720})
    told = page.locator("[data-told]")
    page.get_by_label("Search the log").scroll_into_view_if_needed()
    page.wait_for_function(SCROLLED)
    page.keyboard.press("Shift+i")
    expect(told).to_have_count(1)
    explained, clipped = page.evaluate(TOUR, 50)
    assert explained > 10
    assert clipped == []
