"""A rolling upgrade: the last version in CHANGELOG and current code share one log and one database."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import Struct

from chronik.domain.games import CURRENT
from chronik.service.cold.storage import object_name
from chronik.service.log.bundled import BundledValkey
from tests.support.service.apps import Player, answer_once, card, good, opened, play_on, register, until
from tests.support.service.forks import Forked
from tests.support.service.processes import ADDRESS, PATIENCE, ROOT, chronik, environment

API = "/api/v1"
PLAN = {
    "title": "Cup",
    "game": "katharina",
    "stages": [{"method": "swiss", "table": 2, "rounds": 1}],
    "scoring": "match-points",
    "clock": {"command": 600},
}
LOCKED = "database is locked"
"""What a released process may log: a cancelled task of it can keep the lock of the database for seconds."""
Asked = tuple[str, str, Any]
"""A method, an address, and a body."""
OF_A_MATCH: tuple[Asked, ...] = (
    ("GET", "/matches/{id}", None),
    ("GET", "/matches/{id}/audit", None),
    ("GET", "/matches/{id}/scores", None),
    ("GET", "/matches/{id}/archive", None),
    ("GET", "/matches/{id}/forks?at=9", None),
    ("GET", "/katharina/matches/{id}/view", None),
    ("GET", "/katharina/matches/{id}/options", None),
    ("GET", "/katharina/matches/{id}/replay", None),
    ("GET", "/katharina/matches/{id}/feed", None),
    ("GET", "/katharina/matches/{id}/sources", None),
    ("POST", "/katharina/matches/{id}/commands", {"command": {"t": "resolve", "perform": False}, "prompt": 1}),
    ("POST", "/katharina/matches/{id}/commands?dry_run=true", {"command": {"t": "resolve", "perform": False}}),
    ("POST", "/matches/{id}/undo", {"to": 1}),
    ("POST", "/matches/{id}/undo/7/votes", {"grant": True}),
    ("POST", "/matches/{id}/forks", {"at": 9, "seats": [{"t": "mine"}, {"t": "open"}]}),
    ("POST", "/matches/{id}/resignations", {}),
    ("POST", "/matches/{id}/seats", {}),
    ("DELETE", "/matches/{id}/seats/0", None),
)
"""Requests about a match, as its player."""
OF_A_TOURNAMENT: tuple[Asked, ...] = (
    ("GET", "/tournaments/{id}", None),
    ("GET", "/tournaments/{id}/standings", None),
    ("GET", "/tournaments/{id}/standings.csv", None),
    ("GET", "/tournaments/{id}/results.csv", None),
    ("GET", "/tournaments/{id}/pairings.csv", None),
    ("GET", "/tournaments/{id}/report.trf", None),
    ("GET", "/tournaments/{id}/log.ndjson", None),
    ("GET", "/tournaments/{id}/export.json", None),
    ("GET", "/tournaments/{id}/bundle", None),
    ("GET", "/tournaments/{id}/decks", None),
    ("GET", "/tournaments/{id}/feed", None),
    ("POST", "/tournaments/{id}/entrants", {"t": "bot", "level": "random"}),
    ("POST", "/tournaments/{id}/rounds", {"round": 2}),
    ("POST", "/tournaments/{id}/rounds/preview", {"round": 2}),
    ("POST", "/tournaments/{id}/rounds/1/start", None),
    ("POST", "/tournaments/{id}/rounds/1/tables/1/rulings", {"points": [1, 0], "places": [1, 2]}),
    ("POST", "/tournaments/{id}/ending", {"ending": "finished"}),
    ("PUT", "/tournaments/{id}/words", {"title": "Cup"}),
    ("GET", "/ratings", None),
    ("GET", "/players/{player}", None),
    ("POST", "/me/exports", {}),
)
"""Requests of an organiser about a tournament, and reads that involve all tournaments."""
SEEK = {"game": "katharina", "seats": 2}
ALWAYS = ("/matches", "/matches?player={player}", "/matches.csv", "/matches.ndjson", "/tournaments", "/me")
"""Reads that need no log, because the database has the data from whichever process."""
LATER = (
    *[
        (f"domain/{game}/game.py", f'"{game}", {version}', f'"{game}", {version + 1}')
        for game, version in CURRENT.items()
    ],
    (
        "domain/engine/match/events.py",
        "    bots_welcome: bool = True\n",
        "    bots_welcome: bool = True\n    later: int = 0\n",
    ),
    (
        "domain/engine/match/seating.py",
        "bots_welcome=command.bots_welcome,",
        "bots_welcome=command.bots_welcome, later=1,",
    ),
    ("domain/engine/match/clock.py", '    bot: str = ""\n', '    bot: str = ""\n    later: int = 0\n'),
    ("service/matches/clock_summary.py", "bot=wanted.bot,", "bot=wanted.bot, later=1,"),
    ("domain/katharina/events.py", 'tag="committed"', 'tag="committed-later"'),
    ("domain/tournament/record/plan.py", "RULES = 2", "RULES = 3"),
    ("domain/tournament/record/events.py", 'tag="registered"', 'tag="registered-later"'),
)
"""Changes that a later version may make: rules versions, and fields and events that current code does not know."""
COMMANDS = 30
"""The number of commands at the beginning of a long match."""
LONGER = ("cities_knights", "catan_cards")
RELEASE = re.compile(r"^## [^(\n]+ \(([0-9a-f]{10})\)$", re.MULTILINE)


def release() -> Path:
    """Extracts the code of the last version in CHANGELOG, where its bytecode is found again in the next run."""
    found = RELEASE.search((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert found is not None, "CHANGELOG names no version with its commit"
    into = Path(sys.prefix, "releases", found[1])
    if into.exists():
        return into
    command = ["git", "-C", str(ROOT), "archive", found[1], "domain", "projections", "service", "pyproject.toml"]
    packed = subprocess.run(command, capture_output=True, check=False)
    assert packed.returncode == 0, f"a clone with its history is needed: {packed.stderr.decode()}"
    into.parent.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=into.parent) as made,
        tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files,
    ):
        files.extractall(Path(made, "code"), filter="data")
        Path(made, "code").rename(into)
    return into


def copy_today(into: Path) -> None:
    """Copies the current code and its bytecode, because compiling it takes two seconds."""
    for part in ("chronik", "domain", "projections", "service"):
        shutil.copytree(ROOT / part, into / part, symlinks=True)
    compiled = os.environ.get("PYTHONPYCACHEPREFIX", "")
    if compiled and Path(f"{compiled}{ROOT}/chronik").exists():
        shutil.copytree(f"{compiled}{ROOT}/chronik", f"{compiled}{into}/chronik", dirs_exist_ok=True)


def later(into: Path) -> Path:
    """Copies the current code with the changes of a later version."""
    copy_today(into)
    for path, today, altered in LATER:
        known = (into / path).read_text("utf-8")
        assert today in known, path
        (into / path).write_text(known.replace(today, altered, 1), "utf-8")
    return into


def settings_of(valkey: str, folder: Path, name: str) -> dict[str, str]:
    """Returns the settings of a service over a log and the database in a folder."""
    return {
        "CHRONIK_REDIS_URL": valkey,
        "CHRONIK_DATABASE_URL": f"sqlite:///{folder / 'chronik.db'}",
        "CHRONIK_DATA": str(folder / name),
        "CHRONIK_RATE_ACCOUNT": "0",
        "CHRONIK_RATE_ADDRESS": "0",
    }


def started(code: Path, valkey: str, folder: Path, name: str) -> subprocess.Popen[bytes] | Forked:
    """Starts a service from some code over a log and the database in a folder; the current code is loaded already."""
    settings = settings_of(valkey, folder, name)
    (folder / f"{name}.said").touch()
    if code == ROOT:
        return Forked(("serve", "--port", "0"), environment(**settings), folder / f"{name}.said")
    program = "chronik.service" if (code / "chronik").is_dir() else "service"  # which was its name in 0.2.0 rc 1
    with (folder / f"{name}.said").open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", program, "serve", "--port", "0"],
            env={**environment(**settings), "PYTHONPATH": str(code)},
            cwd=code,
            stdout=file,
            stderr=subprocess.STDOUT,
        )


@asynccontextmanager
async def serving(
    code: Path, valkey: str, folder: Path, name: str, *, fails: bool = False
) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of a new service, which must end in order and log no failure unless it `fails`."""
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
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0, said.read_text("utf-8")
    finally:
        process.kill()
        process.wait(PATIENCE)
    failures = [line for line in said.read_text("utf-8").splitlines() if "Traceback" in line and LOCKED not in line]
    assert fails or failures == []


