"""Scrubbing through a finished match: at every moment and point of view the page shows what the service says."""

import os
import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import Board, bar, slider

LONG = bool(os.environ.get("CHRONIK_LONG"))


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return service.gone_back()[1]


@pytest.fixture(scope="module")
def match(service: House) -> str:
    """A finished match in which, after some rounds, a revelation was undone with everyone's consent."""
    return service.gone_back()[0]


def moments(service: House, match: str) -> list[int]:
    """Returns the last moment, the first, one in the undone part and one after it, and any other."""
    entries = service.entries(match)
    struck = [entry["version"] for entry in entries if entry["struck"]]
    started = next(entry["version"] for entry in entries if entry["line"]["key"] == "started")
    last = entries[-1]["version"]
    return [last, started, struck[len(struck) // 2], struck[-1] + 2, Random(7).randrange(started, last)]


def test_from_every_point_of_view_the_replay_shows_what_the_service_shows_and_strikes_what_was_undone(
    visit: Visits, service: House, match: str, people: list[Person]
) -> None:
    page = visit(f"/replay/{match}", people[0])
    board = Board(page, service.components(), [person.name for person in people])
    board.open_tables()
    everywhere = moments(service, match)
    for viewer in ("0", "spectator", "referee"):
        board.look(viewer)
        for moment in everywhere if LONG or viewer == "0" else everywhere[2:3]:
            board.go(moment)
            board.is_shown(service.view(match, moment, viewer, people[0].token)["view"])
    board.look("spectator")
    struck = next(entry for entry in service.entries(match) if entry["struck"])
    slider(page).fill(str(struck["version"]))
    page.get_by_role("listitem").filter(has=page.locator("[aria-current=step]")).locator("s").wait_for()
    strip = page.locator(".replay-branch")
    expect(strip).to_contain_text("do not count, but they stay in the log")
    page.keyboard.press("ArrowRight")
    expect(bar(page)).not_to_have_attribute("data-at", str(struck["version"]))
    expect(strip).to_contain_text("do not count")
    page.keyboard.press("b")
    expect(strip).to_have_text(re.compile("See what was taken back"))
    strip.get_by_role("button").click()
    expect(bar(page)).to_have_attribute("data-at", str(struck["version"]))
    page.keyboard.press("u")
    expect(bar(page)).to_have_attribute("data-at", str(struck["version"] - 1))
    expect(strip).to_have_count(0)
