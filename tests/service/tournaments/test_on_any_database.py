"""A small tournament from its creation to its final table, on SQLite and on Postgres."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tests.support.service.apps import settings_for, until
from tests.support.service.tables import API, serving

SWISS = {"method": "swiss", "table": 2, "rounds": 1}
FINAL = {"method": "elimination", "table": 2, "cut": 2}


async def test_a_tournament_can_be_played_on_any_database(store_url: str, tmp_path: Path, database: str) -> None:
    async with serving(replace(settings_for(store_url, tmp_path), database_url=database)) as house:
        client = house.client

        async def send(method: str, path: str, body: Any = None) -> Any:
            answer = await client.request(method, f"{API}{path}", json=body, headers=headers)
            assert answer.is_success, answer.text
            return answer.json()

        headers: dict[str, str] = {}
        headers["authorization"] = f"Bearer {(await send('POST', '/players', {'name': 'Olga'}))['token']}"
        plan = {"title": "Cup", "game": "katharina", "stages": [SWISS, FINAL], "scoring": "match-points"}
        at = f"/tournaments/{(await send('POST', '/tournaments', plan))['id']}"
        for _ in range(4):
            await send("POST", f"{at}/entrants", {"t": "bot", "level": "random"})
        for number in (1, 2):
            await send("POST", f"{at}/rounds", {"round": number})
            await send("POST", f"{at}/rounds/{number}/start")

            async def is_closed(number: int = number) -> bool:
                return bool((await send("GET", at))["rounds"][number - 1]["progress"] == "closed")

            await until(is_closed)
        await send("POST", f"{at}/ending", {"ending": "finished"})
        ended = await send("GET", at)
        assert ended["phase"] == "finished"
        final = (await send("GET", f"{at}/standings"))["final"]
        assert sorted(line["entrant"] for line in final) == [1, 2, 3, 4]
        (table,) = ended["rounds"][1]["tables"]
        winner = table["entrants"][table["result"]["places"].index(1)]
        assert final[0]["entrant"] == winner
        assert (await send("GET", "/ratings"))["pools"] == []  # a game of one bot against itself is not rated
