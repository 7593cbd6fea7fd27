"""Offers: a challenge from a player's page, declined with a reason; and a seek that another player accepts."""

from __future__ import annotations

import re

import msgspec
from playwright.sync_api import Page, expect

from tests.support.service.sitting import API, good
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits


def become(page: Page, person: Person) -> None:
    """Opens the lobby as another player."""
    page.evaluate("(person) => localStorage.setItem('chronik.player', person)", msgspec.json.encode(person).decode())
    page.goto("/")


def test_a_challenge_can_be_declined_and_a_seek_can_be_accepted(visit: Visits, service: House) -> None:
    """The service chooses the secret of a challenge's match when it knows what both players added, and says so."""
    ada, ben = service.register("Ottilie"), service.register("Ben")
    page = visit(f"/players/{ben.player}", ada)
    page.get_by_role("link", name="Challenge", exact=True).click()
    form = page.get_by_role("dialog", name="Challenge Ben")
    expect(form.get_by_label("Seat 2").locator("option:checked")).to_have_text("Ben")
    expect(form.get_by_text("this does not prevent it from choosing the shuffle")).to_be_visible()
    expect(form.get_by_text("the service alone cannot choose the shuffle")).to_have_count(0)
    form.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_text("You have challenged Ben")).to_be_visible()
    become(page, ben)
    page.get_by_role("button", name="Decline the challenge from Ottilie").press("Enter")
    asked = page.get_by_role("dialog")
    asked.get_by_label("Too slow for me").check()
    asked.get_by_role("button", name="Decline").press("Enter")
    expect(page.get_by_text("Ottilie challenges you")).to_be_hidden()
    (made,) = good(service.client.get(f"{API}/me/challenges", headers={"Authorization": f"Bearer {ada.token}"}))[
        "challenges"
    ]
    assert (made["state"], made["reason"]) == ("declined", "too-slow")
    become(page, ada)
    page.get_by_role("button", name="Open a match").click()
    form = page.get_by_role("dialog", name="Open a match")
    form.get_by_role("radio", name="2", exact=True).check()
    form.get_by_label("Seat 2").select_option("Open to anyone")
    form.get_by_role("button", name="Find others who want the same").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    become(page, ben)
    page.get_by_role("link", name="Sit down: Katharina · Ottilie, 1 seat is free").click()
    page.get_by_role("button", name="Sit here").click()
    expect(page.locator(".lobby-room")).to_be_hidden()
    assert {seat["player"] for seat in service.card(match)["seats"]} == {ada.player, ben.player}


def test_play_looks_for_partners_and_bots_join_after_the_chosen_time(visit: Visits, service: House) -> None:
    page = visit("/")
    page.get_by_label("If nobody comes, bots join").select_option("at once")
    page.get_by_role("button", name="Play Catan, the Card Game", exact=True).click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    expect(page.locator("#board")).to_be_visible()
    card = service.card(re.findall(r"[0-9a-f]{32}", page.url)[0])
    assert sorted(bool(seat.get("bot")) for seat in card["seats"]) == [False, True]
    assert (card["status"], card["options"]["mode"]) == ("running", "base")
