"""Playing on from a moment: of closed matches that the caller may see all of, and against whomever they like."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.service.tables import ONE_LOOP, House, Person, good, play_on, refused, seated, table

pytestmark = ONE_LOOP
AGAINST_A_BOT = table(("mine", "greedy"))


async def over(house: House, **more: Any) -> tuple[str, list[Person]]:
    """A match of Katharina that somebody has given up after some commands."""
    match, people = await seated(house, **more)
    await play_on(match, people, 6)
    good(await people[1].post(f"/matches/{match}/resignations", {}))
    return match, people


async def fork(person: Person, match: str, at: int, **more: Any) -> Any:
    body = {"at": at, "as": "0", "seats": AGAINST_A_BOT} | more
    return await person.post(f"/matches/{match}/forks", body)


async def last_asked(person: Person, match: str) -> int:
    """The version before the match was given up."""
    entries = (await person.get(f"/matches/{match}/audit")).json()["entries"]
    return max(int(entry["version"]) for entry in entries if entry["line"]["key"] not in ("resigned", "closed"))


async def test_a_moment_is_played_on_from_with_what_its_seat_knew(shared_house: House) -> None:
    match, (ann, ben) = await over(shared_house)
    at = await last_asked(ann, match)
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
    assert again.json()["id"] != new["id"], "every fork is a match of its own"


async def test_friends_are_waited_for(shared_house: House) -> None:
    match, (ann, ben) = await over(shared_house, bots_welcome=False)
    new = (await fork(ann, match, await last_asked(ann, match), seats=table(("open", "mine")))).json()
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
async def test_what_is_no_moment_is_refused(shared_house: House, at: int, more: Any, code: str) -> None:
    match, (ann, _) = await over(shared_house)
    refused_as(await fork(ann, match, at, **more), code)


async def test_the_end_is_no_moment(shared_house: House) -> None:
    match, (ann, _) = await over(shared_house)
    entries = (await ann.get(f"/matches/{match}/audit")).json()["entries"]
    last = entries[-1]["version"]
    refused_as(await fork(ann, match, last), "fork-moment")
    refused_as(await ann.get(f"/matches/{match}/forks?at={last}&as=0"), "fork-moment")


async def test_where_a_fork_would_begin_is_told_to_whoever_may_see_it(shared_house: House) -> None:
    match, (ann, _) = await over(shared_house)
    at = await last_asked(ann, match)
    nobody = shared_house.nobody()
    told = good(await nobody.get(f"/matches/{match}/forks?at={at}"))
    assert told == {"version": at}
    refused_as(await nobody.get(f"/matches/{match}/forks?at=0"), "fork-version")
    private, (own, _) = await over(shared_house, disclosure="players")
    refused_as(await nobody.get(f"/matches/{private}/forks?at={at}"), "fork-undisclosed")
    assert good(await own.get(f"/matches/{private}/forks?at={await last_asked(own, private)}&as=0"))


async def test_only_what_one_may_see_all_of_is_played_on_from(shared_house: House) -> None:
    running, (ann, _) = await seated(shared_house)
    refused_as(await fork(ann, running, 4), "fork-running")
    private, (own, _) = await over(shared_house, disclosure="players")
    stranger = await shared_house.person("Zoe")
    refused_as(await fork(stranger, private, 8, **{"as": "spectator"}), "fork-undisclosed")
    own_fork = await fork(own, private, await last_asked(own, private))
    assert (own_fork.status_code, own_fork.json()["disclosure"]) == (201, "players")
    refused(await fork(own, private, 8, **{"as": "referee"}), 400, "malformed")
    refused(await shared_house.nobody().post(f"/matches/{private}/forks", {}), 400, "malformed")


def refused_as(answer: Any, code: str) -> None:
    assert (answer.status_code, answer.json().get("code")) == (422, code), answer.text
