"""The number of places that a reader must look at: for a feature, and for one command from socket to stream.

Run: `python -m tests.bench.architecture`. It prints how many packages of `service/` have files that are named after a
feature, which of our modules a sealed choice of Katharina passes through, and what is wrapped around the router.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import httpx
import uvicorn
from litestar import Litestar

from chronik.service.app import create_app
from chronik.service.log.bundled import BundledValkey
from chronik.service.web.bounded_connection import BoundedConnection
from tests.support.service.apps import good, opened, register, settings_for

ROOT = Path(__file__).parents[2]
FEATURES = ("seek", "challenge", "tournament")
ELSEWHERE = {"cli", "sql"}
"""`cli` has one file per verb and `sql` one per step of the tables: their files name features but do not hold them."""
LOOKED_AT = 3
"""The commit that is measured: the first one includes steps that happen only once."""


def packages_of(feature: str) -> set[str]:
    """Returns the packages of `service/` with a Python file that is named after a feature."""
    files = (path.relative_to(ROOT / "service") for path in (ROOT / "service").rglob(f"*{feature}*.py"))
    return {file.parts[0] for file in files} - ELSEWHERE


def wrappers(app: Litestar) -> list[str]:
    """Returns the names of the wrappers around the router of an application, from outside."""
    names: list[str] = []
    around: Any = app.asgi_handler
    while type(around).__module__.startswith("chronik."):
        names.append(type(around).__name__)
        around = around.app
    return names


@contextmanager
def modules_reached(modules: list[str]) -> Iterator[None]:
    """Records the modules of ours that new tasks and callbacks of this loop call, in the order of the first calls."""
    others = asyncio.all_tasks()

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        ours = event == "call" and module.startswith("chronik.") and module not in modules
        if ours and asyncio.current_task() not in others:
            modules.append(module)

    sys.setprofile(note)
    yield
    sys.setprofile(None)


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Litestar, httpx.AsyncClient]]:
    """Yields a service that listens in this loop over a separate log, and a client of it."""
    with BundledValkey.start(folder / "log") as valkey:
        app = create_app(settings_for(valkey.url, folder / "data"))
        config = uvicorn.Config(app, port=0, http=BoundedConnection, log_config=None, access_log=False)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110  (uvicorn has no event for it)
            await asyncio.sleep(0.01)
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        async with httpx.AsyncClient(base_url=address) as client:
            yield app, client
        server.should_exit = True
        await serving


async def path_of_a_command(client: httpx.AsyncClient) -> list[str]:
    """Returns the modules of ours that a sealed choice passes through."""
    ann, ben = await register(client, "Ann"), await register(client, "Ben")
    match, luck = await opened(client, ann, "mine", "open"), random.Random(1)
    good(await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=ben.headers))
    here, commits = f"/api/v1/katharina/matches/{match}", 0
    while True:
        for player in (ann, ben):
            asked = good(await client.get(f"{here}/options", headers=player.headers))
            if not asked["options"] or asked["prompts"][0]["sealed"]:
                continue
            modules: list[str] = []
            body = {"command": luck.choice(asked["options"]), "prompt": asked["prompts"][0]["id"]}
            with modules_reached(modules):
                answer = await client.post(f"{here}/commands", json=body, headers=player.headers)
            lines = good(answer)["lines"]
            commits += [line["key"] for line in lines] == ["committed"]
            if commits == LOOKED_AT:
                return modules


async def measure() -> None:
    """Prints the numbers."""
    for feature in FEATURES:
        found = packages_of(feature)
        print(f"packages with a file named after {feature}: {len(found)} ({', '.join(sorted(found))})")
    with TemporaryDirectory() as folder:
        async with served(Path(folder)) as (app, client):
            around = wrappers(app)
            modules = await path_of_a_command(client)
    print(f"wrappers before the router: {len(around)} ({', '.join(around)})")
    print(f"modules of ours in one command: {len(modules)}")
    print("\n".join(f"  {module.removeprefix('chronik.')}" for module in modules))


if __name__ == "__main__":
    asyncio.run(measure())
