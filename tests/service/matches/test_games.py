"""The games route: a client can get the names in one language only."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from chronik.domain.engine.names import LANGUAGES
from chronik.domain.games import CURRENT
from tests.support.service.sitting import API
from tests.support.service.tables import ONE_LOOP


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client of the shared application of this file."""
    return shared_client


async def get_game(client: httpx.AsyncClient, game: str, query: str = "") -> Any:
    return (await client.get(f"{API}/games/{game}{query}")).raise_for_status().json()


@ONE_LOOP
@pytest.mark.parametrize("game", CURRENT)
async def test_a_game_can_be_requested_with_the_names_in_one_language(client: httpx.AsyncClient, game: str) -> None:
    whole = await get_game(client, game)
    names = whole["components"].pop("names")
    assert set(names) == set(LANGUAGES)
    for language in LANGUAGES:
        part = await get_game(client, game, f"?language={language}")
        assert part["components"].pop("names") == {language: names[language]}
        assert part == whole


@ONE_LOOP
async def test_an_unknown_language_is_refused(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"{API}/games/katharina?language=la")).status_code == 400
