"""The games: a page is told the names it speaks, and not those of all languages."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from domain.engine.names import LANGUAGES
from domain.games import CURRENT
from tests.support.service.sitting import API
from tests.support.service.tables import ONE_LOOP


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client of the one application of this file."""
    return shared_client


async def told(client: httpx.AsyncClient, game: str, query: str = "") -> Any:
    return (await client.get(f"{API}/games/{game}{query}")).raise_for_status().json()


@ONE_LOOP
@pytest.mark.parametrize("game", CURRENT)
async def test_a_game_is_told_with_the_names_of_one_language(client: httpx.AsyncClient, game: str) -> None:
    whole = await told(client, game)
    names = whole["components"].pop("names")
    assert set(names) == set(LANGUAGES)
    for language in LANGUAGES:
        part = await told(client, game, f"?language={language}")
        assert part["components"].pop("names") == {language: names[language]}
        assert part == whole


@ONE_LOOP
async def test_a_language_that_nobody_speaks_here_is_refused(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"{API}/games/katharina?language=la")).status_code == 400
