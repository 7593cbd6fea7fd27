"""The pages of a tournament and of a player: taking part, results, links from numbers to matches, personal data."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct
from playwright.sync_api import Page, ViewportSize, expect

from chronik.domain.engine.proof.verification import PROVES
from tests.support.service.deck_lists import PLAN_WITH_LISTS, deck
from tests.support.service.sitting import API, bearer, good
from tests.support.viewer.house import PATIENCE, House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak
from tests.viewer.test_accessibility import DIALOG, LONG, axe, grave
from tests.viewer.test_hostile_names import STRANGE
from tests.viewer.test_keyboard import seen_everywhere, tab_to
from tests.viewer.test_landmarks import has_landmarks
from tests.viewer.test_languages import HOLE, TOLD
from tests.viewer.test_phone import PHONE, SMALL
from tests.viewer.width import fits

__all__ = ["axe"]

IMAGE, SCRIPT, WIDE = '<img src=x onerror="boom()">', "</title><script>boom()</script>", "W" * 40
KEY = re.compile(r"\b(?:common|lobby|tournament|tournaments|people)\.[a-z_]+(?:\.[a-z_-]+)*")


class Event(Struct, frozen=True):
    """A tournament of a test: its id, its organiser, and its players."""

    id: str
    organiser: Person
    people: tuple[Person, ...]

    @property
    def page(self) -> str:
        return f"/tournaments/{self.id}"

    @property
    def api(self) -> str:
        return f"{API}/tournaments/{self.id}"


def held(service: House, title: str, *names: str, **plan: Any) -> Event:
    """Opens a tournament with open registration; the first of these people runs it."""
    people = tuple(service.register(name) for name in names)
    body = {
        "title": title,
        "game": "katharina",
        "stages": [{"method": "swiss", "table": 2, "rounds": 2}],
        "scoring": "match-points",
        **plan,
    }
    card = good(service.client.post(f"{API}/tournaments", json=body, headers=bearer(people[0].token)))
    event = Event(card["id"], people[0], people)
    ask(service, event, "registration", {"open": True})
    return event


def seal(service: House, event: Event, number: int, person: Person) -> None:
    """Hands in a list for an entrant."""
    body, at = {"deck": deck("a list")}, f"{event.api}/entrants/{number}/deck"
    good(service.client.put(at, json=body, headers=bearer(person.token)))


def ask(service: House, event: Event, what: str, body: Any = None, by: Person | None = None) -> Any:
    """Changes a tournament as its organiser, unless another person is given."""
    token = (by or event.organiser).token
    return good(service.client.post(f"{event.api}/{what}", json=body, headers=bearer(token)))


def round_begun(service: House, event: Event, number: int) -> Any:
    """Pairs and starts a round; returns its summary."""
    ask(service, event, "rounds", {"round": number})
    ask(service, event, f"rounds/{number}/start")
    return good(service.client.get(event.api))["rounds"][number - 1]


def played(service: House, event: Event, number: int) -> None:
    """Lets bots play a round to its end."""
    round_begun(service, event, number)
    until = time.monotonic() + PATIENCE
    while good(service.client.get(event.api))["rounds"][number - 1]["progress"] != "closed":
        assert time.monotonic() < until, "the round is not over"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def bots(service: House) -> Event:
    """A finished tournament of bots: a Swiss round and a final."""
    stages = [{"method": "swiss", "table": 2, "rounds": 1}, {"method": "elimination", "table": 2, "cut": 2}]
    event = held(service, "Machine <i>Cup</i>", "Olga", stages=stages)
    for _ in range(4):
        ask(service, event, "entrants", {"t": "bot", "level": "greedy"})
    for again in (False, True):
        ask(service, event, "rounds", {"round": 1, "again": again})
    played(service, event, 1)
    played(service, event, 2)
    ask(service, event, "ending", {"ending": "finished"})
    return event


@pytest.fixture(scope="module")
def evening(service: House) -> Event:
    """A tournament played elsewhere: a round with results and a bye, and a second one in progress."""
    names = (IMAGE, SCRIPT, WIDE, "Dora", "Emil")
    event = held(service, f"Club {IMAGE}", *names, elsewhere=True, decks="after", description=SCRIPT, **PLAN_WITH_LISTS)
    for person in event.people:
        ask(service, event, "entrants", {"t": "me", "club": "North <b>Side</b>"}, person)
    for number, person in enumerate(event.people, 1):
        seal(service, event, number, person)
    for table in round_begun(service, event, 1)["tables"]:
        at, (first, second) = f"rounds/1/tables/{table['table']}", table["entrants"]
        ask(service, event, f"{at}/result", {"points": [12, 7]}, event.people[first - 1])
        ask(service, event, f"{at}/confirmations", None, event.people[second - 1])
    round_begun(service, event, 2)
    return event


def test_a_guest_can_take_part_check_in_and_leave_by_keyboard(visit: Visits, service: House) -> None:
    event = held(service, "Spring Cup", "Olga", check_in=True)
    page = visit(event.page)
    tab_to(page, "^Take part")
    page.keyboard.press("Enter")
    tab_to(page, "^Your name")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Choose a name first.")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are entrant no. 1 (registered).")).to_be_visible()
    tab_to(page, "^Check in")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are entrant no. 1 (checked in).")).to_be_visible()
    tab_to(page, "^Entrants")
    page.keyboard.press("Enter")
    row = page.get_by_role("row", name="1 Ada you checked in")
    expect(row.get_by_role("link", name="Ada")).to_have_attribute("href", re.compile("^/players/[0-9a-f]{32}$"))
    page.get_by_role("button", name="Leave the tournament").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_text("You are entrant no. 1 (has left).")).to_be_visible()
    ask(service, event, "registration", {"open": False})
    other = visit(event.page)
    expect(other.get_by_text("Registration is closed. The organiser can still let you in.")).to_be_visible()
    expect(other.get_by_role("button", name="Take part")).to_have_count(0)


def test_the_page_adds_entropy_for_a_player_whom_the_organiser_entered(visit: Visits, service: House) -> None:
    """An organiser adds none for others, so the player's browser does, before the first round is paired."""
    event = held(service, "Entered", "Olga", "Ada", "Ben")
    for person in event.people:
        ask(service, event, "entrants", {"t": "player", "player": person.player})
    added = "Your browser has added its own randomness."
    expect(visit(event.page, event.people[1]).get_by_text(added)).to_be_visible()
    ask(service, event, "rounds", {"round": 1, "fixed": [[1, 2]]})
    late = visit(event.page, event.people[2])
    expect(late.get_by_text("You are entrant no. 3 (registered).")).to_be_visible()
    expect(late.get_by_text(added)).to_have_count(0)
    entropies = [one.get("entropy", "") for one in good(service.client.get(event.api))["entrants"]]
    assert [len(one) for one in entropies] == [0, 64, 0]


