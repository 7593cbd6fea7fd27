"""Clocks, resignations and a referee's orders over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.commands import Extend
from chronik.service.identity.auth import Scope
from chronik.service.matches.clock_summary import clock_summary, format_moment
from chronik.service.matches.play import NotSeated
from chronik.service.matches.referee import carry_out
from chronik.service.running.clock import milliseconds
from tests.support.service.tables import ONE_LOOP, House, Person, good, refused, seated

SCOPES = (Scope.PLAY, Scope.REFEREE)
SOON = datetime.now(UTC).year + 5
LAST = "9999-12-31T23:59:59.999000Z"


pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """The shared application of these tests."""
    return shared_house


async def line(person: Person, match: str) -> Any:
    """Returns the public line of the last entry."""
    return good(await person.get(f"/matches/{match}/audit"))["entries"][-1]["line"]


async def test_the_summary_of_a_match_shows_its_clock(house: House) -> None:
    rules = {"command": 60, "match": 600, "increment": 5, "deadline": f"{SOON}-01-01T12:00:00+02:00"}
    match, (ann, ben) = await seated(house, clock=rules, takebacks="own")
    good(await ann.answer(match))
    card = good(await ann.get(f"/matches/{match}"))
    assert card["takebacks"] == "own"
    told = card["clock"]
    assert {name: told[name] for name in rules} == rules | {"deadline": f"{SOON}-01-01T10:00:00Z"}
    assert told["at_zero"] == "default"
    first, second = told["seats"]
    assert (first["runs"], second["runs"]) == (False, True)
    assert 590_000 < first["match_left"] <= 600_000
    assert {"due_at", "answer_left"} & set(first) == set()
    assert 50_000 < second["answer_left"] <= 60_000
    assert datetime.fromisoformat(second["due_at"]).year < SOON
    good(await ben.answer(match))


@pytest.mark.parametrize(
    ("clock", "at"),
    [
        ({"command": -1}, "$.clock.command"),
        ({"command": 10**9}, "$.clock.command"),
        ({"deadline": "2029-01-01T12:00:00"}, "$.clock.deadline"),
        ({"deadline": f"{SOON + 6}-01-01T12:00:00Z"}, "$.clock.deadline"),
        ({"deadline": "9999-12-31T23:59:59-23:59"}, "$.clock.deadline"),
        ({"command": 10, "at_zero": "lose"}, "$.clock.at_zero"),
        ({"command": 10, "at_zero": "bot", "bot": "grandmaster"}, "$.clock.bot"),
        ({"seconds": 10}, "$.clock"),
    ],
)
async def test_a_clock_that_does_not_decode_is_malformed(house: House, clock: Any, at: str) -> None:
    ann = await house.person("Ann")
    body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}], "clock": clock}
    assert refused(await ann.post("/matches", body), 400, "malformed")["at"] == at


async def test_a_seat_resigns_once_and_the_other_seat_wins(house: House) -> None:
    match, (ann, ben) = await seated(house)
    refused(await house.nobody().ask("POST", f"/matches/{match}/resignations"), 401, "unauthenticated")
    done = good(await ben.ask("POST", f"/matches/{match}/resignations", key="enough"))
    assert [one["key"] for one in done["lines"]] == ["resigned", "closed"]
    assert done["match"]["result"] == {"points": [0, 0], "places": [1, 2]}
    assert done["match"]["seats"][1]["forfeited"]
    again = good(await ben.ask("POST", f"/matches/{match}/resignations", key="enough"))
    assert again["version"] == done["version"]
    refused(await ann.ask("POST", f"/matches/{match}/resignations"), 409, "match-closed")


async def test_a_referee_can_pause_extend_and_rule(house: House) -> None:
    match, (ann, ben) = await seated(house, clock={"command": 3_600, "match": 7_200})
    judge = await house.person("Judge", *SCOPES)
    here = f"/matches/{match}"
    paused = good(await judge.post(f"{here}/pauses", {"paused": True, "cause": "error"}, key="stop"))
    assert paused["lines"] == [{"key": "match-paused", "params": {"player": judge.player, "cause": "error"}}]
    assert paused["match"]["paused"]
    assert not any(seat["runs"] for seat in paused["match"]["clock"]["seats"])
    assert good(await judge.post(f"{here}/pauses", {"paused": True, "cause": "error"}, key="stop")) == paused
    refused(await judge.post(f"{here}/pauses", {"paused": False}, key="stop"), 422, "key-reused")
    refused(await judge.post(f"{here}/pauses", {"paused": True}), 422, "paused-already")
    refused(await ann.answer(match), 422, "paused")
    refused(await judge.post(f"{here}/pauses", {"paused": False}, version=3), 412, "stale-view")
    resumed = good(await judge.post(f"{here}/pauses", {"paused": False}))
    assert resumed["lines"] == [{"key": "match-resumed", "params": {"player": judge.player}}]
    refused(await judge.post(f"{here}/pauses", {"paused": False}), 422, "not-paused")
    more = good(await judge.post(f"{here}/extensions", {"seconds": 60, "seat": 1, "cause": "time"}))
    params = {"player": judge.player, "seconds": 60, "cause": "time"}
    assert more["lines"] == [{"key": "extended", "seat": 1, "params": params}]
    left = [seat["match_left"] for seat in more["match"]["clock"]["seats"]]
    assert left[1] - left[0] == 60_000
    refused(await judge.post(f"{here}/extensions", {"seconds": 60, "seat": 2}), 422, "no-such-seat")
    refused(await judge.post(f"{here}/rulings", {"points": [1], "places": [1]}), 422, "result-size")
    ruled = good(await judge.post(f"{here}/rulings", {"points": [5, 7], "places": [2, 1], "cause": "conduct"}))
    assert [one["key"] for one in ruled["lines"]] == ["ruled", "closed"]
    assert ruled["match"]["result"] == {"points": [5, 7], "places": [2, 1]}
    assert (ruled["match"]["ending"], ruled["match"]["status"]) == ("ruled", "finished")
    audit = good(await ben.get(f"{here}/audit"))["entries"]
    assert {entry["event"]["player"] for entry in audit if entry["by"] == "referee" and "player" in entry["event"]} == {
        judge.player
    }
    archive = await ben.get(f"{here}/archive")
    assert archive.status_code == 200


async def test_a_clock_cannot_be_extended_beyond_ten_years_from_now(house: House) -> None:
    far = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3_645)
    match, _ = await seated(house, clock={"command": 60, "match": 600, "deadline": f"{far:%Y-%m-%dT%H:%M:%SZ}"})
    judge = await house.person("Judge", *SCOPES)
    here, days = f"/matches/{match}/extensions", 86_400
    assert refused(await judge.post(here, {"seconds": 9 * days}), 400, "malformed")["at"] == "$.seconds"
    good(await judge.post(here, {"seconds": 7 * days}))
    assert refused(await judge.post(here, {"seconds": 7 * days}), 400, "malformed")["at"] == "$.seconds"
    for _ in range(121):
        good(await judge.post(here, {"seconds": 30 * days, "seat": 1}))
    assert refused(await judge.post(here, {"seconds": 30 * days, "seat": 1}), 400, "malformed")["at"] == "$.seconds"


async def test_a_clock_with_a_deadline_beyond_all_dates_can_be_shown(house: House) -> None:
    match, _ = await seated(house, clock={"deadline": f"{SOON}-01-01T00:00:00Z"})
    live = await house.matches.find_fresh(match)
    assert live is not None
    assert live.match.timing is not None
    endless = replace(live.match.timing, deadline=10**15)
    told = clock_summary(replace(live.match, timing=endless), milliseconds())
    assert told is not None
    assert msgspec.to_builtins(told.deadline) == msgspec.to_builtins(told.seats[0].due_at) == LAST
    assert format_moment(10**15) == LAST


async def test_a_tournaments_orders_can_be_carried_out_without_an_http_request(house: House) -> None:
    match, (ann, _) = await seated(house, clock={"command": 3_600})
    live = await house.matches.find_fresh(match)
    assert live is not None
    done = await carry_out(house.matches, live, Extend("f" * 32, 60), "round 1 table 3")
    again = await carry_out(house.matches, live, Extend("f" * 32, 60), "round 1 table 3")
    assert (again.match.version, again.again) == (done.match.version, True)
    assert (await line(ann, match))["key"] == "extended"
    with pytest.raises(NotSeated):
        await carry_out(house.matches, live, Extend(ann.player, 60), "own table")
