"""Two people play a match against each other, each in their own browser, with clicks.

After each kind of answer one of them gives up; with `CHRONIK_LONG` all of the match is clicked.
"""

import os
import re
from random import Random

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import knows, knows_more, open_bar
from tests.viewer.choosing import Choice, bold, now

LONG = bool(os.environ.get("CHRONIK_LONG"))
KINDS = {"choose-display", "play-cards", "resolve", "perform"}


def player(page: Page) -> Person:
    """Returns the player who is signed in in a browser."""
    kept = page.evaluate("JSON.parse(localStorage.getItem('chronik.player'))")
    return Person(kept["player"], kept["name"], kept["token"], kept.get("token_id", ""), tuple(kept.get("scopes", ())))


def open_table(page: Page) -> str:
    """Opens a match for two with an open seat; returns the link for the other player."""
    page.get_by_role("button", name="Open a match").click()
    form = page.get_by_role("dialog", name="Open a match")
    form.get_by_role("radio", name="2", exact=True).check(force=True)
    form.get_by_label("Seat 2").select_option("Open to anyone")
    form.get_by_label("Your name").fill("Ada")
    form.get_by_role("button", name="Open the match").click()
    return page.get_by_label("Invite others with this link").input_value()


def join(page: Page) -> None:
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Sit here: seat 2").click()


def test_two_people_can_play_with_clicks_and_see_the_result(visit: Visits, service: House) -> None:
    visit.expect(r"4..: .*dry_run=true")  # the match may move on before the question arrives
    here = visit("/")
    link = open_table(here)
    there = visit(link)
    join(there)
    pages = [here, there]
    for page in pages:
        expect(page.get_by_role("region", name="Choose three cards for your action row").first).to_be_visible()
        open_bar(page)
        page.get_by_label("Speed").select_option("8")
    people = [player(page) for page in pages]
    match = re.findall(r"[0-9a-f]{32}", link)[0]
    components = service.components()
    colours = {card["id"]: card["colour"] for card in components["cards"]}
    luck = Random(1)
    kinds: set[str] = set()
    while (card := service.card(match))["status"] == "running":
        seat = next(seat["seat"] for seat in card["seats"] if seat.get("waiting"))
        page, asked = pages[seat], service.options(match, people[seat])
        now(page, asked["version"])
        choice = Choice(page, asked["options"], components["names"]["en"])
        if asked["options"][0]["t"] not in kinds:
            choice.offers_exactly_the_options()
        row = service.view(match, as_=str(seat), token=people[seat].token)["view"]["seats"][str(seat)]["action_row"]
        command = luck.choice(bold(asked["options"], colours, row))
        choice.answer(command)
        kinds |= {command["t"], *(name for name in ("city", "discards", "bonus", "perform") if command.get(name))}
        knows_more(page, asked["version"])
        if kinds >= KINDS and not LONG:
            service.give_up(match, people[1])
    assert kinds >= KINDS
    for page in pages:
        ends_as_the_service_says(page, card["result"]["points"])


def ends_as_the_service_says(page: Page, points: list[int]) -> None:
    """Checks that the result shows the final points, and so do the seats unless a player gave up: then all have 0."""
    result = page.get_by_role("region", name=re.compile(r"won|victory"))
    for name, final in zip(("Ada", "Ben"), points, strict=True):
        place = result.locator(".match-places").get_by_role("listitem").filter(has_text=name)
        expect(place).to_contain_text(f"{final} point")
        if not any(points):
            continue
        expect(page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text=name)).to_contain_text(
            f"{final} point"
        )


def test_a_sealed_choice_can_be_replaced_on_the_page(visit: Visits, service: House) -> None:
    ada, ben = service.register("Ada"), service.register("Ben")
    match = service.seated([ada, ben])
    page = visit(f"/matches/{match}", ada)
    options = service.options(match, ada)["options"]
    choice = Choice(page, options, service.components()["names"]["en"])
    choice.answer(options[0])
    expect(choice.panel).to_contain_text("Sealed.")
    expect(choice.panel).to_have_attribute("aria-busy", "false")
    for card in options[0]["cards"]:
        page.locator(f'[data-card="{card}"]').click()
        expect(page.locator(f'[data-card="{card}"]')).to_have_attribute("aria-pressed", "false")
    before = service.card(match)["version"]
    knows(page, before)
    choice.answer(options[-1])
    knows_more(page, before)
    expect(choice.panel).to_contain_text("Sealed.")
    view = service.view(match, as_="0", token=ada.token)["view"]
    assert view["seats"]["0"]["choice"] == options[-1]
