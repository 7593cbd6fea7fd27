"""The analysis in the replay: loaded when it is opened, requested by the user, with better commands and a way on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import PATIENCE, Visits

OF_ANALYSES = re.compile(r"analysis|chances|phrase")


def test_a_user_asks_for_an_analysis_and_sees_what_else_could_have_been_played(visit: Visits, service: House) -> None:
    visit.expect(r"404.*/analysis")  # none was requested
    people = [service.register(name) for name in ("Ada", "Ben")]
    match = service.seated(people)
    service.play(match, people)
    page = visit(f"/replay/{match}?e=99999", people[0])
    fold = page.locator(".replay-fold-analysis")
    expect(fold).to_be_visible()
    assert not loaded(page)
    page.get_by_role("button", name="Win chances and what else").click()
    expect(fold).to_contain_text("among players like our bots, not among people. Nothing is inferred")
    fold.get_by_role("button", name="Analyse this match").click()
    expect(fold.get_by_role("row")).to_have_count(3, timeout=PATIENCE)
    columns = ["Seat", "Luck: win chance", "Luck’s share", "Lost per decision", "Mistakes"]
    expect(fold.get_by_role("columnheader")).to_have_text(columns)
    expect(page.get_by_role("img", name="The win chance of each seat after every entry")).to_be_visible()
    other = fold.get_by_role("region", name="What else could have been played")
    expect(other.locator("ol > li").first).to_contain_text("%")
    other.get_by_role("button", name="What would have followed?").click()
    expect(other.locator("ol ul > li").first).not_to_be_empty(timeout=PATIENCE)
    page.locator(".replay-chances > button").first.dispatch_event("click")
    expect(other.get_by_role("heading")).to_contain_text(re.compile(r"entry \d+"))
    seat = service.card(match)["seats"][0 if "Ada" in other.get_by_role("heading").inner_text() else 1]["seat"]
    other.get_by_role("button", name="Play on from here against bots").click()
    page.wait_for_url(re.compile("/matches/(?!" + match + ")[0-9a-f]{32}"))
    forked = service.card(re.findall(r"[0-9a-f]{32}", page.url)[0])
    assert forked["origin"]["match"] == match
    assert forked["seats"][seat]["player"] == people[0].player
    page.goto(f"/players/{people[1].player}")
    page.get_by_role("button", name="Show the last ten analysed matches").click()
    expect(page.get_by_role("region", name="Luck and skill").get_by_role("row")).to_have_count(2)


def loaded(page: Page) -> list[str]:
    """Returns the loaded files that only an analysis needs."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    return [name for name in names if OF_ANALYSES.search(name.rsplit("/", 1)[1])]
