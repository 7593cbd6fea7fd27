"""A first-time visitor clicks once, and bots are playing."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar


def without_thinking(route: Route) -> None:
    """Opens a match with bots that do not think: those that the page suggests take many seconds."""
    wish: Any = route.request.post_data_json
    return route.continue_(post_data={**wish, "seats": [{"t": "bot", "level": "greedy"}] * len(wish["seats"])})


def test_a_newcomer_watches_a_match_of_bots_after_one_click(visit: Visits, service: House) -> None:
    page = visit("/docs/bots")
    page.route(re.compile(r"/api/v1/matches$"), without_thinking)
    page.goto("/")
    expect(page.get_by_text("you become a guest with a made-up name")).to_be_visible()
    page.get_by_role("button", name="Watch bots play Katharina").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    expect(page.get_by_role("group", name=re.compile("^Display of")).first).to_be_visible()
    expect(bar(page)).to_have_attribute("data-at", re.compile(r"\d{2,}"))
