"""Requests to several services, any of which may be dead, paused or cut off from what it needs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import httpx

API = "/api/v1"
SHORTEST, LONGEST = 0.1, 2.0
SLOW, AWAY = 408, 503
"""After a pause of seconds, a service gets the rest of a request late; a service that lacks what it needs says so."""


class Over(Exception):
    """The night is over, and a question is left open."""


class Asker:
    """A client that picks one of several services for each attempt; it must be closed."""

    def __init__(self, urls: Sequence[str], rng: Random, patience: float = 8.0) -> None:
        self.urls = urls
        self.rng = rng
        self.over = False
        self.unknown = 0
        self.retried = 0
        self.wrong: list[str] = []
        self._client = httpx.AsyncClient(timeout=patience)

    async def close(self) -> None:
        await self._client.aclose()

    async def patiently(
        self, method: str, path: str, token: str = "", body: Any = None, key: str = "", known: Sequence[int] = ()
    ) -> httpx.Response:
        """Repeats a request with the same key, and returns the first success or `known` refusal."""
        pause = SHORTEST
        while True:
            answer = await self.once(method, path, token, body, key, known)
            if answer is not None and (answer.is_success or answer.status_code in known):
                return answer
            self.retried += 1
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def once(
        self, method: str, path: str, token: str = "", body: Any = None, key: str = "", known: Sequence[int] = ()
    ) -> httpx.Response | None:
        """Returns an answer, or None if the outcome is unknown; all but success, 503 and `known` count as wrong."""
        if self.over or len(self.wrong) > 50:
            raise Over
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        url = self.rng.choice(self.urls) + API + path
        try:
            answer = await self._client.request(method, url, headers=headers, json=body)
        except httpx.HTTPError as error:
            self.unknown += method == "POST" and not isinstance(error, httpx.ConnectError)
            return None
        if answer.status_code in (SLOW, AWAY):
            self.unknown += answer.json().get("code") == "outcome-unknown"
        elif answer.is_error and answer.status_code not in known:
            self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    def key(self) -> str:
        return self.rng.randbytes(16).hex()
