"""A first-time visitor clicks once, and bots are playing."""

import re

from playwright.sync_api import expect

from tests.support.viewer.visits import GREEDY, Visits
from tests.viewer.board import bar


def test_a_newcomer_watches_a_match_of_bots_after_one_click(visit: Visits) -> None:
    page = visit("/", script=GREEDY)
    expect(page.get_by_text("you become a guest with a made-up name")).to_be_visible()
    page.get_by_role("button", name="Watch bots play Katharina").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    expect(page.get_by_role("group", name=re.compile("^Display of")).first).to_be_visible()
    expect(bar(page)).to_have_attribute("data-at", re.compile(r"\d{2,}"))
