"""A player of Cities & Knights who only clicks on a page and answers with anything it offers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.viewer.board import entry

TOOLS = "button[data-tool]:not(:disabled, [aria-disabled])"
SHY = ("offer", "end")
"""Tools used only if nothing else can be done, or now and then."""

MIDDLE = """(place) => {
  place.scrollIntoView({ block: "center" });
  const box = place.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Player:
    """A person at a page; `done` counts confirmed answers by question and tool, `luck` decides."""

    def __init__(self, page: Page, luck: Random) -> None:
        self.page = page
        self.luck = luck
        self.panel = page.locator(".ck-choice")
        self.done: Counter[str] = Counter()

    def play(self, enough: Callable[[Counter[str]], bool], seconds: float = 60.0, but: str = "") -> Counter[str]:
        """Answers until `enough` says so, the match is over, or the time is up; never answers a question like `but`."""
        until = time.monotonic() + seconds
        while not enough(self.done) and time.monotonic() < until and not self.page.locator(".match-result").count():
            if not self._answer(but):
                self.page.keyboard.press("End")
                self.page.wait_for_timeout(50)
        return self.done

    def _answer(self, but: str) -> bool:
        """Answers the open question, if there is one; one thing at a time, and never faster than the page."""
        if not self.page.locator(".ck-choice[aria-busy=false]").count():
            return False
        question = self.panel.get_attribute("data-tag") or ""
        if question == but:
            return False
        if self._press(self.panel.locator(".ck-offer button"), f"{question} offer"):
            return True
        tools = self.panel.locator(TOOLS)
        if self.panel.locator(".ck-open").count() == 0 and not self._open(tools, question):
            return False
        if self.panel.locator(".ck-open").count():
            self._fill(question)
        return True

    def _open(self, tools: Locator, question: str) -> bool:
        names = [tool.get_attribute("data-tool") or "" for tool in tools.all()]
        if not names:
            return False
        bold = [name for name in names if name not in SHY]
        name = self.luck.choice(bold if bold and self.luck.random() < 0.9 else names)
        one = self.panel.locator(f'button[data-tool="{name}"]')
        one.click()
        if name in ("roll", "end"):
            self._sent(f"{question} {name}")
        else:
            expect(self.panel.locator(".ck-open")).to_be_visible()
        return True

    def _fill(self, question: str) -> None:
        """Picks what the open tool asks for, and confirms it."""
        confirm = self.panel.locator(".match-question-buttons .primary")
        # The last question comes first: a road belongs to a corner that is already chosen.
        places = [self.page.locator(f".ck-pick-{kind}[data-pick=legal]") for kind in ("edge", "hex", "corner")]
        buttons = self.panel.locator(".ck-field:not([data-field=to]) button[aria-pressed=false]")
        for _ in range(40):
            if confirm.is_enabled():
                break
            if (
                not any(map(self._press, self._counters()))
                and not any(map(self._point, places))
                and not self._press(buttons)
            ):
                return
        else:
            return
        tool = self.panel.get_attribute("data-tool")
        expect(self.panel.get_by_text("Trying it out")).to_have_count(0)
        confirm.click()
        self._sent(f"{question} {tool}")

    def _counters(self) -> list[Locator]:
        """Returns the buttons that add a card; in an offer, first those of a side without cards."""
        more = ".ck-counter button:last-child:not(:disabled)"
        sides = [side for side in ("give", "want") if self._is_empty(side)]
        return [self.panel.locator(f"[data-side={side}] {more}") for side in sides] or [self.panel.locator(more)]

    def _is_empty(self, side: str) -> bool:
        here = self.panel.locator(f"[data-side={side}]")
        return bool(here.count()) and not here.locator("[data-some=true]").count()

    def _point(self, places: Locator) -> bool:
        """Clicks on one of these places of the island, by mouse: an upright edge has no width for Playwright."""
        count = places.count()
        if count:
            x, y = places.nth(self.luck.randrange(count)).evaluate(MIDDLE)
            self.page.mouse.click(x, y)
        return bool(count)

    def _press(self, those: Locator, counted: str = "") -> bool:
        """Clicks one of these buttons; returns False if there is none."""
        count = those.count()
        if not count:
            return False
        those.nth(self.luck.randrange(count)).click()
        if counted:
            self._sent(counted)
        return True

    def _sent(self, what: str) -> None:
        """Waits until the page has handled what was sent."""
        self.done[what] += 1
        expect(self.panel.locator("[role=alert]")).to_have_count(0)
        expect(self.page.locator(".ck-choice[aria-busy=true]")).to_have_count(0)


def version(page: Page) -> int:
    """Returns the last entry that a page knows."""
    return entry(page)[1]
