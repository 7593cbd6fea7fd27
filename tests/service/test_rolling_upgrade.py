"""A rolling upgrade: the version that CHANGELOG names last and today's code serve one log and one database."""

from __future__ import annotations

import asyncio
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from service.cold.storage import name_of
from service.log.bundled import BundledValkey
from tests.support.service.apps import Player, answer_once, card, good, opened, play_on, register, until
from tests.support.service.processes import ADDRESS, PATIENCE, ROOT, environment

COMMANDS = 30
"""Of the beginning of a match that takes long."""
LONGER = ("cities_knights", "catan_cards")
RELEASE = re.compile(r"^## [^(\n]+ \(([0-9a-f]{10})\)$", re.MULTILINE)


def release(into: Path) -> Path:
    """The code of the version that CHANGELOG names last."""
    found = RELEASE.search((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert found is not None, "CHANGELOG names no version with its commit"
    command = ["git", "-C", str(ROOT), "archive", found[1], "domain", "projections", "service", "pyproject.toml"]
    packed = subprocess.run(command, capture_output=True, check=False)
    assert packed.returncode == 0, f"a clone with its history is needed: {packed.stderr.decode()}"
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(into, filter="data")
    return into


def started(code: Path, valkey: str, folder: Path, name: str) -> subprocess.Popen[bytes]:
    """A service of some code over a log and the database in a folder."""
    settings = {
        "CHRONIK_REDIS_URL": valkey,
        "CHRONIK_DATABASE_URL": f"sqlite:///{folder / 'chronik.db'}",
        "CHRONIK_DATA": str(folder / name),
        "CHRONIK_RATE_ACCOUNT": "0",
        "CHRONIK_RATE_ADDRESS": "0",
    }
    with (folder / f"{name}.said").open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "service", "serve", "--port", "0"],
            env={**environment(**settings), "PYTHONPATH": str(code)},
            cwd=code,
            stdout=file,
            stderr=subprocess.STDOUT,
        )


