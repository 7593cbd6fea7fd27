"""A seat that changes hands during play, over HTTP: offer, answers, the lobby, the new person, and every list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.service.apps import until
from tests.support.service.tables import GAME, ONE_LOOP, House, good, refused, seated

pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """The shared application of these tests."""
    return shared_house


async def test_another_person_plays_on_for_a_person_who_leaves(house: House) -> None:
    match, (ann, ben) = await seated(house)
    eve, at = await house.person("Eve"), f"/matches/{match}"
    number = good(await ann.post(f"{at}/seat-offers", None))["version"]
    refused(await eve.post(f"{at}/seats", {}), 422, "started-already")
    refused(await eve.post(f"{at}/seat-offers/{number}/answers", {"grant": True}), 403, "not-your-seat")
    answered = good(await ben.post(f"{at}/seat-offers/{number}/answers", {"grant": True}, key="yes"))
    assert answered["match"]["seat_offer"] == {"number": number, "seat": 0, "granted": [1], "open": True}
    assert [line["key"] for line in answered["lines"]] == ["seat-offer-answered", "seat-opened"]

    async def listed(part: str, person: Any) -> Any:
        page = good(await person.get("/lobby"))
        return next((table for table in page[part] if table["id"] == match), None)

    async def is_offered() -> bool:
        return bool(await listed("open", eve))

    await until(is_offered)
    assert (await listed("open", eve))["offered"] == 0
    hand = (await ann.view(match))["view"]["seats"]["0"]["hand"]
    took = good(await eve.post(f"{at}/seats", {}, key="mine"))
    assert took["match"]["seats"][0]["former"] == [{"player": ann.player, "until": took["version"], "name": "Ann"}]
    assert "seat_offer" not in took["match"]
    assert (await eve.view(match))["view"]["seats"]["0"]["hand"] == hand
    refused(await ann.get(f"/{GAME}{at}/options"), 403, "not-your-seat")
    assert "hand" not in (await ann.view(match))["view"]["seats"]["0"]

    async def has_changed() -> bool:
        return bool(await listed("own", eve))

    await until(has_changed)
    assert await listed("own", ann) is await listed("open", ben) is None
    for person in (ann, eve):
        [line] = good(await person.get(f"/matches?player={person.player}"))["matches"]
        assert line["seats"][0]["former"] == took["match"]["seats"][0]["former"]
