"""A tournament game of two people in two browsers, with a duel, a search and a vote to go back; and its replay.

The same open pages are searched for what the other player may not know, read in Dutch, and checked by axe;
in the replay the page shows what each player knew, as the service says it. With `CHRONIK_LONG` the replay is checked
by axe too, read in every language, and shown from all points of view.
"""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import SIGNS, catches_up, open_bar, slider
from tests.viewer.catan_cards_player import Table, answer, asked
from tests.viewer.language import speak
from tests.viewer.test_accessibility import LONG, axe, grave
from tests.viewer.test_languages import in_every_language
from tests.viewer.test_secrets import DOCUMENT, KEPT, Traffic

__all__ = ["axe"]

NAMES = ("Ada", "Ben")
TITLE = re.compile(r"(?:\d:)?([a-z_]+)-\d+")
STACKS = """() => Object.fromEntries([...document.querySelectorAll(".cc-description tbody tr")]
  .map((row) => [row.cells[0].textContent.trim(), row.cells[1].textContent.trim()])
  .filter(([name]) => name.startsWith("Stack ")))"""
HANDS = """() => [...document.querySelectorAll(".cc-description section:has(h2)")]
  .map((hand) => [hand.querySelector("h2").textContent.trim(), hand.querySelectorAll("li").length])
  .filter(([name]) => name.startsWith("Hand of "))"""
MANY = 12
"""More than the number of answers in a duel."""


def lines(service: House, match: str, since: int) -> list[str]:
    """Returns the keys of the lines since a version."""
    return [entry["line"]["key"] for entry in service.entries(match) if entry["version"] > since]


def fight(table: Table, pages: list[Page], seat: int) -> None:
    """Clicks through a duel: every asked player answers, until the attacker may act again."""
    answer(pages[seat], "act", "brigands")
    for _ in range(MANY):
        pages[seat].wait_for_function("() => !document.querySelector('.cc-choice[aria-busy=true]')")
        version = table.version
        shown = [asked(page, version) for page in pages]
        if shown[seat] == "act" and not shown[1 - seat]:
            return
        for page, question in zip(pages, shown, strict=True):
            if question:
                answer(page, question)
                catches_up(page, version + 1)
                break
    raise AssertionError("the duel does not end")


def look_through_a_stack(table: Table, page: Page) -> int:
    """Ends the actions, searches a stack and takes a card; returns the version before the search."""
    version = table.version
    answer(page, "act", "end")
    catches_up(page, version + 1)
    before = table.version
    assert asked(page, before) == "fill-hand"
    answer(page, "fill-hand", "search")
    catches_up(page, before + 1)
    looked = table.version
    assert asked(page, looked) == "pick-card"
    answer(page, "pick-card")
    catches_up(page, looked + 1)
    return before


