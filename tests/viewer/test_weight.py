"""In a fresh browser, each page needs few requests and few bytes if its modules are joined (`make bundle`)."""

from __future__ import annotations

import os

import pytest

from chronik.service.web.pages.pages import shipped_viewer
from tests.support.viewer.house import House, Person
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


def weigh(visit: Visits, path: str, person: Person | None = None) -> tuple[int, float]:
    """Returns the requests of a page in a fresh browser, and its kilobytes without typefaces."""
    page = visit("about:blank", person, alone=True, language="de")
    traffic = Traffic(page.context.new_cdp_session(page))
    page.goto(path)
    known = -1
    while len(traffic.addresses) > known:
        known = len(traffic.addresses)
        page.wait_for_timeout(QUIET)
    return len(traffic.addresses), (traffic.page + traffic.replay) / 1000


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_tables_and_replays_load_150_kilobytes_in_25_requests(
    visit: Visits, service: House, game: str, seats: int
) -> None:
    """The typefaces do not count for the bytes: all pages share them, and show their text before they arrive."""
    person = service.register("Ada")
    table = service.open(person, "mine", *["open"] * (seats - 1), game=game)
    for _ in range(seats - 1):
        service.sit(table, service.register("Ben"))
    for path in (f"/matches/{table}", f"/replay/{service.watched(game, seats)}"):
        requests, kilobytes = weigh(visit, path, person)
        print(path[:9], game, requests, kilobytes)
        assert requests <= 25
        assert kilobytes <= 150