async def ids(client: httpx.AsyncClient, match: str) -> list[int]:
    """Returns the versions that a feed sends, to its end."""
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


async def end(client: httpx.AsyncClient, match: str, players: list[Player]) -> None:
    """Plays a while, and lets both players resign."""
    await play_on(client, match, players, commands=COMMANDS // 2)
    for player in players:
        good(await client.post(f"{API}/matches/{match}/resignations", json={}, headers=player.headers))


async def begin(clients: list[httpx.AsyncClient], game: str, players: list[Player], luck: random.Random) -> None:
    """Plays the beginning of a match, each answer by one of the services, whichever; both know all of it."""
    match, played = await taken(clients[0], players, game=game), 0
    while played < COMMANDS:
        answers = [await answer_once(luck.choice(clients), match, player, luck, game) for player in players]
        played += sum(answer is not None for answer in answers)
    first, *others = [good(await one.get(f"/api/v1/{game}/matches/{match}/view")) for one in clients]
    assert first["version"] > COMMANDS
    assert {other["version"] for other in others} == {first["version"]}


async def taken(
    client: httpx.AsyncClient, players: list[Player], *bots: str, game: str = "katharina", **more: Any
) -> str:
    """Opens a match and seats both players."""
    match = await opened(client, players[0], "mine", "open", *bots, game=game, **more)
    good(await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=players[1].headers))
    return match


