"""Cards move visibly for a step forward or back, but not for a jump; scenes play over the island."""

from typing import Literal

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import slider

WATCH = """() => {
  window.flown = 0;
  const watch = new MutationObserver((all) => all.forEach(({ addedNodes }) => (window.flown += addedNodes.length)));
  watch.observe(document.querySelector(".moving"), { childList: true });
}"""


MOTIONS: tuple[tuple[Literal["no-preference", "reduce"], int], ...] = (("no-preference", 1), ("reduce", 0))
"""Each preference, and the number of scenes that play with it."""

LANDED = "() => window.flown > 0 && document.querySelector('.moving').childElementCount === 0"
KNOWN = "() => performance.getEntriesByType('resource').some((one) => /katharina(\\/moving|-live-)/.test(one.name))"


def test_cards_move_when_the_replay_steps_in_either_direction_but_not_when_it_jumps(
    visit: Visits, service: House
) -> None:
    match = service.finished()
    lines = [(entry["version"], entry["line"]) for entry in service.entries(match)]
    drawn = next(at for at, line in lines if line["key"] == "cards-drawn" and line["params"]["why"] == "round")
    page = visit(f"/replay/{match}?e={drawn - 2}&p=spectator", reduced_motion="no-preference")
    expect(slider(page)).to_have_value(str(drawn - 2))
    page.keyboard.press("ArrowRight")
    page.wait_for_function(KNOWN)
    page.evaluate(WATCH)
    for key, version in (("ArrowRight", drawn), ("ArrowLeft", drawn - 1)):
        page.wait_for_timeout(250)  # in faster steps nothing moves
        page.keyboard.press(key)
        page.wait_for_function(LANDED)
        expect(slider(page)).to_have_value(str(version))
        page.evaluate("() => void (window.flown = 0)")
    page.keyboard.press("End")
    expect(slider(page)).to_have_value(str(lines[-1][0]))
    assert page.evaluate("() => window.flown") == 0


def test_a_scene_plays_over_the_island_until_a_key_is_pressed(visit: Visits, service: House) -> None:
    match = service.watched("cities_knights", 3)
    first: dict[str, int] = {}
    for entry in service.entries(match):
        first.setdefault(entry["line"]["key"], entry["version"])
    page = visit(f"/replay/{match}?e={first['dice-rolled']}&p=spectator", reduced_motion="no-preference")
    expect(slider(page)).to_have_value(str(first["dice-rolled"]))
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(KNOWN.replace("katharina", "cities_knights").replace("moving", "scenes"))
    plays(page, first["dice-rolled"], ".ck-cast")
    slider(page).fill(str(first["barbarians-landed"] - 1))
    plays(page, first["barbarians-landed"], ".ck-landing-scene")


def plays(page: Page, at: int, scene: str) -> None:
    """Steps to an entry with and without motion, and checks whether its scene plays."""
    for motion, count in MOTIONS:
        page.emulate_media(reduced_motion=motion)
        page.wait_for_timeout(250)  # in faster steps nothing moves
        page.keyboard.press("ArrowRight")
        expect(slider(page)).to_have_value(str(at))
        expect(page.locator(scene)).to_have_count(count)
        page.keyboard.press("ArrowLeft")
        expect(slider(page)).not_to_have_value(str(at))
        expect(page.locator(scene)).to_have_count(0)
