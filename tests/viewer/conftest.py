"""A browser, a service, and visits of the one to the other.

`visit("/replay/…", person, language="de", color_scheme="dark")` gives a Playwright page (sync API); the test fails when
anything on it goes wrong unless the test expects it. `service` is a `House`: it registers people, opens matches, plays
them over HTTP. The tests of a file share a browser, all tests of this process a service; `own_service` with `own_visit`
may be killed and started again.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.viewer.house import House
from tests.support.viewer.visits import PATIENCE, QUIET, Visits, chromium_path

expect.set_options(timeout=PATIENCE)


# Playwright's sync API occupies the event loop of its thread, so it ends with each file: async tests may come after.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service that the tests of this process share; each opens its own matches."""
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    house.close()


@pytest.fixture
def own_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service of the test's own."""
    house = House(tmp_path_factory.mktemp("own") / "data")
    yield house
    house.close()


@pytest.fixture
def visit(browser: Browser, service: House) -> Iterator[Visits]:
    """Opens pages of the shared service; nothing may go wrong on them."""
    yield from visiting(browser, service)


@pytest.fixture
def own_visit(browser: Browser, own_service: House) -> Iterator[Visits]:
    """Opens pages of the test's own service; nothing may go wrong on them."""
    yield from visiting(browser, own_service)


def visiting(browser: Browser, house: House) -> Iterator[Visits]:
    visits = Visits(browser, house.url)
    yield visits
    visits.close()
    assert visits.unexpected() == []
