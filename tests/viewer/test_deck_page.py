"""The deck builder: by keyboard, by dragging, from text and codes; lists are saved and checked."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from chronik.domain.catan_cards.deck.deck_list import built_in_list
from chronik.domain.catan_cards.deck.writing import to_lines
from tests.support.catan_cards.decks import FACTS
from tests.support.service.deck_lists import PLAN_WITH_LISTS
from tests.support.service.sitting import API, bearer, good
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak
from tests.viewer.test_accessibility import axe, grave
from tests.viewer.test_keyboard import tab_to
from tests.viewer.test_landmarks import has_landmarks
from tests.viewer.test_languages import HOLE, TOLD
from tests.viewer.width import fits

__all__ = ["axe"]

KEY = re.compile(r"\b(?:common|decks)\.[a-z_]+(?:\.[a-z_-]+)*")
CODE = "CC1-ADZFHEAXWFKX6YC4KDFY3"
KNIGHTS = built_in_list(FACTS, FACTS.house_lists["knights"])


def totals(page: Page, cards: int, events: int) -> None:
    expect(page.locator(".decks-totals")).to_have_text(re.compile(rf"^\s*{cards} / 33 cards\s*{events} / 4 events\s*$"))


def judged(page: Page, words: str) -> None:
    expect(page.locator(".decks-judged")).to_contain_text(words)


def test_a_deck_can_be_built_by_keyboard(visit: Visits, service: House) -> None:
    """Cards are found by search, added and removed by keys; faults are shown, and the list is saved and loaded."""
    ann = service.register("Ann")
    page = visit("/decks", ann)
    expect(page.locator(".decks-card:visible")).to_have_count(71)
    tab_to(page, "^Search")
    page.keyboard.type("osmund")
    expect(page.locator(".decks-card:visible")).to_have_count(1)
    tab_to(page, "Add Osmund")
    page.keyboard.press("Enter")
    totals(page, 1, 0)
    judged(page, "A list has 33 cards; this one has 1.")
    expect(page.get_by_role("button", name="Add Osmund").first).to_be_disabled()
    tab_to(page, "^Name")
    page.keyboard.type("First try")
    page.get_by_text("Saved lists", exact=True).click()
    page.get_by_role("button", name="Save this list").click()
    expect(page.get_by_role("button", name="First try", exact=True)).to_be_visible()
    page.locator(".decks-chosen").get_by_role("button", name="Remove Osmund").press("Enter")
    totals(page, 0, 0)
    page.get_by_role("button", name="First try", exact=True).click()
    totals(page, 1, 0)
    kept = service.client.get(f"{API}/me/decks/First try", headers=bearer(ann.token)).json()
    assert json.loads(kept["deck"])["cards"] == {"knight_osmund": 1}


def test_lists_can_be_imported_and_exported(visit: Visits) -> None:
    """From a link, lines of text or a built-in list; the exported code is the imported one."""
    page = visit(f"/decks?code={CODE}")
    totals(page, 33, 4)
    judged(page, "This list is legal.")
    assert "code" not in page.url
    page.get_by_text("Export and share").click()
    expect(page.locator("code", has_text="CC1-")).to_have_text(CODE)
    page.get_by_text("Import a list").click()
    page.get_by_label("List", exact=True).fill("2 Abbess\n1 Spy")
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator("#decks-text-faults")).to_contain_text("There is no card Abbess. The nearest is Abbey.")
    totals(page, 33, 4)
    page.get_by_label("List", exact=True).fill(to_lines(FACTS, KNIGHTS, "nl").replace("3 ", "2 ", 1))
    page.get_by_role("button", name="Use this list").click()
    totals(page, 32, 4)
    page.get_by_role("button", name="Artists", exact=True).click()
    judged(page, "This list is legal.")
    page.reload()
    totals(page, 33, 4)


def test_cards_can_be_dragged_and_filtered(visit: Visits) -> None:
    page = visit("/decks")
    page.get_by_label("Kind").select_option("central_counter")
    has_landmarks(page)
    expect(page.locator(".decks-card:visible")).to_have_count(1)
    page.locator(".decks-card:visible").drag_to(page.locator(".decks-list"))
    totals(page, 1, 0)
    page.get_by_label("Kind").select_option("event")
    expect(page.locator(".decks-card:visible")).to_have_count(7)
    page.get_by_role("button", name="Add Plague").first.click()
    totals(page, 1, 1)


def test_a_list_is_built_and_sealed_by_keyboard_and_shown_after_the_tournament(visit: Visits, service: House) -> None:
    """T13, T14: by keys alone from the lobby to the sealed list; at the end the list has a page, and its cards count.

    It cannot be handed in before it is legal, and no other player sees it before the end.
    """
    olga, ben = service.register("Olga"), service.register("Ben")
    at = cup(service, olga, ben)
    page = visit("/", olga)
    keys = page.keyboard
    tab_to(page, "^Build a deck")
    keys.press("Enter")
    expect(page.locator(".decks-card")).to_have_count(71)
    tab_to(page, "^Search")
    keys.type("abbey")
    for what in ("^Import a list", "^Knights$", "^Hand in to a tournament"):
        tab_to(page, what)
        keys.press("Enter")
    judged(page, "This list is legal.")
    give = page.get_by_role("button", name="Hand in and seal")
    expect(give).to_be_enabled()
    tab_to(page, "^Remove Abbey")
    keys.press("Enter")
    totals(page, 32, 4)
    judged(page, "A list has 33 cards; this one has 32.")
    expect(give).to_be_disabled()
    tab_to(page, "^Search")
    keys.press("ControlOrMeta+a")
    keys.type("no such card")
    expect(page.locator(".decks-card:visible")).to_have_count(0)
    keys.press("ControlOrMeta+a")
    keys.type("osmund")
    tab_to(page, "^Add Osmund")
    keys.press("Enter")
    totals(page, 33, 4)
    judged(page, "This list is legal.")
    tab_to(page, "^Hand in and seal")
    keys.press("Enter")
    expect(page.get_by_text("Sealed for Autumn Cup.")).to_be_visible()
    built = json.loads(service.client.get(f"{at}/entrants/1/deck", headers=bearer(olga.token)).json()["deck"])
    assert built["cards"]["knight_osmund"] == 1
    assert service.client.get(f"{at}/entrants/1/deck", headers=bearer(ben.token)).status_code == 404
    won(service, at, olga, ben)
    page.goto(at.removeprefix(API))
    tab_to(page, "^Lists$")
    keys.press("Enter")
    cards = page.get_by_role("table", name="Cards of the published lists")
    expect(cards.get_by_role("row", name=re.compile("^Osmund.* 1 of 2 1 1 1 100%"))).to_be_visible()
    tab_to(page, "^List of Olga$")
    keys.press("Enter")
    expect(page.locator(".tn-cards")).to_contain_text("1 Osmund")
    expect(page.get_by_role("row", name=re.compile("^Round 1, table 1 Ben won"))).to_be_visible()
    page.get_by_role("link", name="Open it in the deck builder").click()
    totals(page, 33, 4)


def cup(service: House, olga: Person, ben: Person) -> str:
    """Returns the address of a tournament with lists, played elsewhere; both have entered, and Ben's list is sealed."""
    plan: dict[str, Any] = {
        "title": "Autumn Cup",
        "stages": [{"method": "swiss", "table": 2, "rounds": 1}],
        "scoring": "match-points",
        "decks": "after",
        "elsewhere": True,
        **PLAN_WITH_LISTS,
    }
    made = good(service.client.post(f"{API}/tournaments", json=plan, headers=bearer(olga.token)))
    at = f"{API}/tournaments/{made['id']}"
    good(service.client.post(f"{at}/registration", json={"open": True}, headers=bearer(olga.token)))
    for person in (olga, ben):
        good(service.client.post(f"{at}/entrants", json={"t": "me"}, headers=bearer(person.token)))
    body = {"deck": to_lines(FACTS, KNIGHTS, "en")}
    good(service.client.put(f"{at}/entrants/2/deck", json=body, headers=bearer(ben.token)))
    return at


