"""Every page is entirely in the language of its reader; `test_pages_load` opens it in that of the browser."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak

KEY = re.compile(r"\b(?:common|lobby|match|replay|verify|katharina|catan_cards)\.[a-z_]+(?:\.[a-z_-]+)*")
HOLE = re.compile(r"\{[a-z_]+\}|\bundefined\b|\bNaN\b|\[object")
LONG = bool(os.environ.get("CHRONIK_LONG"))
SOME = 60
"""Steps between the checked moments; tests without a browser check each kind of line in each language."""
LANGUAGES = ("nl", "de", "en") if LONG else ("nl",)
"""`words.test.js` checks that each key has words in every language."""
TOLD = """() => {
  const said = ["aria-label", "title", "placeholder", "aria-valuetext", "alt"];
  const every = [...document.querySelectorAll("*")].flatMap((one) => said.map((name) => one.getAttribute(name) ?? ""));
  return [document.title, document.body.innerText, ...every].join("\\n");
}"""


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return service.gone_back()[1]


@pytest.fixture(scope="module")
def running(service: House, people: list[Person]) -> str:
    match = service.seated(people)
    service.play(match, people, answers=len(people))
    return match


@pytest.fixture(scope="module")
def finished(service: House) -> str:
    return service.gone_back()[0]


def all_in_words(page: Page) -> None:
    told = page.evaluate(TOLD)
    assert KEY.findall(told) == []
    assert [line for line in told.splitlines() if HOLE.search(line)] == []


def in_every_language(page: Page) -> None:
    """Checks the same page in Dutch, and with `CHRONIK_LONG` in each language; leaves it in English."""
    for language in LANGUAGES:
        speak(page, language)
        all_in_words(page)
    speak(page, "en")


def test_no_page_shows_an_untranslated_key(visit: Visits, people: list[Person], running: str, finished: str) -> None:
    page = visit("/", people[0])
    dialog = page.get_by_role("dialog")
    expect(page.locator("a[href^='/replay/']").first).to_be_visible()
    for language in LANGUAGES:
        speak(page, language)
        all_in_words(page)
        page.locator(".lobby-actions button").first.click()
        expect(dialog.locator("select").nth(1)).to_be_visible()
        all_in_words(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Ada").click()
        expect(dialog.get_by_role("listitem").first).to_be_visible()
        all_in_words(page)
        page.keyboard.press("Escape")
    page.goto(f"/matches/{running}")
    expect(page.locator("[data-tag]")).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("2")
    in_every_language(page)
    page.goto(f"/replay/{finished}")
    expect(page.get_by_role("slider")).to_be_visible()
    page.locator("summary").last.click()
    for language in LANGUAGES:
        speak(page, language)
        for key in ("?", "g", "e"):
            page.keyboard.press(key)
            expect(dialog).to_be_visible()
            all_in_words(page)
            page.keyboard.press("Escape")
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    # The log shows a window of lines around each moment.
    for moment in range(0, last + 1, SOME):
        page.get_by_role("slider").fill(str(moment))
        in_every_language(page)


def test_the_chosen_language_is_kept_on_other_pages(visit: Visits, finished: str) -> None:
    page = visit(f"/replay/{finished}?e=20", language="en")
    page.get_by_role("button", name="Language, appearance and sound").click()
    page.get_by_role("radio", name="Nederlands").check(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    all_in_words(page)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
