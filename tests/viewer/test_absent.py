"""A page that does not exist says so and links onward; it offers to try again only if that may help."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.width import fits

NOBODY = "0" * 32
ABSENT = {
    f"/matches/{NOBODY}": ("This match does not exist", "Diese Partie gibt es nicht", "Deze partij bestaat niet"),
    f"/replay/{NOBODY}": ("This match does not exist", "Diese Partie gibt es nicht", "Deze partij bestaat niet"),
    f"/embed/{NOBODY}": ("This match does not exist", "Diese Partie gibt es nicht", "Deze partij bestaat niet"),
    f"/tournaments/{NOBODY}": (
        "This tournament does not exist",
        "Dieses Turnier gibt es nicht",
        "Dit toernooi bestaat niet",
    ),
    f"/tournaments/{NOBODY}/screen": (
        "This tournament does not exist",
        "Dieses Turnier gibt es nicht",
        "Dit toernooi bestaat niet",
    ),
    f"/players/{NOBODY}": ("This player does not exist", "Diesen Spieler gibt es nicht", "Deze speler bestaat niet"),
    "/players/nonsense": ("This player does not exist", "Diesen Spieler gibt es nicht", "Deze speler bestaat niet"),
    "/docs/rules/x": (
        "This page of the documentation does not exist",
        "Diese Seite der Dokumentation gibt es nicht",
        "Deze pagina van de documentatie bestaat niet",
    ),
    "/foo": ("This page does not exist", "Diese Seite gibt es nicht", "Deze pagina bestaat niet"),
}
LANGUAGES = ("en", "de", "nl")


def leads_on(page: Page) -> None:
    """Checks that the page links to the main pages, and offers no retry."""
    places = page.get_by_role("main").get_by_role("link")
    found = {place.get_attribute("href") for place in places.all()}
    assert {"/", "/tournaments", "/decks", "/docs"} <= found
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_page_says_so_in_the_readers_language(visit: Visits, language: str) -> None:
    visit.expect("404: ")
    page = visit("/docs/bots", language=language)
    sample = {titles: where for where, titles in ABSENT.items()}  # one page for each sentence
    for where, titles in ABSENT.items():
        if language != "en" and where != sample[titles]:
            continue
        page.goto(where)
        expect(page.get_by_role("heading", level=1), where).to_have_text(titles[LANGUAGES.index(language)])
        expect(page.locator("html")).to_have_attribute("lang", language)
        leads_on(page)


def test_the_links_on_a_missing_page_lead_onward(visit: Visits) -> None:
    visit.expect("404: ")
    page = visit("/docs/rules/x")
    page.get_by_role("link", name="Tournaments").click()
    expect(page).to_have_url("/tournaments")
    page.goto(f"/players/{NOBODY}")
    page.get_by_role("main").get_by_role("link", name="Lobby").click()
    expect(page).to_have_url("/")


def test_a_missing_page_keeps_the_light_or_dark_theme_that_the_reader_chose(visit: Visits) -> None:
    visit.expect("404: ")
    page = visit("/", color_scheme="light", painted=True)
    page.evaluate("localStorage.setItem('chronik.theme', 'dark')")
    page.goto("/foo")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("kind", ["matches", "embed", "tournaments", "players"])
def test_a_page_can_be_tried_again_if_the_service_was_not_ready(visit: Visits, service: House, kind: str) -> None:
    visit.expect("503: ")
    ada = service.register("Ada")
    id_ = {"players": ada.player, "tournaments": NOBODY}.get(kind) or service.open(ada, "mine", "open")
    page = visit("/docs/bots")
    page.route("**/api/v1/**", lambda route: route.fulfill(status=503, json={"type": "/problems/not-ready"}))
    page.goto(f"/{kind}/{id_}")
    again = page.get_by_role("button", name="Try")
    expect(again).to_be_visible()
    page.unroute_all()
    if kind == "tournaments":
        visit.expect("404: ")
    again.click()
    expect(again).to_have_count(0)
