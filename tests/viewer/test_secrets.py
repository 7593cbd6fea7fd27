"""No spectator or other seat is ever sent what a seat holds or has sealed.

Everything that reaches a browser is searched: responses, the streaming feed, the document with all attributes, and
what the browser stores. Planted secrets prove that the search finds them.
"""

from __future__ import annotations

import base64
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import Board, knows, open_bar
from tests.viewer.choosing import Choice

NAMES = ("Ada", "Ben", "Cleo")
CARD = re.compile(r"\bP\d{3}\b")
BOX = re.compile(r"/api/v1/games/|/viewer/")
"""Responses that are the same for every viewer and name every card of the game."""
DOCUMENT = """() => document.documentElement.outerHTML
  + [...document.querySelectorAll("input, select, textarea")].map((one) => one.value).join("\\n")"""
KEPT = "() => JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, document.cookie])"


class Traffic:
    """Everything that a page receives from now on, by address, including streams."""

    def __init__(self, page: Page) -> None:
        self.received: dict[str, str] = {}
        self._addresses: dict[str, str] = {}
        self._wire = page.context.new_cdp_session(page)
        self._wire.on("Network.responseReceived", self._answered)
        self._wire.on("Network.dataReceived", self._streamed)
        self._wire.on("Network.loadingFinished", self._ended)
        self._wire.send("Network.enable")

    def stop(self) -> None:
        """Stops listening, so that the page can be lent to another test."""
        self._wire.detach()

    def _add(self, request: str, text: str) -> None:
        address = self._addresses.get(request, "")
        if address and not BOX.search(address):
            self.received[address] = self.received.get(address, "") + text

    def _answered(self, event: Any) -> None:
        request = event["requestId"]
        self._addresses[request] = event["response"]["url"]
        if "/feed" in event["response"]["url"]:
            held = self._wire.send("Network.streamResourceContent", {"requestId": request})
            self._add(request, _text(held["bufferedData"]))

    def _streamed(self, event: Any) -> None:
        if event.get("data"):
            self._add(event["requestId"], _text(event["data"]))

    def _ended(self, event: Any) -> None:
        address = self._addresses.get(event["requestId"], "")
        if address and not BOX.search(address) and "/feed" not in address:
            body = self._wire.send("Network.getResponseBody", {"requestId": event["requestId"]})
            self._add(event["requestId"], _text(body["body"]) if body["base64Encoded"] else body["body"])


def _text(data: str) -> str:
    return base64.b64decode(data).decode(errors="replace")


class Secrets:
    """The secrets of a match in its first decade: hands of others, by id and by the words of their cards."""

    def __init__(self, service: House, match: str, people: list[Person], viewer: str, words: dict[str, str]) -> None:
        looker = people[int(viewer)] if viewer.isdigit() else None
        seen = service.view(match, as_=viewer, token=looker.token if looker else "")["view"]
        assert seen["decade"] < 2, "cards have come back from the discard"
        public = set(CARD.findall(str(seen)))
        others = [person for person in people if person is not looker]
        hands = [
            service.view(match, as_=str(seat), token=person.token)["view"]["seats"][str(seat)]
            for seat, person in enumerate(people)
            if person in others
        ]
        self.cards = {card for seat in hands for card in seat["hand"]}
        assert self.cards, "no seat holds a card"
        assert not self.cards & public, "the service reveals a secret"
        self.sealed = [seat["choice"] for seat in hands if "choice" in seat]
        told = {words[card] for card in public}
        self.words = {words[card] for card in self.cards} - told

    def found(self, text: str) -> set[str]:
        """Returns the secrets that a text contains."""
        return self.cards & set(CARD.findall(text)) | {words for words in self.words if words in text}


def betrayed(page: Page, traffic: Traffic, secrets: Secrets) -> list[str]:
    """Returns the places where a page holds a secret or has received one."""
    places = {**traffic.received, "the document": page.evaluate(DOCUMENT), "what is kept": page.evaluate(KEPT)}
    return [f"{place}: {sorted(secrets.found(text))}" for place, text in places.items() if secrets.found(text)]


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return [service.register(name) for name in NAMES]


@pytest.fixture
def match(service: House, people: list[Person]) -> str:
    """A running match, one round old, in which Ben has sealed his next choice."""
    match = service.seated(people)
    luck = Random(5)
    while service.view(match)["view"]["round"] < 2:
        assert any(service.answer(match, person, luck) for person in people)
    service.answer(match, people[1], luck)
    return match


