"""Evenings of guests: guests are renamed outside the log, and a preview says if one wish overrides another."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from chronik.service.matches.catalogue import Catalogue
from chronik.service.people.erasure import erase
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.sql.database import PlayerRow
from chronik.service.tournaments.proof_file import verify_file
from chronik.service.tournaments.tables import EventRow
from tests.service.tournaments.test_tournaments import Caller, TournamentApp, code
from tests.support.service.tables import API, ONE_LOOP, House

pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """Returns one test app for all tests of this module."""
    return shared_house


@pytest.fixture
def app(house: House) -> TournamentApp:
    return TournamentApp(house)


async def evening(app: TournamentApp) -> tuple[Caller, str]:
    """Returns an organiser, and their tournament with two guests of one name and a player."""
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    for one in ({"t": "guest", "name": "Anna"}, {"t": "guest", "name": "Anna"}, {"t": "me"}):
        await olga.post(f"{at}/entrants", one)
    return olga, at


async def names(olga: Caller, at: str) -> list[str]:
    return [one["name"] for one in (await olga.get(at))["entrants"]]


async def test_a_guest_can_be_renamed_without_a_name_in_any_entry(app: TournamentApp, tmp_path: Any) -> None:
    olga, at = await evening(app)
    answer = await olga.put(f"{at}/entrants/2/name", {"name": "  Anna   Meier "})
    assert answer.status_code == 200, answer.text
    (entry,) = answer.json()["entries"]
    assert entry["e"] == {"t": "guest-renamed", "entrant": 2, "player": (await olga.get(at))["entrants"][1]["player"]}
    assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
    assert await names(olga, at) == ["Anna", "Anna Meier", "Olga"]
    log = (await app.client.get(f"{API}{at}/log.ndjson")).text
    assert "Meier" not in log
    again = await olga.put(f"{at}/entrants/2/name", {"name": "Anna Meier"})
    assert again.json() == {"version": answer.json()["version"], "entries": []}
    bundle = tmp_path / "evening.ndjson"
    bundle.write_bytes((await app.client.get(f"{API}{at}/bundle")).content)
    assert verify_file(bundle, Catalogue({})).ok


@pytest.mark.parametrize("name", ["", "   ", "\u202eAnna", "An\x00na", "\u200d", "A" * 41])
async def test_an_invalid_guest_name_is_refused(app: TournamentApp, name: str) -> None:
    olga, at = await evening(app)
    answer = await olga.put(f"{at}/entrants/1/name", {"name": name})
    assert code(answer) == (400, "malformed")
    assert answer.json()["at"] == "$.name"
    assert await names(olga, at) == ["Anna", "Anna", "Olga"]


async def test_only_guests_can_be_renamed_and_only_by_organisers(app: TournamentApp) -> None:
    olga, at = await evening(app)
    mia = {"name": "Mia"}
    assert code(await olga.put(f"{at}/entrants/3/name", mia)) == (422, "not-a-guest")
    assert code(await olga.put(f"{at}/entrants/9/name", mia)) == (422, "no-such-entrant")
    assert code(await olga.put(f"{at}/entrants/0/name", mia)) == (422, "no-such-entrant")
    assert code(await olga.put(f"{at}/entrants/1/name", {"name": "Mia", "club": "North"})) == (400, "malformed")
    assert code(await olga.put(f"{at}/entrants/anna/name", mia)) == (404, "not-found")
    assert code(await olga.put(f"/tournaments/{'0' * 32}/entrants/1/name", mia)) == (404, "not-found")
    zoe = await app.register("Zoe")
    for name in ("Mia", "Anna"):  # others are refused even if nothing would change
        assert code(await zoe.put(f"{at}/entrants/1/name", {"name": name})) == (403, "not-organiser")
    nobody = await app.client.put(f"{API}{at}/entrants/1/name", json=mia)
    assert code(nobody) == (401, "unauthenticated")
    assert await names(olga, at) == ["Anna", "Anna", "Olga"]


async def test_a_ghost_cannot_be_renamed(app: TournamentApp) -> None:
    olga, at = await evening(app)
    guest = (await olga.get(at))["entrants"][0]["player"]
    keyed = olga.headers | {"idempotency-key": "mia"}
    for name, status in (("Mia", 200), ("Mia", 200), ("Pia", 422)):
        answer = await app.client.put(f"{API}{at}/entrants/1/name", json={"name": name}, headers=keyed)
        assert answer.status_code == status
    ghost = await erase(app.records, HOLDINGS, guest)
    assert ghost is not None
    assert (await olga.put(f"{at}/entrants/1/name", {"name": "Mia"})).status_code == 200
    assert (await names(olga, at))[0] == ghost.name
    async with app.records.reading() as session:
        row = (await session.exec(select(PlayerRow).where(PlayerRow.id == guest))).one()
        asked = select(EventRow.fingerprint).where(
            col(EventRow.e).contains(f'"guest-renamed","entrant":1,"player":"{guest}"')
        )
        kept = (await session.exec(asked)).all()
    assert row.erased_at is not None
    assert kept == [None, None], "the name could be guessed by its hash"


async def test_a_preview_shows_what_the_chosen_priority_forced_and_what_the_other_would_cost(
    app: TournamentApp,
) -> None:
    olga = await app.register("Olga")
    pods = {"stages": [{"method": "swiss", "table": 4, "rounds": 3}], "scoring": "place-4-3-2-1"}
    at = await app.event(olga, elsewhere=True, **pods)
    await olga.post(f"{at}/entrants/list", {"entrants": [{"t": "guest", "name": f"Guest {n}"} for n in range(7)]})
    assert (await olga.post(f"{at}/rounds/preview", {"round": 1})).json()["other"] is None
    await olga.post(f"{at}/rounds", {"round": 1})
    started = await olga.change(f"{at}/rounds/1/start")
    for table in started["rounds"][0]["tables"]:
        points = [10 - seat for seat in range(len(table["entrants"]))]
        await olga.post(f"{at}/rounds/1/tables/{table['table']}/result", {"points": points})
    even = (await olga.post(f"{at}/rounds/preview", {"round": 2})).json()
    assert (await olga.post(f"{at}/rounds/preview", {"round": 2})).json() == even, "it stays the same between looks"
    assert (even["algorithm"], even["other"]["keep"], even["other"]["algorithm"]) == (
        "pods/2",
        "company",
        "pods-company/2",
    )
    other = (await olga.post(f"{at}/rounds/preview", {"round": 2, "keep": "company"})).json()
    assert other["cost"][1] == even["other"]["cost"][1] < even["cost"][2]
    assert other["other"]["keep"] == "sizes"
    paired = await olga.change(f"{at}/rounds", {"round": 2, "keep": "company"})
    assert paired["rounds"][1]["algorithm"] == other["algorithm"]
    assert code(await olga.post(f"{at}/rounds/preview", {"round": 2, "keep": "luck"})) == (400, "malformed")
    assert code(await olga.post(f"{at}/rounds/preview", {"round": 2})) == (400, "malformed")
