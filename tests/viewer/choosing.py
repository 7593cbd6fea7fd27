"""Answers questions of Katharina at the table like a person: by clicks or taps on what the page offers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.viewer.board import entry, knows

QUESTIONS = {
    "choose-display": "Choose three cards for your action row",
    "play-cards": "Play two cards",
    "resolve": "Your colours match: perform the action?",
    "build-or-pass": "You own the most books: build a residence?",
}


def now(page: Page, version: int) -> None:
    """Waits until a page knows a version, and goes there if its playback has not reached it yet."""
    knows(page, version)
    if entry(page)[0] != version:
        page.get_by_role("button", name="Back to live").click()


class Choice:
    """A question on a page, answered with `Locator.click` or `Locator.tap`."""

    def __init__(self, page: Page, options: list[Any], english: Any, press: Any = Locator.click) -> None:
        self.page = page
        self.options = options
        self._english = english
        self._press = press
        self.panel = page.get_by_role("region", name=QUESTIONS[options[0]["t"]])

    def offers_exactly_the_options(self) -> None:
        """Checks that exactly the cards that options name can be picked."""
        cards = {card for option in self.options for card in _cards(option)}
        free = self.page.locator("[data-card]:not([aria-disabled])")
        expect(self.panel).to_be_visible()
        assert set(free.evaluate_all("(all) => all.map((one) => one.dataset.card)")) == cards

    def pick(self, command: Any) -> None:
        """Picks everything that a command needs."""
        match command["t"]:
            case "choose-display":
                self._pick_cards(command["cards"])
            case "play-cards":
                self._pick_cards([command["action"], command["activation"]])
                slots = sorted({option["slot"] for option in self.options})
                self._pressed(self.page.locator(".ka-mat button.ka-low").nth(slots.index(command["slot"])))
            case "build-or-pass":
                if command.get("city"):
                    self._pick_city(command["city"])
                else:
                    self._pressed(self._named("Build nowhere"))
            case "resolve" if not command["perform"]:
                self._pressed(self._named("Decline"))
            case "resolve":
                self._pressed(self._named("Perform"))
                self._pick_cards(command.get("discards") or [])
                if command.get("city"):
                    self._pick_city(command["city"])
                if command.get("bonus"):
                    self._press(self.panel.get_by_role("checkbox"))
                    self._pick_cards(command.get("bonus_discards") or [])
            case other:
                raise AssertionError(other)

    def confirm(self) -> None:
        """Sends the picked answer."""
        self._press(self.page.get_by_role("button", name=re.compile(r"^(Confirm|Change my choice)$")))

    def answer(self, command: Any) -> None:
        """Picks a command and sends it."""
        self.pick(command)
        self.confirm()

    def _pick_cards(self, cards: list[str]) -> None:
        for card in cards:
            button = self.page.locator(f'[data-card="{card}"]')
            if button.get_attribute("aria-pressed") != "true":
                self._press(button)
                expect(button).to_have_attribute("aria-pressed", "true")

    def _pressed(self, button: Locator) -> None:
        if button.get_attribute("aria-pressed") != "true":
            self._press(button)
            expect(button).to_have_attribute("aria-pressed", "true")

    def _named(self, start: str) -> Locator:
        return self.panel.get_by_role("button", name=re.compile(rf"^{start}"))

    def _pick_city(self, city: str) -> None:
        name = re.escape(self._english["city"][city])
        button = self.page.get_by_role("button", name=re.compile(rf"^(Build in {name}|{name} is picked)$"))
        if button.get_attribute("aria-pressed") != "true":
            self._press(button.locator(".ka-reach"))
            expect(button).to_have_attribute("aria-pressed", "true")


def _cards(option: Any) -> list[str]:
    lists = [option.get(name) or [] for name in ("cards", "discards", "bonus_discards")]
    alone = [option[name] for name in ("action", "activation") if name in option]
    return [*alone, *(card for cards in lists for card in cards)]


def bold(options: list[Any], colours: dict[str, str], row: list[str]) -> list[Any]:
    """Returns the most eventful options: matching colours, and whatever costs most."""

    def worth(option: Any) -> int:
        if option["t"] == "play-cards":
            above = row[option["slot"]] if option["slot"] < len(row) else option["action"]
            return int(colours[above] == colours[option["activation"]])
        return len(_cards(option)) + 2 * bool(option.get("perform")) + bool(option.get("city"))

    best = max(map(worth, options))
    return [option for option in options if worth(option) == best]