def test_a_list_is_sealed_by_text_or_name_and_can_be_read_only_by_its_owner(visit: Visits, service: House) -> None:
    """The player sees who has sealed a list for them; a refused list is explained in the language of the page."""
    event = held(service, "Lists", "Olga", "Ada", decks="after", **PLAN_WITH_LISTS)
    ada = event.people[1]
    ask(service, event, "entrants", {"t": "me"}, ada)
    seal(service, event, 1, event.organiser)
    body = {"game": "catan_cards", "deck": deck("Ada's fleets")}
    good(service.client.put(f"{API}/me/decks/Fleets", json=body, headers=bearer(ada.token)))
    page = visit(event.page, ada)
    told = page.get_by_text("Olga has sealed this list for you. Check that it is yours.")
    expect(told).to_be_visible()
    visit.expect(r"422.*/deck")
    for language, sentence in (
        ("de", "Seuche: 2 in der Liste, sie darf aber höchstens 1 nennen. Jeder legt ohnehin 1 dazu."),
        ("nl", "Pest: 2 in de lijst, maar die mag er hooguit 1 noemen. Elke speler voegt er toch al 1 toe."),
        ("en", "Plague: 2 in the list, but it may name at most 1. Each player adds 1 anyway."),
    ):
        speak(page, language)
        page.locator("#tn-deck").fill("2 Plague")
        page.locator("form:has(#tn-deck) button.primary").click()
        expect(page.get_by_text(sentence)).to_be_visible()
    sealed = []
    for name in ("Fleets", "Knights"):
        page.get_by_label("Which list").select_option(label=name)
        expect(page.locator("#tn-deck")).to_have_count(0)
        page.get_by_role("button", name="Hand in and seal").click()
        expect(page.locator("#tn-deck")).to_be_visible()
        sealed.append(good(service.client.get(f"{event.api}/entrants/1/deck", headers=bearer(ada.token)))["deck"])
    assert ["Ada's fleets" in sealed[0], '"name":"Knights"' in sealed[1]] == [True, True], sealed
    expect(told).to_have_count(0)
    commitment = page.get_by_text(re.compile("^Sealed. Commitment: [0-9a-f]{64}$"))
    before = commitment.inner_text()
    page.get_by_label("Your list", exact=True).last.fill(deck("<b>2 x City</b>"))
    page.get_by_role("button", name="Hand in and seal").click()
    expect(commitment).not_to_have_text(before)
    page.get_by_role("button", name="Show the list").click()
    expect(page.get_by_role("dialog", name="List of Ada")).to_contain_text("<b>2 x City</b>")
    other = visit(f"{event.page}#entrants")
    expect(other.get_by_role("row", name="1 Ada registered sealed")).to_be_visible()
    expect(other.get_by_role("button", name=re.compile("list"))).to_have_count(0)


