"""Thousands of hostile requests: each is refused with a problem, and none breaks anything."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from litestar import Litestar, Request, post

from chronik.service.app import create_app
from tests.service.web.hostility import Hostile, find_fault, huge, requests, send_bytes
from tests.support.service.apps import settings_for
from tests.support.service.ground import Ground, foreign
from tests.support.service.listening import listening
from tests.support.service.sitting import Sitting

SEED = 20261121
COUNT = 20_000 if os.environ.get("CHRONIK_LONG") else 400


@pytest.fixture(scope="module")
def address(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with listening(lambda: create_app(settings_for(store_url, tmp_path_factory.mktemp("raw")))) as address:
        yield address


def test_hostile_requests_are_refused_with_a_problem(address: str) -> None:
    with httpx.Client(base_url=address, timeout=30) as client:
        ground = Ground.laid(client)
        outsider = Sitting.open(client, 2).tokens[0]
        statuses: Counter[int] = Counter()
        faults: list[str] = []
        for request in requests(Random(SEED), COUNT, ground.places, (*ground.sitting.tokens, outsider)):
            statuses[note(address, request, faults, ground)] += 1
        print(f"\n{statuses.total():,} requests, by status: {dict(sorted(statuses.items()))}")
        assert not faults, "\n".join(faults[:20])
        seldom = {422} if COUNT > 400 else set()  # about one request in 400, so a new route may change it
        assert {200, 400, 401, 403, 404, 405, 406, 413, 415} | seldom <= set(statuses), statuses
        assert Sitting.open(client, 2).play(Random(SEED))["status"] == "finished"


@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize("path", ["/api/v1/players", "/api/v1/matches", "/openapi.json", "/nowhere"])
def test_a_body_of_ten_megabytes_is_too_large(address: str, path: str, announced: bool) -> None:
    request = huge(path, "chronik_unknown", announced)
    status, media, body = send_bytes(address, request)
    assert find_fault(request, status, media, body) is None
    assert status in (401, 404, 405, 413)
    if announced:
        assert status == 413


async def planted_route(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Decodes its body by itself, as none of our routes does."""
    return {"name": (await request.json())["name"].encode().decode()}


def test_control_a_route_that_decodes_by_itself_is_detected(store_url: str, tmp_path: Path) -> None:
    def made() -> Litestar:
        app = create_app(settings_for(store_url, tmp_path))
        app.register(post("/api/v1/planted")(planted_route))
        return app

    faults: list[str] = []
    with listening(made) as address:
        for request in requests(Random(SEED), 100, {}, ("chronik_x",), ("/api/v1/planted",)):
            note(address, request, faults)
            if any(one.startswith("500") for one in faults):
                break
    assert any(one.startswith("500") for one in faults)


def test_control_another_players_secret_in_an_answer_is_detected() -> None:
    canaries = {"chronik_a": ("chronik_a", "ada@example.org"), "chronik_b": ("chronik_b", "ben@example.org")}
    told = '{"contact": "ben@example.org"}'
    assert foreign(canaries, "Authorization: Bearer chronik_a", told) == ["ben@example.org"]
    assert foreign(canaries, "Authorization: Bearer chronik_b", told) == []


def note(address: str, request: Hostile, faults: list[str], ground: Ground | None = None) -> int:
    """Sends a request; records faults in its answer, and whose secrets it contains."""
    status, media, body = send_bytes(address, request)
    wrong = find_fault(request, status, media, body)
    if wrong is not None:
        faults.append(wrong)
    if ground is not None:
        asked, told = request.raw.decode("utf-8", "replace"), body.decode("utf-8", "replace")
        faults += [f"{one} is told: {request.name}" for one in foreign(ground.canaries, asked, told)]
    return status
