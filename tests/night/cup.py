"""Tournaments of 32 bots, one after another, each from the first round to the final table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from tests.night.asking import Asker, Over
from tests.support.service.apps import until

PLAYERS = 32
ROUNDS = 3
PAUSE, ROUND_SECONDS = 2.0, 3_600.0
DONE_ALREADY = (409, 422)
"""Answers to a request that an earlier attempt, whose answer was lost, has done."""


class Cup:
    """An organiser; `held` are the finished tournaments, `begun` are all."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.begun: list[str] = []
        self.held: list[str] = []

    async def organise(self) -> None:
        """Runs one tournament after another until the night is over."""
        with suppress(Over):
            self._token = str((await self.asker.patiently("POST", "/players", body={"name": "Olga"})).json()["token"])
            while True:
                await self._hold()

    async def _hold(self) -> None:
        tournament = str((await self._post("/tournaments", plan(len(self.begun) + 1))).json()["id"])
        self.begun.append(tournament)
        at = f"/tournaments/{tournament}"
        await self._post(f"{at}/entrants/list", {"entrants": [{"t": "bot", "level": "greedy"}] * PLAYERS})
        for number in range(1, ROUNDS + 2):
            await self._post(f"{at}/rounds", {"round": number})
            await self._post(f"{at}/rounds/{number}/start")
            await until(partial(self._is_closed, at, number), ROUND_SECONDS)
        await self._post(f"{at}/ending", {"ending": "finished"})
        self.held.append(tournament)

    async def _is_closed(self, at: str, number: int) -> bool:
        await asyncio.sleep(PAUSE)
        return bool((await self.asker.patiently("GET", at)).json()["rounds"][number - 1]["progress"] == "closed")

    async def _post(self, path: str, body: Any = None) -> Any:
        return await self.asker.patiently("POST", path, self._token, body, self.asker.key(), DONE_ALREADY)


def plan(number: int) -> dict[str, Any]:
    """Returns the plan of a Swiss tournament at tables of four, and then a final table of the best."""
    return {
        "title": f"Cup {number} of the night",
        "description": "",
        "game": "katharina",
        "stages": [
            {"method": "swiss", "table": 4, "rounds": ROUNDS},
            {"method": "elimination", "table": 4, "cut": 4},
        ],
        "scoring": "place-4-3-2-1",
        "options": {},
        "decks": "none",
    }
