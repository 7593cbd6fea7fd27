"""Entrants find their table first on the page of a tournament, and in the lobby."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.service.sitting import bearer, good
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import HURRY, Visits
from tests.viewer.language import speak
from tests.viewer.test_accessibility import axe, grave
from tests.viewer.test_tournament_pages import Event, ask, held, round_begun
from tests.viewer.width import fits

__all__ = ["axe"]

YOURS = re.compile("^(Your table|Dein Tisch)( is ready| ist bereit)?: ")
IN_LOBBY = "Your tournaments"


def entered(service: House, title: str, *names: str, **plan: Any) -> Event:
    """Opens a tournament whose organiser takes part, like all the others."""
    event = held(service, title, *names, **plan)
    for person in event.people:
        ask(service, event, "entrants", {"t": "me"}, person)
    return event


def opponent(event: Event, table: Any, me: Person) -> str:
    """Returns the name of the opponent at a table of two."""
    number = event.people.index(me) + 1
    (other,) = (one for one in table["entrants"] if one != number)
    return str(event.people[other - 1].name)


def table_of(event: Event, round_: Any, person: Person) -> Any:
    """Returns the table of a person in a round."""
    number = event.people.index(person) + 1
    return next(one for one in round_["tables"] if number in one["entrants"])


def own(page: Page) -> Any:
    """Returns the part of the page that names the table."""
    return page.get_by_role("region", name=YOURS)


def test_the_page_shows_entrants_their_table_as_soon_as_the_round_is_paired(visit: Visits, service: House) -> None:
    event = entered(service, "Four", "Olga", "Ada", "Ben", "Cleo")
    ada = event.people[1]
    page = visit(event.page, ada, script=HURRY)
    expect(page.get_by_text("You are entrant no. 2")).to_be_visible()
    expect(page.get_by_text("Your browser has added its own randomness.")).to_be_visible()  # too late after pairing
    expect(own(page)).to_have_count(0)
    expect(page.get_by_text("Begins when the organiser starts it.")).to_be_visible()
    at = (datetime.now(UTC) + timedelta(minutes=130)).isoformat()
    put = {"title": "Four", "starts_at": at}
    good(service.client.put(f"{event.api}/words", json=put, headers=bearer(event.organiser.token)))
    page.reload()
    expect(page.get_by_text(re.compile("^Begins .* in 2 hr 10 min"))).to_be_visible()
    ask(service, event, "rounds", {"round": 1})
    expect(own(page)).to_contain_text(re.compile("Round 1 of 2 · Seat [12] · not started"))  # by itself
    ask(service, event, "rounds/1/start")
    table = table_of(event, good(service.client.get(event.api))["rounds"][0], ada)
    name = f"Your table is ready: table {table['table']}, against {opponent(event, table, ada)}"
    expect(own(page).get_by_role("heading")).to_have_text(name)
    expect(page).to_have_title("Your table is ready: play – Four – Chronik")
    way = own(page).get_by_role("link", name="Play")
    expect(way).to_have_attribute("href", f"/matches/{table['match']}")
    above = page.evaluate("document.querySelector('.tn-own').getBoundingClientRect().bottom")
    assert above < page.evaluate("document.querySelector('.tn-sections').getBoundingClientRect().top")
    way.click()
    page.wait_for_url(f"**/matches/{table['match']}")
    page.evaluate("localStorage.removeItem('chronik.player')")  # a guest from here on
    page.goto(event.page)
    expect(page.get_by_role("navigation", name="Parts of this tournament")).to_be_visible()
    expect(own(page)).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("region", name="The games")).to_be_visible()
    expect(page.get_by_role("region", name=IN_LOBBY)).to_have_count(0)


def test_the_lobby_lists_the_players_tables_that_still_need_a_result(visit: Visits, service: House) -> None:
    event = held(service, "Two of them", "Hal", "Ida", "Jan")
    ida, jan = event.people[1:]
    for person in (ida, jan):
        ask(service, event, "entrants", {"t": "me"}, person)
    page = visit("/", ida, script=HURRY)
    tables = page.get_by_role("region", name=IN_LOBBY)
    expect(page.get_by_role("region", name="The games")).to_be_visible()
    expect(tables).to_contain_text("You are in: Two of them")
    expect(tables).to_contain_text("Begins when the organiser starts it.")
    (table,) = round_begun(service, event, 1)["tables"]
    expect(tables).to_contain_text("Your table is ready: table 1, against Jan")
    expect(tables.get_by_role("link", name="Two of them")).to_have_attribute("href", event.page)
    expect(tables.get_by_role("link", name="Play")).to_have_attribute("href", f"/matches/{table['match']}")
    order = page.evaluate("[...document.querySelectorAll('.lobby-part h2')].map((one) => one.id)")
    assert order[0] == "lobby-own-tables", order
    part = page.get_by_role("region", name=re.compile("^Your matches"))
    expect(part.locator(f"[data-match='{table['match']}']")).to_have_count(0)  # no match is listed twice
    ask(service, event, "rounds/1/tables/1/rulings", {"points": [3, 1], "cause": "error"})
    expect(tables).to_contain_text("All tables have finished.")
    page.goto(event.page)
    expect(page.get_by_role("region", name=re.compile("^Round 1: you (won|lost) "))).to_contain_text(
        "Standings: place "
    )
    expect(page.get_by_role("heading", name="Standings", exact=True)).to_be_visible()  # the first part once it runs
    results = page.get_by_role("region", name="Your results")
    expect(results).to_contain_text(
        re.compile("Round 1 *against Jan *you (won 3 : 1|lost 1 : 3) ruled by a referee: a mistake")
    )
    page.goto(f"/matches/{table['match']}")
    expect(page.get_by_role("link", name="Back to the tournament")).to_be_visible()
    expect(page.get_by_text("All tables have finished. ")).to_be_visible()
    page.get_by_role("link", name="Watch the replay").click()
    (following,) = round_begun(service, event, 2)["tables"]
    expect(page.get_by_text("Your table is ready: table 1, against Jan")).to_be_visible()
    expect(page.get_by_role("link", name="Play", exact=True)).to_have_attribute(
        "href", f"/matches/{following['match']}"
    )
    page.goto("/tournaments")
    expect(page.get_by_role("link", name="Play")).to_have_attribute("href", f"/matches/{following['match']}")


def test_a_table_played_elsewhere_leads_to_the_report_of_its_result(visit: Visits, service: House) -> None:
    event = entered(service, "Real table", "Uma", "Vito", elsewhere=True)
    round_begun(service, event, 1)
    page = visit("/", event.people[1])
    page.get_by_role("region", name=IN_LOBBY).get_by_role("link", name="Report the result").click()
    page.wait_for_url(f"**{event.page}#rounds/1/1")
    expect(page.get_by_label("Points of Vito")).to_be_visible()
    expect(own(page)).to_contain_text("Your table: 1, against Uma")


def test_the_part_about_the_players_table_is_legible_on_a_phone(visit: Visits, service: House, axe: str) -> None:
    event = entered(service, "Phone", "W" * 40, "Xaver", stages=[{"method": "round-robin", "table": 2}])
    round_begun(service, event, 1)
    page = visit("/docs/bots", event.people[1], viewport={"width": 360, "height": 740}, bypass_csp=True)
    for path, where in ((event.page, ".tn-own"), (f"{event.page}#standings", "main"), ("/", ".own-tables")):
        page.goto(path)
        expect(page.locator(where).get_by_text(YOURS)).to_be_visible()
        fits(page)
        speak(page, "de")
        expect(page.locator(where).get_by_text("Dein Tisch")).to_be_visible()
        fits(page)
        assert grave(page, axe, where) == []
