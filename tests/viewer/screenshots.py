"""Takes the pictures of the pages that the README shows, and those of first frames: `make screenshots`.

`python -m tests.viewer.screenshots NAME…` takes only these.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from domain.games import CURRENT, game
from tests.support.service.tables import API, good
from tests.support.viewer.board import slider
from tests.support.viewer.house import House, Person
from tests.support.viewer.small_png import small
from tests.support.viewer.visits import QUIET, SETTLED, Profiles, Visits, chromium_path

HERE = Path(__file__).parent / "screenshots"
PEOPLE = ("Ada", "Ben", "Cleo", "Dimitri")
WIDE = {"width": 1440, "height": 900}
SMALL = {"width": 1120, "height": 700}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LARGEST = 200_000


class Scene:
    """Matches worth a picture, and the pages on which they are seen."""

    def __init__(self, house: House, visits: Visits) -> None:
        self._house = house
        self._visit = visits
        self.people = [house.register(name) for name in PEOPLE]
        self.finished = house.taken_back(self.people)
        house.open(self.people[1], "mine", "open", "greedy")
        self.running = house.seated(self.people)
        self._play_to_a_choice(self.people[0])
        self.of_bots = {
            name: house.open(self.people[0], *["greedy"] * max(game(name).seats), game=name)
            for name in CURRENT
            if name != "katharina"
        }

    def _play_to_a_choice(self, person: Person) -> None:
        """Plays until, in the second decade, somebody has to play two cards and the others have decided."""
        luck = Random(2)
        while True:
            asked = self._house.options(self.running, person)
            playing = bool(asked["options"]) and asked["options"][0]["t"] == "play-cards"
            late = self._house.view(self.running)["view"]["round"] >= 4
            people = self.people[1:] if playing and late else self.people
            if sum(self._house.answer(self.running, one, luck) for one in people) == 0:
                return

    def page(self, path: str, person: Person | None = None, **context: Any) -> Page:
        return self._visit(path, person, painted=True, reduced_motion="reduce", **context)

    def lobby(self) -> Page:
        page = self.page("/", self.people[0], viewport=WIDE)
        expect(page.get_by_role("link", name="Replay").first).to_be_visible()
        return page

    def table(self) -> Page:
        page = self.page(f"/matches/{self.running}", self.people[0], viewport=WIDE)
        self._choose(page)
        return page

    def replay(self, scheme: str = "light") -> Page:
        address = f"/replay/{self.finished}?e=150&p=0"
        page = self.page(address, self.people[0], viewport=WIDE, color_scheme=scheme)
        expect(slider(page)).to_be_visible()
        expect(page.locator("[aria-current=step]")).to_be_visible()
        return page

    def dark(self) -> Page:
        return self.replay("dark")

    def first(self, name: str, scheme: str) -> Page:
        """The frame on which the replay of a game opens."""
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

    def event(self) -> Page:
        """The standings of a small event of bots, with one number explained."""
        organiser = self.people[0]
        stage = {"method": "swiss", "table": 4, "rounds": 2}
        plan = {"title": "Spring Cup", "game": "katharina", "stages": [stage], "scoring": "place-4-3-2-1"}
        at = f"/tournaments/{self._held(organiser, '/tournaments', plan)['id']}"
        for _ in range(8):
            self._held(organiser, f"{at}/entrants", {"t": "bot", "level": "greedy"})
        for number in (1, 2):
            self._held(organiser, f"{at}/rounds", {"round": number})
            self._held(organiser, f"{at}/rounds/{number}/start", None)
            while good(self._house.client.get(f"{API}{at}"))["rounds"][-1]["progress"] != "closed":
                time.sleep(0.5)
        page = self.page(f"{at}#standings", organiser, viewport=WIDE)
        expect(page.get_by_role("table").first).to_be_visible()
        return page

    def _held(self, organiser: Person, path: str, body: Any) -> Any:
        headers = {"authorization": f"Bearer {organiser.token}"}
        return good(self._house.client.post(f"{API}{path}", json=body, headers=headers))

    def phone(self) -> Page:
        page = self.page(f"/matches/{self.running}", self.people[0], **PHONE)
        for place in (0, 1):
            page.locator("button[data-card]").nth(place).tap()
        expect(page.locator(".match-question-foot")).to_be_visible()
        return page

    def _choose(self, page: Page) -> None:
        expect(page.locator("[data-tag]").first).to_be_visible()
        for key in ("1", "2", "Shift+Digit2"):
            page.keyboard.press(key)
        expect(page.locator("[aria-keyshortcuts=Enter]").first).to_be_enabled()
        expect(page.locator(".match-question-brings").get_by_text("Colours").first).to_be_visible()


def main(wanted: list[str]) -> None:
    """Takes these pictures anew, or all of them."""
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        house = House(Path(folder) / "data")
        visits = Visits(Profiles(browser), house.url)
        scene = Scene(house, visits)
        blank = browser.new_page()
        pictures: dict[str, Callable[[], Page]] = {
            "lobby": scene.lobby,
            "table": scene.table,
            "replay": scene.replay,
            "replay-dark": scene.dark,
            "phone": scene.phone,
            "island": scene.island,
            "event": scene.event,
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
            print(f"{file.relative_to(Path.cwd())}: {size:,} bytes{', more than it may have' * (size > LARGEST)}")
        visits.close()
        house.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
