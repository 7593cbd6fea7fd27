"""Whatever is asked, on whatever screen: each button of the question is under the finger that is put on its middle.

Beside the board nothing has to be scrolled for that. Where the question stands in the page, the page is scrolled and
never the question; what ends or confirms is in sight all the time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from playwright.sync_api import Page, expect

from domain.cities_knights.prompts import Prompt as CitiesKnightsPrompt
from domain.katharina.prompts import Prompt as KatharinaPrompt
from tests.support.viewer.asking import PANEL, Asked
from tests.support.viewer.house import House
from tests.support.viewer.questions import Question, questions
from tests.support.viewer.visits import Visits

PROMPTS: dict[str, Any] = {"cities_knights": CitiesKnightsPrompt, "katharina": KatharinaPrompt}
DESK: tuple[tuple[int, int], ...] = ((1280, 720), (640, 360))
"""A screen, and the same at 200 %."""
LANGUAGES: tuple[str, ...] = ("nl",)
"""The longest words: Dutch on a desk, German on a phone."""
if os.environ.get("CHRONIK_LONG"):
    DESK, LANGUAGES = (*DESK, (1366, 768)), ("nl", "de")

ELSE = re.compile("Something else|Etwas anderes|Iets anders")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ARRANGED = """([width, height]) => {
  if (innerWidth !== width || innerHeight !== height) return false;
  const beside = matchMedia("(min-width: 64rem)").matches;
  const [panel, foot] = [".ck-choice, .ka-choice", ".match-question-foot"].map((one) => document.querySelector(one));
  const stands = Boolean(panel?.closest(".match-question")) === beside;
  return stands && (!foot || Boolean(foot.closest(".match-foot")) !== beside);
}"""

COMPLETE = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const wanted = [
    ".ck-field:not([data-field=to], :has([aria-pressed=true])) button",
    ...["edge", "hex", "corner"].map((kind) => `.ck-pick-${kind}[data-pick=legal]`),
    ":is([data-side=cards], .ck-counters:not(:has([data-some=true]))) .ck-counter button:last-child:not(:disabled)",
    ".ck-field:not([data-field=to]) button[aria-pressed=false]",
    ".ka-pick-options:not(:has([aria-pressed=true])) .ka-pick-option:not(:disabled)",
    "[data-card][aria-pressed=false]:not([aria-disabled])",
  ];
  for (let n = 0; n < 30 && document.querySelector(".match-question-foot .primary")?.disabled; n += 1) {
    const next = wanted.map((those) => document.querySelector(those)).find(Boolean);
    next?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await drawn();
  }
  return document.querySelector(".match-question-foot .primary")?.disabled === false;
}"""
"""Picks what can be picked until the answer may be sent; says whether it may."""

MISSED = """(panel) => {
  const beside = matchMedia("(min-width: 64rem)").matches;
  const of = (those) => [...document.querySelectorAll(those)].filter((one) => !one.disabled && one.offsetParent);
  const buttons = of(`:is(${panel}, .match-question-foot) :is(button, input)`);
  const ending = of(".match-question-foot button");
  const found = [];
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const hits = (one) => one.contains(document.elementFromPoint(...middle(one)));
  const missed = (one, where) => {
    if (!hits(one)) found.push(`${where}: ${one.outerHTML.slice(0, 160)} at ${middle(one).map(Math.round)}`);
  };
  const whole = document.documentElement.scrollHeight;
  for (const y of [0, whole / 2, whole]) {
    scrollTo(0, y);
    for (const one of beside ? buttons : ending) missed(one, `scrolled to ${Math.round(y)}`);
  }
  for (const one of buttons) {
    scrollBy(0, middle(one)[1] - innerHeight / 4);
    missed(one, "put before the eyes");
  }
  scrollTo(0, 0);
  if ([...document.querySelectorAll(`:is(${panel}) *`)].some((one) => one.scrollTop)) found.push("it was scrolled");
  return found;
}"""


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_every_kind_of_question_is_among_them(name: str) -> None:
    tags = {one.__struct_config__.tag for one in get_args(PROMPTS[name])}
    assert {question.tag for question in questions(name).values()} == tags


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_every_button_can_be_pressed_on_a_desk(visit: Visits, service: House, name: str, language: str) -> None:
    all_pressed(visit, service, name, DESK, language=language)


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_every_button_can_be_pressed_on_a_phone(visit: Visits, service: House, name: str) -> None:
    all_pressed(visit, service, name, ((390, 844),), language="de", **PHONE)


def all_pressed(visit: Visits, service: House, name: str, sizes: tuple[tuple[int, int], ...], **context: Any) -> None:
    first, *others = questions(name).values()
    table = Asked(visit, service, first, **context)
    missed: list[str] = []
    for question in (first, *others):
        if question is not first:
            table.ask(question)
        for step in steps(table.page, question):
            for width, height in sizes:
                table.page.set_viewport_size({"width": width, "height": height})
                table.page.wait_for_function(ARRANGED, arg=[width, height])
                found = table.page.evaluate(MISSED, PANEL)
                missed += [f"{question.kind} {step}, {width}×{height}: {one}" for one in found]
            table.page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    assert missed == [], "\n".join(missed)


def steps(page: Page, question: Question) -> Iterator[str]:
    """The question as it is asked, with the bar in place of the offers, with each of its tools open, and answered."""
    yield "asked"
    if question.tag not in ("act", "roll", "answer-offer", "discard-progress"):
        complete(page)
        yield "answered"
    if question.view.get("offers") and question.tag == "act":
        page.get_by_role("button", name=ELSE).click()
        expect(page.locator(".ck-bar")).to_be_visible()
        yield "in place of the offers"
    for tool in page.locator(".ck-bar button:not(:disabled)").evaluate_all("all => all.map(one => one.dataset.tool)"):
        opened = page.locator(f'.ck-bar [data-tool="{tool}"]')
        opened.click()
        expect(page.locator(PANEL)).to_have_attribute("data-tool", tool)
        yield tool
        complete(page)
        yield f"{tool}, answered"
        while not opened.is_visible():
            page.keyboard.press("Escape")


def complete(page: Page) -> None:
    """Picks an answer, without sending it."""
    assert page.evaluate(COMPLETE), page.locator(PANEL).inner_text()
    expect(page.locator(".match-question-brings[aria-busy=true]")).to_have_count(0)
