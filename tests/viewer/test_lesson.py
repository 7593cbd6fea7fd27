"""A visitor learns a game: the lesson is played to its end by keyboard; playing on or leaving closes its match."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import GREEDY, Visits
from tests.viewer.board import entry, knows_more
from tests.viewer.test_accessibility import axe as axe
from tests.viewer.test_accessibility import grave
from tests.viewer.test_keyboard import answer, tab_to

STEPS = 60
CARDS = 3
"""How many cards the first hand has."""
CHECKED = ("Cities and Knights", "start")
"""The game and the moment at which axe looks at the page; other tests let it look at tables of the other games."""


def answer_katharina(page: Page) -> None:
    asked = page.locator("[data-tag][aria-busy=false]:not(:has(.ka-choice-sealed.good))")
    expect(asked).to_be_visible()
    moment = entry(page)[1]
    answer(page, asked.get_by_role("heading").inner_text())
    knows_more(page, moment)


def press(one: Locator) -> None:
    """Presses a button by keyboard."""
    one.focus()
    one.page.keyboard.press("Enter")


def answer_cities_knights(page: Page) -> None:
    panel = page.locator(".ck-choice[aria-busy=false]")
    expect(panel).to_be_visible()
    question, before = panel.get_attribute("data-tag"), entry(page)[1]
    if question == "place-start":
        page.locator(".ck-pick-corner[tabindex='0']").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".ck-pick-corner:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        press(page.locator(".ck-pick-edge").first)
        expect(panel.get_by_role("button", name="Confirm")).to_be_enabled()
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("1" if question == "roll" else "n")
    knows_more(page, before)


def answer_catan_cards(page: Page) -> None:
    panel = page.locator(".cc-choice[aria-busy=false]")
    expect(panel).to_be_visible()
    question, before = panel.get_attribute("data-tag"), entry(page)[1]
    if question == "roll":
        press(page.locator(".cc-tool[data-tool=roll]"))
    elif question in ("act", "fill-hand"):
        page.keyboard.press("n")
    else:
        ready = page.locator(".match-question-buttons > button.primary:enabled")
        for number in range(1, 1 + CARDS):
            if not ready.count():
                page.keyboard.press(str(number))
        press(ready)
    knows_more(page, before)


ANSWERS = {
    "Katharina": answer_katharina,
    "Cities and Knights": answer_cities_knights,
    "Catan, the Card Game": answer_catan_cards,
}


@pytest.mark.parametrize("game", ANSWERS)
def test_a_lesson_is_played_to_its_end_by_keyboard_and_closes_its_match(
    visit: Visits, service: House, axe: str, game: str
) -> None:
    visit.expect(r"4..: .*dry_run=true")  # the match may move on before the question arrives
    page = visit("/", bypass_csp=True, script=GREEDY)  # axe itself writes styles into the page
    tab_to(page, f"^Learn in 5 minutes: {game}")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/matches/"))
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    coach = page.get_by_role("region", name="Your first match")
    said: dict[str, str] = {}
    for _ in range(STEPS):
        expect(coach).to_be_visible()
        moment = coach.get_attribute("data-moment") or ""
        text = coach.get_by_role("status").inner_text()
        said[text] = moment
        if (game, moment) == CHECKED and list(said.values()).count(moment) == 1:
            assert grave(page, axe) == []
        if moment == "end":
            break
        following = coach.get_by_role("button", name="Next")
        if following.is_visible():
            with suppress(TimeoutError):  # the match may move on by itself
                following.press("Enter", timeout=10_000)
            expect(coach.get_by_role("status")).not_to_have_text(text)
        else:
            ANSWERS[game](page)
    assert not [text for text in said if "lesson." in text], "every moment has its text"
    assert list(said.values())[-1] == "end"
    assert "clock" in service.card(match)
    if game == "Katharina":
        play_on(page, match)
    else:
        leave(page, match)
    assert service.card(match)["ending"] == "forfeited"


def play_on(page: Page, match: str) -> None:
    tab_to(page, "^Play against a bot")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/matches/" in url and match not in url)
    expect(page.get_by_role("region", name="Your first match")).to_have_count(0)


def leave(page: Page, match: str) -> None:
    press(page.get_by_role("button", name="Leave the lesson"))
    expect(page.get_by_role("region", name="The games")).to_be_visible()
    expect(page.locator(f"a[href*='{match}']")).to_have_count(0)
