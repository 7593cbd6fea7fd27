"""Undo across a revelation: bots agree, people vote, a refusal gives its reason, and undone lines are struck out."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import Board, knows_more
from tests.viewer.choosing import now

BLOCKED = r"422: .*/undo"
"""The refusal that a player gets who wants to undo alone."""


def ask(page: Page) -> str:
    """Asks to go back to the moment after the deal; returns what the page says blocks it."""
    page.get_by_role("button", name="Take back …").click()
    dialog = page.get_by_role("dialog", name="Take back")
    expect(dialog).to_contain_text("You can take back your last command at once")
    choice = dialog.get_by_label("Go back to")
    expect(choice.get_by_role("option").first).to_be_attached()
    choice.select_option(index=choice.get_by_role("option").count() - 1)
    dialog.get_by_role("button", name="Take back", exact=True).click()
    blocked = dialog.get_by_role("alert")
    expect(blocked).to_contain_text("a player has learned something from")
    said = blocked.inner_text()
    dialog.get_by_role("button", name="Ask the others").click()
    expect(dialog).to_have_count(0)
    return said


def the_board_is_as_before(page: Page, service: House, match: str, person: Person, names: list[str]) -> None:
    """Checks that the page shows the earlier view after the undo, and the undone entries struck through."""
    undone = next(entry for entry in service.entries(match) if entry["line"]["key"] == "undone")
    back = undone["line"]["params"]["to"]
    then = service.view(match, back, "0", person.token)["view"]
    after = service.view(match, undone["version"], "0", person.token)["view"]
    assert after == then
    board = Board(page, service.components(), names)
    board.open_tables()
    board.go(undone["version"])
    board.is_shown(then)
    board.go(max(entry["version"] for entry in service.entries(match) if entry["struck"]))
    expect(page.locator(".replay-caption s")).to_be_visible()
    log = page.get_by_role("list", name="Log")
    expect(log.locator("[aria-current=step] s")).to_be_visible()
    expect(log.locator("[aria-current=step]")).to_contain_text("taken back")


def test_bots_agree_to_an_undo(visit: Visits, service: House) -> None:
    visit.expect(BLOCKED)
    ada = service.register("Ada")
    match = service.open(ada, "mine", "random", "random")
    service.play_to_round(match, ada, 2)
    page = visit(f"/matches/{match}", ada)
    said = ask(page)
    assert re.search(r"\d+\s+\w+ \(bot\) has decided\.", said)
    assert "Players keep what they have seen" in said
    expect(page.get_by_role("listitem").filter(has_text="agrees to go back").first).to_be_attached()
    assert service.view(match)["view"]["round"] == 0


def test_people_vote_on_an_undo(visit: Visits, service: House) -> None:
    visit.expect(BLOCKED)
    ada, ben = service.register("Ada"), service.register("Ben")
    match = service.seated([ada, ben])
    service.play(match, [ada, ben], answers=5)  # until after the first revelation
    here = visit(f"/matches/{match}", ada)
    there = visit(f"/matches/{match}", ben)
    ask(here)
    request = there.get_by_role("region", name="A request to go back")
    expect(request).to_contain_text("Ada asks to go back.")
    expect(here.get_by_role("region", name="A request to go back")).to_contain_text("Still to answer: Ben.")
    request.get_by_role("button", name="Refuse").click()
    expect(here.get_by_text("Ben does not want to go back.").first).to_be_visible()
    ask(here)
    before = service.card(match)["version"]
    now(there, before)
    request.get_by_role("button", name="Agree").click()
    for page in (here, there):
        expect(page.get_by_role("region", name="A request to go back")).to_have_count(0)
        knows_more(page, before)
    the_board_is_as_before(here, service, match, ada, ["Ada", "Ben"])