def test_a_page_receives_and_keeps_no_secret_of_other_seats(
    visit: Visits, service: House, people: list[Person], match: str
) -> None:
    """The control checks what spectators receive."""
    looker, viewer = people[0], "0"
    page = visit("/docs/bots", looker)
    traffic = Traffic(page)
    visit.afterwards(traffic.stop)
    page.goto(f"/matches/{match}")
    board = Board(page, service.components(), list(NAMES))
    secrets = Secrets(service, match, people, viewer, board.words)
    assert secrets.sealed
    asks_about_everything(page, board)
    asked = service.options(match, looker)
    choice = Choice(page, asked["options"], service.components()["names"]["en"])
    choice.pick(asked["options"][0])
    expect(choice.panel.get_by_role("listitem").first).to_be_visible()
    before = service.card(match)["version"]
    assert betrayed(page, traffic, secrets) == []
    # Cleo seals too; the feed must not reveal what.
    service.answer(match, people[2], Random(1))
    knows(page, before + 1)
    secrets = Secrets(service, match, people, viewer, board.words)
    assert betrayed(page, traffic, secrets) == []
    feeds = [text for address, text in traffic.received.items() if "/feed" in address]
    assert any("committed" in text for text in feeds), "the feed was not recorded"
    assert any("/replay" in address for address in traffic.received), "the replay was not recorded"
    page.goto(f"/replay/{match}?p=1")
    expect(page.get_by_role("slider")).to_be_visible()
    assert betrayed(page, traffic, secrets) == []


def asks_about_everything(page: Page, board: Board) -> None:
    """Opens everything that a page offers to look at."""
    board.open_tables()
    for key in ("Home", "m", "m", "u", "t", "t", "d", "d", "]", "[", "a", "s", "f", "f"):
        page.keyboard.press(key)
    for key in ("g", "?"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
    open_bar(page)
    page.get_by_role("button", name="Share and download").click()
    page.keyboard.press("Escape")
    page.get_by_label("Point of view").count()
    page.keyboard.press("End")


def test_control_a_secret_in_a_response_or_in_the_page_is_found_and_the_feed_is_recorded(
    visit: Visits, service: House, people: list[Person], match: str
) -> None:
    page = visit("/docs/bots")
    traffic = Traffic(page)
    visit.afterwards(traffic.stop)
    card = held_card(service, match, people)
    told = {**service.card(match), "oops": card}
    page.route(f"**/api/v1/matches/{match}", lambda route: route.fulfill(json=told))
    page.goto(f"/matches/{match}")
    board = Board(page, service.components(), list(NAMES))
    secrets = Secrets(service, match, people, "spectator", board.words)
    response = re.compile(rf"/api/v1/matches/{match}: .*{card}")
    assert [one for one in betrayed(page, traffic, secrets) if response.search(one)]

    def planted() -> list[str]:
        return [one for one in betrayed(page, traffic, secrets) if not response.search(one)]

    assert planted() == []
    plant = "([name, value]) => document.querySelector('.ka-tiny').setAttribute(name, value)"
    page.evaluate(plant, ["data-card", card])
    assert planted() == [f"the document: {[card]}"]
    page.evaluate(plant, ["data-card", ""])
    page.evaluate(plant, ["title", min(secrets.words)])
    assert planted() == [f"the document: {[min(secrets.words)]}"]
    page.evaluate(plant, ["title", ""])
    page.evaluate("(card) => localStorage.setItem('oops', card)", card)
    assert planted() == [f"what is kept: {[card]}"]
    page.evaluate("() => localStorage.removeItem('oops')")
    before = service.card(match)["version"]
    service.answer(match, people[2], Random(1))
    knows(page, before + 1)
    feed = next(text for address, text in traffic.received.items() if "/feed" in address)
    assert f"id: {before + 1}" in feed
    secrets = Secrets(service, match, people, "spectator", board.words)
    assert planted() == []
    page.goto(f"/embed/{match}?p=1")
    expect(page.get_by_role("slider")).to_be_visible()
    assert planted() == []


def held_card(service: House, match: str, people: list[Person]) -> str:
    """Returns a card of Ben's hand."""
    return str(service.view(match, as_="1", token=people[1].token)["view"]["seats"]["1"]["hand"][0])
