"""A player sees the turns of the others at a chosen pace, can skip them, and reads afterwards what happened."""

from __future__ import annotations

import re
import time
from random import Random

from playwright.sync_api import Page, expect

from tests.support.viewer.house import PATIENCE, House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar

QUESTION = ".ck-choice"
SINCE = "Since your last turn"
LOSSES = re.compile(r"^(You have lost nothing|It cost you .+)\.$")
"""Bots may rob the player."""


def table(service: House) -> tuple[str, Person]:
    """Returns a match against bots in which the player acts, and has had a turn before."""
    ada = service.register("Ada")
    match = service.open(ada, "mine", "greedy", "greedy", game="cities_knights", options={"victory_points": 20})
    luck = Random(4)
    while (view := service.view(match)["view"])["turn"] < 7 or not acts(service, match, ada):
        assert not view.get("places")
        service.answer(match, ada, luck)
    return match, ada


def turn_of(service: House, match: str) -> int:
    return int(service.view(match)["view"]["turn"])


def next_question(service: House, match: str, person: Person, own: int) -> int:
    """Waits until a person is asked again after their turn, and returns the turn; another seat's seven may ask too."""
    until = time.monotonic() + PATIENCE
    while not service.options(match, person)["prompts"] or (now := turn_of(service, match)) == own:
        assert time.monotonic() < until
        time.sleep(0.05)
    return now


def acts(service: House, match: str, person: Person) -> bool:
    asked = service.options(match, person)["prompts"]
    return bool(asked) and asked[0]["prompt"]["t"] == "act"


def end_turn(page: Page) -> None:
    expect(page.locator(QUESTION)).to_have_attribute("aria-busy", "false")
    page.get_by_role("button", name="End the turn").click()


def test_the_turns_of_the_others_are_shown_one_by_one_until_the_player_skips_them(
    visit: Visits, service: House
) -> None:
    match, ada = table(service)
    page = visit(f"/matches/{match}", ada, pace="slow", reduced_motion="no-preference")
    end_turn(page)
    skip = page.get_by_role("button", name="Skip", exact=True)
    expect(skip).to_be_visible()
    expect(page.locator(QUESTION)).to_have_count(0)
    behind = int(bar(page).get_attribute("data-last") or 0) - int(bar(page).get_attribute("data-at") or 0)
    assert behind > 3
    skip.click()
    expect(page.locator(QUESTION)).to_be_visible()
    expect(skip).to_have_count(0)


def test_a_player_who_wants_it_at_once_waits_for_nothing_and_reads_what_happened(visit: Visits, service: House) -> None:
    match, ada = table(service)
    page = visit(f"/matches/{match}", ada, pace="slow", reduced_motion="no-preference")
    since = page.get_by_role("button", name=SINCE)
    since.click()
    page.get_by_role("radio", name="At once").check()
    page.keyboard.press("Escape")
    expect(since).to_be_focused()
    page.reload()
    own = turn_of(service, match)
    end_turn(page)
    expect(page.locator(QUESTION)).to_be_visible(timeout=15_000)
    others = min(next_question(service, match, ada, own) - own, 2)
    since.click()
    expect(page.get_by_role("radio", name="At once")).to_be_checked()
    told = page.locator(".match-since-turns")
    expect(told.get_by_role("heading")).to_have_count(others)
    expect(told.get_by_text("The event die shows").first).to_be_visible()
    expect(page.locator(".match-since p")).to_have_text([LOSSES])
    costs = told.locator("section .match-since-cost").all_inner_texts()
    expect(told.locator("> .match-since-cost li")).to_have_text(costs)
