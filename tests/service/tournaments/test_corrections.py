"""Corrections over HTTP: an outdated draw does not start, and a late correction is reported."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.tournaments.test_tournaments import Caller, TournamentApp, code
from tests.support.service.tables import ONE_LOOP, House

pytestmark = ONE_LOOP

KNOCKOUT = {"stages": [{"method": "elimination", "table": 2}]}
SCHEDULE = {"stages": [{"method": "round-robin", "table": 2}]}


@pytest.fixture
def house(shared_house: House) -> House:
    """Returns one test app for all tests of this module."""
    return shared_house


@pytest.fixture
def app(house: House) -> TournamentApp:
    return TournamentApp(house)


async def event_of(app: TournamentApp, count: int, **plan: Any) -> tuple[Caller, str]:
    """Returns an organiser, and a tournament of guests."""
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True, **plan)
    await olga.post(f"{at}/entrants/list", {"entrants": [{"t": "guest", "name": f"Guest {n}"} for n in range(count)]})
    return olga, at


async def play(olga: Caller, at: str, number: int) -> None:
    """Plays a round: the first seat wins each table by ten to five."""
    await olga.post(f"{at}/rounds", {"round": number})
    await olga.post(f"{at}/rounds/{number}/start")
    for table in (await olga.get(at))["rounds"][-1]["tables"]:
        await olga.post(f"{at}/rounds/{number}/tables/{table['table']}/result", {"points": [10, 5]})


async def turn(olga: Caller, at: str) -> Any:
    """Reverses the result of table 1 of round 1, and returns the answer."""
    ruling = {"points": [5, 10], "cause": "error"}
    return (await olga.post(f"{at}/rounds/1/tables/1/rulings", ruling)).json()


async def test_a_final_is_paired_again_if_a_semi_final_is_corrected_before_it_starts(
    app: TournamentApp,
) -> None:
    olga, at = await event_of(app, 4, **KNOCKOUT)
    await play(olga, at, 1)
    await olga.post(f"{at}/rounds", {"round": 2})
    before = (await olga.get(at))["rounds"]
    answer = await turn(olga, at)
    assert answer["later"] == [{"round": 2, "progress": "paired", "pair_again": True}]
    newer = {
        "entry": answer["version"],
        "what": "result-ruled",
        "round": 1,
        "table": 1,
        "entrants": before[0]["tables"][0]["entrants"],
    }
    assert [one["newer"] for one in (await olga.get(at))["rounds"]] == [[], [newer]]
    refused = await olga.post(f"{at}/rounds/2/start")
    assert code(refused) == (422, "pair-again")
    assert refused.json()["facts"]["newer"] == [newer]
    assert "pair the round again" in refused.json()["detail"]
    assert (await olga.post(f"{at}/rounds", {"round": 2, "again": True})).status_code == 200
    after = (await olga.get(at))["rounds"]
    assert after[1]["newer"] == []
    assert set(before[0]["tables"][0]["entrants"]) - set(before[1]["tables"][0]["entrants"]) < set(
        after[1]["tables"][0]["entrants"]
    )
    assert (await olga.post(f"{at}/rounds/2/start")).status_code == 200


async def test_a_correction_that_changes_no_draw_requires_no_new_pairing(app: TournamentApp) -> None:
    olga, at = await event_of(app, 4, **KNOCKOUT)
    await play(olga, at, 1)
    await olga.post(f"{at}/rounds", {"round": 2})
    ruling = {"points": [11, 5], "cause": "error"}
    answer = (await olga.post(f"{at}/rounds/1/tables/1/rulings", ruling)).json()
    assert answer["later"] == [{"round": 2, "progress": "paired", "pair_again": False}]
    assert (await olga.post(f"{at}/rounds/2/start")).status_code == 200


async def test_a_correction_made_while_a_later_round_runs_is_reported_at_once(app: TournamentApp) -> None:
    """The answer names the round that it is too late for, and the standings count it."""
    olga, at = await event_of(app, 4)
    await play(olga, at, 1)
    await olga.post(f"{at}/rounds", {"round": 2})
    await olga.post(f"{at}/rounds/2/start")
    before = await olga.get(f"{at}/standings")
    assert before["corrections"] == []
    answer = await turn(olga, at)
    assert answer["later"] == [{"round": 2, "progress": "started", "pair_again": False}]
    after = await olga.get(f"{at}/standings")
    entry = answer["version"]
    assert after["corrections"] == [{"entry": entry, "round": 1, "table": 1, "rounds": [2]}]
    assert after["groups"] != before["groups"]
    assert (await olga.get(f"{at}/standings", as_of=entry - 1))["corrections"] == []
    assert [one["entry"] for one in (await olga.get(at))["rounds"][1]["newer"]] == [entry]


async def test_a_pair_cannot_be_forbidden_if_no_later_draw_could_obey_that(app: TournamentApp) -> None:
    for plan in (KNOCKOUT, SCHEDULE):
        olga, at = await event_of(app, 4, **plan)
        answer = await olga.post(f"{at}/forbidden", {"entrants": [1, 2]})
        assert code(answer) == (422, "meet-anyway")
        assert "Only Swiss rounds that have not been drawn yet" in answer.json()["detail"]
        assert (await olga.get(at))["forbidden"] == []


async def test_the_organiser_can_strike_the_games_of_an_entrant_who_left_a_round_robin(app: TournamentApp) -> None:
    olga, at = await event_of(app, 4, **SCHEDULE)
    await play(olga, at, 1)
    zoe = await app.register("Zoe")
    strike = f"{at}/entrants/2/struck-games"
    assert code(await olga.post(strike, {})) == (422, "still-plays")
    await olga.post(f"{at}/entrants/2/presence", {"presence": "withdrawn"})
    assert code(await zoe.post(strike, {})) == (403, "not-organiser")
    answer = (await olga.post(strike, {})).json()
    struck = {"t": "games-struck", "entrant": 2, "stage": 0, "played": 1, "games": 3}
    assert [one["e"] for one in answer["entries"]] == [struck]
    card = await olga.get(at)
    assert [one.get("struck", False) for one in card["entrants"]] == [False, True, False, False]
    kinds = {2 in table["entrants"]: table["result"]["kind"] for table in card["rounds"][0]["tables"]}
    assert kinds == {True: "struck", False: "played"}
    (group,) = (await olga.get(f"{at}/standings", explain=True))["groups"]
    assert sorted(line["entrant"] for line in group["lines"]) == [1, 3, 4]
    notes = [term["note"] for line in group["lines"] for term in line["score"]["terms"]]
    assert notes.count("struck") == 1
    back = (await olga.post(strike, {"struck": False, "words": "Struck by mistake."})).json()
    assert [one["e"] for one in back["entries"]] == [struck | {"struck": False}]
    assert len((await olga.get(f"{at}/standings"))["groups"][0]["lines"]) == 4
