"""Playing on from a moment of a finished match: bots take the seats, the page links back, and a question is asked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import GREEDY, Visits
from tests.viewer.board import bar, slider


@pytest.fixture
def match(service: House) -> str:
    return service.finished()


def test_a_match_can_be_continued_against_bots_from_an_earlier_moment(
    visit: Visits, service: House, match: str
) -> None:
    """Not from its end; there the page shows the time per decision, and each leads to its entry."""
    visit.expect(r"422.*/forks")  # the page asks the service before it offers to play on
    page = visit(f"/replay/{match}?e=99999", script=GREEDY)
    expect(slider(page)).to_be_visible()
    page.keyboard.press("x")
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text("You cannot play on from this moment")
    expect(dialog.get_by_role("combobox")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Time per decision").click()
    table = page.get_by_role("table", name="Time per decision")
    expect(table.get_by_role("row")).to_have_count(5)
    longest = table.get_by_role("button").first
    at = re.findall(r"\d+$", longest.get_attribute("title") or "")[0]
    longest.click()
    expect(bar(page)).to_have_attribute("data-at", at)
    slider(page).fill("40")
    expect(bar(page)).to_have_attribute("data-at", "40")
    page.keyboard.press("x")
    expect(dialog).to_contain_text("is dealt again: the cards in hands and the stock.")
    expect(dialog.get_by_role("combobox")).to_have_count(4)
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url(re.compile("/matches/(?!" + match + ")[0-9a-f]{32}"))
    expect(page.get_by_text(re.compile("Your turn|It is your turn")).first).to_be_visible()
    origin = service.card(re.findall(r"[0-9a-f]{32}", page.url)[0])["origin"]
    assert origin["match"] == match
    assert origin["version"] <= 40
    link = page.get_by_role("link", name=re.compile("continues another match"))
    expect(link).to_have_attribute("href", f"/replay/{match}?e={origin['version']}")
    page.keyboard.press("d")
    compared = page.get_by_role("region", name="Pin this moment and compare")
    compared.get_by_role("button", name="With the original match").click()
    expect(compared.get_by_role("link", name=re.compile("the other match"))).to_have_attribute(
        "href", re.compile(f"/replay/{match}")
    )
    compared.get_by_role("button", name="Show the other match").click()
    expect(page.locator(".replay-board-then .ka-table, .replay-board-then svg").first).to_be_visible()
