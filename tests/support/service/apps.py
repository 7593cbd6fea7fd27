"""Whole applications for the tests: over a transport in this event loop, or behind a real server on a free port."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import pytest_asyncio
import uvicorn
from litestar import Litestar

from chronik.service.app import create_app
from chronik.service.running.settings import LogLevel, Settings
from chronik.service.web.docs import documents
from tests.support.service import signatures
from tests.support.service.engines import emptied
from tests.support.service.in_process import in_process
from tests.support.service.sql import migrated

signatures.share()
default: Any = import_module("httpx._transports.default")
default.create_ssl_context = cache(default.create_ssl_context)  # each client would read all root certificates anew
urls: Any = import_module("httpx._urls")
parsing: Any = import_module("httpx._urlparse")
urls.urlparse = parsing.urlparse = lru_cache(4096)(parsing.urlparse)  # most requests have the address of another one
cookies: Any = httpx.Cookies
cookies.extract_cookies = lambda *_: None  # a fifth of the time of a request, and the service sets none
codes: Any = import_module("chronik.service.matches.routes.codes")
games: Any = import_module("chronik.service.matches.routes.games")
codes.compress, games.standalone = cache(codes.compress), cache(games.standalone)  # the same for each application
documents.BUILD_AFTER_SECONDS = 3_600.0  # this takes half a second, and tests of these pages build them at once

PATIENCE = 60.0
"""Seconds to wait for what takes a moment, on a busy machine."""


def settings_for(store_url: str, folder: Path, **changes: Any) -> Settings:
    """Returns the settings of a service over an engine, with a separate SQLite database and without rate limits.

    It logs no requests, which would take a tenth of the time of each.
    """
    file = folder / "chronik.db"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(migrated())
    usual: dict[str, Any] = {"data": folder, "rate_account": 0, "rate_address": 0, "log_level": LogLevel.WARNING}
    usual |= {"streams_account": 1000, "streams_address": 1000}
    database = f"sqlite+aiosqlite:///{file}"
    return Settings(redis_url=store_url, database_url=database, **(usual | changes))


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[tuple[Litestar, httpx.AsyncClient]]:
    """Yields an application that runs in this loop, and a client that calls it without a network."""
    app = create_app(settings)
    began, over = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with app.lifespan():
            began.set()
            await over.wait()

    # A fixture may be left in another task than the one that entered it; a lifespan must not be.
    life, begins = asyncio.create_task(live()), asyncio.create_task(began.wait())
    await asyncio.wait((life, begins), return_when=asyncio.FIRST_COMPLETED)
    begins.cancel()
    try:
        if begins.done():
            async with httpx.AsyncClient(
                transport=in_process(app, raising=True), base_url="http://localhost"
            ) as client:
                yield app, client
    finally:
        over.set()
        await life


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of an application behind a real server in this loop, as streaming requires one."""
    # Only of a socket that names its protocol does asyncio send small answers at once, not 40 milliseconds later.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(settings), log_config=None, access_log=False, proxy_headers=False, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        assert not serving.done()
        await asyncio.sleep(0.005)
    host, port = listening.getsockname()
    timeout, limits = httpx.Timeout(10, read=20), httpx.Limits(max_connections=None)
    try:
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", limits=limits, timeout=timeout) as client:
            yield client
    finally:
        server.should_exit = True
        await serving
        listening.close()


async def until(holds: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Returns once a condition holds; it is checked less often the longer that takes."""
    pause = 0.005
    async with asyncio.timeout(seconds):
        while not await holds():
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, 0.1)


@pytest.fixture
def settings(store_url: str, tmp_path: Path) -> Settings:
    """Returns settings over the shared engine, which is empty."""
    return settings_for(emptied(store_url), tmp_path)


@pytest.fixture
async def app_client(settings: Settings) -> AsyncIterator[tuple[Litestar, httpx.AsyncClient]]:
    """Yields a running application and its client."""
    async with running(settings) as both:
        yield both


@pytest.fixture
def app(app_client: tuple[Litestar, httpx.AsyncClient]) -> Litestar:
    """Returns a running application."""
    return app_client[0]


@pytest.fixture
def client(app_client: tuple[Litestar, httpx.AsyncClient]) -> httpx.AsyncClient:
    """Returns a client of the running application in the same loop, without a token."""
    return app_client[1]


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of a real server."""
    async with serving(settings) as client:
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_client(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of one running application for all tests of a file."""
    async with running(settings_for(emptied(store_url), tmp_path_factory.mktemp("shared"))) as (_, client):
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_server(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of one real server for all tests of a file."""
    async with serving(settings_for(emptied(store_url), tmp_path_factory.mktemp("shared"))) as client:
        yield client


class Player(msgspec.Struct, frozen=True):
    """A registered player, with the header that authenticates their requests."""

    id: str
    token: str
    token_id: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


async def register(client: httpx.AsyncClient, name: str = "Ann") -> Player:
    """Registers a player."""
    answer = good(await client.post("/api/v1/players", json={"name": name}))
    return Player(answer["player"], answer["token"], answer["token_id"])


async def opened(client: httpx.AsyncClient, player: Player, *seats: str, **more: Any) -> str:
    """Opens a match of Katharina with these seats: `mine`, `open`, or the level of a bot; returns its id."""
    chairs = [{"t": seat} if seat in ("mine", "open") else {"t": "bot", "level": seat} for seat in seats]
    body = {"game": "katharina", "seats": chairs, **more}
    answer: str = good(await client.post("/api/v1/matches", json=body, headers=player.headers))["id"]
    return answer


async def card(client: httpx.AsyncClient, match: str, player: Player | None = None) -> dict[str, Any]:
    """Returns the summary of a match."""
    found: dict[str, Any] = good(await client.get(f"/api/v1/matches/{match}", headers=player.headers if player else {}))
    return found


async def finished(client: httpx.AsyncClient, match: str, seconds: float = PATIENCE) -> dict[str, Any]:
    """Returns the summary of a match once it is over."""

    async def over() -> bool:
        return str((await card(client, match))["status"]) == "finished"

    await until(over, seconds)
    return await card(client, match)


async def answer_once(
    client: httpx.AsyncClient, match: str, player: Player, luck: random.Random, game: str = "katharina"
) -> dict[str, Any] | None:
    """Answers an open prompt of a player with any option; returns None if there is none."""
    here = f"/api/v1/{game}/matches/{match}"
    asked = good(await client.get(f"{here}/options", headers=player.headers))
    if not asked["options"] or asked["prompts"][0]["sealed"]:
        return None
    body = {"command": luck.choice(asked["options"]), "prompt": asked["prompts"][0]["id"]}
    answered: dict[str, Any] = good(await client.post(f"{here}/commands", json=body, headers=player.headers))
    return answered


async def play_on(
    client: httpx.AsyncClient, match: str, players: list[Player], seed: int = 0, commands: int = 10_000
) -> None:
    """Answers for some players until the match is over or the limit of commands is reached."""
    luck = random.Random(seed)
    async with asyncio.timeout(2 * PATIENCE):
        while commands > 0:
            answers = [await answer_once(client, match, player, luck) for player in players]
            commands -= sum(answer is not None for answer in answers)
            if not any(answers):
                if (await card(client, match))["status"] == "finished":
                    return
                await asyncio.sleep(0.005)


def good(response: httpx.Response) -> Any:
    """Returns the body of an answer that must not be a problem."""
    assert response.status_code < 300, response.text
    return response.json()
