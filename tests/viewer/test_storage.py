"""The pages in a browser that stores nothing: they show everything, and create nothing that would be lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from playwright.sync_api import Page, Request, expect

from chronik.domain.catan_cards.deck.deck_list import built_in_list
from chronik.domain.catan_cards.deck.writing import to_lines
from tests.support.catan_cards.decks import FACTS
from tests.support.service.sitting import API, bearer, good
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import slider

BLOCKED = """for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, {
  get() { throw new DOMException(`Access to ${name} is denied for this document.`, "SecurityError"); },
});"""
"""What a browser with blocked cookies does: reading the property itself throws."""

FULL = """if (location.protocol === "http:") for (let text = "x".repeat(2 ** 20); text; ) {
  try {
    localStorage.setItem(`fill ${localStorage.length}`, text);
  } catch {
    text = text.slice(0, text.length / 2);
  }
}"""
"""Fills all the storage of the service: stored values can be read, and every further write throws."""

ABSENT = "Object.defineProperty(window, 'localStorage', { value: null });"
"""A browser built into an app has no storage at all."""

SAID = "This browser stores nothing for this site."
MATCH = re.compile(r"/matches/[0-9a-f]{32}")


class World(Struct, frozen=True):
    """Everything on the service that a test visits or takes part in."""

    service: House
    finished: str
    watched: str
    tournament: str
    seeker: Person
    guest: Person


@pytest.fixture(scope="module")
def world(service: House) -> World:
    olga, seeker = service.register("Olga"), service.register("Sue")
    plan = {
        "title": "Open Cup",
        "game": "katharina",
        "stages": [{"method": "swiss", "table": 2, "rounds": 2}],
        "scoring": "match-points",
    }
    card = good(service.client.post(f"{API}/tournaments", json=plan, headers=bearer(olga.token)))
    at = f"{API}/tournaments/{card['id']}/registration"
    good(service.client.post(at, json={"open": True}, headers=bearer(olga.token)))
    seek = {"game": "katharina", "seats": 3, "entropy": "ab" * 32, "expires_in": 86_400}  # longer than any run
    good(service.client.post(f"{API}/seeks", json=seek, headers=bearer(seeker.token)))
    return World(
        service, service.finished(), service.watched("catan_cards", 2), card["id"], seeker, service.register("Guy")
    )


def open_match(world: World) -> str:
    """Returns a new match with an open seat."""
    return world.service.open(world.service.register("Ada"), "mine", "open")


def test_settings_apply_while_the_page_is_open_even_without_storage(visit: Visits, world: World) -> None:
    page = visit(f"/replay/{world.finished}", script=ABSENT)
    expect(slider(page)).to_be_visible()
    page.get_by_role("button", name="EN: Language, appearance and sound").click()
    page.get_by_label("Dark").check(force=True)
    page.get_by_label("on", exact=True).check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Deutsch").check(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    page.locator(".chrome-code").click()
    expect(page.get_by_label("an", exact=True)).to_be_checked()


def go(page: Page, path: str) -> None:
    """Goes to a page, and waits for its lists: a list that arrives later moves a button's notice out of view."""
    page.goto(path)
    page.wait_for_load_state("networkidle")


def named(page: Page, label: str = "Your name") -> None:
    page.get_by_label(label).fill("Nora")


def open_form(page: Page) -> Any:
    go(page, "/")
    page.get_by_role("button", name="Open a match").click()
    form = page.get_by_role("dialog", name="Open a match")
    form.get_by_role("radio", name="2", exact=True).check(force=True)
    named(page)
    return form


def opens_a_match(page: Page, _world: World) -> None:
    open_form(page).get_by_role("button", name="Open the match").click()


def watches_bots(page: Page, _world: World) -> None:
    go(page, "/")
    page.get_by_role("button", name="Watch bots play Katharina").click()


def looks_for_partners(page: Page, _world: World) -> None:
    go(page, "/")
    page.get_by_role("button", name="Play Katharina", exact=True).click()


def takes_a_seat(page: Page, world: World) -> None:
    page.goto(f"/matches/{open_match(world)}")
    named(page)
    page.get_by_role("button", name="Sit here: seat 2").click()


def holds_a_tournament(page: Page, _world: World) -> None:
    page.goto("/tournaments#hold")
    named(page)
    page.get_by_label("Title").fill("My Cup")
    page.get_by_role("button", name="Create the tournament").click()


