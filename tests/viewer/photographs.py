"""Takes pictures of every page at four widths, light and dark, in three languages: `make photographs`.

They are for people to look at, in `build/photographs`, with one folder for each page.
`python -m tests.viewer.photographs lobby style` takes only these pages.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from chronik.domain.games import CURRENT, game
from tests.support.service.sitting import API, good
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import PATIENCE, QUIET, SETTLED, Profiles, Visits, chromium_path
from tests.viewer.test_tournament_desk import event, post

FOLDER = Path(__file__).parents[2] / "build" / "photographs"
WIDTHS, SCHEMES, LANGUAGES = (360, 768, 1280, 2560), ("light", "dark"), ("en", "de", "nl")
HEIGHTS = {360: 780, 768: 1024, 1280: 720, 2560: 1440}
WHOLE = {"style", "player", "lobby", "lobby-guest", "tournaments", "hold", "tournament", "desk", "decks"}
"""Pages that scroll, and are pictured in full."""

KEYS = {"rules": "r", "explained": "i", "forked": "x", "keys": "?"}
"""The keys that open something over a table or a replay."""

REST = 1_000
"""Milliseconds until a page has fetched everything."""

LATE = {"waiting": ".lobby-drawn svg", "hold": "form button.primary", "desk": "#desk-next"}
"""The part of a page that is drawn last."""

OPENING = "button.primary"
"""The button in the lobby that opens the form of a new match."""


def scenes(house: House) -> Mapping[str, tuple[str, Person | None]]:
    """Returns the pages to picture, with the person who visits each."""
    ada, ben = (house.register(name) for name in ("Ada", "Maximiliane Schmidt-Rottluff"))
    found: dict[str, tuple[str, Person | None]] = {"lobby": ("/", ada), "lobby-guest": ("/", None)}
    for name in CURRENT:
        people = [ada, ben, *(house.register(f"{name} {n}") for n in range(3, min(4, max(game(name).seats)) + 1))]
        running = house.seated(people, game=name)
        house.play(running, people, answers=20)
        finished = house.open(ada, "mine", "greedy", game=name)
        house.play(finished, [ada])
        found |= {
            f"{name}-table": (f"/matches/{running}", ada),
            f"{name}-end": (f"/matches/{finished}", ada),
            f"{name}-replay": (f"/replay/{finished}?e=40", None),
            f"{name}-embed": (f"/embed/{finished}?e=40", None),
        }
    waiting = house.open(ada, "mine", "open")
    cup = tournament(house, ada)
    return found | {
        "waiting": (f"/matches/{waiting}", ada),
        "rules": (found["cities_knights-table"][0], ada),
        "explained": (found["cities_knights-table"][0], ada),
        "keys": (found["cities_knights-replay"][0], ada),
        "forked": (found["cities_knights-replay"][0], ada),
        "opening": ("/", ada),
        "player": (f"/players/{ada.player}", ada),
        "tournaments": ("/tournaments", ada),
        "hold": ("/tournaments#hold", ada),
        "tournament": (cup, None),
        "rounds": (f"{cup}#rounds", None),
        "standings": (f"{cup}#standings", None),
        "desk": (f"{cup}#desk", ada),
        "screen": (f"{cup}/screen?minutes=90", None),
        "decks": ("/decks", ada),
        "style": ("/style", None),
    }


def tournament(house: House, organiser: Person) -> str:
    """Returns the page of a tournament of seven: one table of its first round has a result, the other is in play."""
    pods: dict[str, Any] = {"stages": [{"method": "swiss", "table": 4, "rounds": 2}], "scoring": "place-4-3-2-1"}
    at = event(house, organiser, [], elsewhere=True, game="cities_knights", **pods)
    for name in ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Maximiliane Schmidt-Rottluff"):
        post(house, organiser, f"{at}/entrants", {"t": "guest", "name": name})
    post(house, organiser, f"{at}/rounds", {"round": 1})
    post(house, organiser, f"{at}/rounds/1/start")
    tables = good(house.client.get(f"{API}{at}"))["rounds"][0]["tables"]
    points = [13, 9, 8, 7][: len(tables[0]["entrants"])]
    post(house, organiser, f"{at}/rounds/1/tables/1/result", {"points": points})
    return at


def taken(page: Page, name: str) -> bytes:
    """Returns the picture of a page, in full if it scrolls."""
    if "/replay/" in page.url or "/embed/" in page.url:
        expect(page.get_by_role("slider").first).to_be_visible()
    expect(page.locator("main, .match").first).to_be_visible()
    expect(page.locator("main[aria-busy=true]")).to_have_count(0)
    if name in LATE:
        expect(page.locator(LATE[name]).first).to_be_visible()
    page.wait_for_timeout(REST)
    page.evaluate(SETTLED)
    if name in KEYS:
        page.keyboard.press(KEYS[name])
    elif name == "opening":
        page.locator(OPENING).first.click()
    if name in KEYS or name == "opening":
        expect(page.locator("dialog[open], .note-beside:popover-open").first).to_be_visible()
    page.evaluate(SETTLED)
    return page.screenshot(full_page=name in WHOLE)


def main(wanted: list[str]) -> None:
    """Takes the wanted pictures again, or all of them."""
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        house = House(Path(folder) / "data", {"CHRONIK_VIEWER_RELOAD": "1"})
        profiles = Profiles(browser)
        for name, (address, person) in scenes(house).items():
            if wanted and name not in wanted:
                continue
            (FOLDER / name).mkdir(parents=True, exist_ok=True)
            for width, scheme, language in product(WIDTHS, SCHEMES, LANGUAGES):
                visits = Visits(profiles, house.url)
                look: Any = {"viewport": {"width": width, "height": HEIGHTS[width]}, "color_scheme": scheme}
                page = visits(address, person, language, painted=True, reduced_motion="reduce", **look)
                (FOLDER / name / f"{width}-{scheme}-{language}.png").write_bytes(taken(page, name))
                visits.close()
            print(name)
        house.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
