"""Takes the picture of a page for the README, and pictures of first frames: `make screenshots`.

`python -m tests.viewer.screenshots NAME…` takes only those.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from chronik.domain.games import CURRENT, game
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import QUIET, SETTLED, Profiles, Visits, chromium_path
from tests.viewer.board import slider
from tests.viewer.small_png import small

HERE = Path(__file__).parent / "screenshots"
PEOPLE = ("Ada", "Ben", "Cleo", "Dimitri")
WIDE = {"width": 1440, "height": 980}
SMALL = {"width": 1120, "height": 700}
LARGEST = 200_000


class Scene:
    """Matches worth a picture, and the pages that show them."""

    def __init__(self, house: House, visits: Visits) -> None:
        self._house = house
        self._visit = visits
        self.people = [house.register(name) for name in PEOPLE]
        self.finished = house.taken_back(self.people, whole=True)
        self.of_bots = {
            name: house.open(self.people[0], *["greedy"] * max(game(name).seats), game=name)
            for name in CURRENT
            if name != "katharina"
        }

    def page(self, path: str, person: Person | None = None, **context: Any) -> Page:
        return self._visit(path, person, painted=True, reduced_motion="reduce", **context)

    def first(self, name: str, scheme: str) -> Page:
        """Returns a page with the frame on which the replay of a game opens."""
        match = self._played(name)["id"] if name in self.of_bots else self.finished
        page = self.page(f"/replay/{match}", self.people[0], viewport=SMALL, color_scheme=scheme)
        expect(slider(page)).to_be_visible()
        return page

    def _played(self, name: str) -> Any:
        while (card := self._house.card(self.of_bots[name]))["status"] != "finished":
            time.sleep(0.5)
        return card

    def island(self) -> Page:
        card = self._played("cities_knights")
        address = f"/replay/{card['id']}?e={card['version'] * 4 // 5}&p={card['result']['places'].index(1)}"
        page = self.page(address, self.people[0], viewport=WIDE)
        expect(slider(page)).to_be_visible()
        expect(page.locator("[aria-current=step]")).to_be_visible()
        return page


def main(wanted: list[str]) -> None:
    """Takes the wanted pictures again, or all of them."""
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        house = House(Path(folder) / "data")
        visits = Visits(Profiles(browser), house.url)
        scene = Scene(house, visits)
        blank = browser.new_page()
        pictures: dict[str, Callable[[], Page]] = {
            "island": scene.island,
            **{
                f"first-{name}{'-dark' * (scheme == 'dark')}": partial(scene.first, name, scheme)
                for name in CURRENT
                for scheme in ("light", "dark")
            },
        }
        for name, take in pictures.items():
            if wanted and name not in wanted:
                continue
            file = HERE / f"{name}.png"
            page = take()
            page.evaluate(SETTLED)
            file.write_bytes(small(blank, page.screenshot()))
            size = file.stat().st_size
            print(f"{file.relative_to(Path.cwd())}: {size:,} bytes{', too large' * (size > LARGEST)}")
        visits.close()
        house.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
