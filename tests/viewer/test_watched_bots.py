"""A match of bots plays from its beginning at the speed that the page shows; "live" is the reader's choice."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar, entry, slider

NOTES = """addEventListener("DOMContentLoaded", () => {
  window.moves = [];
  new MutationObserver((changes) => {
    if (!changes.some(({ target }) => target.matches?.(".replay-bar"))) return;
    const at = Number(document.querySelector(".replay-bar").dataset.at);
    if (window.moves.at(-1)?.at === at) return;
    window.moves.push({ at, time: performance.now(), speed: document.querySelector(".replay-speed select")?.value });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-at"] });
});"""
"""Notes each move of the cursor: when it was drawn, and the speed that the page shows; "" is "live"."""
AHEAD = "(many) => document.querySelector('.replay-bar').dataset.last > many"
CLOSE_BEHIND = """(many) => {
  const { last, at } = document.querySelector(".replay-bar").dataset;
  return last - at < many;
}"""
STEP = 630
"""Milliseconds that the shortest step is shown at speed 1."""
MANY = 30


def moves(page: Page, count: int) -> list[Any]:
    """Returns the cursor's moves as soon as there are at least `count`."""
    page.wait_for_function("(count) => window.moves.length >= count", arg=count)
    return list(page.evaluate("window.moves"))


def stopped_match(service: House) -> str:
    """Returns a match of bots that a referee has paused; otherwise bots end it before a page has loaded."""
    service.referee()
    match = service.open(
        service.register("Olga"), *["random"] * 4, game="cities_knights", options={"victory_points": 20}
    )
    stop_after(service, match, 3 * MANY)
    return match


def stop_after(service: House, match: str, version: int) -> None:
    """Pauses a match when it has at least `version` entries."""
    while service.card(match)["version"] < version:
        time.sleep(0.01)
    service.pause(match)


def span(seen: list[Any]) -> float:
    """Returns the milliseconds from the first to the last of these moves."""
    return float(seen[-1]["time"] - seen[0]["time"])


def test_a_running_match_of_bots_plays_at_the_speed_that_is_shown_from_its_beginning_or_from_live(
    visit: Visits, service: House
) -> None:
    """The page used to follow such a match at up to 60 moves a second while it showed "1x".

    A reader who chooses live continues from there, and only a further press skips what the bots have done since.
    """
    stopped = stopped_match(service)
    page = visit("about:blank", script=NOTES, reduced_motion="no-preference")
    for kind in ("embed", "matches"):
        page.goto(f"/{kind}/{stopped}")
        expect(page.locator("[data-does=play]")).to_have_accessible_name("Pause")
        expect(page.get_by_label("Speed")).to_have_value("1")
        seen = moves(page, 4)
        assert seen[0]["at"] < MANY
        assert span(seen) > 2 * STEP  # three steps; the first may be drawn late
        assert {move["speed"] for move in seen} == {"1"}
        expect(page.locator(".match-waiting, .match-player[data-state]")).to_have_count(0)
        page.wait_for_function(AHEAD, arg=2 * MANY)
    live = page.get_by_role("button", name="Back to live")
    live.click()
    expect(page.get_by_role("button", name="Back to live. Live")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-does=play]")).to_have_accessible_name("Pause")
    page.evaluate("window.moves = []")
    last = entry(page)[1]
    service.pause(stopped, paused=False)
    stop_after(service, stopped, last + 3 * MANY)
    page.wait_for_function(AHEAD, arg=last + 2 * MANY)
    seen = moves(page, 4)
    assert seen[3]["at"] < last + MANY
    assert span(seen[:4]) > 2 * STEP
    assert {move["speed"] for move in seen} == {"1"}
    expect(live).to_contain_text("Back to now")
    live.click()
    page.wait_for_function(CLOSE_BEHIND, arg=1)


def test_a_finished_match_of_bots_plays_at_its_table_but_waits_in_the_replay(visit: Visits, service: House) -> None:
    """Bots may finish before the page that watches them has loaded."""
    match = service.watched("catan_cards", 2)
    page = visit(f"/matches/{match}", script=NOTES)
    expect(page.locator("[data-does=play]")).to_have_accessible_name("Pause")
    assert moves(page, 3)[-1]["at"] < entry(page)[1]
    scores, rest = page.locator(".replay-scores"), page.get_by_role("button", name="Show the scores to the end")
    expect(page.locator(".match-status")).to_have_count(0)
    page.locator("[data-does=play]").click()
    slider(page).fill(str(entry(page)[1] - 1))  # by then a seat is ahead
    expect(scores.get_by_role("columnheader")).to_have_count(2)
    expect(rest).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("region", name="won")).to_be_visible()
    expect(page.locator("[data-does=play]")).to_have_accessible_name("Play")
    expect(scores.get_by_role("columnheader")).to_have_count(3)
    page.goto(f"/replay/{match}")
    expect(bar(page)).to_be_visible()
    rest.click()
    expect(scores.get_by_role("columnheader")).to_have_count(3)
    expect(page.locator("[data-does=play]")).to_have_accessible_name("Play")