def vote(table: Table, pages: list[Page], to: int) -> None:
    """Lets one player ask to go back to a version, and the other agree."""
    here, there = pages
    version = table.version
    here.get_by_role("button", name="Take back …").click()
    dialog = here.get_by_role("dialog", name="Take back")
    dialog.get_by_label("Go back to").select_option(str(to))
    dialog.get_by_role("button", name="Take back", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("a player has learned something from")
    dialog.get_by_role("button", name="Ask the others").click()
    there.get_by_role("region", name="A request to go back").get_by_role("button", name="Agree").click()
    for page in pages:
        expect(page.get_by_role("region", name="A request to go back")).to_have_count(0)
        catches_up(page, version + 2)


def held(service: House, match: str, seat: int, person: Person) -> set[str]:
    """Returns the cards in a hand that no public line named."""
    hand = service.view(match, as_=str(seat), token=person.token)["view"]["seats"][str(seat)]["hand"]
    told = str([entry["line"] for entry in service.entries(match)])
    return {card for card in hand if card not in told}


def test_two_players_duel_search_a_stack_and_undo_without_revealing_secrets(
    visit: Visits, service: House, axe: str
) -> None:
    visit.expect(r"422: .*/undo")  # an undo without consent is refused with what blocks it
    visit.expect(r"4..: .*dry_run=true")  # the match may move on before the question arrives
    people = [service.register(name) for name in NAMES]
    table = Table(service, people, "brigands")
    seat = table.play_until_it_can_be_played(stored=4)
    mine, other = people[seat], people[1 - seat]
    here = visit(f"/matches/{table.match}", mine, bypass_csp=True)
    there = visit("/docs/bots", other)
    traffic = Traffic(there)
    visit.afterwards(traffic.stop)
    there.goto(f"/matches/{table.match}")
    pages = [here, there] if seat == 0 else [there, here]
    began = table.version
    for page in pages:
        catches_up(page, began)
    assert grave(here, axe) == []
    in_every_language(here)
    speak(here, "en")

    fight(table, pages, seat)
    assert "duel-rolled" in lines(service, table.match, began)
    for page in pages:
        expect(page.locator(".cc-duel")).to_have_count(0)
    before = look_through_a_stack(table, here)
    assert "stack-searched" in lines(service, table.match, before)
    looked = table.version
    secrets = held(service, table.match, seat, mine)
    assert secrets
    catches_up(there, looked)
    vote(table, [here, there], before)
    assert "undone" in lines(service, table.match, looked)
    received = "\n".join([*traffic.received.values(), there.evaluate(DOCUMENT), there.evaluate(KEPT)])
    assert {card for card in secrets if card in received} == set()
    assert mine.name in received, "no traffic was recorded"
    knew(service, table.match, here, [began, before, looked, table.version], mine)

    service.give_up(table.match, other)
    rolled = next(one["version"] for one in service.entries(table.match) if one["line"]["key"] == "duel-rolled")
    here.goto(f"/replay/{table.match}?e={rolled}")
    expect(here.get_by_role("img", name=re.compile(r" wins; rolled: [1-6]$"))).to_be_visible()
    here.goto(f"/replay/{table.match}?e={before}")
    eyes = ["0", "1", "spectator", "referee"] if LONG else [str(seat), "spectator"]
    knew(service, table.match, here, [looked], mine, eyes)
    if LONG:
        assert grave(here, axe) == []
        in_every_language(here)


def knew(
    service: House, match: str, page: Page, moments: list[int], person: Person, eyes: list[str] | None = None
) -> None:
    """Checks what a page says that a player knew against the service, at several moments and points of view."""
    names = service.components("catan_cards")["names"]["en"]
    open_bar(page)
    page.get_by_text("The board as tables").click()
    seat = next(one["seat"] for one in service.card(match)["seats"] if one["player"] == person.player)
    known_of = 0
    for viewer in eyes or [str(seat)]:
        if eyes:
            page.get_by_label("Point of view").select_option(viewer)
            expect(page.locator(".match").first).to_have_attribute("aria-busy", "false")
        for moment in moments:
            slider(page).fill(str(moment))
            expect(page.locator(".replay-number b")).to_have_text(str(moment))
            view = service.view(match, moment, viewer, person.token)["view"]
            meant = stacks(view, names)
            page.wait_for_function(f"(meant) => JSON.stringify(({STACKS})()) === meant", arg=written(meant))
            known_of += sum(cards != "–" for cards in meant.values())
            hands = {signed(n): len(one["hand"]) for n, one in enumerate(view["seats"].values()) if "hand" in one}
            assert {name.removeprefix("Hand of "): count for name, count in page.evaluate(HANDS)} == hands
    assert known_of, "no player ever knew anything"


def stacks(view: Any, names: Any) -> dict[str, str]:
    """Returns each stack with what is known of it from the top, in the words that the page must show."""
    own = [(f" of {signed(int(n))}", seat.get("stacks", {})) for n, seat in view["seats"].items()]
    return {
        f"Stack {n}{of}: {stack['size']} card{'' if stack['size'] == 1 else 's'}": known(stack, names)
        for of, group in [("", view.get("stacks", {})), *own]
        for n, stack in group.items()
    }


def known(stack: Any, names: Any) -> str:
    """Describes what each player whose memory is visible knows about a stack."""
    return "; ".join(remembered(int(seat), one, names) for seat, one in stack.get("seen", {}).items()) or "–"


def remembered(seat: int, one: Any, names: Any) -> str:
    cards = ", ".join(names["card"][TITLE.findall(card)[0]] if card else "?" for card in one["slots"])
    gone = one.get("gone", 0)
    start = "One of the upper cards" if gone == 1 else f"Up to {gone} of the upper cards"
    more = f"; {start} may be gone: the other player has taken from this stack since." if gone else ""
    return f"{signed(seat)}: {cards}{more}"


def signed(seat: int) -> str:
    return f"{SIGNS[seat]} {NAMES[seat]}"


def written(value: Any) -> str:
    """Returns a value as JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
