"""Clubs over HTTP: changed after registration, known to the log only by a code, erased with their player."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronik.service.matches.catalogue import Catalogue
from chronik.service.people.erasure import erase
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.tournaments.proof_file import verify_file
from tests.service.tournaments.test_tournaments import Caller, TournamentApp, code
from tests.support.service.tables import API, ONE_LOOP, House

pytestmark = ONE_LOOP


@pytest.fixture
def app(shared_house: House) -> TournamentApp:
    """Returns the test app of this module."""
    return TournamentApp(shared_house)


async def clubs(caller: Caller, at: str) -> list[str]:
    return [one.get("club", "") for one in (await caller.get(at))["entrants"]]


async def club_names(app: TournamentApp, at: str) -> list[str]:
    """Returns the names of the stored clubs."""
    return sorted(one.name for one in await app.tournaments.clubs(at.rpartition("/")[2]))


async def test_an_organiser_can_set_and_change_a_club_without_its_name_in_the_log(
    app: TournamentApp, tmp_path: Path
) -> None:
    """A list may have been read with a wrong club, which must be correctable."""
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    for name in ("Anna", "Bela"):
        await olga.post(f"{at}/entrants", {"t": "guest", "name": name, "club": "Nrod"})
    answer = await olga.put(f"{at}/entrants/1/club", {"club": "  SC  North "})
    assert answer.status_code == 200, answer.text
    (entry,) = answer.json()["entries"]
    assert entry["e"]["t"] == "club-set"
    assert await clubs(olga, at) == ["SC North", "Nrod"]
    assert (await olga.put(f"{at}/entrants/2/club", {"club": "sc north"})).json()["entries"][0]["e"]["entrant"] == 2
    assert await clubs(olga, at) == ["SC North", "SC North"]
    assert (await olga.put(f"{at}/entrants/2/club", {"club": "SC North"})).json()["entries"] == []
    assert (await olga.put(f"{at}/entrants/2/club", {"club": ""})).status_code == 200
    assert await clubs(olga, at) == ["SC North", ""]
    log = (await app.client.get(f"{API}{at}/log.ndjson")).text
    assert "North" not in log
    bundle = tmp_path / "cup.ndjson"
    bundle.write_bytes((await app.client.get(f"{API}{at}/bundle")).content)
    assert verify_file(bundle, Catalogue({})).ok


async def test_players_can_set_their_own_club_but_not_the_club_of_others(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    await ben.post(f"{at}/entrants", {"t": "me"})
    for entrant in ({"t": "me"}, {"t": "bot", "level": "random"}):
        await olga.post(f"{at}/entrants", entrant)
    assert (await ben.put(f"{at}/entrants/1/club", {"club": "North"})).status_code == 200
    assert code(await ben.put(f"{at}/entrants/2/club", {"club": "North"})) == (403, "not-organiser")
    assert code(await olga.put(f"{at}/entrants/3/club", {"club": "North"})) == (422, "no-club")
    assert code(await olga.put(f"{at}/entrants/9/club", {"club": "North"})) == (422, "no-such-entrant")
    assert code(await olga.put(f"{at}/entrants/1/club", {"club": "\x07"})) == (400, "malformed")
    assert code(await olga.put(f"{at}/entrants/1/club", {"club": "x" * 41})) == (400, "malformed")
    await olga.post(f"{at}/rounds", {"round": 1})
    assert code(await ben.put(f"{at}/entrants/1/club", {"club": "South"})) == (422, "club-late")
    assert (await olga.put(f"{at}/entrants/1/club", {"club": "South"})).status_code == 200
    assert await clubs(olga, at) == ["South", "", ""]
    assert await club_names(app, at) == ["North", "South"]


async def test_a_club_that_only_an_erased_player_named_is_erased(app: TournamentApp) -> None:
    """This includes a club that the player has named twice, or that an organiser has set for the player."""
    olga, ben, cleo = await app.register("Olga"), await app.register("Ben"), await app.register("Cleo")
    at = await app.event(olga)
    await ben.post(f"{at}/entrants", {"t": "me", "club": "First"})
    await cleo.post(f"{at}/entrants", {"t": "me", "club": "Shared"})
    for who, club in ((ben, "Shared"), (ben, "First"), (olga, "Second")):
        assert (await who.put(f"{at}/entrants/1/club", {"club": club})).status_code == 200
    told = (await ben.post("/me/exports")).json()["holdings"]["tournaments"]
    assert sorted({one["name"] for one in told["clubs"]}) == ["First", "Second", "Shared"]
    assert await erase(app.records, HOLDINGS, ben.player) is not None
    assert await club_names(app, at) == ["Shared"]
    assert await clubs(olga, at) == ["", "Shared"]
    assert code(await olga.put(f"{at}/entrants/1/club", {"club": "Third"})) == (400, "malformed")
    assert await club_names(app, at) == ["Shared"]
