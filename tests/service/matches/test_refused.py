"""Every kind of command that is not offered, and every problem of a refused deck, has a sentence and a rule."""

from __future__ import annotations

from tests.support.service.tables import House, good

GAME = "cities_knights"


async def test_options_include_why_each_other_kind_of_command_is_refused(house: House) -> None:
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


async def test_a_deck_that_a_match_refuses_has_a_sentence_for_each_problem(house: House) -> None:
    """T13: the same sentences as in the check of a list."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await ann.open("mine", "open", game="catan_cards", options={"mode": "tournament"})
    assert (await ben.post(f"/matches/{match}/seats", {})).status_code == 201
    command = {"t": "bring-deck", "cards": {"spy": 4}, "events": {"plague": 2}}
    refused = await ann.post(f"/catan_cards/matches/{match}/commands", {"command": command})
    assert (refused.status_code, refused.json()["code"]) == (422, "deck")
    assert [one["sentence"] for one in refused.json()["facts"]["problems"]] == [
        "Spy: 4 in the list, but the game has only 3.",
        "Plague: 2 in the list, but it may name at most 1. Each player adds 1 anyway.",
        "A list has 33 cards; this one has 4.",
        "A list has 4 free events; this one has 2.",
    ]
