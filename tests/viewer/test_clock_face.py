"""A clock at the table: it counts down, and giving up ends a match of two."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.service.sitting import API, bearer, good
from tests.support.viewer.house import House
from tests.support.viewer.visits import GREEDY, PATIENCE, Visits
from tests.viewer.test_accessibility import axe, grave

__all__ = ["axe"]


def left(page: Page, name: str) -> int:
    """Returns the seconds for the match that a player's clock shows."""
    shown = page.get_by_role("timer", name=f"Time of {name}").locator(".match-clock-match").inner_text()
    minutes, seconds = re.findall(r"\d+", shown)
    return 60 * int(minutes) + int(seconds)


def until(page: Page, true: Callable[[], bool]) -> None:
    """Waits until a condition is true on a page."""
    for _ in range(PATIENCE // 100):
        if true():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it has not come about")


def test_the_clock_counts_down_and_giving_up_ends_the_match(visit: Visits, service: House, axe: str) -> None:
    ada, ben = service.register("Ada"), service.register("Ben")
    match = service.seated([ada, ben], clock={"command": 3600, "match": 600, "at_zero": "default"})
    page = visit(f"/matches/{match}", ada)
    expect(page.get_by_text("Clock: 1:00:00 for each answer, 10:00 for the match.")).to_be_visible()
    expect(
        page.get_by_text("At zero the game gives its default answer; after three times in a row the seat is out.")
    ).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(2)
    time = left(page, "Ada")
    until(page, lambda: left(page, "Ada") < time)
    assert grave(page, axe, ".match-players") == []  # `test_accessibility` checks the rest of a table

    page.get_by_role("button", name="Give up …").click()
    dialog = page.get_by_role("dialog", name="Give up")
    expect(dialog).to_contain_text("the match ends at once")
    dialog.get_by_role("button", name="I give up").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Ben has won")).to_be_visible()
    expect(page.get_by_text(re.compile("^It ended early: .* gave up or ran out of time[.]$"))).to_be_visible()
    expect(page.get_by_role("list", name="Players").get_by_text("out", exact=True)).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(0)
    assert service.card(match)["ending"] == "forfeited"


def test_a_match_can_be_opened_with_a_clock(visit: Visits, service: House) -> None:
    page = visit("/", service.register("Ada"), script=GREEDY)
    page.get_by_role("button", name="Open a match").click()
    form = page.get_by_role("dialog", name="Open a match")
    form.locator("summary", has_text="Clock").click()
    form.get_by_label("Play with a clock").check()
    form.get_by_label("Seconds per answer").fill("90")
    form.get_by_label("Minutes per match").fill("")
    form.get_by_label("Seconds given back").fill("10")
    expect(form.get_by_role("alert")).to_contain_text("Time can be given back only if there is a time for the match")
    form.get_by_role("button", name="Open the match").click()
    expect(form.get_by_role("group", name="Clock")).to_be_focused()
    form.get_by_label("Seconds given back").fill("")
    form.get_by_label("After three times in a row").select_option("Bot (greedy)")
    form.get_by_label("At zero").select_option("the seat is out")
    expect(form.get_by_label("After three times in a row")).to_have_count(0)
    form.get_by_role("button", name="Open the match").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    match = page.url.rsplit("/", 1)[1]
    expect(page.get_by_role("timer")).to_have_count(1)  # bots have no time
    clock = service.card(match)["clock"]
    assert (clock["command"], clock["at_zero"], "match" in clock) == (90, "forfeit", False)


def test_the_page_shows_the_state_of_the_match_summary(visit: Visits, service: House) -> None:
    ada, ben, cleo = (service.register(name) for name in ("Ada", "Ben", "Cleo"))
    match = service.seated([ada, ben, cleo])
    page = visit(f"/matches/{match}", ada)
    expect(page.get_by_role("button", name="Give up …")).to_be_enabled()
    expect(page.get_by_role("timer")).to_have_count(0)
    expect(page.locator(".match-clock-rules")).to_have_count(0)
    good(service.client.post(f"{API}/matches/{match}/resignations", headers=bearer(ben.token)))
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players.filter(has_text="Ben")).to_contain_text("out")

    told = {**service.card(match), "paused": True}
    told["seats"][0]["bot"] = "greedy"
    page.route(f"**{API}/matches/{match}", lambda route: route.fulfill(json=told))
    page.reload()
    expect(page.get_by_text("A referee has paused the match.")).to_be_visible()
    expect(page.get_by_text("a bot is playing for you")).to_be_visible()
    expect(players.filter(has_text="Ada")).to_contain_text("by a bot")
    expect(page.get_by_role("button", name="Give up …")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back …")).to_have_count(0)
    page.unroute_all(behavior="wait")
