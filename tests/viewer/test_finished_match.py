"""A finished match: its result as a picture, the comparison of two moments, and the entry from which to play on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar, slider


def test_the_result_is_a_picture_with_the_winner(visit: Visits, service: House) -> None:
    page = visit(f"/matches/{service.watched('catan_cards', 2)}")
    page.get_by_role("button", name="To the end", exact=True).click()
    result = page.get_by_role("region", name="won")
    expect(result.get_by_role("button", name="Share the picture")).to_be_enabled()
    with page.expect_download() as saved:
        result.get_by_role("button", name="Share the picture").click()
    assert re.fullmatch(r"catan_cards-\w{8}\.png", saved.value.suggested_filename)


def test_a_comparison_leaves_the_board_in_sight_and_a_fork_begins_at_an_entry(visit: Visits, service: House) -> None:
    """The bar shows the entry from which the fork begins."""
    size = {"width": 1280, "height": 720}
    page = visit(f"/replay/{service.watched('cities_knights', 3)}?e=200", viewport=size)
    page.get_by_role("button", name="Pin this moment and compare").click()
    page.keyboard.press("PageDown")
    expect(page.locator(".replay-compare li")).to_have_count(3)
    island = page.locator(".ck-island:visible").bounding_box()
    dock = page.locator(".match-dock").bounding_box()
    assert island is not None
    assert dock is not None
    assert island["y"] + island["height"] <= dock["y"]
    slider(page).fill("211")
    expect(bar(page)).to_have_attribute("data-at", "211")
    page.get_by_role("button", name="Play on from here").click()
    begins = page.get_by_role("dialog").get_by_text(re.compile(r"A new match begins at entry \d+"))
    expect(page.get_by_role("dialog").get_by_role("button", name="Play on")).to_be_enabled()
    found = re.search(r"entry (\d+)", begins.inner_text())
    assert found is not None
    expect(bar(page)).to_have_attribute("data-at", found[1])
