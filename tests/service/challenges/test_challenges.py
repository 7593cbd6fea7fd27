"""Challenges: offered, answered once, expired by themselves, and reported to both players."""

import asyncio
import re
from typing import Any

import httpx
import pytest

from chronik.service.challenges.challenges import Challenges, ChallengeState
from chronik.service.identity.register import People
from chronik.service.people import own_events
from chronik.service.sql.database import Records
from tests.support.service.apps import Player, register
from tests.support.service.events import Watcher
from tests.support.service.tables import ONE_LOOP

pytestmark = ONE_LOOP

API = "/api/v1"
BOBS = ("bb0bb0bb0bb0bb02", "bb0bb0bb0bb0bb03")
"""What Bob adds to the secret of a match, in either of two requests; long enough that no id contains it by chance."""


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """The shared application of these tests."""
    return shared_client


async def register_two(client: httpx.AsyncClient) -> tuple[Player, Player]:
    return await register(client, "Ann"), await register(client, "Bob")


def challenge_body(bob: Player, **more: Any) -> dict[str, Any]:
    return {"game": "katharina", "seats": [{"t": "mine"}, {"t": "player", "player": bob.id}], **more}


async def post_challenge(client: httpx.AsyncClient, ann: Player, bob: Player, **more: Any) -> dict[str, Any]:
    answer = await client.post(f"{API}/challenges", json=challenge_body(bob, **more), headers=ann.headers)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"{API}/challenges/{made['id']}"
    return made


async def test_an_accepted_challenge_becomes_a_match_of_both_players(client: httpx.AsyncClient) -> None:
    ann, bob = await register_two(client)
    made = await post_challenge(client, ann, bob, clock={"command": 60}, entropy="AA01AA01AA01AA01")
    assert (made["state"], made["match"], made["clock"]["command"]) == ("open", None, 60)
    assert [seat["name"] for seat in made["seats"]] == ["Ann", "Bob"]
    at = f"{API}/challenges/{made['id']}"
    early = await client.post(f"{at}/acceptance", json={}, headers=ann.headers)
    assert early.json()["type"] == "/problems/challenge-closed"
    assert "aa01aa01aa01aa01" not in (await client.get(at, headers=bob.headers)).text.lower()
    kept = [(await client.post(f"{API}/me/exports", headers=one.headers)).text for one in (ann, bob)]
    assert ["AA01AA01AA01AA01" in one for one in kept] == [True, False]
    both = await asyncio.gather(
        *(client.post(f"{at}/acceptance", json={"entropy": added}, headers=bob.headers) for added in BOBS)
    )
    assert [answer.status_code for answer in both] == [200, 200]
    (match,) = {answer.json()["match"] for answer in both}
    told = (await client.get(f"{API}/matches/{match}")).json()
    assert (told["status"], [seat["player"] for seat in told["seats"]]) == ("running", [ann.id, bob.id])
    late = await client.delete(at, headers=ann.headers)
    assert (late.status_code, late.json()["state"]) == (409, "accepted")
    (listed,) = (await client.get(f"{API}/me/challenges", headers=bob.headers)).json()["challenges"]
    assert listed == (await client.get(at, headers=ann.headers)).json()
    carl = await register(client, "Carl")
    assert (await client.get(at, headers=carl.headers)).status_code == 404
    assert (await client.post(f"{at}/acceptance", json={}, headers=carl.headers)).status_code == 404
    for one, added in ((ann, "AA01AA01AA01AA01"), (bob, BOBS[0][:-1])):
        assert added not in (await client.post(f"{API}/me/exports", headers=one.headers)).text
    await client.post(f"{API}/matches/{match}/resignations", json={}, headers=bob.headers)
    log = (await client.get(f"{API}/matches/{match}/audit")).text.lower()
    assert set(re.findall(r'"entropy":"(\w+)"', log)) in ({"aa01aa01aa01aa01", one} for one in BOBS)


