"""Acceptances: an accepted challenge becomes exactly one match, whichever process opens it."""

import asyncio
import re
from typing import Any
from unittest.mock import patch

import pytest

from chronik.service.challenges import acceptances
from chronik.service.challenges.acceptances import Acceptances
from chronik.service.challenges.challenges import ChallengeRow, Challenges, ChallengeState
from chronik.service.identity.register import People
from chronik.service.log.outcomes import OutcomeUnknown
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.sql.database import Records
from tests.service.cold.test_reading import move_to_cold_storage
from tests.support.service.apps import until
from tests.support.service.tables import House, Person, good, refused

ADDED = {"aa" * 8, "bb" * 8}


async def die(*_: Any) -> None:
    raise OutcomeUnknown("the process dies here")


async def leave_unopened(house: House) -> tuple[Person, Person, Any]:
    """Returns two players, and a challenge accepted by a process that died before it opened the match."""
    ann, bob = await house.person("Ann"), await house.person("Bob")
    seats = [{"t": "mine"}, {"t": "player", "player": bob.player}]
    made = good(await ann.post("/challenges", {"game": "katharina", "seats": seats, "entropy": "aa" * 8}))
    with patch.object(acceptances, "open_match", die):
        answer = await bob.post(f"/challenges/{made['id']}/acceptance", {"entropy": "bb" * 8})
        refused(answer, 503, "outcome-unknown")
        told = good(await ann.get(f"/challenges/{made['id']}"))
        assert told["state"] == "accepted"
        refused(await ann.get(f"/matches/{told['match']}"), 404, "not-found")
    return ann, bob, told


async def find_row(house: House, challenge: str, player: str) -> ChallengeRow:
    row = await Challenges(house.records).find(challenge, player)
    assert row is not None
    return row


async def list_entropy(house: House, match: str, *, by: Person) -> list[str]:
    """Ends a match, and returns the entropy in its log."""
    good(await by.post(f"/matches/{match}/resignations", {}))
    return re.findall(r'"entropy":"(\w+)"', (await by.get(f"/matches/{match}/audit")).text)


@pytest.fixture
def check_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets processes check for leftover challenges at once."""
    monkeypatch.setattr(acceptances, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(acceptances, "GRACE_MS", 0)


async def test_if_a_process_dies_after_an_acceptance_another_opens_the_match(check_soon: None, house: House) -> None:
    ann, bob, told = await leave_unopened(house)

    async def is_open() -> bool:
        return (await ann.get(f"/matches/{told['match']}")).is_success

    await until(is_open)
    again = good(await bob.post(f"/challenges/{told['id']}/acceptance", {"entropy": "cc" * 8}))
    assert again == told
    assert set(await list_entropy(house, told["match"], by=ann)) == ADDED

    async def is_recorded() -> bool:
        row = await find_row(house, told["id"], ann.player)
        return row.opened and not row.challenger_entropy + row.challenged_entropy

    await until(is_recorded)


async def test_several_processes_and_a_repeated_request_open_only_one_match(house: House, other: House) -> None:
    ann, bob, told = await leave_unopened(house)
    row = await find_row(house, told["id"], ann.player)
    rules = house.matches.catalogue.current(row.game)
    assert rules is not None
    repeat = asyncio.create_task(bob.at(other).post(f"/challenges/{told['id']}/acceptance", {}))
    await asyncio.gather(
        *(Acceptances(one.matches, Challenges(one.records)).open(row, rules) for one in (house, other, house))
    )
    answer = await repeat
    assert good(answer) == told
    assert set(await list_entropy(house, told["match"], by=bob)) == ADDED
    whole = await house.matches.read_log(told["match"])
    assert whole is not None
    assert len(whole.items) == 2, "it was opened once, and resigned"


async def test_challenges_accepted_long_ago_or_just_now_are_left_alone(sqlite_records: Records) -> None:
    now, people = [1_000_000], People(sqlite_records)
    kept = Challenges(sqlite_records, lambda: now[0])
    ann, bob = [(await people.register(name)).player for name in ("Ann", "Bob")]
    for number in range(6):
        await kept.make(f"{number:032}", ann, bob, "katharina", "{}", 600_000)
        now[0] += 1_000
        state = ChallengeState.DECLINED if number == 3 else ChallengeState.ACCEPTED
        assert await kept.answer(f"{number:032}", bob, state)
    await kept.mark_opened(f"{4:032}")
    assert await kept.list_without_match(1_002_000, 1_005_000) == [f"{number:032}" for number in (1, 2)]
    assert await kept.find_accepted(f"{0:032}", 1_001_000) is not None
    for number, since in ((0, 1_001_001), (3, 0), (4, 0)):
        assert await kept.find_accepted(f"{number:032}", since) is None


async def test_an_acceptance_can_be_repeated_after_its_match_was_archived(house: House) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    seats = [{"t": "mine"}, {"t": "player", "player": bob.player}]
    made = good(await ann.post("/challenges", {"game": "katharina", "seats": seats, "entropy": "aa" * 8}))
    accepted = [await bob.post(f"/challenges/{made['id']}/acceptance", {"entropy": "bb" * 8})]
    match = good(accepted[0])["match"]
    assert set(await list_entropy(house, match, by=ann)) == ADDED
    await Bookkeeper(house.store, house.records, house.matches.catalogue).catch_up([match])
    await move_to_cold_storage(house, match)
    house.matches.forget(match)
    accepted.append(await bob.post(f"/challenges/{made['id']}/acceptance", {"entropy": "bb" * 8}))
    assert good(accepted[1]) == good(accepted[0])
