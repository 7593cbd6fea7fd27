"""Seeks: players who seek the same match share one table, and each takes one seat."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from msgspec import Raw

from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import encode
from chronik.service.identity.register import People
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.people.erasure import erase
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.running.clock import milliseconds
from chronik.service.seeks.seeking import Seeking
from chronik.service.seeks.seeks import SeekRow, Seeks, SeekState, Terms
from chronik.service.sql.database import Records
from tests.support.service.apps import Player, register
from tests.support.service.events import Watcher
from tests.support.service.tables import ONE_LOOP

pytestmark = ONE_LOOP

API = "/api/v1"
DUEL: dict[str, Any] = {"game": "katharina", "seats": 2}


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """The shared application of these tests."""
    return shared_client


async def post_seek(client: httpx.AsyncClient, who: Player, **more: Any) -> dict[str, Any]:
    key = more.pop("key", None)
    headers = who.headers if key is None else who.headers | {"idempotency-key": key}
    answer = await client.post(f"{API}/seeks", json=DUEL | more, headers=headers)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"{API}/seeks/{made['id']}"
    return made


async def find_open_seek(client: httpx.AsyncClient, match: str) -> dict[str, Any] | None:
    seeks = (await client.get(f"{API}/seeks")).json()["seeks"]
    return next((one for one in seeks if one["match"] == match), None)


async def test_two_players_who_seek_the_same_kind_of_match_play_each_other(client: httpx.AsyncClient) -> None:
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    clock = {"command": 61}
    first = await post_seek(client, ann, clock=clock, entropy="AA01AA01AA01AA01")
    assert (first["state"], first["full"], [one["name"] for one in first["waiting"]]) == ("open", False, ["Ann"])
    told = await find_open_seek(client, first["match"])
    assert told is not None
    assert (told["seats"], told["clock"]["command"], told["waiting"][0]["player"]) == (2, 61, ann.id)
    again = await post_seek(client, ann, clock=clock, expires_in=60)
    assert (again["id"], again["match"]) == (first["id"], first["match"])
    other = await post_seek(client, bob, clock={"command": 62})
    assert other["match"] != first["match"]
    second = await post_seek(client, bob, clock=clock, entropy="bb02")
    assert (second["match"], second["state"], second["full"]) == (first["match"], "matched", True)
    match = (await client.get(f"{API}/matches/{first['match']}")).json()
    assert (match["status"], {seat["player"] for seat in match["seats"]}) == ("running", {ann.id, bob.id})
    assert await find_open_seek(client, first["match"]) is None
    at = f"{API}/seeks/{first['id']}"
    assert (await client.get(at, headers=ann.headers)).json()["state"] == "matched"
    late = await client.delete(at, headers=ann.headers)
    assert (late.status_code, late.json()["state"], late.json()["match"]) == (409, "matched", first["match"])
    assert (await client.get(at, headers=bob.headers)).status_code == 404
    mine = (await client.get(f"{API}/me/seeks", headers=bob.headers)).json()["seeks"]
    assert {one["id"]: one["state"] for one in mine} == {other["id"]: "open", second["id"]: "matched"}
    at = f"{API}/matches/{first['match']}"
    assert "aa01aa01aa01aa01" not in (await client.get(f"{at}/audit")).text.lower()
    await client.post(f"{at}/resignations", json={}, headers=bob.headers)
    log = (await client.get(f"{at}/audit")).text.lower()
    assert set(re.findall(r'"entropy":"(\w+)"', log)) == {"aa01aa01aa01aa01", "bb02"}


async def test_a_withdrawn_seek_frees_its_seat(client: httpx.AsyncClient) -> None:
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    first = await post_seek(client, ann, clock={"command": 63})
    for _ in range(2):
        answer = await client.delete(f"{API}/seeks/{first['id']}", headers=ann.headers)
        assert (answer.status_code, answer.json()["state"], answer.json()["match"]) == (200, "withdrawn", None)
    assert await find_open_seek(client, first["match"]) is None
    second = await post_seek(client, bob, clock={"command": 63})
    assert (second["full"], [one["player"] for one in second["waiting"]]) == (False, [bob.id])
    third = await post_seek(client, ann, clock={"command": 63})
    assert (third["full"], third["match"], third["id"] == first["id"]) == (True, second["match"], False)


async def test_repeated_requests_with_the_same_key_begin_only_one_seek(client: httpx.AsyncClient) -> None:
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    await post_seek(client, bob, clock={"command": 64})
    both = await asyncio.gather(*(post_seek(client, ann, clock={"command": 64}, key="a duel") for _ in range(4)))
    assert {(one["id"], one["match"], one["state"]) for one in both} == {(both[0]["id"], both[0]["match"], "matched")}
    body = DUEL | {"clock": {"command": 65}}
    other = await client.post(f"{API}/seeks", json=body, headers=ann.headers | {"idempotency-key": "a duel"})
    assert (other.status_code, other.json()["type"]) == (422, "/problems/key-reused")


async def test_a_seat_taken_in_the_lobby_completes_a_seek(client: httpx.AsyncClient) -> None:
    ann, bob, carl = [await register(client, name) for name in ("Ann", "Bob", "Carl")]
    first = await post_seek(client, ann, clock={"command": 66})
    taken = await client.post(f"{API}/matches/{first['match']}/seats", json={}, headers=bob.headers)
    assert taken.json()["match"]["status"] == "running"
    assert await find_open_seek(client, first["match"]) is None
    assert (await client.get(f"{API}/seeks/{first['id']}", headers=ann.headers)).json()["full"]
    again = await post_seek(client, ann, clock={"command": 66})
    assert (again["id"] == first["id"], again["full"]) == (False, False)
    assert (await post_seek(client, carl, clock={"command": 66}))["match"] == again["match"]


@pytest.mark.parametrize(
    ("change", "status", "place"),
    [
        ({"seats": None}, 400, "$.seats"),
        ({"seats": 5}, 400, "$.seats"),
        ({"game": "chess"}, 400, "$.game"),
        ({"options": {"none": 1}}, 400, "$.options"),
        ({"clock": {}}, 422, None),
        ({"expires_in": 9}, 400, "$.expires_in"),
    ],
)
async def test_invalid_terms_of_a_seek_are_refused_at_once(
    client: httpx.AsyncClient, change: dict[str, Any], status: int, place: str | None
) -> None:
    ann = await register(client, "Ann")
    answer = await client.post(f"{API}/seeks", json=DUEL | change, headers=ann.headers)
    assert (answer.status_code, answer.json().get("at")) == (status, place), answer.text


@pytest.mark.parametrize(("people", "seats"), [(9, 2), (8, 3)])
async def test_many_simultaneous_seeks_leave_at_most_one_waiting_table(
    client: httpx.AsyncClient, people: int, seats: int
) -> None:
    players = [await register(client, f"Player {number}") for number in range(people)]
    wanted = {"seats": seats, "clock": {"command": 100 + people}}
    # Each player sends it twice, as after a lost response.
    made = await asyncio.gather(
        *(post_seek(client, one, key=f"{one.id} at once", **wanted) for one in players for _ in range(2))
    )
    tables = Counter({one["id"]: one["match"] for one in made}.values())
    assert sorted(tables.values(), reverse=True) == [seats] * (people // seats) + [people % seats]
    for match, sitting in tables.items():
        told = (await client.get(f"{API}/matches/{match}")).json()
        taken = [seat["player"] for seat in told["seats"] if "player" in seat]
        assert (len(taken), len(set(taken))) == (sitting, sitting)
        assert told["status"] == ("running" if sitting == seats else "open")


async def test_processes_with_a_common_database_pair_all_seekers(records: Records, store: LogStore) -> None:
    people = [(await People(records).register(f"Player {number}")).player for number in range(9)]
    terms = Terms("c" * 64, "katharina", encode(OpenMatch(chairs=(SeatHolder(),) * 2, options=Raw(b"{}"))).decode())
    houses = [Seeking(LiveMatches(store, Catalogue({}), 50), Seeks(records)) for _ in range(3)]
    rows = await asyncio.gather(
        *(houses[n % 3].seek(f"{n:032}", player, terms, 60_000) for n, player in enumerate(people))
    )
    tables = Counter(row.match for row in rows if row is not None)
    assert sorted(tables.values(), reverse=True) == [2, 2, 2, 2, 1]
    kept = [await houses[0].seeks.find(f"{n:032}", player) for n, player in enumerate(people)]
    assert Counter(row.state for row in kept if row is not None) == {"matched": 8, "open": 1}


async def test_an_expired_seek_frees_its_seat(sqlite_records: Records, store: LogStore) -> None:
    now, people = [milliseconds()], People(sqlite_records)
    ann, bob, carl = [(await people.register(name)).player for name in ("Ann", "Bob", "Carl")]
    terms = Terms("d" * 64, "katharina", encode(OpenMatch(chairs=(SeatHolder(),) * 2, options=Raw(b"{}"))).decode())
    seeking = Seeking(LiveMatches(store, Catalogue({}), 50), Seeks(sqlite_records, lambda: now[0]))
    first = await seeking.seek("1" * 32, ann, terms, 1_000)
    assert first is not None
    now[0] += 1_000
    second = await seeking.seek("2" * 32, bob, terms, 60_000)
    assert second is not None
    assert second.state == "open"
    over = await seeking.seeks.find("1" * 32, ann)
    assert over is not None
    assert over.state == SeekState.EXPIRED.value
    await erase(sqlite_records, HOLDINGS, bob)
    third = await seeking.seek("3" * 32, carl, terms, 60_000)
    assert third is not None
    live = await seeking.find_table(third.match or "")
    assert live is not None
    assert {chair.player for chair in live.match.chairs} == {carl, ""}
    assert await seeking.seeks.find("2" * 32, bob) is None


async def test_a_seek_ended_by_another_process_does_not_free_the_seat_of_a_newer_one(
    sqlite_records: Records, store: LogStore
) -> None:
    now, ann = [milliseconds()], (await People(sqlite_records).register("Ann")).player
    terms = Terms("e" * 64, "katharina", encode(OpenMatch(chairs=(SeatHolder(),) * 2, options=Raw(b"{}"))).decode())
    quick = Seeking(LiveMatches(store, Catalogue({}), 50), Seeks(sqlite_records, lambda: now[0]))
    assert await quick.seek("1" * 32, ann, terms, 1_000) is not None
    now[0] += 1_000

    class Slow(Seeks):
        """A process that lists expired seeks, but ends them only after another one has, and Ann has a new seek."""

        async def list_expired(self, terms_key: str | None = None) -> Sequence[SeekRow]:
            find_open_seek = await super().list_expired(terms_key)
            assert [row.id for row in find_open_seek] == ["1" * 32]
            assert await quick.seek("2" * 32, ann, terms, 60_000) is not None
            return find_open_seek

    slow = Seeking(LiveMatches(store, Catalogue({}), 50), Slow(sqlite_records, lambda: now[0]))
    await slow.end_expired()
    newer = await quick.seeks.find("2" * 32, ann)
    assert newer is not None
    assert newer.state == SeekState.OPEN.value
    live = await quick.find_table(newer.match or "")
    assert live is not None
    assert ann in {chair.player for chair in live.match.chairs}


async def test_a_waiting_player_is_notified_when_the_match_starts(shared_server: httpx.AsyncClient) -> None:
    ann, bob = await register(shared_server, "Ann"), await register(shared_server, "Bob")
    first = await post_seek(shared_server, ann, clock={"command": 67})
    async with shared_server.stream("GET", f"{API}/me/events", headers=ann.headers) as stream:
        watcher = Watcher(stream)
        await watcher.first("standing")
        await post_seek(shared_server, bob, clock={"command": 67})
        assert (await watcher.first("match-started")).data["match"] == first["match"]


async def test_bot_accounts_only_get_seats_where_they_are_welcome(client: httpx.AsyncClient) -> None:
    ann = await register(client, "Ann")
    made = (await client.post(f"{API}/players", json={"name": "Tin", "bot": True})).json()
    tin = Player(made["player"], made["token"], made["token_id"])
    assert (await client.get(f"{API}/me", headers=tin.headers)).json()["bot"]
    people_only = DUEL | {"bots_welcome": False, "clock": {"command": 68}}
    first = (await client.post(f"{API}/seeks", json=people_only, headers=ann.headers)).json()
    seats = [{"t": "mine"}, {"t": "player", "player": tin.id}]
    refused = [
        await client.post(f"{API}/seeks", json=people_only, headers=tin.headers),
        await client.post(f"{API}/matches/{first['match']}/seats", json={}, headers=tin.headers),
        await client.post(
            f"{API}/challenges",
            json={"game": "katharina", "seats": seats, "bots_welcome": False},
            headers=ann.headers,
        ),
    ]
    assert {(answer.status_code, answer.json()["type"]) for answer in refused} == {(403, "/problems/bots-not-welcome")}
    assert (await client.get(f"{API}/matches/{first['match']}")).json()["bots_welcome"] is False
    other = await post_seek(client, tin, clock={"command": 68})
    assert other["match"] != first["match"]
    assert other["waiting"] == [{"player": tin.id, "name": "Tin", "bot": True}]
    await post_seek(client, ann, clock={"command": 68})
    told = (await client.get(f"{API}/matches/{other['match']}")).json()
    assert {seat["player"]: seat.get("bot_account", False) for seat in told["seats"]} == {ann.id: False, tin.id: True}
