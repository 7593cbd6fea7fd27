"""The player's action row in Katharina: its next place is always visible, and its first card as long as both fit."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import SETTLED, Visits

WIDE, PHONE = ViewportSize(width=1280, height=720), ViewportSize(width=390, height=844)
OWN = ".ka-display:has([data-drop=row])"
ROW = """(own) => {
  const box = document.querySelector(own);
  const columns = [...box.querySelectorAll(".ka-column")];
  const laid = box.querySelectorAll(".ka-card:first-child").length;
  const { left, right } = box.getBoundingClientRect();
  const [first, next] = [columns[0].getBoundingClientRect(), columns[laid].getBoundingClientRect()];
  return {
    fits: next.right - first.left <= right - left,
    first: first.left >= left - 1,
    next: next.left >= left - 1 && next.right <= right + 1,
  };
}"""
"""Whether the row fits together with the next place, and which of its first card and that place are visible."""


def play_to_row(service: House, match: str, people: list[Person], laid: int) -> None:
    """Answers for these people until the first one has `laid` cards in the row and is asked for the next."""
    first, luck = people[0], Random(1)
    for person in cycle(people):
        asked = service.options(match, first)["options"]
        row = service.view(match, as_="0", token=first.token)["view"]["seats"]["0"]["action_row"]
        if asked and asked[0]["t"] == "play-cards" and len(row) == laid:
            return
        service.answer(match, person, luck)


def measured(page: Page, laid: int) -> Any:
    """Measures the row when it has `laid` cards and the next is asked for."""
    expect(page.locator(f"{OWN} .ka-card:first-child")).to_have_count(laid)
    page.evaluate(SETTLED)
    return page.evaluate(ROW, OWN)


def test_the_players_row_is_scrolled_only_far_enough_to_show_its_next_place(visit: Visits, service: House) -> None:
    """The scroll position used to be measured from the page's edge, which hid the first card of the row."""
    visit.expect(r"422.*dry_run")  # the match goes on over HTTP while the page tries out what it suggests
    people = [service.register("Ada"), service.register("Ben")]
    match = service.seated(people)
    play_to_row(service, match, people, 3)
    page = visit(f"/matches/{match}", people[0])
    seen = [measured(page, 3)]
    for laid, size in ((5, PHONE), (6, WIDE)):
        page.set_viewport_size(size)
        play_to_row(service, match, people, laid)
        seen.append(measured(page, laid))
    assert seen[0]["fits"]
    assert all(row["first"] == row["fits"] and row["next"] for row in seen), seen
