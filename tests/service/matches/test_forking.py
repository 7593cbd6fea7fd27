"""Forks: playing on from a version of a closed match that the caller may see completely."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from tests.support.service.tables import ONE_LOOP, House, Person, good, play_on, refused, seated, table

pytestmark = ONE_LOOP
AGAINST_A_BOT = table(("mine", "greedy"))


async def play_and_resign(house: House, **more: Any) -> tuple[str, list[Person]]:
    """Plays some commands of a match, which a player then resigns; returns the match and its players."""
    match, people = await seated(house, **more)
    await play_on(match, people, 6)
    good(await people[1].post(f"/matches/{match}/resignations", {}))
    return match, people


async def fork(person: Person, match: str, at: int, **more: Any) -> Any:
    body = {"at": at, "as": "0", "seats": AGAINST_A_BOT} | more
    return await person.post(f"/matches/{match}/forks", body)


async def last_playable(person: Person, match: str) -> int:
    """Returns the last version before the resignation."""
    entries = (await person.get(f"/matches/{match}/audit")).json()["entries"]
    return max(int(entry["version"]) for entry in entries if entry["line"]["key"] not in ("resigned", "closed"))


async def test_a_fork_keeps_what_its_viewer_knew(shared_house: House) -> None:
    match, (ann, ben) = await play_and_resign(shared_house)
    at = await last_playable(ann, match)
    answer = await fork(ann, match, at)
    assert answer.status_code == 201, answer.text
    new = answer.json()
    assert (new["status"], new["options"], answer.headers["Location"]) == (
        "running",
        {},
        f"/api/v1/matches/{new['id']}",
    )
    there = (await ann.get(f"/katharina/matches/{match}/view?as=0&at={at}")).json()["view"]["seats"]["0"]
    here = (await ann.view(new["id"], at=new["version"]))["view"]["seats"]["0"]
    assert {name: here.get(name) for name in ("hand", "order", "points")} == {
        name: there.get(name) for name in ("hand", "order", "points")
    }
    assert new["origin"] == {"match": match, "version": at, "page": f"/replay/{match}?e={at}"}
    lines = [entry["line"] for entry in (await ben.get(f"/matches/{new['id']}/audit")).json()["entries"]]
    assert lines[1] == {"key": "forked", "params": {"match": match, "version": at, "eyes": 0}}
    assert '"hand":[' not in (await ben.get(f"/katharina/matches/{new['id']}/view?as=spectator")).text
    again = await fork(ann, match, at)
    assert again.json()["id"] != new["id"], "every fork is a separate match"


async def test_a_fork_of_a_match_under_older_rules_is_played_under_the_current_ones(shared_house: House) -> None:
    """After an upgrade, old matches can still be forked."""
    catalogue = shared_house.matches.catalogue
    today = catalogue.current("katharina")
    assert today is not None
    first = catalogue.edition("katharina", 1, today.game.facts)
    with patch.object(catalogue, "current", lambda name: first):
        match, (ann, _) = await play_and_resign(shared_house)
    at = await last_playable(ann, match)
    new = (await fork(ann, match, at)).json()
    assert good(await ann.get(f"/matches/{match}"))["rules"] == 1
    assert new["rules"] == today.game.version


async def test_a_fork_with_an_open_seat_waits_for_a_player(shared_house: House) -> None:
    match, (ann, ben) = await play_and_resign(shared_house, bots_welcome=False)
    new = (await fork(ann, match, await last_playable(ann, match), seats=table(("open", "mine")))).json()
    assert (new["status"], new["bots_welcome"]) == ("open", False)
    assert good(await ben.post(f"/matches/{new['id']}/seats", {}))["match"]["status"] == "running"


@pytest.mark.parametrize(
    ("at", "more", "code"),
    [
        (9_999, {}, "fork-version"),
        (0, {}, "fork-version"),
        (1, {}, "fork-version"),
        (8, {"seats": table(("mine", "greedy", "greedy"))}, "seats"),
    ],
)
async def test_a_fork_with_an_invalid_version_or_number_of_seats_is_refused(
    shared_house: House, at: int, more: Any, code: str
) -> None:
    match, (ann, _) = await play_and_resign(shared_house)
    check_refused(await fork(ann, match, at, **more), code)


async def test_forking_a_match_from_its_end_is_refused(shared_house: House) -> None:
    match, (ann, _) = await play_and_resign(shared_house)
    entries = (await ann.get(f"/matches/{match}/audit")).json()["entries"]
    last = entries[-1]["version"]
    check_refused(await fork(ann, match, last), "fork-moment")
    check_refused(await ann.get(f"/matches/{match}/forks?at={last}&as=0"), "fork-moment")


async def test_callers_who_may_see_a_match_can_ask_where_a_fork_would_start(shared_house: House) -> None:
    match, (ann, _) = await play_and_resign(shared_house)
    at = await last_playable(ann, match)
    nobody = shared_house.nobody()
    told = good(await nobody.get(f"/matches/{match}/forks?at={at}"))
    assert told == {"version": at}
    check_refused(await nobody.get(f"/matches/{match}/forks?at=0"), "fork-version")
    private, (own, _) = await play_and_resign(shared_house, disclosure="players")
    check_refused(await nobody.get(f"/matches/{private}/forks?at={at}"), "fork-undisclosed")
    assert good(await own.get(f"/matches/{private}/forks?at={await last_playable(own, private)}&as=0"))


async def test_only_a_finished_match_that_the_caller_may_see_can_be_forked(shared_house: House) -> None:
    running, (ann, _) = await seated(shared_house)
    check_refused(await fork(ann, running, 4), "fork-running")
    private, (own, _) = await play_and_resign(shared_house, disclosure="players")
    stranger = await shared_house.person("Zoe")
    check_refused(await fork(stranger, private, 8, **{"as": "spectator"}), "fork-undisclosed")
    own_fork = await fork(own, private, await last_playable(own, private))
    assert (own_fork.status_code, own_fork.json()["disclosure"]) == (201, "players")
    refused(await fork(own, private, 8, **{"as": "referee"}), 400, "malformed")
    refused(await shared_house.nobody().post(f"/matches/{private}/forks", {}), 400, "malformed")


def check_refused(answer: Any, code: str) -> None:
    assert (answer.status_code, answer.json().get("code")) == (422, code), answer.text
