"""The feed: what a viewer gets while a match goes on is what the replay gives afterwards, and nothing else."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.service.apps import opened, play_on, register
from tests.service.events import watching


async def replay(client: httpx.AsyncClient, match: str, eyes: str, headers: dict[str, str] | None = None) -> list[Any]:
    """The frames of a replay, without the base."""
    url = f"/api/v1/katharina/matches/{match}/replay"
    answer = await client.get(url, params={"as": eyes}, headers=headers or {})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()][1:]


async def test_each_viewer_gets_the_frames_of_their_replay(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await opened(server, ann, "mine", "open", "greedy")
    async with (
        watching(server, match, "0", ann.headers) as first,
        watching(server, match, "spectator", after=0) as crowd,
    ):
        everybody = asyncio.gather(first.frames(), crowd.frames())
        await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
        async with watching(server, match, "1", bob.headers, after=0) as second:
            seconds = asyncio.create_task(second.frames())
            await play_on(server, match, [ann, bob])
            seen = [*await everybody, await seconds]
    expected = [
        await replay(server, match, "0"),
        await replay(server, match, "spectator"),
        await replay(server, match, "1"),
    ]
    assert seen[0] == expected[0][first_version(seen[0]) - 1 :]
    assert seen[1:] == expected[1:]
    assert len(expected[0]) > 80


def first_version(frames: list[Any]) -> int:
    version: int = frames[0]["version"]
    return version