def tries_a_deck(page: Page, _world: World) -> None:
    go(page, "/decks")
    page.get_by_text("Import a list").click()
    page.get_by_label("List", exact=True).fill(
        to_lines(FACTS, built_in_list(FACTS, FACTS.house_lists["knights"]), "en")
    )
    page.get_by_role("button", name="Use this list").click()
    page.get_by_role("button", name="Try it against a bot").click()


def plays_on(page: Page, world: World) -> None:
    page.goto(f"/replay/{world.finished}?e=40")
    expect(slider(page)).to_be_visible()
    page.keyboard.press("x")
    page.get_by_role("dialog").get_by_role("button", name="Play on", exact=True).click()


WAYS: tuple[Callable[[Page, World], None], ...] = (
    opens_a_match,
    watches_bots,
    looks_for_partners,
    takes_a_seat,
    holds_a_tournament,
    tries_a_deck,
    plays_on,
)


def written(visit: Visits, page: Page) -> list[str]:
    """Records every request of a page from now on that changes something; checking a list changes nothing."""
    seen: list[str] = []

    def heard(request: Request) -> None:
        if request.method != "GET" and "/decks/check" not in request.url:
            seen.append(f"{request.method} {request.url}")

    page.on("request", heard)
    visit.afterwards(lambda: page.remove_listener("request", heard))
    return seen


def test_every_page_shows_its_content_and_nothing_is_created_that_would_be_lost(visit: Visits, world: World) -> None:
    """The ways press buttons on all pages but the first three."""
    page = visit(f"/players/{world.seeker.player}", script=BLOCKED)
    expect(page.locator("#page h1").first).to_be_visible()
    page.goto(f"/tournaments/{world.tournament}/screen")
    expect(page.locator("#page h1").first).to_be_visible()
    page.goto(f"/embed/{world.finished}")
    expect(page.locator("#board .ka-table").first).to_be_visible()
    page.goto("/tournaments#hold")
    expect(page.get_by_text(SAID)).to_be_visible()  # the form warns before any button is pressed
    writes = written(visit, page)
    for way in WAYS:
        way(page, world)
        expect(page.get_by_role("alert").filter(has_text=SAID), way.__name__).to_be_in_viewport()
        expect(page.get_by_text(SAID), way.__name__).to_have_count(1)
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert writes == [], way.__name__


def test_control_the_same_clicks_create_a_player_in_a_browser_that_stores(visit: Visits, world: World) -> None:
    page = visit("/docs/bots")
    writes = written(visit, page)
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/players")):
        holds_a_tournament(page, world)
    expect(page.locator(".chrome-who")).not_to_have_text("Guest")
    expect(page.get_by_text(SAID)).to_have_count(0)
    assert writes


def test_without_storage_a_token_that_would_be_lost_is_not_accepted(visit: Visits, world: World) -> None:
    page = visit("/tournaments", script=FULL)
    page.get_by_role("button", name="Guest", exact=True).click()
    page.get_by_label("Or sign in with a token").fill(world.guest.token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert").filter(has_text=SAID).last).to_be_in_viewport()
    expect(page.locator(".chrome-who")).to_have_text("Guest")


def test_a_player_whose_storage_is_full_can_still_play(visit: Visits, world: World) -> None:
    page = visit("/", world.guest, script=FULL)
    expect(page.locator(".chrome-who")).to_have_text("Guy")
    page.get_by_role("button", name="Open a match").click()
    form = page.get_by_role("dialog", name="Open a match")
    form.get_by_role("radio", name="2", exact=True).check(force=True)
    seat = form.get_by_label("Seat 2")
    seat.select_option(seat.locator("option", has_text="goes for points").inner_text())
    form.get_by_role("button", name="Open the match").click()
    page.wait_for_url(MATCH)
    expect(page.get_by_text(SAID)).to_have_count(0)
    expect(page.locator(".chrome-who")).to_have_text("Guy")
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    assert world.guest.player in {seat.get("player") for seat in world.service.card(match)["seats"]}
    expect(page.get_by_text("You are watching")).to_have_count(0)
    expect(page.get_by_text(re.compile("Your turn|It is your turn|Choose three cards")).first).to_be_visible()
