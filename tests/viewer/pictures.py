"""Draws the pictures of the games that the lobby shows: `python -m tests.viewer.pictures`.

Each is the board of a match of bots at one moment, in the game's own drawing and without words:
it fits every language.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from playwright.sync_api import Page, expect, sync_playwright

from tests.support.viewer.house import House
from tests.support.viewer.visits import PATIENCE, QUIET, Profiles, Visits, chromium_path
from tests.viewer.board import bar

expect.set_options(timeout=PATIENCE)

GAMES = Path(__file__).parents[2] / "service/viewer/games"
SVG = "http://www.w3.org/2000/svg"
SEATS = {"katharina": 3, "cities_knights": 4, "catan_cards": 2}
HEAD, FOOT, EDGE, WIDTH = 78, 106, 28, 1200
"""The space above, below and around the board in a shared picture, and the width of the board."""
LONG = re.compile(r"(\d+\.\d)\d+")
WORD = re.compile(r"[^\W\d]{2}")


def board(page: Page) -> str:
    """Returns only the board from the picture in the share dialog."""
    page.get_by_role("button", name="Share and download").click()
    expect(page.get_by_role("button", name="SVG")).to_be_enabled()
    whole = ElementTree.fromstring(
        unquote(page.locator(".replay-picture").get_attribute("src") or "").partition(",")[2]
    )
    drawn = whole.find(f"{{{SVG}}}g")
    assert drawn is not None
    height = float(whole.attrib["height"]) - HEAD - FOOT
    for parent in drawn.iter():
        for child in list(parent):
            if child.tag == f"{{{SVG}}}text" and WORD.search("".join(child.itertext())):
                parent.remove(child)
    alone = ElementTree.Element(f"{{{SVG}}}svg", {"viewBox": f"{EDGE} {HEAD} {WIDTH} {height:.0f}"})
    alone.append(drawn)
    ElementTree.register_namespace("", SVG)
    return LONG.sub(r"\1", ElementTree.tostring(alone, encoding="unicode"))


def main() -> None:
    """Draws all pictures again, light and dark."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        house = House(Path(folder) / "data")
        profiles = Profiles(browser)
        for game, seats in SEATS.items():
            match = house.watched(game, seats)
            at = house.card(match)["version"] * 2 // 3
            for scheme in ("light", "dark"):
                visits = Visits(profiles, house.url)
                page = visits(f"/replay/{match}?e={at}&p=spectator", color_scheme=scheme)
                expect(bar(page)).to_be_visible()
                file = GAMES / game / f"{scheme}.svg"
                file.write_text(board(page), "utf-8")
                visits.close()
                print(f"{file.relative_to(GAMES)}: {file.stat().st_size:,} bytes")
        house.close()
        browser.close()


if __name__ == "__main__":
    main()
