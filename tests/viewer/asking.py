"""A table in a browser that can be asked any question, without playing a match to get there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from chronik.projections.match.frames import difference
from chronik.service.running.links import links
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.questions import ME, Question

SCRIPT = Path(__file__).with_name("in_page").joinpath("asking.js").read_text("utf-8")
MATCH = "a5" * 16
NAMES = ("Ada", "Ben", "Cleo", "Maximiliane Schmidt")

PANEL = ".ck-choice, .ka-choice, .cc-choice"


class Asked:
    """The page of a player at a table, and the question they are asked."""

    def __init__(self, visit: Visits, house: House, first: Question, **context: Any) -> None:
        person = house.register(NAMES[ME])
        self.now = first
        seats = [
            {"seat": n, "name": name, "player": f"{n}" * 32} for n, name in enumerate(NAMES[: len(first.view["seats"])])
        ]
        seats[ME] |= {"player": person.player, "waiting": True}
        card = {
            "id": MATCH,
            "game": first.game,
            "rules": 1,
            "facts": "0" * 64,
            "status": "running",
            "head": "0" * 64,
            "commitment": "0" * 64,
            "disclosure": "everyone",
            "options": {},
            "seats": seats,
            "links": msgspec.to_builtins(links(first.game, MATCH)),
        }
        told = {"path": f"/matches/{MATCH}", "card": card, **self._told(first)}
        script = f"{SCRIPT.strip().removesuffix(';')}({msgspec.json.encode(told).decode()});"
        self.page: Page = visit(f"/matches/{MATCH}", person, script=script, reduced_motion="reduce", **context)
        visit.afterwards(self.page.expose_function("previewed", lambda command: self.now.preview(command)).close)
        expect(self.page.locator(PANEL)).to_have_attribute("data-tag", first.tag)

    def ask(self, question: Question) -> None:
        """Asks another question."""
        patch = difference(self.now.view, question.view)
        self.now = question
        self.page.evaluate(
            "([patch, told, panel]) => window.ask(patch, told, panel)", [patch, self._told(question), PANEL]
        )

    @staticmethod
    def _told(question: Question) -> dict[str, Any]:
        asked = {"prompt": question.prompt, "options": question.options[:200], "forms": question.forms}
        return {"view": question.view, "asked": asked}
