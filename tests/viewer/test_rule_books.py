"""The rule book is one click away from every game's introduction and every refusal."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from chronik.domain.games import CURRENT
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.asking import Asked
from tests.viewer.questions import questions

REFUSED: dict[str, Any] = {
    "type": "/problems/rejected",
    "title": "Rejected",
    "status": 422,
    "code": "cannot-pay",
    "rule": "R7.2",
    "rule_url": "/docs/rules/cities_knights#R7.2",
}


def books(page: Page) -> set[str]:
    """Returns the rule books that a page links to."""
    links = page.locator("a.rule-book")
    expect(links.first).to_be_visible()
    return set(links.evaluate_all("all => all.map(one => one.getAttribute('href'))"))


def test_every_page_that_introduces_a_game_links_to_its_rules(visit: Visits, service: House) -> None:
    person = service.register("Ada")
    page = visit("/", person)
    expect(page.get_by_role("link", name="Rules of Katharina")).to_be_visible()
    assert books(page) == {f"/docs/rules/{name}" for name in CURRENT}
    for book in books(page):
        assert service.client.get(book).status_code == 200
    page.get_by_role("link", name="Rules of Katharina").click()
    expect(page.get_by_role("dialog").get_by_role("heading", level=3).first).to_have_text("In five minutes")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Open a match").click()
    expect(page.get_by_role("dialog").locator("a.rule-book")).to_have_attribute("href", "/docs/rules/katharina")
    for match in (service.open(person, "mine", "open"), service.open(person, "mine", "open", game="cities_knights")):
        page.goto(f"/matches/{match}")
        page.get_by_role("button", name="Rules").click()
        assert books(page) == {f"/docs/rules/{service.card(match)['game']}"}


def test_a_refusal_links_to_the_rule_it_cites(visit: Visits, service: House) -> None:
    visit.expect("422: .*/commands")
    page = Asked(visit, service, questions("cities_knights")["roll"]).page
    page.evaluate("(told) => window.refuse(told)", json.dumps(REFUSED))
    page.locator(".match-question-foot .primary").click()
    link = page.get_by_role("alert").get_by_role("link", name="Rule R7.2")
    expect(link).to_have_attribute("href", REFUSED["rule_url"])