def test_a_result_from_elsewhere_can_be_reported_and_confirmed(visit: Visits, service: House) -> None:
    event = held(service, "Elsewhere", "Ada", "Ben", elsewhere=True)
    for person in event.people:
        ask(service, event, "entrants", {"t": "me"}, person)
    (table,) = round_begun(service, event, 1)["tables"]
    first, second = (event.people[number - 1] for number in table["entrants"])
    page, other = visit(f"{event.page}#rounds", first), visit(f"{event.page}#rounds", second)
    expect(page.get_by_role("button", name="Report")).to_be_disabled()
    page.get_by_label(f"Points of {first.name}").fill("12")
    page.get_by_label(f"Points of {second.name}").fill("9")
    page.get_by_role("button", name="Report").click()
    expect(page.locator(".tn-state", has_text=f"Still to confirm: {second.name}")).to_be_visible()
    expect(page.get_by_text("You have confirmed this result.")).to_be_visible()
    other.get_by_role("button", name="Confirm this result").click()
    expect(other.get_by_text("All results are in")).to_be_visible()
    expect(page.get_by_text("All results are in")).to_be_visible()  # by itself
    expect(page.locator("#table-1-1 .won")).to_contain_text(first.name)


def test_a_result_names_the_winner_in_a_game_with_one_winner(visit: Visits, service: House) -> None:
    event = held(service, "One winner", "Olga", "Ada", "Ben", elsewhere=True, game="cities_knights")
    for person in event.people[1:]:
        ask(service, event, "entrants", {"t": "me"}, person)
    (table,) = round_begun(service, event, 1)["tables"]
    first, second = (event.people[number] for number in table["entrants"])
    page = visit(f"{event.page}#rounds", first)
    for person in (first, second):
        page.get_by_label(f"Points of {person.name}").fill("12")
    expect(page.get_by_role("button", name="Report")).to_be_disabled()
    page.get_by_label("Winner").select_option(second.name)
    page.get_by_role("button", name="Report").click()
    expect(page.locator(".tn-state", has_text=f"Still to confirm: {second.name}")).to_be_visible()
    desk = visit(f"{event.page}#desk", event.organiser)
    desk.get_by_role("button", name="Make a ruling at table 1").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_label("Winner").select_option("choose …")
    expect(dialog.get_by_text("This game has exactly one winner")).to_be_visible()
    expect(dialog.get_by_role("button", name="Make this ruling")).to_be_disabled()
    dialog.get_by_label("Winner").select_option(first.name)
    dialog.get_by_label("Cause").select_option(label="a mistake")
    dialog.get_by_role("button", name="Make this ruling").click()
    expect(page.locator("#table-1-1 .won")).to_contain_text(first.name)


