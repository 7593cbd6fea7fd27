"""A page that does not exist says so and links onward; it offers to try again only if that may help."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak
from tests.viewer.width import fits

NOBODY = "0" * 32
MATCH = ("This match does not exist", "Diese Partie gibt es nicht")
CUP = ("This tournament does not exist", "Dieses Turnier gibt es nicht")
PLAYER = ("This player does not exist", "Diesen Spieler gibt es nicht")
PAGE = ("This page does not exist", "Diese Seite gibt es nicht")
ABSENT = {
    f"/matches/{NOBODY}": MATCH,
    f"/replay/{NOBODY}": MATCH,
    f"/embed/{NOBODY}": MATCH,
    f"/tournaments/{NOBODY}": CUP,
    f"/tournaments/{NOBODY}/screen": CUP,
    f"/players/{NOBODY}": PLAYER,
    "/players/nonsense": PLAYER,
    "/docs/rules/x": (
        "This page of the documentation does not exist",
        "Diese Seite der Dokumentation gibt es nicht",
    ),
    f"/tournaments/{NOBODY}/print/final": PAGE,
    "/foo": PAGE,
}

NOT_READY = """{
  const send = fetch;
  globalThis.fetch = async (url, wanted) => globalThis.ready || !url.startsWith("/api/") ? send(url, wanted)
    : new Response('{"type": "/problems/not-ready"}', { status: 503 });
}"""
"""Answers every request of a page like a service that has just been started, until the page is `ready`."""


def has_one_main_landmark_and_heading(page: Page) -> None:
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def leads_on(page: Page) -> None:
    """Checks that the page links to the main pages, and offers no retry."""
    has_one_main_landmark_and_heading(page)
    places = page.get_by_role("main").get_by_role("link")
    found = set(places.evaluate_all("(all) => all.map((one) => one.getAttribute('href'))"))
    assert {"/", "/tournaments", "/decks", "/docs"} <= found
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    fits(page)


def test_a_missing_page_says_so_in_the_readers_language(visit: Visits, service: House) -> None:
    """One page for each sentence is also read in German."""
    visit.expect("404: ")
    page = visit("/docs/bots", viewport={"width": 360, "height": 900})
    sample = {titles: where for where, titles in ABSENT.items()}
    for where, titles in ABSENT.items():
        page.goto(where)
        expect(page.get_by_role("heading", level=1), where).to_have_text(titles[0])
        leads_on(page)
        if where != sample[titles]:
            continue
        sent = service.client.get(where, headers={"accept": "text/html", "accept-language": "de"})
        if sent.status_code == 404:  # a page without scripts
            assert 'lang="de"' in sent.text
            assert f">{titles[1]}</h1>" in sent.text
        else:
            speak(page, "de")
            expect(page.get_by_role("heading", level=1), where).to_have_text(titles[1])
            speak(page, "en")


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


def test_a_page_can_be_tried_again_if_the_service_was_not_ready(visit: Visits, service: House) -> None:
    visit.expect(f"404: .*/tournaments/{NOBODY}")
    ada = service.register("Ada")
    match = service.open(ada, "mine", "open")
    page = visit("/docs/bots", script=NOT_READY)
    for where in (f"matches/{match}", f"embed/{match}", f"tournaments/{NOBODY}/screen", f"players/{ada.player}"):
        page.goto(f"/{where}")
        again = page.get_by_role("button", name="Try")
        expect(again).to_be_visible()
        has_one_main_landmark_and_heading(page)
        page.evaluate("() => void (window.ready = true)")
        again.click()
        expect(again).to_have_count(0)
