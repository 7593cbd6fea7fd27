"""Every page is in one language, all of it, whichever that is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits

KEY = re.compile(r"\b(?:common|lobby|match|replay|verify|katharina)\.[a-z_]+(?:\.[a-z_-]+)*")
HOLE = re.compile(r"\{[a-z_]+\}|\bundefined\b|\bNaN\b|\[object")
LANGUAGES = ("en", "de", "nl")
TOLD = """() => {
  const said = ["aria-label", "title", "placeholder", "aria-valuetext", "alt"];
  const every = [...document.querySelectorAll("*")].flatMap((one) => said.map((name) => one.getAttribute(name) ?? ""));
  return [document.title, document.body.innerText, ...every].join("\\n");
}"""
DICTIONARIES = """async ([languages, areas]) => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const all = async (language) => {
    const files = [...areas.map((area) => `words/${language}/${area}.js`), `games/katharina/words/${language}.js`];
    const read = await Promise.all(files.map((file) => import(base + file)));
    return Object.assign({}, ...read.map((module) => module.default));
  };
  return Object.fromEntries(await Promise.all(languages.map(async (one) => [one, Object.keys(await all(one)).sort()])));
}"""
AREAS = ("common", "lobby", "match", "replay", "verify")


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return [service.register("Ada"), service.register("Ben")]


@pytest.fixture(scope="module")
def running(service: House, people: list[Person]) -> str:
    match = service.seated(people)
    service.play(match, people, answers=len(people))
    return match


@pytest.fixture(scope="module")
def finished(service: House, people: list[Person]) -> str:
    return service.taken_back(people)


def all_in_words(page: Page) -> None:
    told = page.evaluate(TOLD)
    assert KEY.findall(told) == []
    assert [line for line in told.splitlines() if HOLE.search(line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_seen(visit: Visits, people: list[Person], running: str, finished: str, language: str) -> None:
    page = visit("/", people[0], language=language)
    expect(page.locator(f"a[href='/replay/{finished}']")).to_be_visible()
    all_in_words(page)
    page.locator(".lobby-actions button").first.click()
    expect(page.get_by_role("dialog").locator("select").nth(1)).to_be_visible()
    all_in_words(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Ada").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    all_in_words(page)
    page.goto(f"/matches/{running}")
    expect(page.locator("[data-tag]")).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("2")
    all_in_words(page)
    page.goto(f"/replay/{finished}")
    expect(page.get_by_role("slider")).to_be_visible()
    page.locator("summary").last.click()
    for key in ("?", "g", "e"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        all_in_words(page)
        page.keyboard.press("Escape")
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    for moment in range(0, last + 1, 6):  # the log shows a window of lines around each
        page.get_by_role("slider").fill(str(moment))
        all_in_words(page)


def test_the_same_words_in_each_language(visit: Visits) -> None:
    page = visit("/")
    expect(page.locator("#page h1").first).to_be_visible()
    keys = page.evaluate(DICTIONARIES, [LANGUAGES, AREAS])
    assert len(keys["en"]) > 300
    assert keys["de"] == keys["en"]
    assert keys["nl"] == keys["en"]


def test_the_language_is_chosen_and_kept(visit: Visits, finished: str) -> None:
    page = visit(f"/replay/{finished}?e=20", language="en")
    page.get_by_role("button", name="Language and appearance").click()
    page.get_by_role("radio", name="Nederlands").check(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    all_in_words(page)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
