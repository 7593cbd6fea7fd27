"""Takes the picture of a page for the README: `make screenshots`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.support.viewer.house import House
from tests.support.viewer.visits import QUIET, SETTLED, Profiles, Visits, chromium_path
from tests.viewer.board import slider
from tests.viewer.small_png import small

FILE = Path(__file__).parent / "screenshots" / "island.png"
SIZE = {"width": 1440, "height": 980}
BOTS = ("greedy",) * 4


def island(house: House, visits: Visits) -> Page:
    """Returns a page with a late position of a match of Cities & Knights, as its winner saw it."""
    ada = house.register("Ada")
    match = house.open(ada, *BOTS, game="cities_knights")
    while (card := house.card(match))["status"] != "finished":
        time.sleep(0.5)
    address = f"/replay/{match}?e={card['version'] * 4 // 5}&p={card['result']['places'].index(1)}"
    options: dict[str, Any] = {"painted": True, "reduced_motion": "reduce", "viewport": SIZE}
    page = visits(address, ada, **options)
    expect(slider(page)).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_be_visible()
    return page


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        house = House(Path(folder) / "data")
        visits = Visits(Profiles(browser), house.url)
        page = island(house, visits)
        page.evaluate(SETTLED)
        FILE.write_bytes(small(browser.new_page(), page.screenshot()))
        print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
        visits.close()
        house.close()
        browser.close()


if __name__ == "__main__":
    main()