@asynccontextmanager
async def serving(code: Path, valkey: str, folder: Path, name: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of such a service, which ends in order when it is told to."""
    process, said = started(code, valkey, folder, name), folder / f"{name}.said"

    async def told() -> bool:
        assert process.poll() is None, said.read_text("utf-8")
        return ADDRESS.search(said.read_text("utf-8")) is not None

    try:
        await until(told)
        address = ADDRESS.search(said.read_text("utf-8"))
        assert address is not None
        async with httpx.AsyncClient(base_url=address[1], timeout=httpx.Timeout(20, read=60)) as client:
            yield client
        process.terminate()
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0, said.read_text("utf-8")
    finally:
        process.kill()
        process.wait()
    assert "Traceback" not in said.read_text("utf-8")


async def ids(client: httpx.AsyncClient, match: str) -> list[int]:
    """The entries that a feed tells of, to its end."""
    told: list[int] = []
    async with client.stream("GET", f"/api/v1/katharina/matches/{match}/feed") as feed:
        async for line in feed.aiter_lines():
            if line.startswith("id:"):
                told.append(int(line[3:]))
            if line == "event: end":
                break
    return told


async def play(clients: list[httpx.AsyncClient], match: str, players: list[Player], luck: random.Random) -> None:
    """Plays to the end, each answer by one of the services, whichever."""
    while (await card(luck.choice(clients), match))["status"] != "finished":
        answers = [await answer_once(luck.choice(clients), match, player, luck) for player in players]
        if not any(answers):
            await asyncio.sleep(0.02)


async def begin(clients: list[httpx.AsyncClient], game: str, players: list[Player], luck: random.Random) -> None:
    """Plays the beginning of a match, each answer by one of the services, whichever; both know all of it."""
    match, played = await taken(clients[0], players, game=game), 0
    while played < COMMANDS:
        answers = [await answer_once(luck.choice(clients), match, player, luck, game) for player in players]
        played += sum(answer is not None for answer in answers)
    first, *others = [good(await one.get(f"/api/v1/{game}/matches/{match}/view")) for one in clients]
    assert first["version"] > COMMANDS
    assert {other["version"] for other in others} == {first["version"]}


async def taken(client: httpx.AsyncClient, players: list[Player], *bots: str, game: str = "katharina") -> str:
    """A match in which both players sit."""
    match = await opened(client, players[0], "mine", "open", *bots, game=game)
    good(await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=players[1].headers))
    return match


async def same_archive(clients: list[httpx.AsyncClient], match: str) -> None:
    """What everybody may take home of a match is the same everywhere, byte by byte."""
    assert len({(await one.get(f"/api/v1/matches/{match}/archive")).content for one in clients}) == 1


async def booked(client: httpx.AsyncClient, matches: list[str]) -> bool:
    """Whether the books have the end of these matches, and of no others."""
    lines = good(await client.get("/api/v1/matches", params={"status": "finished"}))["matches"]
    return {line["id"] for line in lines} == set(matches)


async def asked_twice(one: httpx.AsyncClient, other: httpx.AsyncClient, player: Player) -> None:
    """A request that one has answered is known to the other, by its key."""
    body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}
    headers = {**player.headers, "idempotency-key": "both have heard of it"}
    first, again = [good(await who.post("/api/v1/matches", json=body, headers=headers)) for who in (one, other)]
    assert first["id"] == again["id"]


async def test_both_serve_the_same_matches_side_by_side(engine: BundledValkey, tmp_path: Path) -> None:
    await side_by_side(ROOT, engine, tmp_path)


@pytest.mark.skipif("CHRONIK_LONG" not in os.environ, reason="two services more are started")
@pytest.mark.parametrize(
    ("game", "event"),
    [("katharina", "committed"), ("cities_knights", "start-placed"), ("catan_cards", "cards-taken")],
)
async def test_control_an_event_that_the_release_does_not_know_is_noticed(
    engine: BundledValkey, tmp_path: Path, game: str, event: str
) -> None:
    for part in ("domain", "projections", "service"):
        shutil.copytree(ROOT / part, tmp_path / "altered" / part)
    events = tmp_path / "altered" / "domain" / game / "events.py"
    known = events.read_text("utf-8")
    events.write_text(known.replace(f'tag="{event}"', f'tag="{event}-otherwise"'), "utf-8")
    assert events.read_text("utf-8") != known
    with pytest.raises(AssertionError, match="match-damaged"):
        await side_by_side(tmp_path / "altered", engine, tmp_path)


async def side_by_side(today: Path, engine: BundledValkey, tmp_path: Path) -> None:
    """Plays three matches, by the release, by both, and begun by one for the other; and longer ones a while by both."""
    before = release(tmp_path / "release")
    async with AsyncExitStack() as staying:
        async with serving(before, engine.url, tmp_path, "release") as old:
            players, luck = [await register(old, name) for name in ("Ann", "Bob")], random.Random(7)
            ended, shared, left = matches = [await taken(old, players, "random") for _ in range(3)]
            await play_on(old, ended, players)
            await until(lambda: booked(old, [ended]))
            early = asyncio.create_task(ids(old, shared))
            new = await staying.enter_async_context(serving(today, engine.url, tmp_path, "today"))
            both = [old, new]
            late = asyncio.create_task(ids(new, shared))
            await asked_twice(old, new, players[0])
            await play(both, shared, players, luck)

            # Both feeds came to the end, and from where they began nothing is missing.
            heard = await asyncio.gather(early, late)
            for told in heard:
                assert told == list(range(told[0], told[-1] + 1))
            assert heard[0][-1] == heard[1][-1]
            await same_archive(both, shared)
            for game in LONGER:
                await begin(both, game, players, luck)

            # What the release has booked, today's code brings into cold storage; the release, which has none, reads on.
            kept = tmp_path / "today" / "archives" / name_of(ended)
            await until(lambda: asyncio.to_thread(kept.exists))
            await same_archive(both, ended)

        # The last process of the release is gone: what it left is played on, and the books have all.
        await play([new], left, players, luck)
        await until(lambda: booked(new, matches))
