"""A player's name is shown as text, whatever it looks like and however long it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar
from tests.viewer.test_landmarks import has_landmarks
from tests.viewer.test_languages import HOSTILE
from tests.viewer.width import fits

NAMES = (
    '<img src=x onerror="boom()">',
    "</title><script>boom()</script>",
    "W" * 40,
    f"{HOSTILE} &lt;b&gt; javascript:boom()",
)
STRANGE = """() => [...document
  .querySelectorAll(`img:not(.replay-picture, .lobby-look, .lobby-live > img), script:not([src], [id=games]),
    iframe, object, [onerror], [onload]`)]
  .map((one) => one.outerHTML)"""


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return [service.register(name) for name in NAMES]


@pytest.fixture(scope="module")
def matches(service: House, people: list[Person]) -> list[str]:
    """An open, a running and a finished match, all among people with such names."""
    table = service.open(people[0], "mine", "open", "open", "open")
    running = service.seated(people)
    service.play(running, people, answers=5)
    over = service.seated(people)
    service.play(over, people, answers=20)
    for person in people[1:]:
        service.give_up(over, person)
    return [table, running, over]


def only_text(page: Page, names: tuple[str, ...]) -> None:
    for name in names:
        expect(page.get_by_text(name).locator("visible=true").first).to_be_visible()
    assert page.evaluate(STRANGE) == []
    assert page.evaluate("() => document.documentElement.outerHTML.includes('<img src=x')") is False
    fits(page)


def test_names_are_shown_as_text_on_every_page(visit: Visits, people: list[Person], matches: list[str]) -> None:
    table, running, over = matches
    page = visit("/", people[2], viewport={"width": 360, "height": 800})
    only_text(page, NAMES)
    page.goto(f"/matches/{table}")
    only_text(page, NAMES[:1])
    has_landmarks(page)
    for path in (f"/matches/{running}", f"/embed/{over}?e=30", f"/replay/{over}?e=30&p=0"):
        page.goto(path)
        expect(bar(page)).to_be_visible()
        only_text(page, NAMES if "embed" not in path else NAMES[:0])
        has_landmarks(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Share and download").click()
    page.wait_for_function("() => document.querySelector('.replay-picture')?.naturalWidth > 0")
    assert page.evaluate(STRANGE) == []
    code = page.get_by_role("dialog").get_by_label("Embed in another page").input_value()
    assert "<img" not in code
    assert "<script" not in code
