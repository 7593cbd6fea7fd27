"""Card lists over HTTP: checked without a token, saved for their owners, exported and erased with them."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from msgspec.structs import replace

from chronik.domain.catan_cards.deck.deck_list import DeckList, built_in_list
from chronik.domain.catan_cards.deck.lists import lists
from chronik.domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from chronik.domain.catan_cards.facts.load import PRINTED
from chronik.domain.engine.names import load_names
from chronik.service.matches.catalogue import Catalogue, Rules
from chronik.service.people.own_lists import MAX_LISTS, OwnLists
from chronik.service.people.routes.deck_check import list_routers
from chronik.service.sql.database import Records
from chronik.service.web.router import Router
from tests.service.people import traces
from tests.support.catan_cards.decks import FACTS
from tests.support.service.plumbing import bearer_of, build, calling

GAME = "cities_knights"
API = "/api/v1"
KNIGHTS = built_in_list(FACTS, FACTS.house_lists["knights"], "Knights")
CODE = "CC1-ADZFHEAXWFKX6YC4KDFY3"


def bring(deck: DeckList) -> Any:
    return deck


class CatalogueWithLists(Catalogue):
    """A catalogue of the built-in games, one of which is played with lists of the card game."""

    def current(self, name: str) -> Rules | None:
        rules = super().current(name)
        if rules is None or name != GAME:
            return rules
        game = replace(rules.game, lists=replace(lists(FACTS, bring), expects=lambda _: True, built_in=lambda _: ()))
        components = replace(rules.projection.components, names=load_names(PRINTED, PRINTED))
        return replace(rules, game=game, projection=replace(rules.projection, components=components))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return CatalogueWithLists({})


def house(records: Records, catalogue: Catalogue) -> Litestar:
    return build(records, more=[Router(API, route_handlers=list_routers(catalogue, OwnLists(records)))])


async def check(client: httpx.AsyncClient, deck: str, **more: Any) -> Any:
    answer = await client.post(f"{API}/{GAME}/decks/check", json={"deck": deck}, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def register(client: httpx.AsyncClient, name: str) -> tuple[str, dict[str, str]]:
    answer = (await client.post(f"{API}/players", json={"name": name})).json()
    return answer["player"], bearer_of(answer["token"])


async def test_a_list_can_be_checked_without_a_token(sqlite_records: Records, catalogue: Catalogue) -> None:
    """T13: problems, advice, counts, canonical JSON, code; without a token, and nothing is stored."""
    async with calling(house(sqlite_records, catalogue)) as client:
        good = await check(client, to_toml(FACTS, KNIGHTS))
        assert good == {
            "problems": [],
            "advice": [],
            "counts": {"cards": 33, "events": 4},
            "list": msgspec.json.decode(to_json(FACTS, KNIGHTS)),
            "code": CODE,
            "toml": to_toml(FACTS, KNIGHTS),
            "lines": to_lines(FACTS, KNIGHTS),
        }
        german = await check(client, "4 Spion\n1 Statue", params={"language": "de"})
        assert german["problems"][0]["sentence"] == "Spion: 4 in der Liste, es gibt aber nur 3."
        assert german["problems"][0] == {
            "code": "too-many-copies",
            "rule": "T5",
            "card": "spy",
            "found": "4",
            "allowed": "3",
            "sentence": "Spion: 4 in der Liste, es gibt aber nur 3.",
        }
        assert german["counts"] == {"cards": 5, "events": 0}
        assert german["lines"].startswith("4 Spion\n1 Statue")
        assert german["code"] is None
        assert [one["code"] for one in german["advice"]] == ["stars-without-feeling", "nothing-cheap"]


@pytest.mark.parametrize(
    "deck", ["", "x" * 20_001, "\x00", "{" * 500, '{"cards":{"abbey":2.5}}', "CC7-AAAA", "1 Abbess", "[cards]\na = [[["]
)
async def test_an_invalid_list_never_causes_an_error(sqlite_records: Records, catalogue: Catalogue, deck: str) -> None:
    """T13: bad input gets a problem, never a 500; an unreadable list has no notations."""
    async with calling(house(sqlite_records, catalogue)) as client:
        found = await check(client, deck)
    assert found["problems"]
    assert all(one["sentence"].endswith(".") for one in found["problems"])
    assert (found["list"], found["code"], found["toml"], found["lines"]) == (None, None, None, None)


ATTACKS = {
    "[" * 20_000: "too-deep",
    '{"deck":1,"cards":' + "[" * 9_000 + "]" * 9_000 + "}": "too-deep",
    "a=" + "{a=" * 3_000 + "1" + "}" * 3_000: "too-deep",
    "a" + ".a" * 9_900 + "=1": "too-deep",
    "[[a]]\n" * 3_000: "field",
    '{"deck":1,"cards":{"abbey":' + "9" * 15_000 + "}}": "count",
    "[cards]\nabbey = " + "9" * 15_000: "unreadable",
    '{"deck":1,"cards":{"abbey":1e400}}': "count",
    '{"deck":1,"cards":{"abbey":true}}': "count",
    '{"deck":1,"cards":{"abbey":"2"}}': "count",
    "deck = 1\n[cards]\nabbey = 1979-05-27": "count",
    "2 Abbey\n1 Kloster": "duplicate",
    '{"deck":1,"cards":{"abbey":1,"abbey":2}}': "duplicate",
    "2 Ab\x07bey": "control-character",
    "2 \u202eyebbA": "control-character",
    "1 zzzzzzzzz\n" * 1_600: "unknown-card",
    "CC1-" + "A" * 19_000: "code-wrong",
    CODE.replace(CODE[-1], "2" if CODE[-1] != "2" else "3"): "code-wrong",
    "CC2-ABCDEF": "version",
}
"""Malicious input, and the first problem with it."""


async def test_the_problems_of_malicious_lists_are_short(sqlite_records: Records, catalogue: Catalogue) -> None:
    """T13: the answers are short both when a list is checked and when it is saved."""
    async with calling(house(sqlite_records, catalogue)) as client:
        _, ann = await register(client, "Ann")
        for deck, code in ATTACKS.items():
            found = await check(client, deck)
            assert code in [one["code"] for one in found["problems"]], deck[:40]
            assert all(one["sentence"].endswith(".") for one in found["problems"])
            assert len(found["problems"]) <= 110
            kept = await client.put(f"{API}/me/decks/x", json={"game": GAME, "deck": deck}, headers=ann)
            assert kept.status_code == (422 if found["list"] is None else 200)
            assert found["list"] is not None or kept.json()["code"] == "deck-invalid"


async def test_an_invalid_request_to_check_a_list_is_refused(sqlite_records: Records, catalogue: Catalogue) -> None:
    async with calling(house(sqlite_records, catalogue)) as client:
        for body in ({}, {"deck": 7}, {"deck": "1 Abbey", "cards": {}}, {"deck": "", "options": {"mode": "x"}}):
            answer = await client.post(f"{API}/{GAME}/decks/check", json=body)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert (await client.post(f"{API}/katharina/decks/check", json={"deck": ""})).status_code == 404


async def test_only_the_owner_sees_saved_lists(records: Records, catalogue: Catalogue) -> None:
    """Lists are saved, replaced, listed and deleted by name, and are invisible to other players."""
    async with calling(house(records, catalogue)) as client:
        _, ann = await register(client, "Ann")
        _, ben = await register(client, "Ben")
        assert (await client.get(f"{API}/me/decks")).status_code == 401
        kept = await client.put(f"{API}/me/decks/First try", json={"game": GAME, "deck": "2 Kloster"}, headers=ann)
        assert kept.status_code == 200, kept.text
        assert kept.json() | {"saved_at": ""} == {
            "name": "First try",
            "game": GAME,
            "deck": '{"deck":1,"name":"","cards":{"abbey":2},"events":{}}',
            "saved_at": "",
        }
        await client.put(f"{API}/me/decks/First try", json={"game": GAME, "deck": CODE}, headers=ann)
        await client.put(f"{API}/me/decks/Ä & Ö", json={"game": GAME, "deck": "1 Spy"}, headers=ann)
        listed = (await client.get(f"{API}/me/decks", headers=ann)).json()["decks"]
        assert [one["name"] for one in listed] == ["First try", "Ä & Ö"]
        one = (await client.get(f"{API}/me/decks/First try", headers=ann)).json()
        assert msgspec.json.decode(one["deck"], type=DeckList) == replace(KNIGHTS, name="")
        assert (await client.get(f"{API}/me/decks/First try", headers=ben)).status_code == 404
        assert (await client.delete(f"{API}/me/decks/First try", headers=ben)).status_code == 404
        assert (await client.delete(f"{API}/me/decks/First try", headers=ann)).status_code == 204
        assert (await client.delete(f"{API}/me/decks/First try", headers=ann)).status_code == 404
        assert (await client.get(f"{API}/me/decks", headers=ben)).json() == {"decks": []}


async def test_an_unreadable_list_cannot_be_saved(sqlite_records: Records, catalogue: Catalogue) -> None:
    async with calling(house(sqlite_records, catalogue)) as client:
        _, ann = await register(client, "Ann")
        wrong = await client.put(f"{API}/me/decks/x", json={"game": GAME, "deck": "1 Abbess\n4 Spy"}, headers=ann)
        assert (wrong.status_code, wrong.json()["code"]) == (422, "deck-invalid")
        assert [one["code"] for one in wrong.json()["problems"]] == [
            "unknown-card",
            "too-many-copies",
            "card-total",
            "event-total",
        ]
        assert wrong.json()["detail"] == (
            "There is no card Abbess. The nearest is Abbey. Spy: 4 in the list, but the game has only 3. "
            "A list has 33 cards; this one has 5."
        )
        body = {"game": GAME, "deck": '{"cards":{"spy":"4"},"events":{}}'}
        german = await client.put(f"{API}/me/decks/x", json=body, headers=ann, params={"language": "de"})
        sentence = 'Spion: Die Anzahl muss eine ganze Zahl von 0–33 sein, nicht "4".'
        assert german.json()["problems"][0]["sentence"] == sentence
        for name, game in (("x", "katharina"), ("x", "chess"), ("x" * 41, GAME), ("%00", GAME), ("%20", GAME)):
            body = {"game": game, "deck": "1 Spy"}
            answer = await client.put(f"{API}/me/decks/{name}", json=body, headers=ann)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_player_cannot_save_more_than_fifty_lists(sqlite_records: Records, catalogue: Catalogue) -> None:
    own = OwnLists(sqlite_records)
    async with calling(house(sqlite_records, catalogue)) as client:
        player, ann = await register(client, "Ann")
        for number in range(MAX_LISTS):
            assert await own.keep(player, f"list {number}", GAME, "{}") is not None
        body = {"game": GAME, "deck": "1 Spy"}
        full = await client.put(f"{API}/me/decks/one more", json=body, headers=ann)
        assert (full.status_code, full.json()["code"], full.json()["limit"]) == (409, "too-many-lists", MAX_LISTS)
        assert (await client.put(f"{API}/me/decks/list 7", json=body, headers=ann)).status_code == 200


async def test_saved_lists_are_exported_and_erased_with_their_owner(records: Records, catalogue: Catalogue) -> None:
    """The export has every list in full; after the erasure none is left or comes back."""
    async with calling(house(records, catalogue)) as client:
        player, ann = await register(client, "Ann")
        _, ben = await register(client, "Ben")
        for who, word in ((ann, "Quillibrand"), (ben, "Oystercatcher")):
            body = {"game": GAME, "deck": f'{{"name": "{word}", "cards": {{"spy": 1}}}}'}
            await client.put(f"{API}/me/decks/{word} Open", json=body, headers=who)
        told = (await client.post(f"{API}/me/exports", headers=ann)).json()["holdings"]["decks"]["lists"]
        assert [(one["name"], one["game"]) for one in told] == [("Quillibrand Open", GAME)]
        assert '"name":"Quillibrand"' in told[0]["deck"]
        assert (await client.post(f"{API}/me/erasure", json={"confirm": player}, headers=ann)).status_code == 200
        planted = {"hers": "Quillibrand", "his": "Oystercatcher"}
        assert await traces.find_words(planted, traces.tables(records)) == {"sql own_lists": {"his"}}
        assert await OwnLists(records).keep(player, "again", GAME, "{}") is None
