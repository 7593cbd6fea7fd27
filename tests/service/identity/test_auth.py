"""Tokens: unguessable, stored as hashes, cached for a while, and refused anywhere else."""

import asyncio

import httpx
import pytest
from litestar import get
from litestar.di import NamedDependency, Provide

from chronik.service.identity.auth import (
    Authenticator,
    Principal,
    Scope,
    bearer,
    caller,
    new_token,
    require,
    token_hash,
)
from chronik.service.identity.register import People
from chronik.service.sql.database import Records
from chronik.service.web.problems.problem import Problem
from tests.support.cases import for_each
from tests.support.service.plumbing import bearer_of, build, calling

ANN = Principal("a" * 32, frozenset({Scope.PLAY}), "t" * 32)


class Book:
    """A store of tokens that counts its lookups."""

    def __init__(self, *known: Principal) -> None:
        self.known = {principal.token: principal for principal in known}
        self.opened = 0

    async def find(self, hashed: str) -> Principal | None:
        self.opened += 1
        return self.known.get(hashed)


def test_tokens_are_distinct_and_hard_to_guess() -> None:
    tokens = {new_token() for _ in range(10_000)}
    assert len(tokens) == 10_000
    assert all(len(token) == len("chronik_") + 43 and token.startswith("chronik_") for token in tokens)


async def test_a_valid_token_is_cached_for_five_seconds() -> None:
    now, book = [0.0], Book(ANN)
    authenticator = Authenticator(book.find, clock=lambda: now[0])
    for now[0] in (0.0, 1.0, 4.9):
        assert await authenticator.principal(ANN.token) == ANN
    assert book.opened == 1
    book.known.clear()
    now[0] = 5.0
    assert await authenticator.principal(ANN.token) is None
    assert book.opened == 2


async def test_a_token_removed_from_the_cache_is_looked_up_again() -> None:
    book = Book(ANN)
    authenticator = Authenticator(book.find)
    await authenticator.principal(ANN.token)
    book.known.clear()
    authenticator.forget(ANN.token)
    assert await authenticator.principal(ANN.token) is None


async def test_concurrent_requests_share_one_token_lookup() -> None:
    book = Book(ANN)
    authenticator = Authenticator(book.find)
    asking = [asyncio.create_task(authenticator.principal(ANN.token)) for _ in range(20)]
    await asyncio.sleep(0)
    asking[0].cancel()
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(one) for one in found[:1]] == [asyncio.CancelledError], (
        "a cancelled request does not cancel the lookup of the others"
    )
    assert found[1:] == [ANN] * 19
    assert book.opened == 1


async def test_a_request_after_a_revocation_does_not_use_an_earlier_lookup() -> None:
    book, open_book = Book(ANN), asyncio.Event()

    async def find(hashed: str) -> Principal | None:
        found = await book.find(hashed)
        await open_book.wait()
        return found

    authenticator = Authenticator(find)
    before = asyncio.create_task(authenticator.principal(ANN.token))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert book.opened == 1
    book.known.clear()
    authenticator.forget(ANN.token)
    after = asyncio.create_task(authenticator.principal(ANN.token))
    await asyncio.sleep(0)
    open_book.set()
    assert await before == ANN
    assert await after is None
    assert await authenticator.principal(ANN.token) is None


async def test_the_size_of_the_token_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.service.identity.auth.CACHED_TOKENS", 3)
    book = Book(*(Principal("a" * 32, frozenset(), str(number)) for number in range(10)))
    authenticator = Authenticator(book.find)
    for number in range(10):
        await authenticator.principal(str(number))
    assert sorted(authenticator.cache) == ["7", "8", "9"]


@for_each(
    "header",
    ["", "Bearer", "Bearer x", "Basic chronik_abc", "chronik_abc", "Bearer chronik_é", f"Bearer chronik_{'a' * 300}"],
)
def test_a_header_without_a_valid_token_is_refused(header: str) -> None:
    with pytest.raises(Problem) as refused:
        bearer(header)
    assert refused.value.status == 401
    assert refused.value.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_is_identified_by_its_hash() -> None:
    assert bearer(None) is None
    assert bearer("bearer  chronik_abc ") == token_hash("chronik_abc")


def test_a_route_refuses_tokens_without_its_scope() -> None:
    assert require(ANN, Scope.PLAY) is ANN
    with pytest.raises(Problem) as refused:
        require(ANN, Scope.REFEREE)
    assert (refused.value.status, refused.value.members) == (403, {"scope": "referee"})
    with pytest.raises(Problem) as refused:
        require(None, Scope.PLAY)
    assert refused.value.status == 401


@get("/public", dependencies={"principal": Provide(caller)})
async def public(principal: NamedDependency[Principal | None]) -> str:
    return principal.player if principal else "anybody"


async def ask(client: httpx.AsyncClient, token: str | None) -> tuple[int, str]:
    answer = await client.get("/public", headers=bearer_of(token) if token else {})
    return answer.status_code, answer.text


async def test_a_public_route_can_be_called_without_a_token_but_not_with_a_bad_one(sqlite_records: Records) -> None:
    issued = await People(sqlite_records).register("Ann")
    async with calling(build(sqlite_records, more=[public])) as client:
        assert await ask(client, None) == (200, "anybody")
        assert await ask(client, issued.token) == (200, issued.player)
        status, text = await ask(client, new_token())
        assert status == 401
        assert "unauthenticated" in text


async def test_a_token_is_checked_even_without_the_guard(sqlite_records: Records) -> None:
    issued = await People(sqlite_records).register("Ann")
    async with calling(build(sqlite_records, more=[public], guarded=False)) as client:
        assert await ask(client, issued.token) == (200, issued.player)
        assert (await ask(client, new_token()))[0] == 401
