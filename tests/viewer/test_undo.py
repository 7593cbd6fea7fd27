"""People vote on an undo across a revelation, and on another person at a seat."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.support.service.sitting import API, good
from tests.support.viewer.house import PATIENCE, House
from tests.support.viewer.visits import Visits

BLOCKED = r"422: .*/undo"
"""The refusal that a player gets who wants to undo alone."""


def ask(page: Page) -> None:
    """Asks to go back to the moment after the deal; the page says what blocks it."""
    page.get_by_role("button", name="Take back …").click()
    dialog = page.get_by_role("dialog", name="Take back")
    expect(dialog).to_contain_text("You can take back your last command at once")
    choice = dialog.get_by_label("Go back to")
    expect(choice.get_by_role("option").first).to_be_attached()
    choice.select_option(index=choice.get_by_role("option").count() - 1)
    dialog.get_by_role("button", name="Take back", exact=True).click()
    blocked = dialog.get_by_role("alert")
    expect(blocked).to_contain_text("a player has learned something from")
    dialog.get_by_role("button", name="Ask the others").click()
    expect(dialog).to_have_count(0)


def test_a_player_can_refuse_to_go_back(visit: Visits, service: House) -> None:
    """`test_catan_cards_match` lets players agree."""
    visit.expect(BLOCKED)
    ada, ben = service.register("Ada"), service.register("Ben")
    match = service.seated([ada, ben])
    service.play(match, [ada, ben], answers=5)  # until after the first revelation
    here = visit(f"/matches/{match}", ada)
    there = visit(f"/matches/{match}", ben)
    ask(here)
    request = there.get_by_role("region", name="A request to go back")
    expect(request).to_contain_text("Ada asks to go back.")
    expect(here.get_by_role("region", name="A request to go back")).to_contain_text("Still to answer: Ben.")
    request.get_by_role("button", name="Refuse").click()
    expect(here.get_by_text("Ben does not want to go back.").first).to_be_visible()
    expect(here.get_by_role("region", name="A request to go back")).to_have_count(0)


def test_people_agree_that_another_person_takes_a_seat(visit: Visits, service: House) -> None:
    """The person who left watches from then on, and the match is in both people's lists but counts for one."""
    visit.expect(r"403: .*/options")  # the page of the person who left may ask once more
    visit.expect(r"409: .*dry_run")  # the page of the new person may preview a card when the match ends
    ada, ben, eve = (service.register(name) for name in ("Ada", "Ben", "Eve"))
    match = service.seated([ada, ben], game="catan_cards")
    here, there = visit(f"/matches/{match}", ada), visit(f"/matches/{match}", ben)
    here.get_by_role("button", name="Give up …").click()
    here.get_by_role("button", name="Let another person play on").click()
    there.get_by_role("region", name="A seat is offered").get_by_role("button", name="Agree").click()
    expect(here.get_by_role("button", name="Keep my seat")).to_be_visible()
    visitor = visit("/", eve)
    visitor.get_by_role("link", name="Sit down: Catan, the Card Game · Ben, Ada has to leave: play on").click()
    visitor.get_by_role("button", name="Take the seat").click()
    expect(visitor.locator(".match-mine")).to_contain_text("Eve")
    expect(here.get_by_text("Eve plays on with your seat. You are watching.")).to_be_visible()
    expect(here.get_by_text("Eve takes over the seat of Ada.").first).to_be_visible()
    service.give_up(match, ben)
    until, asked = time.monotonic() + PATIENCE, {"player": ada.player, "status": "finished"}
    while not good(service.client.get(f"{API}/matches", params=asked))["matches"]:
        assert time.monotonic() < until, "the result is not recorded"
        time.sleep(0.05)
    here.goto(f"{service.url}/players/{ada.player}")
    expect(here.locator(".people-matches")).to_contain_text(re.compile(r"handed over at entry \d+.*–.*–.*Eve"))
    expect(here.locator(".people-records")).to_have_count(0)
