"""Every page has exactly one main landmark and one first-level heading, so that screen reader users find both.

Tests that open many pages check it there, and `test_absent` checks missing pages.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from chronik.service.web.openapi.docs_frame import PAGES
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits


def has_landmarks(page: Page) -> None:
    """Checks for one main landmark and one first-level heading, by role and not by tag."""
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_pages_of_the_documentation_have_one_main_landmark_and_heading(visit: Visits, service: House) -> None:
    """They have no scripts: a browser opens one of them, and the others are read as they are sent."""
    has_landmarks(visit("/docs/bots"))
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
    has_landmarks(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("The page could not be loaded.")
