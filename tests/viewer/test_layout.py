"""The layout of the island and of embedded matches; `test_questions` measures the page of a match on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.asking import Asked
from tests.viewer.board import bar
from tests.viewer.questions import questions

FRAMED = """() => {
  const seen = (those) => {
    const box = document.querySelector(those)?.getBoundingClientRect();
    if (!box || box.width === 0) return false;
    return box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
  };
  const { scrollWidth, scrollHeight } = document.documentElement;
  const last = ".match-player:last-child";
  const parts = [last, `${last} .match-points`, "[data-board]", ".replay-bar", ".replay-range"];
  const missing = parts.filter((one) => !seen(one));
  return scrollWidth > innerWidth || scrollHeight > innerHeight ? ["scrolled", ...missing] : missing;
}"""


HEIGHT = """() => document.querySelector(".ck-sheet").getBoundingClientRect().height"""
"""The height of the drawn island."""
SPREAD = """async (wanted) => {
  const view = document.querySelector(".near-view");
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const finger = (identifier, x) => new Touch({ identifier, target: view, clientX: 100 + x, clientY: 100 });
  const spread = (type, apart) => {
    const touches = [finger(0, 0), finger(1, apart)];
    view.dispatchEvent(new TouchEvent(type, { touches, cancelable: true }));
  };
  const seen = [];
  for (const [apart, large] of wanted) {
    if (apart) spread("touchmove", apart);
    else spread("touchstart", 50);
    const now = () => Math.round(view.firstElementChild.getBoundingClientRect().width / view.clientWidth);
    for (let frames = 0; frames < 60 && now() !== large; frames += 1) await drawn();
    if (now() !== large || view.scrollWidth > view.clientWidth + 1 !== large > 1) seen.push([apart, now()]);
  }
  return seen;
}"""
"""Spreads two fingers to zoom the board in, where it can be panned, and out; returns wrong sizes."""


def drawn(page: Page) -> None:
    """Waits until a page has applied its new size."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))"
    )


def test_the_island_takes_half_the_height_at_200_percent_zoom_and_of_a_finished_match(
    visit: Visits, service: House
) -> None:
    """After the end, no hand is below it."""
    size = {"width": 640, "height": 360}
    page = Asked(visit, service, questions("cities_knights")["act"], viewport=size).page
    assert page.evaluate(HEIGHT) >= size["height"] / 2
    page = visit(f"/matches/{service.watched('cities_knights', 3)}?p=0", viewport={"width": 1280, "height": 720})
    expect(bar(page)).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".match-hold")).to_be_empty()
    expect(page.locator("#page .ck-turn")).to_contain_text("finished")
    assert page.evaluate(HEIGHT) >= 0.6 * 720


@pytest.mark.parametrize("name", ["katharina", "catan_cards"])
def test_an_embedded_match_fits_into_a_small_frame(visit: Visits, service: House, name: str) -> None:
    match = service.finished() if name == "katharina" else service.watched(name, 2)
    page = visit(f"/embed/{match}?e=60", viewport={"width": 320, "height": 240})
    expect(bar(page)).to_be_visible()
    for width, height in ((320, 240), (800, 450)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert page.evaluate(FRAMED) == [], (width, height)
    assert page.evaluate(SPREAD, [[0, 1], [100, 2], [400, 4], [20, 1]]) == []