async def same_archive(clients: list[httpx.AsyncClient], match: str) -> None:
    """Checks that the archive of a match is the same everywhere, byte by byte."""
    assert len({(await one.get(f"/api/v1/matches/{match}/archive")).content for one in clients}) == 1


async def booked(client: httpx.AsyncClient, matches: list[str]) -> bool:
    """Returns whether exactly these matches are listed as finished."""
    lines = good(await client.get("/api/v1/matches", params={"status": "finished"}))["matches"]
    return {line["id"] for line in lines} == set(matches)


async def asked_twice(one: httpx.AsyncClient, other: httpx.AsyncClient, player: Player) -> None:
    """Checks that a repeated request is recognised by the other service."""
    body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}
    headers = {**player.headers, "idempotency-key": "both have heard of it"}
    first, again = [good(await who.post("/api/v1/matches", json=body, headers=headers)) for who in (one, other)]
    assert first["id"] == again["id"]


class Newer(Struct):
    """The things that a newer process has opened: a running match, a waiting one, a finished one, and a tournament."""

    players: list[Player]
    playing: str
    waiting: str
    over: str
    tournament: str


async def open_newer(new: httpx.AsyncClient, tournament: bool = True) -> Newer:
    """Opens matches with a clock, and starts a tournament of bots."""
    players = [await register(new, name) for name in ("Ann", "Bob")]
    clock: dict[str, Any] = {"clock": {"command": 600}}
    playing = await taken(new, players, **clock)
    for player in players:
        await answer_once(new, playing, player, random.Random(7))
    ann = players[0]
    waiting, over = [await opened(new, ann, "mine", seat, **clock) for seat in ("open", "random")]
    good(await new.post(f"{API}/matches/{over}/resignations", json={}, headers=ann.headers))
    if not tournament:
        return Newer(players, playing, waiting, over, "")
    found = good(await new.post(f"{API}/tournaments", json=PLAN, headers=ann.headers))["id"]
    at, bot = f"{API}/tournaments/{found}", {"t": "bot", "level": "random"}
    for path, body in (("entrants", bot), ("entrants", bot), ("rounds", {"round": 1}), ("rounds/1/start", None)):
        good(await new.post(f"{at}/{path}", json=body, headers=ann.headers))
    return Newer(players, playing, waiting, over, found)


