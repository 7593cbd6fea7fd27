"""A page of Cities & Knights receives nothing hidden; `test_lesson` plays it by keyboard, and `test_why` by mouse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import knows
from tests.viewer.test_secrets import DOCUMENT, KEPT, Traffic

GAME = "cities_knights"
JSON = json.JSONDecoder()
CARD = re.compile(r"(?:trade|politics|science)\.[a-z_]+\.\d")


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return [service.register(name) for name in ("Ada", "Ben")]


def test_a_page_receives_nothing_hidden(visit: Visits, service: House, people: list[Person]) -> None:
    viewer = "0"
    visit.expect(r"4..: .*dry_run=true")  # the match may move on before the question arrives
    match = service.open(people[0], "mine", "greedy", "greedy", game=GAME, options={"victory_points": 20})
    page = visit("/docs/bots", people[0])
    traffic = Traffic(page)
    visit.afterwards(traffic.stop)
    page.goto(f"/matches/{match}")
    luck = 0
    while not any(seat["progress_counts"] for seat in others(service, match)):
        luck += 1
        card = service.play(match, people[:1], luck, answers=1)
        assert card["status"] == "running"
    while not my_turn(service, match, people[0]):
        if service.options(match, people[0])[
            "prompts"
        ]:  # otherwise the bots play, and the next question may be the roll
            assert service.play(match, people[:1], luck, answers=1)["status"] == "running"
    knows(page, service.card(match)["version"])
    page.keyboard.press("End")
    page.get_by_text("The board as tables").click()
    told = {*CARD.findall(json.dumps([entry["line"] for entry in service.entries(match)]))}
    seen = list(seats(traffic))
    told |= {card for number, seat in seen if number == viewer for card in seat.get("progress", ())}
    everything = "\n".join([*traffic.received.values(), page.evaluate(DOCUMENT), page.evaluate(KEPT)])
    assert {*CARD.findall(everything)} <= told
    assert all({"hand", "progress"}.isdisjoint(seat) for number, seat in seen if number != viewer)
    assert any("hand" in seat for _, seat in seen)
    assert any("/feed" in address for address in traffic.received)


def my_turn(service: House, match: str, person: Person) -> bool:
    """Returns whether the match waits for this person to roll."""
    return any(one["prompt"]["t"] == "roll" for one in service.options(match, person)["prompts"])


def others(service: House, match: str) -> list[Any]:
    """Returns the seats of the bots, as spectators see them."""
    found = service.view(match)["view"]["seats"]
    return [found[number] for number in found if number != "0"]


def seats(traffic: Traffic) -> Iterator[tuple[str, Any]]:
    """Yields every seat, or change of a seat, in everything that a page has received."""
    for text in traffic.received.values():
        at = text.find("{")
        while at >= 0:
            try:
                value, end = JSON.raw_decode(text, at)
            except json.JSONDecodeError:
                end = at + 1
            else:
                yield from _seats(value)
            at = text.find("{", end)


def _seats(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        inside = value.get("seats")
        if isinstance(inside, dict):
            yield from inside.items()
        for one in value.values():
            yield from _seats(one)
    elif isinstance(value, list):
        for one in value:
            yield from _seats(one)
