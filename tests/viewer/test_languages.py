"""Pages are entirely in the language of their reader; tests that open many pages check it there."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak

KEY = re.compile(r"\b(?:common|lobby|match|replay|verify|katharina|catan_cards)\.[a-z_]+(?:\.[a-z_-]+)*")
HOLE = re.compile(r"\{[a-z_]+\}|\bundefined\b|\bNaN\b|\[object")
HOSTILE = "{name} ${0}"
"""The beginning of a player's name in another test, whose matches the lobby may show."""
LONG = bool(os.environ.get("CHRONIK_LONG"))
LANGUAGES = ("en", "de", "nl") if LONG else ("nl",)
"""`words.test.js` checks that each key has words in every language."""
TOLD = """() => {
  const said = ["aria-label", "title", "placeholder", "aria-valuetext", "alt"];
  const every = [...document.querySelectorAll("*")].flatMap((one) => said.map((name) => one.getAttribute(name) ?? ""));
  return [document.title, document.body.innerText, ...every].join("\\n");
}"""


@pytest.fixture(scope="module")
def finished(service: House) -> str:
    return service.gone_back()[0]


def all_in_words(page: Page) -> None:
    told = page.evaluate(TOLD).replace(HOSTILE, "")
    assert KEY.findall(told) == []
    assert [line for line in told.splitlines() if HOLE.search(line)] == []


def in_every_language(page: Page) -> None:
    """Checks the same page in Dutch, and with `CHRONIK_LONG` in each language; leaves it in Dutch."""
    for language in LANGUAGES:
        if page.locator("html").get_attribute("lang") != language:  # a page is drawn again in another language
            speak(page, language)
        all_in_words(page)


def test_the_chosen_language_is_kept_on_other_pages(visit: Visits, finished: str) -> None:
    page = visit(f"/replay/{finished}?e=20", language="en")
    page.get_by_role("button", name="Language, appearance and sound").click()
    page.get_by_role("radio", name="Nederlands").check(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    all_in_words(page)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
