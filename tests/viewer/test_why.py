"""A tool that is off says why, pointed at or by the keyboard; things explain themselves; a hint goes away."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from tests.support.viewer.cities_knights_player import Player
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits


def test_a_tool_that_is_off_says_why(visit: Visits, service: House) -> None:
    person = service.register("Ada")
    match = service.open(person, "mine", "random", "random", game="cities_knights")
    page = visit(f"/matches/{match}", person, reduced_motion="reduce")
    asked: list[str] = []

    def is_asked(question: str) -> bool:
        return page.locator(f".ck-choice[data-tag={question}]").count() > 0

    page.on("request", lambda request: asked.append(request.url) if "refused=true" in request.url else None)
    player = Player(page, Random(3))
    player.play(lambda _done: is_asked("roll"))
    # What stands beside the board is drawn now and then while the page hurries after bots; a person reads it first.
    expect(page.locator(".match-hint")).to_contain_text("Your turn begins with the dice")
    player.play(lambda done: done["roll roll"] >= 1 and is_asked("act"))
    expect(page.locator(".ck-choice[data-tag=act][aria-busy=false]")).to_be_visible()
    off = page.locator(".ck-bar [data-tool][aria-disabled]").first
    note = page.locator(".note-beside")
    assert asked == []
    off.hover()
    expect(note).to_contain_text(off.locator(".ck-tool-name").inner_text())
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    off.click(force=True)
    expect(note).to_be_visible()
    assert len(asked) == 1
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(page.locator(".note-beside[role=status]")).not_to_be_empty()
    expect(page.locator("[data-told]")).to_have_count(1)
    expect(page.locator(".match-hint")).to_contain_text("What you can do now is bright")
    assert "hints.cities_knights.roll" in page.evaluate("localStorage.getItem('chronik.hints')")