def won(service: House, at: str, olga: Person, ben: Person) -> None:
    """Plays the only round, lets Olga win, and ends the tournament."""

    def ask(person: Person, what: str, body: Any = None) -> None:
        good(service.client.post(f"{at}/{what}", json=body, headers=bearer(person.token)))

    ask(olga, "rounds", {"round": 1})
    ask(olga, "rounds/1/start")
    (table,) = good(service.client.get(at))["rounds"][0]["tables"]
    ask(olga, "rounds/1/tables/1/result", {"points": [13 if number == 1 else 9 for number in table["entrants"]]})
    ask(ben, "rounds/1/tables/1/confirmations")
    ask(olga, "ending", {"ending": "finished"})


def test_the_deck_builder_is_accessible_and_translated(visit: Visits, axe: str) -> None:
    """axe checks it dark and at 360 px, where it fits as it does when it is wide; it is read in Dutch."""
    page = visit(f"/decks?code={CODE}", color_scheme="dark", bypass_csp=True)
    expect(page.locator(".decks-legal")).to_be_visible()
    for summary in page.locator(".decks-ways summary").all():
        summary.click()
    fits(page)
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page)
    assert grave(page, axe) == []
    speak(page, "nl")
    expect(page.locator(".decks-card h3").first).to_have_text("Klooster")
    expect(page.locator(".decks-legal")).to_be_visible()
    told = page.evaluate(TOLD)
    assert KEY.findall(told) == []
    assert [line for line in told.splitlines() if HOLE.search(line)] == []
