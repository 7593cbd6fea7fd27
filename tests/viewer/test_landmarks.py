"""Every page has exactly one main landmark and one first-level heading, so that screen reader users find both.

`test_absent` checks missing pages.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from chronik.service.web.openapi.docs_frame import PAGES
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.test_tournament_pages import held


def has_one_of_each(page: Page, where: str) -> None:
    """Checks for one main landmark and one first-level heading, by role and not by tag."""
    page.goto(where)
    expect(page.locator("h1").first, where).to_be_attached()
    expect(page.get_by_text("One moment …"), where).to_have_count(0)
    expect(page.get_by_role("main"), where).to_have_count(1)
    expect(page.get_by_role("heading", level=1), where).to_have_count(1)


def test_pages_of_people_and_matches_have_one_main_landmark_and_heading(visit: Visits, service: House) -> None:
    event = held(service, "Cup", "Olga", "Ada", "Ben")
    ada, ben = service.register("Ada"), service.register("Ben")
    waiting = service.open(ada, "mine", "open")
    running = service.seated([ada, ben])
    over = service.given_up([ada, ben])
    page = visit("/")
    for where in (
        "/",
        "/tournaments",
        *(f"{event.page}{part}" for part in ("", "/screen", "/print/final")),
        "/decks",
        f"/players/{ada.player}",
        f"/matches/{waiting}",
        f"/matches/{running}",
        f"/embed/{running}",
        f"/replay/{over}",
    ):
        has_one_of_each(page, where)


def test_pages_of_the_documentation_have_one_main_landmark_and_heading(visit: Visits, service: House) -> None:
    """They have no scripts: a browser opens one of them, and the others are read as they are sent."""
    has_one_of_each(visit("/docs/search?q=match"), "/docs/bots")
    for where in (*PAGES, "/docs/search?q=match", "/docs/search?q=zzzzz", "/problems/not-found"):
        sent = service.client.get(where, headers={"accept": "text/html"}).text
        assert [len(re.findall(tag, sent)) for tag in (r"<main\b", r"<h1\b", r"<script\b", "role=")] == [1, 1, 0, 0], (
            where
        )


def test_a_page_that_fails_to_load_has_one_main_landmark_and_heading(visit: Visits) -> None:
    visit.expect("ERR_FAILED|console error|error: ")
    page = visit("/docs/bots")
    page.route(re.compile(r"/lobby(/page|-[\w-]+)\.js$"), lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("The page could not be loaded.")
