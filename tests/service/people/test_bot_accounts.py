"""Bot accounts: marked wherever players are named, and refused where bots are not welcome."""

from typing import Any

import httpx
import pytest

from chronik.service.people import own_events
from tests.support.service.apps import Player, register
from tests.support.service.events import Watcher
from tests.support.service.tables import ONE_LOOP

pytestmark = ONE_LOOP

API = "/api/v1"
PLAN: dict[str, Any] = {
    "title": "Spring",
    "game": "katharina",
    "stages": [{"method": "swiss", "table": 2, "rounds": 1}],
    "scoring": "match-points",
}


async def bot(client: httpx.AsyncClient, name: str) -> Player:
    made = (await client.post(f"{API}/players", json={"name": name, "bot": True})).json()
    assert made["bot"] is True
    return Player(made["player"], made["token"], made["token_id"])


async def test_bot_accounts_are_marked_in_tournaments_or_refused(shared_client: httpx.AsyncClient) -> None:
    client, ann = shared_client, await register(shared_client, "Ann")
    tin = await bot(client, "Tin")
    wanted = {"t": "player", "player": tin.id}
    for welcome in (True, False):
        held = await client.post(f"{API}/tournaments", json=PLAN | {"bots_welcome": welcome}, headers=ann.headers)
        at = f"{API}/tournaments/{held.json()['id']}"
        assert (await client.get(at)).json()["plan"]["bots_welcome"] is welcome
        entered = await client.post(f"{at}/entrants", json=wanted, headers=ann.headers)
        assert entered.status_code == (200 if welcome else 403), entered.text
        if not welcome:
            assert entered.json()["type"] == "/problems/bots-not-welcome"
            listed = await client.post(f"{at}/entrants/list", json={"entrants": [wanted]}, headers=ann.headers)
            assert [line["code"] for line in listed.json()["facts"]["lines"]] == ["bots-not-welcome"]
            continue
        (entrant,) = (await client.get(at)).json()["entrants"]
        assert (entrant["name"], entrant["bot_account"]) == ("Tin", True)
        assert "Tin (bot)" in (await client.get(f"{at}/export.json")).text
        own = (await client.get(f"{API}/players/{tin.id}")).json()
        assert own["bot"] is True


async def test_events_and_seeks_of_one_account_show_nothing_of_others(
    shared_server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_events, "POLL_SECONDS", 0.05)
    client = shared_server
    ann, bob, eve = [await register(client, name) for name in ("Ann", "Bob", "Eve")]
    offer = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "player", "player": bob.id}]}
    made = (await client.post(f"{API}/challenges", json=offer, headers=ann.headers)).json()
    wanted = {"game": "katharina", "seats": 2, "clock": {"command": 71}}
    seek = (await client.post(f"{API}/seeks", json=wanted, headers=ann.headers)).json()
    async with client.stream("GET", f"{API}/me/events", headers=eve.headers) as stream:
        events = Watcher(stream).events()
        assert [(await anext(events)).kind for _ in range(2)] == ["retry", "standing"]
        # The others get an event, and then Eve gets one: she got nothing in between.
        accepted = await client.post(f"{API}/challenges/{made['id']}/acceptance", json={}, headers=bob.headers)
        assert accepted.json()["state"] == "accepted"
        await client.delete(f"{API}/seeks/{seek['id']}", headers=ann.headers)
        mine = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]}
        own = (await client.post(f"{API}/matches", json=mine, headers=eve.headers)).json()
        told = [await anext(events), await anext(events)]
        assert [(one.kind, one.data["match"]) for one in told] == [("match-started", own["id"]), ("turn", own["id"])]
    for address in ("/me/seeks", "/me/challenges"):
        assert list((await client.get(f"{API}{address}", headers=eve.headers)).json().values()) == [[]]
    for address in (f"/seeks/{seek['id']}", f"/challenges/{made['id']}"):
        assert (await client.get(f"{API}{address}", headers=eve.headers)).status_code == 404
