"""In a fresh browser, each page needs few requests and few bytes if its modules are joined (`make bundle`)."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import CDPSession, Page

from chronik.service.web.pages.pages import shipped_viewer
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.measure import Traffic

GAMES = {"katharina": 3, "cities_knights": 3, "catan_cards": 2}
QUIET = 1_000
"""Milliseconds without an answer after which a page has loaded what it loads by itself."""


@pytest.fixture(autouse=True)
def _bundle() -> None:
    if shipped_viewer().bundle is None:
        assert os.environ.get("CHRONIK_COMPLETE") != "1", "`make bundle` has not run"
        pytest.skip("The modules are separate here; `make bundle` joins them.")


def weigh(page: Page, session: CDPSession, path: str) -> tuple[int, float]:
    """Returns the requests of a page that has nothing in its cache, and its kilobytes without typefaces."""
    page.goto("about:blank")
    session.send("Network.clearBrowserCache")
    traffic = Traffic(session)
    page.goto(path)
    known = -1
    while len(traffic.addresses) > known:
        known = len(traffic.addresses)
        page.wait_for_timeout(QUIET)
    return len(traffic.addresses), (traffic.page + traffic.replay) / 1000


def test_tables_replays_and_the_lobby_are_light(visit: Visits, service: House) -> None:
    """The typefaces do not count for the bytes: all pages share them, and show their text before they arrive."""
    people = [service.register(name) for name in ("Ada", "Ben", "Cleo")]
    page = visit("about:blank", people[0], alone=True, language="de")
    session = page.context.new_cdp_session(page)
    for game, seats in GAMES.items():
        table = service.seated(people[:seats], game=game)
        replays = [f"/replay/{service.watched(game, seats)}"] if game == "cities_knights" else []  # the longest log
        for path in (f"/matches/{table}", *replays):
            requests, kilobytes = weigh(page, session, path)
            print(path[:9], game, requests, kilobytes)
            assert requests <= 25
            assert kilobytes <= 150
    requests, kilobytes = weigh(page, session, "/")
    assert requests <= 12
    assert kilobytes <= 100