def test_standings_link_to_matches_and_can_be_shown_as_of_an_earlier_round(visit: Visits, bots: Event) -> None:
    page = visit(f"{bots.page}#standings")
    expect(page.get_by_text("First place: Bot ")).to_be_visible()
    expect(page.get_by_role("table", name="Final standings").get_by_role("row")).to_have_count(5)
    page.get_by_label("As of").select_option("1")
    expect(page.get_by_role("table", name="Standings: Swiss").get_by_role("row")).to_have_count(5)
    expect(page.get_by_role("table", name="Final standings")).to_have_count(0)
    page.get_by_label("As of").select_option("0")
    expect(page.get_by_role("table", name="Standings: Final").get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("list", name="Bracket")).to_contain_text(re.compile("^ *Final *Bot"))
    page.get_by_label("Stage").select_option("0")
    table = page.get_by_role("table", name="Standings: Swiss")
    table.get_by_role("button", name=re.compile("^Score of Bot . .greedy.: 1$")).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The result is the sum of these values.")
    dialog.get_by_role("link", name="Replay").click()
    back = page.get_by_role("link", name=re.compile(r"Cup.*, round 1, table [12]$"))
    expect(back).to_be_visible()
    back.click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.locator("li.tn-seating:focus")).to_contain_text("(greedy)")
    expect(page.locator("a[href^='/players/']")).to_have_count(0)  # bots lead nowhere
    expect(page.get_by_role("link", name=re.compile("^Replay of table"))).to_have_count(2)


def test_the_page_explains_how_a_round_was_drawn_and_all_its_downloads_work(
    visit: Visits, service: House, bots: Event
) -> None:
    page = visit(f"{bots.page}#rounds/1")
    expect(page.get_by_text("Paired again once before it started.")).to_be_visible()
    page.get_by_text("How this round was drawn").click()
    expect(page.get_by_text("swiss/2")).to_be_visible()
    expect(page.get_by_text("repeat meetings")).to_be_visible()
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="How it is played")).to_be_visible()
    expect(page.get_by_text("A draw counts half as much as a win")).to_be_visible()
    expect(page.get_by_text("The secret of the tables")).to_be_visible()
    expect(page.get_by_text("Randomness was added for 0 of 4 entrants.")).to_be_visible()
    expect(page.get_by_text(PROVES)).to_be_visible()
    links = page.locator(".tn-files a").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    assert len(links) == 9
    for link in links:
        assert service.client.get(link).status_code == 200, link


def test_results_can_be_hidden_and_replays_then_open_without_their_end(visit: Visits, bots: Event) -> None:
    page = visit(f"{bots.page}#standings")
    expect(page.locator(".tn-standings")).to_be_visible()
    page.get_by_label("Hide results").check()
    expect(page.locator(".tn-standings, .tn-first")).to_have_count(0)
    page.get_by_role("link", name="Rounds", exact=True).click()
    expect(page.locator(".tn-state").first).to_have_text("result hidden")
    expect(page.locator(".tn-points, .won")).to_have_count(0)
    page.get_by_role("link", name="Final").click()
    expect(page.get_by_text("tell who won before")).to_be_visible()
    expect(page.locator(".tn-seats")).to_have_count(0)
    page.get_by_role("button", name="Show the pairings").click()
    expect(page.locator(".tn-seats").first).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Replay of table 1").click()
    bar = page.locator(".replay-bar")
    expect(page.get_by_text("The end of this match is hidden.")).to_be_visible()
    at = bar.get_attribute("data-at")
    assert bar.get_attribute("data-last") == at
    expect(page.locator(".replay-fold-result, .replay-fold-times")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(bar).not_to_have_attribute("data-at", str(at))
    assert bar.get_attribute("data-last") == bar.get_attribute("data-at")
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator(".replay-fold-result")).to_be_visible()


def at_a_table(service: House, event: Event) -> Person:
    """Returns Dora or Emil, whoever played in the first round; lots decide which of the five has the bye."""
    tables = good(service.client.get(event.api))["rounds"][0]["tables"]
    return event.people[3 if any(4 in table["entrants"] for table in tables) else 4]


def test_the_page_of_a_player_shows_results_and_rating(visit: Visits, service: House, evening: Event) -> None:
    name = at_a_table(service, evening).name
    page = visit(f"{evening.page}#rounds/1")
    page.get_by_role("link", name=name).first.click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="Catan, the Card Game, tables of 2")).to_be_visible()
    expect(page.get_by_text("provisional")).to_be_visible()
    page.get_by_text("The rating as a table").click()
    expect(page.get_by_role("region", name="Ratings").get_by_role("row")).to_have_count(2)
    results = page.get_by_role("table", name="Results")
    expect(results.get_by_role("row")).to_have_count(2)
    results.get_by_role("link", name=re.compile("^Club")).click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