async def answers(
    client: httpx.AsyncClient, asked: Iterable[Asked], of: str, player: Player
) -> dict[str, tuple[int, str]]:
    """Returns for each request the status of the answer and its problem code; `not-ready` must have a time to wait."""
    found: dict[str, tuple[int, str]] = {}
    for method, path, body in asked:
        at = API + path.format(id=of, player=player.id)
        async with client.stream(method, at, json=body, headers=player.headers) as answer:
            content = await answer.aread() if answer.status_code >= 300 else b"{}"
        assert answer.status_code != 503 or int(answer.headers["retry-after"]) > 0
        found[f"{method} {path}"] = answer.status_code, json.loads(content).get("code", "")
    return found


def failures(said: Path) -> list[str]:
    """Returns the lines of a log about failures or damage."""
    lines = [line for line in said.read_text("utf-8").splitlines() if line.startswith("{")]
    return [line for line in lines if json.loads(line)["level"] in ("error", "critical") or "damage" in line]


async def test_released_and_current_code_serve_the_same_matches_side_by_side(
    engine: BundledValkey, tmp_path: Path
) -> None:
    await side_by_side(ROOT, engine, tmp_path)


async def lacks_newer_rules(old: httpx.AsyncClient, new: httpx.AsyncClient) -> str:
    """Checks that the release lacks the rules of newer matches, reads their lines, and calls none damaged.

    Returns the one that is over.
    """
    newer = await open_newer(new, tournament=False)
    lacking = {f"{method} {path}": (409, "data-set-missing") for method, path, _ in OF_A_MATCH}
    matches = [newer.playing, newer.waiting, newer.over]
    for match in matches:
        found = await answers(old, OF_A_MATCH, match, newer.players[0])
        assert found == {**lacking, "GET /matches/{id}/audit": (200, "")}
    for path in ALWAYS:
        await until(partial(has_all, old, path, newer.players[0], matches))
    return newer.over


async def has_all(client: httpx.AsyncClient, path: str, player: Player, matches: list[str]) -> bool:
    """Returns whether a read needs no log, and names all matches if it is a list of open ones."""
    answer = await client.get(API + path.format(player=player.id), headers=player.headers)
    assert answer.status_code == 200, answer.text
    return "?player" not in path or all(match in answer.text for match in matches)


@pytest.mark.skipif("CHRONIK_LONG" not in os.environ, reason="two services more are started")
async def test_released_code_cannot_read_a_current_tournament_but_reports_no_damage(
    engine: BundledValkey, tmp_path: Path
) -> None:
    """The release answers 500 `internal` to requests that need that log, and serves everything else."""
    before = release()
    async with serving(before, engine.url, tmp_path, "release", fails=True) as old, AsyncExitStack() as staying:
        new = await staying.enter_async_context(serving(ROOT, engine.url, tmp_path, "today"))
        newer = await open_newer(new)
        found = await answers(old, OF_A_TOURNAMENT, newer.tournament, newer.players[0])
        assert found == {f"{method} {path}": (500, "internal") for method, path, _ in OF_A_TOURNAMENT}
        for path in ALWAYS:
            assert await has_all(old, path, newer.players[0], [])
    assert "damaged" not in (tmp_path / "release.said").read_text("utf-8")


