"""Visits to the pages in a real browser, and the errors that occur on them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Literal

import msgspec
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request

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
BRIEF = (
    "--js-flags=--single-threaded --no-maglev --no-opt --baseline-batch-compilation-threshold=512"
    " --initial-heap-size=128"
)
"""Optimises no scripts and collects little garbage: a page of a test closes before that pays off. Do not measure so."""

PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine."""

ANSWERED = re.compile(r"^Failed to load resource: the server responded with a status of (\d+)")
"""The browser's message about a response with a status from 400 on."""

FORGIVEN = re.compile(r"net::ERR_ABORTED")
"""A request that the page itself gave up, by navigating elsewhere or by closing a feed."""


def chromium_path() -> str:
    """Returns the path of an installed browser; without one the test is skipped, and in CI it fails."""
    found = next((path for path in map(shutil.which, (*NAMES, MAC)) if path), None)
    if found is None:
        sentence = "There is no Chromium here; tests in a browser are left out."
        if os.environ.get("CHRONIK_COMPLETE") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return found


UNPAINTED = "addEventListener('DOMContentLoaded', () => { document.body.style.opacity = '0'; });"
"""Elements can be found and pressed without being painted, and painting takes the most time."""

SETTLED = """() => new Promise((done) => {
  const wait = (frames) => (frames ? requestAnimationFrame(() => wait(frames - 1)) : done());
  wait(20);
})"""
"""A script that returns once the page has drawn everything that it received."""

HURRY = """globalThis.setTimeout = ((later) => (run, wait, ...more) => later(run, wait / 10, ...more))(setTimeout);"""
"""Lets a page ask for news ten times as often."""

GREEDY = r"""{
  const send = fetch;
  globalThis.fetch = (url, wanted) => send(url, /\/matches(\/\w+\/forks)?$/.test(url) && wanted?.body
    ? { ...wanted, body: wanted.body.replace(/careful|strong/g, "greedy") } : wanted);
}"""
"""Lets bots of new matches answer at once: those that a page suggests think for seconds.

A route of Playwright would send each file of a page through two more processes, and keep it out of the cache.
"""

LOOK: tuple[Literal["color_scheme", "reduced_motion"], ...] = ("color_scheme", "reduced_motion")
"""Settings that can change on an open page; all others belong to its profile."""

KEEP = """(([visit, kept]) => {
  if (window !== top || !location.protocol.startsWith("http") || sessionStorage.getItem("visit") === visit) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem("visit", visit);
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
})"""
"""Replaces the stored data before the first page of a visit runs; a visit to another page for that costs 60 ms."""


class Profiles:
    """Browser profiles with one page each, used one after the other.

    Whatever a page has loaded is in the cache and in the memory of its process on the next visit.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}
        self._visits = 0

    @contextmanager
    def lent(self, kept: dict[str, str], alone: bool, *, bypass_csp: bool = False, **wanted: Any) -> Iterator[Page]:
        """Yields a page with only the given stored data; a page that is `alone` is not used again.

        With `bypass_csp`, a script of the test may write styles into the page, as axe does.
        """
        look = {name: wanted.pop(name, "reduce" if name == "reduced_motion" else "light") for name in LOOK}
        size = wanted.pop("viewport")
        free = self._free.setdefault(repr(sorted(wanted.items())), [])
        page = free.pop() if free and not alone else self._browser.new_context(**wanted, viewport=size).new_page()
        page.set_viewport_size(size)
        page.emulate_media(**look)
        self._visits += 1
        wire = page.context.new_cdp_session(page) if bypass_csp else None
        if wire:
            wire.send("Page.setBypassCSP", {"enabled": True})
        keep = page.add_init_script(f"{KEEP}({msgspec.json.encode((str(self._visits), kept)).decode()})")
        yield page
        if wire:
            wire.detach()
        for other in page.context.pages:
            if other is not page:
                other.close()
        if alone or page.is_closed():
            page.context.close()
        else:
            keep.close()
            page.unroute_all(behavior="ignoreErrors")
            clear(page)
            free.append(page)


def clear(page: Page) -> None:
    """Goes to an empty page. Repeats this if a page that the test's last click opens interrupts it."""
    for _ in range(9):
        with suppress(Error):
            page.goto("about:blank")
            return
    raise RuntimeError("the page cannot be left")


class Visits:
    """Opens pages, each in a separate browser profile, and records every error on them.

    A test that expects an error says so: `visits.expect(r"503.*/feed")`.
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
        }

    def __call__(
        self,
        path: str = "/",
        person: Person | None = None,
        language: str = "en",
        chosen: str = "",
        script: str = "",
        alone: bool = False,
        painted: bool = False,
        pace: str = "at_once",
        **context: Any,
    ) -> Page:
        """Opens a page at an address of the service, as a guest or as a player; `context` is passed to Playwright.

        `language` is the browser's, and `chosen` the one that its user has chosen on the pages, which needs no other
        profile. `script` runs before any script of the page. A test that leaves a listener or the like on a page must
        open it `alone`, which takes a second and a half. A test that checks colours or takes pictures must open it
        `painted`. `pace` is how fast a player sees the turns of the others.
        """
        page = self._open.enter_context(
            self._profiles.lent(
                {"chronik.pace": f'"{pace}"'}
                | ({"chronik.language": chosen} if chosen else {})
                | ({} if person is None else {"chronik.player": msgspec.json.encode(person).decode()}),
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
        """Expects every error that matches this, earlier or later."""
        self._expected.append(re.compile(pattern, re.DOTALL))

    def unexpected(self) -> list[str]:
        """Returns all errors that were not expected."""
        return [one for one in self.complaints if not any(pattern.search(one) for pattern in self._expected)]

    def afterwards(self, undo: Callable[[], object]) -> None:
        """Runs this before the page that was opened last is returned to its profile."""
        self._open.callback(undo)

    def close(self) -> None:
        self._open.close()

    def _leave(self, page: Page) -> None:
        for event, heard in self._heard.items():
            page.remove_listener(event, heard)

    def _complain(self, sentence: str) -> None:
        self.complaints.append(sentence)

    def _said(self, message: ConsoleMessage) -> None:
        # A violation of the policy is logged as an error too. Failed requests are reported by the request itself.
        # Asking for every response instead would send each of a page's hundred files through two processes.
        if answered := ANSWERED.search(message.text):
            self._complain(f"{answered[1]}: {message.location['url']}")
        elif message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self._complain(f"console {message.type}: {message.text} ({message.location['url']})")

    def _erred(self, error: Any) -> None:
        self._complain(f"error: {error}")

    def _failed(self, request: Request) -> None:
        if not FORGIVEN.search(request.failure or ""):
            self._complain(f"{request.failure}: {request.method} {request.url}")
