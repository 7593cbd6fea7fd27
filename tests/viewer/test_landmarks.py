"""Every page has exactly one main landmark and one first-level heading, so that screen reader users find both."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from chronik.domain.games import CURRENT
from chronik.service.web.openapi.docs_frame import PAGES
from tests.support.service.processes import served
from tests.support.viewer.house import House
from tests.support.viewer.visits import Profiles, Visits
from tests.viewer.test_tournament_pages import Event, held

NOBODY = "0" * 32


@pytest.fixture(scope="module")
def event(service: House) -> Event:
    return held(service, "Cup", "Olga", "Ada", "Ben")


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose pages may change while they are open."""
    with served(tmp_path_factory.mktemp("drawing") / "data", {"CHRONIK_VIEWER_RELOAD": "1"}) as service:
        yield service.url


def has_one_of_each(page: Page, where: str) -> None:
    """Checks for one main landmark and one first-level heading, by role and not by tag."""
    page.goto(where)
    expect(page.locator("h1").first, where).to_be_attached()
    expect(page.get_by_text("One moment …"), where).to_have_count(0)
    expect(page.get_by_role("main"), where).to_have_count(1)
    expect(page.get_by_role("heading", level=1), where).to_have_count(1)


def test_pages_of_people_and_matches_have_one_main_landmark_and_heading(
    visit: Visits, service: House, event: Event
) -> None:
    visit.expect("404: .*/(matches|players|tournaments)/0+$")
    ada, ben = service.register("Ada"), service.register("Ben")
    waiting = service.open(ada, "mine", "open")
    running = [service.seated([ada, ben], game=game) for game in CURRENT]
    page = visit("/")
    for where in (
        "/",
        "/tournaments",
        *(f"{event.page}{part}" for part in ("", "#entrants", "#rounds", "#standings", "/screen", "/print/final")),
        "/decks",
        f"/players/{ada.player}",
        f"/matches/{waiting}",
        *(f"/{kind}/{match}" for match in running for kind in ("matches", "embed")),
        f"/replay/{service.finished()}",
        f"/embed/{service.finished()}",
        *(f"/{kind}/{NOBODY}" for kind in ("matches", "replay", "embed", "tournaments", "players")),
        f"/tournaments/{NOBODY}/screen",
    ):
        has_one_of_each(page, where)


def test_pages_of_the_documentation_have_one_main_landmark_and_heading(visit: Visits) -> None:
    page = visit("/docs/search?q=match")
    for where in (*PAGES, "/docs/search?q=match", "/docs/search?q=zzzzz", "/problems/not-found"):
        has_one_of_each(page, where)


def test_missing_pages_have_one_main_landmark_and_heading(visit: Visits) -> None:
    visit.expect("404: ")
    page = visit("/foo")
    for where in ("/foo", "/docs/rules/x", "/embed/x", "/players/x", f"/tournaments/{NOBODY}/print/final"):
        has_one_of_each(page, where)


def test_the_style_page_has_one_main_landmark_and_heading(profiles: Profiles, drawing: str) -> None:
    visits = Visits(profiles, drawing)
    has_one_of_each(visits("/style"), "/style")
    visits.close()


def test_a_page_that_fails_to_load_has_one_main_landmark_and_heading(visit: Visits) -> None:
    visit.expect("ERR_FAILED|console error|error: ")
    page = visit("/docs/bots")
    page.route(re.compile(r"/lobby(/page|-[\w-]+)\.js$"), lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("The page could not be loaded.")


def test_pages_have_one_main_landmark_and_heading_if_the_service_is_not_ready(
    visit: Visits, service: House, event: Event
) -> None:
    visit.expect("503: ")
    page = visit("/docs/bots")
    page.route("**/api/v1/**", lambda route: route.fulfill(status=503, json={"type": "/problems/not-ready"}))
    for where in (event.page, f"{event.page}/screen", f"/players/{NOBODY}", f"/matches/{NOBODY}", f"/embed/{NOBODY}"):
        page.goto(where)
        expect(page.get_by_role("button", name="Try")).to_be_visible()
        expect(page.get_by_role("main"), where).to_have_count(1)
        expect(page.get_by_role("heading", level=1), where).to_have_count(1)