async def test_current_code_waits_for_a_later_version_without_reporting_damage(
    engine: BundledValkey, tmp_path: Path
) -> None:
    async with AsyncExitStack() as staying:
        async with serving(ROOT, engine.url, tmp_path, "today") as old:
            new = await staying.enter_async_context(serving(later(tmp_path / "later"), engine.url, tmp_path, "newer"))
            newer = await open_newer(new)
            player, matches = newer.players[0], [newer.playing, newer.waiting, newer.over]
            for match in matches:
                found = await answers(old, OF_A_MATCH, match, player)
                assert found == {f"{method} {path}": (503, "not-ready") for method, path, _ in OF_A_MATCH}
            found = await answers(old, OF_A_TOURNAMENT, newer.tournament, player)
            assert found == {f"{method} {path}": (503, "not-ready") for method, path, _ in OF_A_TOURNAMENT}
            seek = good(await new.post(f"{API}/seeks", json=SEEK, headers=player.headers))["id"]
            found = await answers(old, [("DELETE", "/seeks/{id}", None)], seek, player)
            assert set(found.values()) == {(503, "not-ready")}
            met = good(await new.post(f"{API}/seeks", json=SEEK, headers=newer.players[1].headers))
            assert met["state"] == "matched"
            for path in ("/matches", "/matches.csv", "/matches.ndjson", "/matches.tar", "/tournaments", "/me"):
                assert (await old.get(API + path, headers=player.headers)).status_code == 200

            for path, file in (
                (f"matches/{newer.over}/archive", "match.chronik"),
                (f"tournaments/{newer.tournament}/bundle", "event.bundle.ndjson"),
            ):
                content = (await new.get(f"{API}/{path}", headers=player.headers)).content
                (tmp_path / file).write_bytes(content)
                checked = await asyncio.to_thread(chronik, "verify", tmp_path / file)
                assert checked.returncode != 0
                assert "newer version of Chronik" in " ".join(checked.stdout.split()), checked.stdout
            checked = await asyncio.to_thread(lambda: chronik("fsck", **settings_of(engine.url, tmp_path, "newer")))
            assert checked.returncode == 0, checked.stdout + checked.stderr
            assert "all good" in checked.stdout
        assert failures(tmp_path / "today.said") == []

        # The later version books and archives what the ended process has left.
        for path in ALWAYS:
            await until(partial(has_all, new, path, player, matches))
        kept = tmp_path / "newer" / "archives" / object_name(newer.over)
        await until(lambda: asyncio.to_thread(kept.exists))


@pytest.mark.skipif("CHRONIK_LONG" not in os.environ, reason="two services more are started")
@pytest.mark.parametrize(
    ("game", "event"),
    [("katharina", "committed"), ("cities_knights", "start-placed"), ("catan_cards", "cards-taken")],
)
async def test_control_an_event_that_released_code_does_not_know_is_detected(
    engine: BundledValkey, tmp_path: Path, game: str, event: str
) -> None:
    copy_today(tmp_path / "altered")
    events = tmp_path / "altered" / "domain" / game / "events.py"
    known = events.read_text("utf-8")
    events.write_text(known.replace(f'tag="{event}"', f'tag="{event}-otherwise"'), "utf-8")
    assert events.read_text("utf-8") != known
    with pytest.raises(AssertionError, match="match-damaged"):
        await side_by_side(tmp_path / "altered", engine, tmp_path)


async def side_by_side(today: Path, engine: BundledValkey, tmp_path: Path) -> None:
    """Plays a match by both to its end, and longer ones a while; the release ends one, and leaves one to the other."""
    before = release()
    async with AsyncExitStack() as staying:
        async with serving(before, engine.url, tmp_path, "release") as old:
            players, luck = [await register(old, name) for name in ("Ann", "Bob")], random.Random(7)
            ended, shared, left = matches = [await taken(old, players, "random") for _ in range(3)]
            await end(old, ended, players)
            await until(lambda: booked(old, [ended]))
            early = asyncio.create_task(ids(old, shared))
            new = await staying.enter_async_context(serving(today, engine.url, tmp_path, "today"))
            both = [old, new]
            late = asyncio.create_task(ids(new, shared))
            await asked_twice(old, new, players[0])
            await play(both, shared, players, luck)

            # Both feeds reached the end, and nothing is missing since their start.
            heard = await asyncio.gather(early, late)
            for told in heard:
                assert told == list(range(told[0], told[-1] + 1))
            assert heard[0][-1] == heard[1][-1]
            await same_archive(both, shared)
            for game in LONGER:
                await begin(both, game, players, luck)
            if today == ROOT:
                matches.append(await lacks_newer_rules(old, new))

            # Current code archives what the release has booked; the release, which cannot, still reads it.
            kept = tmp_path / "today" / "archives" / object_name(ended)
            await until(lambda: asyncio.to_thread(kept.exists))
            await same_archive(both, ended)

        # The last process of the release has ended: its matches continue, and the database lists all of them.
        await end(new, left, players)
        await until(lambda: booked(new, matches))
