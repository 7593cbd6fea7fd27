"""Caps: one account cannot fill the lobby, nor flicker between seats; whoever plays meets none of them."""

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from service.settings import Settings
from tests.support.service.apps import until
from tests.support.service.tables import GAME, House, Person, good, kept_open, refused, serving

TABLE = {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}


@pytest.fixture
async def strict(settings: Settings) -> AsyncIterator[House]:
    """A house where an account may have two matches, and change its seat ten times an hour."""
    few = replace(settings, rate_account=100.0, matches_account=2, seat_changes_account=10)
    async with kept_open(few) as house:
        yield house


async def listed(house: House, player: Person, number: int) -> None:
    """Returns when the books have so many matches of a player that are not over."""

    async def kept() -> bool:
        pages = [await player.get("/matches", params={"player": player.player, "status": one}) for one in STATUSES]
        return sum(len(good(page)["matches"]) for page in pages) == number

    await until(kept)


STATUSES = ("open", "running")


async def test_nobody_has_more_matches_than_the_cap_and_one_that_is_over_makes_room(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    first = good(await ann.post("/matches", TABLE))["id"]
    second = good(await ann.post("/matches", TABLE, key="the-second-one-0123"))["id"]
    theirs = good(await ben.post("/matches", TABLE))["id"]
    await listed(strict, ann, 2)
    told = refused(await ann.post("/matches", TABLE), 409, "too-many-matches")
    assert told["limit"] == 2
    refused(await ann.post(f"/matches/{theirs}/seats", {}), 409, "too-many-matches")
    assert good(await ann.post("/matches", TABLE, key="the-second-one-0123"))["id"] == second, "it was opened before"
    good(await ben.post(f"/matches/{first}/seats", {}))
    good(await ann.post(f"/matches/{first}/resignations", None))
    await listed(strict, ann, 1)


async def test_an_opening_is_known_to_another_process_by_whom_there_is_no_room(strict: House) -> None:
    ann = await strict.person("Ann")
    opened = [good(await ann.post("/matches", TABLE, key=f"opening-{number}"))["id"] for number in range(2)]
    await listed(strict, ann, 2)
    async with serving(strict.settings) as other:
        refused(await ann.at(other).post("/matches", TABLE), 409, "too-many-matches")
        again = [good(await ann.at(other).post("/matches", TABLE, key=f"opening-{number}")) for number in range(2)]
        assert [one["id"] for one in again] == opened


async def test_a_fork_is_known_to_another_process_too(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    match = good(await ann.post("/matches", TABLE))["id"]
    good(await ben.post(f"/matches/{match}/seats", {}))
    version = (await ann.view(match))["version"]
    good(await ben.post(f"/matches/{match}/resignations", None))
    body = {"at": version, "seats": TABLE["seats"]}
    forks = [good(await ann.post(f"/matches/{match}/forks", body, key=f"fork-{number}"))["id"] for number in range(2)]
    await listed(strict, ann, 2)
    async with serving(strict.settings) as other:
        refused(await ann.at(other).post(f"/matches/{match}/forks", body), 409, "too-many-matches")
        again = good(await ann.at(other).post(f"/matches/{match}/forks", body, key="fork-1"))
        assert again["id"] == forks[1]


async def test_who_flickers_between_seats_waits(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    match = await ann.open("mine", "open", "open")
    for _ in range(2):
        good(await ben.post(f"/matches/{match}/seats", {"seat": 1}))
        good(await ben.ask("DELETE", f"/matches/{match}/seats/1"))
    good(await ben.post(f"/matches/{match}/seats", {"seat": 1}))
    answer = await ben.ask("DELETE", f"/matches/{match}/seats/1")
    told = refused(answer, 429, "too-many-seat-changes")
    assert (told["limit"], told["per"]) == (10, "account")
    assert 0 < int(answer.headers["Retry-After"]) <= 720
    good(await ben.get(f"/{GAME}/matches/{match}/view"))


async def offered(challenger: Person, challenged: Person) -> str:
    """The address of a challenge."""
    seats = [{"t": "mine"}, {"t": "player", "player": challenged.player}]
    return f"/challenges/{good(await challenger.post('/challenges', {'game': GAME, 'seats': seats}))['id']}"


async def test_a_challenge_is_a_match_of_both(strict: House) -> None:
    ann, ben, cleo = [await strict.person(name) for name in ("Ann", "Ben", "Cleo")]
    made = [await offered(ann, ben) for _ in range(3)]
    back, other = await offered(ben, ann), await offered(ann, cleo)
    matches = [good(await ben.post(f"{at}/acceptance", {}))["match"] for at in made[:2]]
    await listed(strict, ann, 2)
    refused(await ben.post(f"{made[2]}/acceptance", {}), 409, "challenger-busy")
    refused(await cleo.post(f"{other}/acceptance", {}), 409, "challenger-busy")
    again = [good(await ben.post(f"{at}/acceptance", {}))["match"] for at in made[:2]]
    assert again == matches, "they were accepted before"
    theirs = good(await cleo.post("/matches", TABLE))["id"]
    refused(await ben.post(f"/matches/{theirs}/seats", {}), 409, "too-many-matches")
    good(await ann.post(f"/matches/{matches[0]}/resignations", None))
    good(await cleo.post("/matches", TABLE))
    await listed(strict, cleo, 2)
    await listed(strict, ann, 1)
    assert good(await cleo.get(other))["state"] == "open"
    refused(await cleo.post(f"{other}/acceptance", {}), 409, "too-many-matches")
    good(await ann.post(f"{back}/acceptance", {}))


async def test_whoever_accepts_often_and_whoever_is_accepted_often_waits(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    made = [await offered(ann, ben) for _ in range(6)]
    for at in made[:5]:
        match = good(await ben.post(f"{at}/acceptance", {}))["match"]
        good(await ben.post(f"/matches/{match}/resignations", None))
        await listed(strict, ben, 0)
    refused(await ben.post(f"{made[5]}/acceptance", {}), 429, "too-many-seat-changes")
    cleo = await strict.person("Cleo")
    other = await offered(ann, cleo)
    refused(await cleo.post(f"{other}/acceptance", {}), 409, "challenger-busy")
    refused(await ann.post("/matches", TABLE), 429, "too-many-seat-changes")


async def test_a_seek_is_a_match_and_who_flickers_by_seeks_waits(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    duel = {"game": GAME, "seats": 2}
    first = good(await ann.post("/seeks", duel, key="a duel"))
    good(await ann.post("/matches", TABLE))
    await listed(strict, ann, 2)
    refused(await ann.post("/seeks", {"game": GAME, "seats": 3}), 409, "too-many-matches")
    assert good(await ann.post("/seeks", duel, key="a duel"))["id"] == first["id"]
    assert good(await ann.post("/seeks", duel))["id"] == first["id"], "they wait there already"
    for _ in range(2):
        one = good(await ben.post("/seeks", {"game": GAME, "seats": 4}))["id"]
        good(await ben.ask("DELETE", f"/seeks/{one}"))
        good(await ben.ask("DELETE", f"/seeks/{one}"))
    one = good(await ben.post("/seeks", {"game": GAME, "seats": 4}))["id"]
    refused(await ben.ask("DELETE", f"/seeks/{one}"), 429, "too-many-seat-changes")
    refused(await ben.post("/seeks", {"game": GAME, "seats": 3}), 429, "too-many-seat-changes")


async def test_who_has_left_the_table_of_a_seek_has_not_kept_the_seat(strict: House) -> None:
    ann = await strict.person("Ann")
    sought = good(await ann.post("/seeks", {"game": GAME, "seats": 2}))
    seat = [line.get("player") for line in good(await ann.get(f"/matches/{sought['match']}"))["seats"]].index(
        ann.player
    )
    good(await ann.ask("DELETE", f"/matches/{sought['match']}/seats/{seat}"))
    for _ in range(2):
        good(await ann.post("/matches", TABLE))
    await listed(strict, ann, 2)
    refused(await ann.post("/seeks", {"game": GAME, "seats": 2}), 409, "too-many-matches")


async def test_without_limits_on_requests_there_are_no_caps(settings: Settings) -> None:
    async with serving(replace(settings, matches_account=1, seat_changes_account=2)) as house:
        ann = await house.person("Ann")
        for _ in range(3):
            good(await ann.post("/matches", TABLE))
        await listed(house, ann, 3)
        good(await ann.post("/matches", TABLE))
