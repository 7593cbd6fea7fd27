"""Visits to the pages in a real browser, and what goes wrong on them without anybody clicking."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Literal

import msgspec
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Response

from tests.support.viewer.house import Person

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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


PLAIN = "/viewer/icon.svg"
"""The smallest that the service sends: what a browser keeps for the service can be set there."""

UNPAINTED = "addEventListener('DOMContentLoaded', () => { document.body.style.opacity = '0'; });"
"""What is there is met and pressed, painted or not; and painting takes the longest."""

SETTLED = """() => new Promise((done) => {
  const wait = (frames) => (frames ? requestAnimationFrame(() => wait(frames - 1)) : done());
  wait(20);
})"""
"""What a page says when whatever it was told has been drawn."""

LOOK: tuple[Literal["color_scheme", "reduced_motion"], ...] = ("color_scheme", "reduced_motion")
"""What a page may be told again and again; whatever else is wanted is of its profile."""

KEEP = """(kept) => {
  localStorage.clear();
  sessionStorage.clear();
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}"""


class Profiles:
    """Profiles of a browser with one page each, used one after the other.

    What a page has loaded, the next visit finds in the cache and in the memory of its process.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    @contextmanager
    def lent(self, kept: dict[str, str], alone: bool, **wanted: Any) -> Iterator[Page]:
        """A page that keeps nothing but what it is given; `alone`, nobody has it afterwards."""
        look = {name: wanted.pop(name, "no-preference" if name == "reduced_motion" else "light") for name in LOOK}
        size = wanted.pop("viewport")
        free = self._free.setdefault(repr(sorted(wanted.items())), [])
        page = free.pop() if free and not alone else self._browser.new_context(**wanted, viewport=size).new_page()
        page.set_viewport_size(size)
        page.emulate_media(**look)
        page.goto(PLAIN)
        page.evaluate(KEEP, kept)
        yield page
        for other in page.context.pages:
            if other is not page:
                other.close()
        if alone or page.is_closed():
            page.context.close()
        else:
            page.unroute_all(behavior="ignoreErrors")
            with suppress(Error):  # what a test has clicked may still open a page, which interrupts this once
                page.goto("about:blank")
            page.goto("about:blank")
            free.append(page)


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
        self._heard: dict[Any, Any] = {
            "console": self._said,
            "pageerror": self._erred,
            "requestfailed": self._failed,
            "response": self._answered,
        }

    def __call__(
        self,
        path: str = "/",
        person: Person | None = None,
        language: str = "en",
        script: str = "",
        alone: bool = False,
        painted: bool = False,
        **context: Any,
    ) -> Page:
        """A page at an address of the service, as a guest or as somebody; `context` is what Playwright can be told.

        What `script` says is done before the page itself does anything. Who leaves something with a page that stays
        (a listener, a way to listen to its traffic) wants it `alone`, which takes a second and a half. Who looks at
        colours or takes pictures wants it `painted`.
        """
        page = self._open.enter_context(
            self._profiles.lent(
                {} if person is None else {"chronik.player": msgspec.json.encode(person).decode()},
                alone,
                base_url=self._url,
                locale={"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}[language],
                **{"viewport": {"width": 1280, "height": 900}, **context},
            )
        )
        page.set_default_timeout(PATIENCE)
        if not painted:
            self.afterwards(page.add_init_script(UNPAINTED).close)
        if script:
            self.afterwards(page.add_init_script(script).close)
        for event, heard in self._heard.items():
            page.on(event, heard)
        self.afterwards(lambda: self._leave(page))
        page.goto(path)
        return page

    def expect(self, pattern: str) -> None:
        """Whatever looks like this is meant, from now on and before."""
        self._expected.append(re.compile(pattern, re.DOTALL))

    def unexpected(self) -> list[str]:
        """Everything that went wrong and was not meant to."""
        return [one for one in self.complaints if not any(pattern.search(one) for pattern in self._expected)]

    def afterwards(self, undo: Callable[[], object]) -> None:
        """Does this before the page that was opened last is given back."""
        self._open.callback(undo)

    def close(self) -> None:
        self._open.close()

    def _leave(self, page: Page) -> None:
        for event, heard in self._heard.items():
            page.remove_listener(event, heard)

    def _complain(self, sentence: str) -> None:
        self.complaints.append(sentence)

    def _said(self, message: ConsoleMessage) -> None:
        # A violation of the policy is said as an error too. That a request failed is known from the request.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self._complain(f"console {message.type}: {message.text} ({message.location['url']})")

    def _erred(self, error: Any) -> None:
        self._complain(f"error: {error}")

    def _failed(self, request: Request) -> None:
        if not FORGIVEN.search(request.failure or ""):
            self._complain(f"{request.failure}: {request.method} {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"{response.status}: {response.request.method} {response.url}")
