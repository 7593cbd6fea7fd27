"""Caps: one account cannot fill the lobby or keep changing seats; normal play never reaches a cap."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.service.apps import settings_for, until
from tests.support.service.engines import emptied
from tests.support.service.tables import GAME, ONE_LOOP, House, Person, good, kept_open, refused, serving

pytestmark = ONE_LOOP

TABLE = {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strict(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A test service where an account may have two matches, and change seats ten times an hour."""
    few = {"rate_account": 100.0, "matches_account": 2, "seat_changes_account": 10}
    async with kept_open(settings_for(emptied(store_url), tmp_path_factory.mktemp("strict"), **few)) as house:
        yield house


async def wait_until_listed(house: House, player: Person, number: int) -> None:
    """Waits until the lobby has this number of unfinished matches of a player."""

    async def has_listed() -> bool:
        pages = [await player.get("/matches", params={"player": player.player, "status": one}) for one in STATUSES]
        return sum(len(good(page)["matches"]) for page in pages) == number

    await until(has_listed)


STATUSES = ("open", "running")


async def test_no_account_has_more_unfinished_matches_than_the_cap(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    first = good(await ann.post("/matches", TABLE))["id"]
    second = good(await ann.post("/matches", TABLE, key="the-second-one-0123"))["id"]
    theirs = good(await ben.post("/matches", TABLE))["id"]
    await wait_until_listed(strict, ann, 2)
    told = refused(await ann.post("/matches", TABLE), 409, "too-many-matches")
    assert told["limit"] == 2
    refused(await ann.post(f"/matches/{theirs}/seats", {}), 409, "too-many-matches")
    assert good(await ann.post("/matches", TABLE, key="the-second-one-0123"))["id"] == second, (
        "it repeats the first opening"
    )
    good(await ben.post(f"/matches/{first}/seats", {}))
    good(await ann.post(f"/matches/{first}/resignations", None))
    await wait_until_listed(strict, ann, 1)


async def test_another_process_repeats_an_opening_although_the_cap_is_reached(strict: House) -> None:
    ann = await strict.person("Ann")
    opened = [good(await ann.post("/matches", TABLE, key=f"opening-{number}"))["id"] for number in range(2)]
    await wait_until_listed(strict, ann, 2)
    async with serving(strict.settings) as other:
        refused(await ann.at(other).post("/matches", TABLE), 409, "too-many-matches")
        again = [good(await ann.at(other).post("/matches", TABLE, key=f"opening-{number}")) for number in range(2)]
        assert [one["id"] for one in again] == opened


async def test_another_process_repeats_a_fork_although_the_cap_is_reached(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    match = good(await ann.post("/matches", TABLE))["id"]
    good(await ben.post(f"/matches/{match}/seats", {}))
    version = (await ann.view(match))["version"]
    good(await ben.post(f"/matches/{match}/resignations", None))
    body = {"at": version, "seats": TABLE["seats"]}
    forks = [good(await ann.post(f"/matches/{match}/forks", body, key=f"fork-{number}"))["id"] for number in range(2)]
    await wait_until_listed(strict, ann, 2)
    async with serving(strict.settings) as other:
        refused(await ann.at(other).post(f"/matches/{match}/forks", body), 409, "too-many-matches")
        again = good(await ann.at(other).post(f"/matches/{match}/forks", body, key="fork-1"))
        assert again["id"] == forks[1]


async def test_an_account_that_keeps_changing_seats_has_to_wait(strict: House) -> None:
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


async def offer_challenge(challenger: Person, challenged: Person) -> str:
    """Makes a challenge and returns its address."""
    seats = [{"t": "mine"}, {"t": "player", "player": challenged.player}]
    return f"/challenges/{good(await challenger.post('/challenges', {'game': GAME, 'seats': seats}))['id']}"


async def test_an_accepted_challenge_counts_for_both_players(strict: House) -> None:
    ann, ben, cleo = [await strict.person(name) for name in ("Ann", "Ben", "Cleo")]
    made = [await offer_challenge(ann, ben) for _ in range(3)]
    back, other = await offer_challenge(ben, ann), await offer_challenge(ann, cleo)
    matches = [good(await ben.post(f"{at}/acceptance", {}))["match"] for at in made[:2]]
    await wait_until_listed(strict, ann, 2)
    refused(await ben.post(f"{made[2]}/acceptance", {}), 409, "challenger-busy")
    refused(await cleo.post(f"{other}/acceptance", {}), 409, "challenger-busy")
    again = [good(await ben.post(f"{at}/acceptance", {}))["match"] for at in made[:2]]
    assert again == matches, "they repeat the first acceptances"
    theirs = good(await cleo.post("/matches", TABLE))["id"]
    refused(await ben.post(f"/matches/{theirs}/seats", {}), 409, "too-many-matches")
    good(await ann.post(f"/matches/{matches[0]}/resignations", None))
    good(await cleo.post("/matches", TABLE))
    await wait_until_listed(strict, cleo, 2)
    await wait_until_listed(strict, ann, 1)
    assert good(await cleo.get(other))["state"] == "open"
    refused(await cleo.post(f"{other}/acceptance", {}), 409, "too-many-matches")
    good(await ann.post(f"{back}/acceptance", {}))


async def test_accepted_challenges_count_as_seat_changes_of_both_players(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    made = [await offer_challenge(ann, ben) for _ in range(6)]
    for at in made[:5]:
        match = good(await ben.post(f"{at}/acceptance", {}))["match"]
        good(await ben.post(f"/matches/{match}/resignations", None))
        await wait_until_listed(strict, ben, 0)
    refused(await ben.post(f"{made[5]}/acceptance", {}), 429, "too-many-seat-changes")
    cleo = await strict.person("Cleo")
    other = await offer_challenge(ann, cleo)
    refused(await cleo.post(f"{other}/acceptance", {}), 409, "challenger-busy")
    refused(await ann.post("/matches", TABLE), 429, "too-many-seat-changes")


async def test_a_seek_counts_both_as_an_open_match_and_as_a_seat_change(strict: House) -> None:
    ann, ben = await strict.person("Ann"), await strict.person("Ben")
    duel = {"game": GAME, "seats": 2}
    first = good(await ann.post("/seeks", duel, key="a duel"))
    good(await ann.post("/matches", TABLE))
    await wait_until_listed(strict, ann, 2)
    refused(await ann.post("/seeks", {"game": GAME, "seats": 3}), 409, "too-many-matches")
    assert good(await ann.post("/seeks", duel, key="a duel"))["id"] == first["id"]
    assert good(await ann.post("/seeks", duel))["id"] == first["id"], "the seek is open already"
    for _ in range(2):
        one = good(await ben.post("/seeks", {"game": GAME, "seats": 4}))["id"]
        good(await ben.ask("DELETE", f"/seeks/{one}"))
        good(await ben.ask("DELETE", f"/seeks/{one}"))
    one = good(await ben.post("/seeks", {"game": GAME, "seats": 4}))["id"]
    refused(await ben.ask("DELETE", f"/seeks/{one}"), 429, "too-many-seat-changes")
    refused(await ben.post("/seeks", {"game": GAME, "seats": 3}), 429, "too-many-seat-changes")


async def test_a_seek_repeated_after_its_seat_was_left_counts_again(strict: House) -> None:
    ann = await strict.person("Ann")
    sought = good(await ann.post("/seeks", {"game": GAME, "seats": 3}))
    seat = [line.get("player") for line in good(await ann.get(f"/matches/{sought['match']}"))["seats"]].index(
        ann.player
    )
    good(await ann.ask("DELETE", f"/matches/{sought['match']}/seats/{seat}"))
    for _ in range(2):
        good(await ann.post("/matches", TABLE))
    await wait_until_listed(strict, ann, 2)
    refused(await ann.post("/seeks", {"game": GAME, "seats": 3}), 409, "too-many-matches")


async def test_caps_do_not_apply_if_requests_are_not_limited(store_url: str, tmp_path: Path) -> None:
    async with serving(settings_for(store_url, tmp_path, matches_account=1, seat_changes_account=2)) as house:
        ann = await house.person("Ann")
        for _ in range(3):
            good(await ann.post("/matches", TABLE))
        await wait_until_listed(house, ann, 3)
        good(await ann.post("/matches", TABLE))
