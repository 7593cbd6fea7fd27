"""The luck report over HTTP: public from the opening of a match, because chance is public."""

from __future__ import annotations

from typing import Any

from tests.support.service.tables import House, Person, good, refused

GAME = "cities_knights"


async def test_the_luck_report_is_public(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await ann.open("mine", "open", game=GAME)
    before = await get_luck(house, match)
    assert (before["version"], before["throws"], len(before["seats"])) == (2, [], 2)
    assert (await ben.post(f"/matches/{match}/seats", {})).status_code == 201
    await play_commands(match, [ann, ben], 30)
    after = await get_luck(house, match)
    assert sum(after["totals"].values()) == len(after["throws"]) >= 3
    assert sum(after["faces"].values()) >= len(after["throws"])
    assert all(seat["expected"] > 0 for seat in after["seats"])


async def test_a_game_without_a_luck_report_has_no_route_for_it(house: House) -> None:
    ann = await house.person("Ann")
    match = await ann.open("open", "open")
    refused(await ann.get(f"/katharina/matches/{match}/luck"), 404, "not-found")
    refused(await ann.get(f"/{GAME}/matches/{match}/luck"), 404, "not-found")


async def get_luck(house: House, match: str) -> dict[str, Any]:
    answer: dict[str, Any] = good(await house.nobody().get(f"/{GAME}/matches/{match}/luck"))
    return answer


async def play_commands(match: str, people: list[Person], commands: int) -> None:
    """Plays commands: the awaited seat takes its last option, which ends its turn."""
    for _ in range(commands):
        card = good(await people[0].get(f"/matches/{match}"))
        person = people[next(line["seat"] for line in card["seats"] if line.get("waiting"))]
        offered = good(await person.get(f"/{GAME}/matches/{match}/options"))["options"]
        good(await person.post(f"/{GAME}/matches/{match}/commands", {"command": offered[-1]}))
