"""Every error is answered in one format, and reveals no more than it may."""

import ast
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from litestar import Litestar, get, post
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery
from msgspec.structs import fields

from chronik.service.sql.database import Records
from chronik.service.web.problems.document import ProblemDocument
from chronik.service.web.problems.kinds import PROBLEMS, REJECTED
from chronik.service.web.problems.problem import Problem
from tests.support.parsing import parsed
from tests.support.service.plumbing import build, calling
from tests.support.service.tables import ONE_LOOP

CANARY = "canary-7731"
RAISED: dict[str, Exception] = {
    "value": ValueError(CANARY),
    "decode": msgspec.DecodeError(CANARY),
    "recursion": RecursionError(CANARY),
    "http500": HTTPException(detail=CANARY, status_code=500),
    "http404": HTTPException(detail=CANARY, status_code=404),
    "http418": HTTPException(detail=CANARY, status_code=418),
    "unicode": UnicodeDecodeError("utf-8", CANARY.encode(), 0, 1, CANARY),
    "rejected": Problem(REJECTED, "No.", code="not-your-turn", rule="K 4.2", options="/options", status="overwritten"),
}
STATUS = {"http404": 404, "http418": 400, "unicode": 400, "rejected": 422}


@get("/raise/{name:str}")
async def raises(name: FromPath[str]) -> None:
    raise RAISED[name]


@get("/number")
async def number(at: FromQuery[int]) -> int:
    return at


@post("/nothing")
async def nothing() -> None: ...


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Litestar]:
    """Yields one application for all tests of this file."""
    records = Records(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('problems') / 'chronik.db'}")
    yield build(records, more=[raises, number, nothing])
    await records.close()


@ONE_LOOP
@pytest.mark.parametrize("name", list(RAISED))
async def test_any_exception_becomes_a_problem_that_reveals_no_details(app: Litestar, name: str) -> None:
    async with calling(app) as client:
        answer = await client.get(f"/raise/{name}")
    assert answer.status_code == STATUS.get(name, 500)
    assert answer.headers["content-type"] == "application/problem+json"
    assert CANARY not in answer.text
    assert "Traceback" not in answer.text
    document = answer.json()
    assert document["status"] == answer.status_code
    assert document["type"].removeprefix("/problems/") in PROBLEMS
    if answer.status_code == 500:
        assert document["request"] == answer.headers["x-request-id"]


@ONE_LOOP
async def test_a_problem_has_helpful_members(app: Litestar) -> None:
    async with calling(app) as client:
        assert (await client.get("/raise/rejected")).json() == {
            "type": "/problems/rejected",
            "title": "The rules say no",
            "status": 422,
            "code": "not-your-turn",
            "detail": "No.",
            "rule": "K 4.2",
            "options": "/options",
        }


@ONE_LOOP
async def test_the_answer_to_a_wrong_method_names_the_right_ones(app: Litestar) -> None:
    async with calling(app) as client:
        answer = await client.post("/number")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert answer.json()["type"] == "/problems/method-not-allowed"


@ONE_LOOP
@pytest.mark.parametrize("path", ["/nowhere", "/nowhere?token=x", "/api/v1", "/raise", "/%00", "/%ff", "//", "/../etc"])
async def test_an_unknown_address_is_not_found(app: Litestar, path: str) -> None:
    async with calling(app) as client:
        answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@ONE_LOOP
@pytest.mark.parametrize("query", [f"?at={CANARY}", "", "?at=", f"?at=1&at={CANARY}", "?at=1.5"])
async def test_a_bad_parameter_is_named_and_not_repeated(app: Litestar, query: str) -> None:
    async with calling(app) as client:
        answer = await client.get(f"/number{query}")
    assert answer.status_code == 400
    assert answer.json()["at"] == "query.at"
    assert CANARY not in answer.text


@ONE_LOOP
@pytest.mark.parametrize("name", list(PROBLEMS))
async def test_each_kind_of_problem_has_a_page(app: Litestar, name: str) -> None:
    kind = PROBLEMS[name]
    async with calling(app) as client:
        answer = await client.get(kind.address)
        page = await client.get(kind.address, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer.json() == {"type": kind.address, "status": kind.status, "title": kind.title, "text": kind.text}
    assert page.headers["content-type"].startswith("text/html")
    assert len(kind.text) > 60


@ONE_LOOP
async def test_an_unknown_kind_of_problem_has_no_page(app: Litestar) -> None:
    async with calling(app) as client:
        assert (await client.get("/problems/none")).status_code == 404


def test_every_kind_of_problem_that_clients_rely_on_exists() -> None:
    refused = "malformed unauthenticated not-your-seat not-a-spectator scope-missing not-found not-acceptable"
    body = "too-large not-json prompt-closed match-closed seat-taken stale-view rejected key-reused"
    game = "deck-invalid undo-blocked rate-limited outcome-unknown read-only"
    assert {*refused.split(), *body.split(), *game.split()} <= set(PROBLEMS)
    assert all(400 <= kind.status < 600 for kind in PROBLEMS.values())


def test_every_member_that_the_code_gives_a_problem_is_declared() -> None:
    given: set[str] = set()
    for file in Path("service").rglob("*.py"):
        if "Problem(" in file.read_text("utf-8"):
            calls = [one for one in ast.walk(parsed(file)) if isinstance(one, ast.Call)]
            problems = [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "Problem"]
            given |= {word.arg for one in problems for word in one.keywords if word.arg}
    assert {"at", "scope", "retry_after"} < given
    assert given - {"headers"} <= {field.encode_name for field in fields(ProblemDocument)}
