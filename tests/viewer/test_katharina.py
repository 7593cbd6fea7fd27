"""The table of Katharina shows the favour track, sealed cards, and to spectators the rows of all seats."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import slider

MOTIONS: tuple[tuple[Literal["no-preference", "reduce"], int], ...] = (("no-preference", 4), ("reduce", 0))
"""Each preference, and the least number of cards that turn over with it."""
DESK = {"width": 1280, "height": 720}
COVERED = "2 cards face down"
TURNING = """() => document.getAnimations()
  .filter(({ animationName, playState }) => animationName === "ka-turn" && playState === "running").length"""
LOADED = "() => performance.getEntriesByType('resource').some((one) => /katharina(\\/moving|-live-)/.test(one.name))"


@pytest.fixture(scope="module")
def sealed(service: House) -> tuple[str, Person]:
    """A match in which Ben and Cleo have sealed their cards, and Ada, who has not."""
    ada, *others = [service.register(name) for name in ("Ada", "Ben", "Cleo")]
    match = service.seated([ada, *others])
    while not plays_cards(service, match):
        service.play(match, [ada, *others], seed=2, answers=1)
    for person in others:
        service.answer(match, person, Random(3))
    return match, ada


def plays_cards(service: House, match: str) -> bool:
    """Returns whether all seats are asked for cards in a round after the first."""
    view = service.view(match)["view"]
    asked = {seat.get("prompt", {}).get("t") for seat in view["seats"].values()}
    return view["round"] > 1 and asked == {"play-cards"}


def is_whole(page: Page, *places: str) -> None:
    """Checks that these places are on screen and not scrolled out of a container."""
    for place in places:
        expect(page.locator(place)).to_be_in_viewport(ratio=1)


def test_a_player_sees_the_favour_track_and_that_the_others_have_sealed_their_cards(
    visit: Visits, sealed: tuple[str, Person]
) -> None:
    match, ada = sealed
    page = visit(f"/matches/{match}", ada, viewport=DESK)
    expect(page.locator(".ka-beside .ka-strip")).to_have_count(2)
    expect(page.get_by_role("img", name=COVERED)).to_have_count(2)
    is_whole(page, ".ka-track", ".ka-strip:nth-of-type(1)", ".ka-strip:nth-of-type(2)")
    page.set_viewport_size({"width": 768, "height": 1024})
    is_whole(page, ".ka-track", ".ka-map")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Show what Cleo has on the board").click()
    expect(page.locator(".ka-sheet:popover-open")).to_contain_text("Cleo")
    is_whole(page, ".ka-sheet:popover-open .ka-order", ".ka-mat > .ka-brief")


def test_spectators_see_the_rows_of_all_seats(visit: Visits, service: House, sealed: tuple[str, Person]) -> None:
    page = visit(f"/matches/{sealed[0]}", viewport=DESK)
    rows = page.locator(".ka-watched").get_by_role("group")
    for name, covered in (("Ada", 0), ("Ben", 1), ("Cleo", 1)):
        row = rows.and_(page.get_by_label(f"Display of {name}"))
        expect(row).to_be_in_viewport(ratio=1)
        expect(row.get_by_role("img", name=COVERED)).to_have_count(covered)
    is_whole(page, ".ka-map", ".ka-track")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/replay/{service.finished()}?p=0")
    expect(slider(page)).to_be_visible()
    page.keyboard.press("End")
    expect(rows).to_have_count(4)
    expect(page.locator(".ka-holding")).to_have_count(0)


def test_a_key_ends_the_reveal_of_the_cards(visit: Visits, service: House) -> None:
    match = service.finished()
    revealed = next(entry["version"] for entry in service.entries(match) if entry["line"]["key"] == "cards-revealed")
    page = visit(f"/replay/{match}?e={revealed}&p=spectator")
    expect(slider(page)).to_have_value(str(revealed))
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(LOADED)
    for motion, least in MOTIONS:
        page.emulate_media(reduced_motion=motion)
        expect(slider(page)).not_to_have_value(str(revealed))
        page.wait_for_timeout(250)  # in faster steps nothing moves
        page.keyboard.press("ArrowRight")
        expect(slider(page)).to_have_value(str(revealed))
        assert page.evaluate(TURNING) >= least, motion
        page.keyboard.press("Shift")
        assert page.evaluate(TURNING) == 0
        page.keyboard.press("ArrowLeft")
