"""A first-time visitor clicks once, and bots are playing."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar, entry, open_bar, slider


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
    open_bar(page)
    page.get_by_label("Speed").select_option("8")
    page.keyboard.press("End")
    result = page.get_by_role("region", name=re.compile(r"won|victory"))
    expect(result).to_be_visible()
    result.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url(re.compile(r"/replay/"))
    expect(slider(page)).to_be_visible()
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    at, last = entry(page)
    assert at < last == service.card(match)["version"]
    page.unroute_all()
    page.get_by_role("link", name="Chronik, to the lobby").click()
    expect(page.locator(f"[href='/replay/{match}']", has_text="Replay")).to_be_visible()