def test_personal_data_can_be_changed_downloaded_and_erased(visit: Visits, service: House, tmp_path: Path) -> None:
    somebody = service.register("Zoe")
    page = visit("/tournaments", somebody)
    page.get_by_role("button", name="Zoe").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Zoë")
    dialog.get_by_label("How to reach you").fill("zoe@example.org")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Saved", exact=True)).to_be_visible()
    with page.expect_download() as coming:
        dialog.get_by_role("button", name="Download everything").click()
    coming.value.save_as(tmp_path / "kept.json")
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert (kept["player"]["name"], kept["player"]["contact"]) == ("Zoë", "zoe@example.org")
    dialog.get_by_role("button", name="Erase my account …").click()
    erase = dialog.get_by_role("button", name="Erase my account for good")
    expect(erase).to_be_disabled()
    dialog.get_by_label(re.compile("^To continue, type your name")).fill("Zoë")
    erase.click()
    expect(dialog.get_by_text(re.compile("^Your account was erased. Your results stay under the name"))).to_be_visible()
    assert service.client.get(f"{API}/me", headers=bearer(somebody.token)).status_code == 401
    page.goto(f"/players/{somebody.player}")
    expect(page.get_by_text("This player was erased.")).to_be_visible()
    assert "Zoë" not in page.content()


DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PARTS = ("about", "entrants", "rounds/1", "standings")


def opened(page: Page, event: Event, part: str) -> None:
    """Opens a part of the page of a tournament, and waits for its late content."""
    page.goto(f"{event.page}#{part}")
    expect(page.locator(".tn-section h2").first).to_be_visible()
    if part == "about":
        expect(page.locator(".tn-plan ol").nth(1)).to_be_visible()
    if part == "standings":
        expect(page.locator(".tn-standings")).to_be_visible()
    if part == "rounds/1":
        page.locator(".tn-drawn:not([open]) summary").click()


def test_tournament_pages_are_accessible_and_translated_and_nothing_is_cut_off(
    visit: Visits, service: House, bots: Event, evening: Event, axe: str
) -> None:
    """axe checks every other part on a desktop, the rest on a phone; with `CHRONIK_LONG` all on both."""
    page = visit("/tournaments", evening.people[0], chosen="nl", bypass_csp=True, **PHONE)
    found: dict[str, list[Any]] = {}

    def look(where: str, within: str | None = None) -> None:
        told = page.evaluate(TOLD)
        assert KEY.findall(told) == []
        assert [line for line in told.splitlines() if HOLE.search(line)] == []
        if within is None:
            has_landmarks(page)
        looks: list[tuple[Literal["dark", "light"], Any]] = [("dark", PHONE["viewport"]), ("light", DESKTOP)]
        for scheme, size in looks[:: -1 if len(found) % 2 else 1]:  # each begins as the last one ended
            page.emulate_media(color_scheme=scheme)
            if page.viewport_size != size:
                page.set_viewport_size(size)
            fits(page)
            if size != DESKTOP:
                assert page.evaluate(SMALL) == []
            if LONG or where not in found:
                found[where] = found.get(where, []) + grave(page, axe, within)

    expect(page.get_by_role("link", name=re.compile("^Machine")).first).to_be_visible()
    look("list")
    for part in PARTS:
        opened(page, evening, part)
        look(part)
    page.locator(".tn-value").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("terms", DIALOG)
    opened(page, bots, "standings")
    look("standings of bots", ".tn-standings")
    page.goto(f"/players/{at_a_table(service, evening).player}")
    expect(page.locator(".people-pool")).to_be_visible()
    page.locator(".people-pool summary").first.click()
    look("player")
    assert {where: those for where, those in found.items() if those} == {}


def test_names_on_tournament_pages_are_shown_as_text_and_the_focus_is_visible(visit: Visits, evening: Event) -> None:
    page = visit(f"{evening.page}#about", evening.people[0])
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Club {IMAGE}")
    expect(page.locator(".tn-description")).to_have_text(SCRIPT)
    for part in ("entrants", "rounds/1", "standings"):
        opened(page, evening, part)
        for name in (IMAGE, SCRIPT, WIDE):
            expect(page.get_by_text(name).locator("visible=true").first).to_be_visible()
        assert page.evaluate(STRANGE) == []
    seen_everywhere(page)
    for person in evening.people[:2]:
        page.goto(f"/players/{person.player}")
        expect(page.get_by_role("heading", level=1)).to_have_text(person.name)
        assert page.evaluate(STRANGE) == []
