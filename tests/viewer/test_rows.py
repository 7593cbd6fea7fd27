"""Katharina is played on the player's rows: cards go to places, and results stay until the next cards are revealed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.asking import Asked
from tests.viewer.board import slider
from tests.viewer.questions import questions

PHONE = (390, 844)


def drag(page: Page, card: str, to: str) -> None:
    """Drags a card of the hand to a place with the mouse."""
    page.locator(f'[data-card="{card}"]').hover()
    page.mouse.down()
    page.locator(to).hover()
    page.mouse.up()


def test_cards_are_dragged_to_their_places(visit: Visits, service: House) -> None:
    """`test_questions` checks that map, rows and hand are on screen on a desktop, on a phone and enlarged."""
    asked = questions("katharina")
    table = Asked(visit, service, asked["choose-display"], viewport={"width": 1280, "height": 720})
    page, hand = table.page, asked["choose-display"].view["seats"]["0"]["hand"]
    places = page.locator(".ka-mat [data-drop]")
    for card in hand[:2]:
        drag(page, card, ".ka-mat [data-drop='0']")
    for place, card in enumerate((hand[1], hand[0])):
        expect(places.nth(place).locator(f"[data-at='card-{card}']")).to_be_visible()
    table.ask(asked["play-cards"])
    hand = asked["play-cards"].view["seats"]["0"]["hand"]
    drag(page, hand[1], ".ka-mat [data-drop=row]")
    drag(page, hand[0], ".ka-mat [data-drop='0']")
    expect(page.locator(f".ka-mat [data-drop=row] [data-at='card-{hand[1]}']")).to_be_visible()
    expect(page.locator(f".ka-mat [data-drop='0'] [data-at='card-{hand[0]}']")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()


def test_what_a_round_gave_and_a_scoring_stay_until_the_player_goes_on(visit: Visits, service: House) -> None:
    """What a round gave stays until the next cards are revealed."""
    match = service.finished()
    lines = [(entry["version"], entry["line"]["key"]) for entry in service.entries(match)]
    second = [version for version, key in lines if key == "cards-revealed"][1]
    page = visit(f"/replay/{match}?e={second - 1}&p=spectator")
    expect(slider(page)).to_have_value(str(second - 1))
    expect(page.get_by_role("heading", name="What happened this round")).to_be_visible()
    expect(page.locator(".ka-watched .ka-got")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value(str(second))
    expect(page.locator(".ka-watched .ka-got")).to_have_count(0)
    expect(page.locator(".ka-tiny.ka-turned")).not_to_have_count(0)
    scored = next(version for version, key in lines if key == "displays-cleared")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"/replay/{match}?e={scored}&p=0")
    scoring = page.get_by_role("region", name="Interim scoring")
    expect(scoring.get_by_role("row")).to_have_count(6)
    expect(scoring.get_by_role("table")).to_be_in_viewport(ratio=1)
    for name in page.locator(".match-player").all():
        expect(name.locator(".ka-got")).to_be_in_viewport(ratio=1)
    scoring.get_by_role("button", name="Go on").click()
    expect(scoring).to_have_count(0)
