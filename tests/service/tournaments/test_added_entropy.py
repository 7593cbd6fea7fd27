"""The archive of a match says which seats added entropy before the service was bound to its secret, for every way to
meet.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from chronik.domain.engine.match.entropy import Added, read_entropy
from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import verify
from chronik.service.matches.catalogue import Catalogue, game_loader
from tests.support.service.apps import Player, good, opened, register, until
from tests.support.service.tables import ONE_LOOP

pytestmark = ONE_LOOP

API = "/api/v1"
LOAD = game_loader(Catalogue({}))


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Returns one test app for all tests of this module."""
    return shared_client


async def players_in_archive(client: httpx.AsyncClient, match: str, loser: Player) -> dict[str, Added]:
    """Returns the players in a match's archive, once one of them has resigned."""
    at = f"{API}/matches/{match}"
    good(await client.post(f"{at}/resignations", json={}, headers=loser.headers))
    file = unpack((await client.get(f"{at}/archive")).raise_for_status().content)
    found = verify(file, LOAD)
    assert found.ok, found
    seats = good(await client.get(at))["seats"]
    game = LOAD(file.manifest.header)
    assert game is not None
    return dict(zip([seat["player"] for seat in seats], read_entropy(game, file.batches), strict=True))


async def test_entropy_of_both_players_of_a_challenge_is_added_before_the_match_is_known(
    client: httpx.AsyncClient,
) -> None:
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    seats = [{"t": "mine"}, {"t": "player", "player": bob.id}]
    wish: dict[str, Any] = {"game": "katharina", "seats": seats, "entropy": "aa01"}
    made = good(await client.post(f"{API}/challenges", json=wish, headers=ann.headers))
    at = f"{API}/challenges/{made['id']}/acceptance"
    accepted = good(await client.post(at, json={"entropy": "bb01"}, headers=bob.headers))
    assert await players_in_archive(client, accepted["match"], bob) == {ann.id: Added.BEFORE, bob.id: Added.BEFORE}


async def test_entropy_of_a_seek_is_added_before_the_service_chooses_the_match(client: httpx.AsyncClient) -> None:
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    wish: dict[str, Any] = {"game": "katharina", "seats": 2, "clock": {"command": 71}}
    for player, entropy in ((ann, "aa02"), (bob, "bb02")):
        made = good(await client.post(f"{API}/seeks", json=wish | {"entropy": entropy}, headers=player.headers))
    assert await players_in_archive(client, made["match"], bob) == {ann.id: Added.BEFORE, bob.id: Added.BEFORE}


async def test_entropy_for_a_seat_in_an_open_match_is_added_after_the_commitment(client: httpx.AsyncClient) -> None:
    """The player has seen the commitment."""
    ann, bob = await register(client, "Ann"), await register(client, "Bob")
    match = await opened(client, ann, "mine", "open")
    good(await client.post(f"{API}/matches/{match}/seats", json={"entropy": "bb03"}, headers=bob.headers))
    assert await players_in_archive(client, match, bob) == {ann.id: Added.NOTHING, bob.id: Added.AFTER}


async def test_a_tournament_table_uses_the_entropy_that_its_entrants_registered(client: httpx.AsyncClient) -> None:
    olga, ann, bob = [await register(client, name) for name in ("Olga", "Ann", "Bob")]
    stages = [{"method": "swiss", "table": 2, "rounds": 1}]
    plan = {"title": "Cup", "game": "katharina", "stages": stages, "scoring": "match-points"}
    at = f"{API}/tournaments/{good(await client.post(f'{API}/tournaments', json=plan, headers=olga.headers))['id']}"
    good(await client.post(f"{at}/registration", json={"open": True}, headers=olga.headers))
    for player, entropy in ((ann, "aa04"), (bob, "bb04")):
        wish = {"t": "me", "entropy": entropy}
        good(await client.post(f"{at}/entrants", json=wish, headers=player.headers))
    good(await client.post(f"{at}/rounds", json={"round": 1}, headers=olga.headers))
    good(await client.post(f"{at}/rounds/1/start", json={}, headers=olga.headers))
    match = ""

    async def is_begun() -> bool:
        nonlocal match
        match = good(await client.get(at))["rounds"][0]["tables"][0]["match"]
        return (await client.get(f"{API}/matches/{match}")).is_success

    await until(is_begun)
    assert await players_in_archive(client, match, bob) == {ann.id: Added.REGISTERED, bob.id: Added.REGISTERED}
