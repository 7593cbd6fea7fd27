"""An outage of the database: players with recently used tokens play on, and revoked tokens stay revoked."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy.exc import OperationalError

from chronik.service.identity.auth import OUTAGE_SECONDS, Authenticator, Principal, Scope, token_hash
from chronik.service.running import recent
from chronik.service.sql.database import Records
from tests.support.service.apps import until
from tests.support.service.tables import ONE_LOOP, House, good, refused, seated

pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """Returns one test app for all tests of this module."""
    return shared_house


def refuse(*_: Any, **__: Any) -> Any:
    raise OperationalError("SELECT", {}, ConnectionRefusedError("the database does not answer"))


@contextmanager
def database_away() -> Any:
    """Makes every transaction of this process fail as if Postgres were unreachable."""
    with patch.object(Records, "session", refuse), patch.object(Records, "reading", refuse):
        yield


def authenticator_of(house: House) -> Authenticator:
    found = house.app.state.authenticator
    assert isinstance(found, Authenticator)
    return found


def age_tokens(house: House) -> None:
    """Ages cached tokens beyond the seconds for which they need no query."""
    for one in authenticator_of(house).cache.values():
        one.fresh_until = 0.0


async def test_players_can_continue_while_the_database_is_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "SECONDS", 0)
    match, people = await seated(house)
    for person in people:
        await person.view(match)
    age_tokens(house)
    with database_away():
        health = (await house.client.get("/health/ready")).json()
        assert health["failing"] == ["records"]
        played = 0
        while played < 6:
            for person in people:
                options = await person.options(match)
                if options["options"]:
                    good(await person.command(match, options["options"][0]))
                    played += 1
                await person.view(match)
        nameless = good(await people[0].get(f"/matches/{match}"))
        assert [seat.get("name") for seat in nameless["seats"]] == [None, None]
        good(await people[0].get(f"/matches/{match}/audit"))
        good(await people[0].get(f"/matches/{match}/scores"))
        assert (await people[0].get(f"/katharina/matches/{match}/replay")).status_code == 200
    named = good(await people[0].get(f"/matches/{match}"))
    assert [seat["name"] for seat in named["seats"]] == ["Ann", "Ben"]


async def test_a_match_that_is_not_in_memory_can_be_continued_while_the_database_is_away(house: House) -> None:
    match, people = await seated(house)
    house.matches.forget(match)
    with database_away():
        good(await people[0].answer(match))


async def test_a_token_that_is_not_cached_waits_for_the_database(house: House) -> None:
    match, people = await seated(house)
    authenticator_of(house).forget_player(people[0].player)
    with database_away():
        refused(await people[0].get(f"/katharina/matches/{match}/view"), 503, "not-ready")


async def test_a_token_revoked_in_this_process_does_not_work_in_an_outage(house: House) -> None:
    ann = await house.person("Ann")
    (token,) = [line["id"] for line in good(await ann.get("/me/tokens"))["tokens"]]
    assert (await ann.ask("DELETE", f"/me/tokens/{token}")).status_code == 204
    with database_away():
        assert (await ann.get("/me/tokens")).status_code in (401, 503)


@pytest.fixture
async def remembering() -> tuple[Authenticator, list[float], list[int]]:
    """Returns an authenticator that knows one token, which expires at 2,000,000 ms, and its two clocks."""
    principal = Principal("ann", frozenset({Scope.PLAY}), "1", expires_at=2_000_000)

    async def find(hashed: str) -> Principal | None:
        return principal

    clock, now = [0.0], [1_000_000]
    authenticator = Authenticator(find, seconds=0.01, clock=lambda: clock[0], now=lambda: now[0])
    assert await authenticator.principal(token_hash("good")) is principal
    authenticator.find = refuse
    return authenticator, clock, now


async def test_a_token_works_in_an_outage_for_ten_minutes_after_its_last_use(
    remembering: tuple[Authenticator, list[float], list[int]],
) -> None:
    authenticator, clock, _ = remembering
    for _ in range(3):
        clock[0] += OUTAGE_SECONDS - 1
        assert await authenticator.principal(token_hash("good")) is not None
    clock[0] += OUTAGE_SECONDS + 1
    with pytest.raises(OperationalError):
        await authenticator.principal(token_hash("good"))


async def test_a_token_that_expires_in_an_outage_stops_working(
    remembering: tuple[Authenticator, list[float], list[int]],
) -> None:
    authenticator, clock, now = remembering
    clock[0], now[0] = 60.0, 2_000_000
    with pytest.raises(OperationalError):
        await authenticator.principal(token_hash("good"))


async def test_a_token_revoked_in_another_process_is_removed_from_the_cache_before_an_outage(
    remembering: tuple[Authenticator, list[float], list[int]],
) -> None:
    authenticator, clock, _ = remembering

    async def none_works(hashes: Collection[str]) -> frozenset[str]:
        return frozenset()

    keeping = asyncio.create_task(authenticator.keep_current(none_works))
    await until(lambda: asyncio.sleep(0, not authenticator.cache))
    keeping.cancel()
    clock[0] = 60.0
    with pytest.raises(OperationalError):
        await authenticator.principal(token_hash("good"))
