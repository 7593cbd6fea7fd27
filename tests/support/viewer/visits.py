"""Visits to the pages in a real browser, and what goes wrong on them without anybody clicking."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

from tests.support.viewer.house import Person

if TYPE_CHECKING:
    pass  # the public API has no name for it

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000
"""Milliseconds: a machine that does much else besides is no reason to fail."""

FORGIVEN = re.compile(r"net::ERR_ABORTED")
"""A request that the page itself gave up, by going elsewhere or by closing a feed."""


def chromium_path() -> str:
    """The browser of this machine; without one the test is skipped, but in CI it fails."""
    found = next((path for path in map(shutil.which, (*NAMES, MAC)) if path), None)
    if found is None:
        sentence = "There is no Chromium here; tests in a browser are left out."
        if os.environ.get("CHRONIK_COMPLETE") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return found


class Profiles:
    """Profiles of a browser, used one after the other: what a page has loaded, the next one finds in the cache."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}

    @contextmanager
    def lent(self, **wanted: Any) -> Iterator[BrowserContext]:
        """A profile that keeps nothing but the storage that is wanted; afterwards its pages are closed."""
        kept = wanted.pop("storage_state")
        free = self._free.setdefault(repr(sorted(wanted.items())), [])
        profile = free.pop() if free else self._made(wanted)
        profile.set_storage_state(kept)
        yield profile
        for page in profile.pages[1:]:
            page.close()
        free.append(profile)

    def _made(self, wanted: dict[str, Any]) -> BrowserContext:
        """A new profile; with one page that stays, its process stays too."""
        profile = self._browser.new_context(**wanted)
        profile.new_page()
        return profile


class Visits:
    """Opens pages, each in a browser profile of its own, and remembers whatever they complain about.

    A test that means something to go wrong says so: `visits.expect(r"503.*/feed")`.
    """

    def __init__(self, profiles: Profiles, url: str) -> None:
        self._profiles = profiles
        self._url = url
        self._open = ExitStack()
        self._expected: list[re.Pattern[str]] = []
        self.complaints: list[str] = []

    def __call__(
        self, path: str = "/", person: Person | None = None, language: str = "en", script: str = "", **context: Any
    ) -> Page:
        """A page at an address of the service, as a guest or as somebody; `context` is what Playwright can be told.

        What `script` says is done before the page itself does anything.
        """
        kept = [] if person is None else [{"name": "chronik.player", "value": msgspec.json.encode(person).decode()}]
        profile = self._profiles.lent(
            base_url=self._url,
            locale={"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}[language],
            storage_state={"cookies": [], "origins": [{"origin": self._url, "localStorage": kept}]},
            **{"viewport": {"width": 1280, "height": 900}, **context},
        )
        page = self._open.enter_context(profile).new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(script)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.goto(path)
        return page

    def expect(self, pattern: str) -> None:
        """Whatever looks like this is meant, from now on and before."""
        self._expected.append(re.compile(pattern, re.DOTALL))

    def unexpected(self) -> list[str]:
        """Everything that went wrong and was not meant to."""
        return [one for one in self.complaints if not any(pattern.search(one) for pattern in self._expected)]

    def close(self) -> None:
        self._open.close()

    def _complain(self, sentence: str) -> None:
        self.complaints.append(sentence)

    def _said(self, message: ConsoleMessage) -> None:
        # A violation of the policy is said as an error too. That a request failed is known from the request.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self._complain(f"console {message.type}: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        if not FORGIVEN.search(request.failure or ""):
            self._complain(f"{request.failure}: {request.method} {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"{response.status}: {response.request.method} {response.url}")
