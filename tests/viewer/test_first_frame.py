"""A replay opens on a complete board in our colours, and no player is on turn before the first question."""

from __future__ import annotations

import os
from base64 import b64encode
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from chronik.domain.games import CURRENT, game
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import slider

BLACK = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const seen = new Uint32Array(canvas.getImageData(0, 0, picture.width, picture.height).data.buffer);
  return seen.reduce((count, pixel) => count + ((pixel & 0xffffff) === 0), 0) / seen.length;
}"""
"""How much of a picture has the colour that a browser paints if a style sheet leaves out a shape.

This colour is not one of ours, light or dark.
"""

MOST_BLACK = 0.002
LONG = bool(os.environ.get("CHRONIK_LONG"))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def finished(service: House) -> dict[str, str]:
    """A finished match of each game, given up as soon as it was opened."""
    people = [service.register(name) for name in ("Ada", "Ben", "Cleo")]
    return {name: service.given_up(people[: max(game(name).seats)], game=name) for name in CURRENT}


def asked_first(service: House, match: str) -> int:
    """Returns the version of the first question, when everything is laid out."""
    first: int = next(entry["version"] for entry in service.entries(match) if entry["line"]["key"] == "asked")
    return first


def blackness(page: Page) -> float:
    """Returns how much of the board is painted black."""
    share: float = page.evaluate(BLACK, b64encode(page.locator("#board").screenshot()).decode())
    return share


@pytest.mark.parametrize("name", CURRENT)
def test_a_replay_opens_on_a_complete_board_without_unstyled_shapes(
    visit: Visits, service: House, finished: dict[str, str], name: str
) -> None:
    match = finished[name]
    page = visit(f"/{'embed' if name == 'katharina' else 'replay'}/{match}", painted=True)
    expect(slider(page)).to_have_value(str(asked_first(service, match)))
    expect(page.locator("#board svg").first).to_be_visible()
    started = next(entry["version"] for entry in service.entries(match) if entry["line"]["key"] == "started")
    looks = ((asked_first(service, match), SCHEMES[:1]), (started, SCHEMES[1:]))
    for version, some in looks if LONG else looks[list(CURRENT).index(name) % 2 :][:1]:
        slider(page).fill(str(version))
        expect(page.locator(".replay-number b")).to_have_text(str(version))
        for scheme in SCHEMES if LONG else some:
            page.emulate_media(color_scheme=scheme)
            assert blackness(page) < MOST_BLACK, (version, scheme)
    if name == "cities_knights":
        nobody_is_on_turn_before_the_first_question(page, service, match)


def nobody_is_on_turn_before_the_first_question(page: Page, service: House, match: str) -> None:
    """Checks who is shown as on turn at the first question, and in the entries before it."""
    asked = asked_first(service, match)
    slider(page).fill(str(asked))
    seats = service.view(match, asked)["view"]["seats"]
    first = next(service.card(match)["seats"][int(number)]["name"] for number in seats if seats[number].get("prompts"))
    marked, whose = page.locator(".ck-on-turn .ck-who"), page.locator(".ck-whose b")
    expect(marked).to_have_text([first])
    expect(whose).to_have_text([first])
    page.get_by_text("The board as tables").click()
    told = page.locator(".ck-description > p").first
    expect(told).to_contain_text(first)
    for version in range(asked - 1, asked - 6, -1):
        slider(page).fill(str(version))
        expect(page.locator(".replay-number b")).to_have_text(str(version))
        expect(marked).to_have_count(0)
        expect(whose).to_have_count(0)
        expect(told).not_to_contain_text("Ada")
        expect(told).not_to_contain_text(first)


def test_an_old_link_shows_exactly_the_moment_it_names(visit: Visits, service: House, finished: dict[str, str]) -> None:
    page = visit("/")
    katharina, catan_cards = finished["katharina"], finished["catan_cards"]
    for match, moment in ((katharina, 1), (catan_cards, asked_first(service, catan_cards) - 1)):
        page.goto(f"/embed/{match}?e={moment}")
        expect(slider(page)).to_have_value(str(moment))
