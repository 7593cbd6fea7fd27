"""Why not: a seat that asks is told of every kind of command it is not offered, with a sentence and the rule."""

from __future__ import annotations

from tests.support.service.tables import House, good

GAME = "cities_knights"


async def test_a_seat_is_told_why_it_may_not_do_the_rest(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await ann.open("mine", "open", game=GAME)
    assert (await ben.post(f"/matches/{match}/seats", {})).status_code == 201
    path = f"/{GAME}/matches/{match}/options"
    plain, told = good(await ann.get(path)), good(await ann.get(f"{path}?refused=true"))
    assert "refused" not in plain
    whys = {one["kind"]: one for one in told.pop("refused")}
    assert plain == told
    assert not whys.keys() & {option["t"] for option in told["options"]}
    why = whys["build-city"]
    assert why["sentence"].endswith(".")
    assert why["rule_url"] == f"/docs/rules/{GAME}#{why['rule']}"
