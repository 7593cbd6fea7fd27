"""A browser, a service, and visits of the one to the other.

`visit("/replay/…", person, language="de", color_scheme="dark")` gives a Playwright page (sync API); the test fails if
anything on it goes wrong that it does not expect. `service` is a `House`: it registers people, opens matches and plays
them over HTTP. All tests of this process share a browser and a service; `own_service` with `own_visit` may be killed
and started again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.support.viewer.house import House
from tests.support.viewer.visits import BRIEF, PATIENCE, QUIET, Profiles, Visits, chromium_path

HERE = Path(__file__).parent

expect.set_options(timeout=PATIENCE)


class Chromium:
    """A Chromium without a window, started when it is first needed."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._profiles: Profiles | None = None

    @property
    def profiles(self) -> Profiles:
        if self._profiles is None:
            path = chromium_path()
            playwright = self._open.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, BRIEF])
            self._open.callback(browser.close)
            self._profiles = Profiles(browser)
        return self._profiles

    def close(self) -> None:
        self._profiles = None
        self._open.close()


CHROMIUM = Chromium()


# Playwright's sync API occupies the event loop of its thread, so it ends before a test that may be async.
@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    yield
    if nextitem is None or not nextitem.path.is_relative_to(HERE):
        CHROMIUM.close()


@pytest.fixture
def profiles() -> Profiles:
    """Profiles of the browser that the tests of this process share."""
    return CHROMIUM.profiles


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service that the tests of this process share; each opens its own matches."""
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    house.close()


@pytest.fixture
def own_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service for one test only."""
    house = House(tmp_path_factory.mktemp("own") / "data")
    yield house
    house.close()


@pytest.fixture
def visit(profiles: Profiles, service: House) -> Iterator[Visits]:
    """Opens pages of the shared service; any unexpected error on them fails the test."""
    yield from visiting(profiles, service)


@pytest.fixture
def own_visit(profiles: Profiles, own_service: House) -> Iterator[Visits]:
    """Opens pages of the test's own service; any unexpected error on them fails the test."""
    yield from visiting(profiles, own_service)


def visiting(profiles: Profiles, house: House) -> Iterator[Visits]:
    visits = Visits(profiles, house.url)
    yield visits
    visits.close()
    assert visits.unexpected() == []
