"""Tables: players who play over HTTP, at one or several whole applications over the same log and records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import httpx
import pytest
import pytest_asyncio
from litestar import Litestar

from chronik.service.app import create_app
from chronik.service.cold.logs import Logs
from chronik.service.identity.auth import Scope
from chronik.service.identity.register import People
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from tests.support.service.apps import settings_for
from tests.support.service.engines import emptied
from tests.support.service.in_process import in_process

API = "/api/v1"
GAME = "katharina"


class House:
    """A whole application in this event loop, with its client and its live matches."""

    def __init__(
        self, app: Litestar, settings: Settings, client: httpx.AsyncClient, matches: LiveMatches, records: Records
    ) -> None:
        self.app = app
        self.settings = settings
        self.client = client
        self.matches = matches
        self.records = records

    @property
    def store(self) -> LogStore:
        return self.matches.store

    async def person(self, name: str, *scopes: Scope) -> Person:
        """Registers a player with a token of these scopes."""
        issued = await People(self.records).register(name, scopes or (Scope.PLAY,))
        return Person(self.client, issued.player, issued.token)

    def nobody(self) -> Person:
        """Returns a caller without a token."""
        return Person(self.client, "", "")


class Person:
    """A caller with a token, or without."""

    def __init__(self, client: httpx.AsyncClient, player: str, token: str) -> None:
        self.client = client
        self.player = player
        self.token = token

    def at(self, house: House) -> Person:
        """Returns the same caller at another application."""
        return Person(house.client, self.player, self.token)

    async def ask(
        self, method: str, path: str, body: Any = None, key: str | None = None, version: int | None = None, **more: Any
    ) -> httpx.Response:
        """Sends one request, with an idempotency key and an expected version if there are any."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        if key is not None:
            headers["idempotency-key"] = key
        if version is not None:
            headers["if-match"] = f'"{version}"'
        content: dict[str, Any] = {} if body is None else {"json": body}
        return await self.client.request(method, API + path, headers=headers, **content, **more)

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return await self.ask("POST", path, body, **more)

    async def open(self, *seats: str, **more: Any) -> str:
        """Opens a match with `mine`, `open`, or the level of a bot for each seat; returns its id."""
        answer = await self.post("/matches", {"game": GAME, "seats": table(seats), **more})
        assert answer.status_code == 201, answer.text
        match: str = answer.json()["id"]
        return match

    async def view(self, match: str, **params: Any) -> Any:
        return good(await self.get(f"/{GAME}/matches/{match}/view", params=params))

    async def options(self, match: str) -> Any:
        return good(await self.get(f"/{GAME}/matches/{match}/options"))

    async def command(self, match: str, command: Any, prompt: int | None = None, **more: Any) -> httpx.Response:
        body = {"command": command} if prompt is None else {"command": command, "prompt": prompt}
        return await self.post(f"/{GAME}/matches/{match}/commands", body, **more)

    async def answer(self, match: str, which: int = 0, **more: Any) -> httpx.Response:
        """Answers with one of the options."""
        offered = (await self.options(match))["options"]
        return await self.command(match, offered[which % len(offered)], **more)


def table(seats: Sequence[str]) -> list[dict[str, str]]:
    """Returns the seats of an opening."""
    return [{"t": seat} if seat in ("mine", "open") else {"t": "bot", "level": seat} for seat in seats]


def good(answer: httpx.Response) -> Any:
    """Returns the body of an answer that must not be a refusal."""
    assert answer.is_success, answer.text
    return answer.json()


def refused(answer: httpx.Response, status: int, code: str) -> Any:
    """Returns the body of a refusal, which must have this status and code."""
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    if status == 503:
        assert int(answer.headers["retry-after"]) >= 1
    return answer.json()


async def seated(house: House, seats: int = 2, **more: Any) -> tuple[str, list[Person]]:
    """Opens a match, seats players, and returns both."""
    people = [await house.person(name) for name in ("Ann", "Ben", "Cleo", "Dora")[:seats]]
    match = await people[0].open("mine", *["open"] * (seats - 1), **more)
    for person in people[1:]:
        assert (await person.post(f"/matches/{match}/seats", {})).status_code == 201
    return match, people


async def play_on(match: str, people: Sequence[Person], commands: int = 10_000, seed: int = 1) -> Any:
    """Plays any allowed commands, up to a limit or to the end, and returns the summary of the match."""
    random = Random(seed)
    while commands:
        card = good(await people[0].get(f"/matches/{match}"))
        waiting = [line["seat"] for line in card["seats"] if line.get("waiting")]
        if not waiting:
            return card
        for seat in waiting[:commands]:
            good(await people[seat].answer(match, random.randrange(10_000)))
            commands -= 1
    return good(await people[0].get(f"/matches/{match}"))


@asynccontextmanager
async def serving(settings: Settings, now: Callable[[], int] = milliseconds) -> AsyncIterator[House]:
    """Yields a running application that plays by a clock."""
    kept: list[LiveMatches] = []

    class Kept(LiveMatches):
        def __init__(self, store: LogStore, catalogue: Catalogue, bound: int, logs: Logs) -> None:
            super().__init__(store, catalogue, bound, now, logs)
            kept.append(self)

    with patch("chronik.service.app.LiveMatches", Kept):
        app = create_app(settings)
    records = Records(settings.database_url)
    transport = in_process(app)
    try:
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield House(app, settings, client, kept[0], records)
    finally:
        await records.close()


@asynccontextmanager
async def kept_open(settings: Settings, now: Callable[[], int] = milliseconds) -> AsyncIterator[House]:
    """Yields an application for a fixture: one task opens and closes it, as the framework requires."""
    opened: asyncio.Future[House] = asyncio.get_running_loop().create_future()
    closing = asyncio.Event()

    async def keep() -> None:
        try:
            async with serving(settings, now) as house:
                opened.set_result(house)
                await closing.wait()
        except BaseException as error:
            if opened.done():
                raise
            opened.set_exception(error)

    keeper = asyncio.create_task(keep())
    try:
        yield await opened
    finally:
        closing.set()
        await keeper


@pytest.fixture
async def house(store_url: str, tmp_path: Path) -> AsyncIterator[House]:
    """Yields a whole application over the shared engine."""
    async with kept_open(settings_for(emptied(store_url), tmp_path)) as house:
        yield house


@pytest.fixture
async def other(house: House) -> AsyncIterator[House]:
    """Yields a second application over the same log and records."""
    async with kept_open(house.settings) as other:
        yield other


ONE_LOOP = pytest.mark.asyncio(loop_scope="module")
"""For a file whose tests share an application: `pytestmark = ONE_LOOP`, and its `house` is the shared one."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_house(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """Yields a whole application for all tests of a file; each test opens its matches."""
    async with kept_open(settings_for(emptied(store_url), tmp_path_factory.mktemp("shared"))) as house:
        yield house


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_other(shared_house: House) -> AsyncIterator[House]:
    """Yields a second application over the same log and records."""
    async with kept_open(shared_house.settings) as other:
        yield other