async def test_a_challenge_is_declined_or_withdrawn_only_once(client: httpx.AsyncClient) -> None:
    ann, bob = await register_two(client)
    at = f"{API}/challenges/{(await post_challenge(client, ann, bob))['id']}"
    refused = {"reason": "too-slow"}
    for _ in range(2):
        told = (await client.post(f"{at}/refusal", json=refused, headers=bob.headers)).json()
        assert (told["state"], told["reason"]) == ("declined", "too-slow")
    assert (await client.post(f"{at}/acceptance", json={}, headers=bob.headers)).json()["state"] == "declined"
    assert (await client.post(f"{at}/refusal", json={"reason": "you smell"}, headers=bob.headers)).status_code == 400
    at = f"{API}/challenges/{(await post_challenge(client, ann, bob))['id']}"
    answers = await asyncio.gather(
        client.delete(at, headers=ann.headers), client.post(f"{at}/refusal", json=refused, headers=bob.headers)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize(
    ("change", "status", "place"),
    [
        ({"seats": [{"t": "mine"}, {"t": "open"}]}, 400, "$.seats"),
        ({"seats": [{"t": "mine"}, {"t": "mine"}]}, 400, "$.seats"),
        ({"seats": [{"t": "mine"}, {"t": "player", "player": "0" * 32}]}, 400, "$.seats[1].player"),
        ({"game": "chess"}, 400, "$.game"),
        ({"options": {"none": 1}}, 400, "$.options"),
        ({"expires_in": 9}, 400, "$.expires_in"),
        ({"clock": {}}, 422, None),
    ],
)
async def test_invalid_terms_of_a_challenge_are_refused_at_once(
    client: httpx.AsyncClient, change: dict[str, Any], status: int, place: str | None
) -> None:
    ann, bob = await register_two(client)
    answer = await client.post(f"{API}/challenges", json=challenge_body(bob) | change, headers=ann.headers)
    assert (answer.status_code, answer.json().get("at")) == (status, place), answer.text


async def test_a_challenge_expires_at_its_time(sqlite_records: Records) -> None:
    now, people = [1_000], People(sqlite_records)
    kept = Challenges(sqlite_records, lambda: now[0])
    ann, bob = (await people.register("Ann")).player, (await people.register("Bob")).player
    row = await kept.make("1" * 32, ann, bob, "katharina", "{}", 500)
    assert row is not None
    now[0] = 1_499
    assert row.state_at(now[0]) is ChallengeState.OPEN
    now[0] = 1_500
    assert not await kept.answer(row.id, bob, ChallengeState.ACCEPTED)
    (found,) = await kept.of({bob}, 1_000)
    assert found.state_at(now[0]) is ChallengeState.EXPIRED
    assert await kept.of({bob}, 1_501) == []
    assert await kept.make("2" * 32, ann, "0" * 32, "katharina", "{}", 500) is None


async def test_repeated_requests_with_the_same_key_create_only_one_challenge(client: httpx.AsyncClient) -> None:
    ann, bob = await register_two(client)
    keyed = ann.headers | {"idempotency-key": "to Bob"}
    made = [await client.post(f"{API}/challenges", json=challenge_body(bob), headers=keyed) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json() == made[1].json()
    other = await client.post(f"{API}/challenges", json=challenge_body(bob, expires_in=60), headers=keyed)
    assert (other.status_code, other.json()["type"]) == (422, "/problems/key-reused")


async def test_many_challenges_to_one_player_do_not_displace_challenges_to_another(records: Records) -> None:
    people, kept = People(records), Challenges(records)
    ann, bob, carl = [(await people.register(name)).player for name in ("Ann", "Bob", "Carl")]
    first = await kept.make(f"{0:032}", bob, carl, "katharina", "{}", 60_000)
    many = [await people.register(f"Many {number}") for number in range(3)]
    for number in range(1, 124):
        await kept.make(f"{number:032}", many[number % 3].player, ann, "katharina", "{}", 60_000)
    assert first is not None
    assert [row.id for row in await kept.of({carl}, 0)] == [first.id]
    both = [row.id for row in await kept.of({ann, carl}, 0)]
    assert (len(both), first.id in both) == (101, True)


async def test_both_players_are_notified_of_a_challenge(
    shared_server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_events, "POLL_SECONDS", 0.05)
    ann, bob = await register_two(shared_server)
    made = await post_challenge(shared_server, ann, bob)
    async with (
        shared_server.stream("GET", f"{API}/me/events", headers=ann.headers) as first,
        shared_server.stream("GET", f"{API}/me/events", headers=bob.headers) as second,
    ):
        own, other = Watcher(first), Watcher(second)
        for watcher in (own, other):
            told = (await watcher.first("challenge")).data
            assert (told["challenge"], told["state"], told["match"]) == (made["id"], "open", None)
            await watcher.first("standing")
        await shared_server.post(f"{API}/challenges/{made['id']}/acceptance", json={}, headers=bob.headers)
        started = (await own.first("match-started")).data
        told = (await other.first("challenge")).data
        assert (told["state"], told["match"]) == ("accepted", started["match"])
