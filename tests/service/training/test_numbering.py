"""The numbering of words: every option has its words, and they depend only on the game and its rule options."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from random import Random
from typing import Any

import pytest

import chronik
from chronik.domain.games import game
from chronik.service.training.numbering import Numbering
from chronik.service.training.offers import list_offers

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("katharina", 2, {}),
    ("cities_knights", 4, {}),
    ("catan_cards", 2, {}),
    ("catan_cards", 2, {"mode": "tournament"}),
]
each_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)
MOST = 1_500
SCRIPT = """
from chronik.service.training.env import env
from hashlib import sha256
for name, seats, options in {tables!r}:
    table = env(name, seats, options, 3)
    table.reset()
    seen = sha256(repr(table.words).encode())
    for agent in table.agent_iter(60):
        found = table.last()[0]
        seen.update(found["observation"].tobytes() + found["action_mask"].tobytes())
        table.step(int(found["action_mask"].argmax()))
    print(seen.hexdigest())
"""


@each_table
def test_every_option_has_its_own_words(name: str, seats: int, options: dict[str, Any]) -> None:
    numbering, luck = Numbering(game(name), options), Random(1)
    match = chronik.play(name, seats, options, seed=1)
    for _ in islice(match, MOST):
        listed = [*match.options, *list_offers(match.forms)]
        spelled = numbering.spell(listed)
        assert len(spelled) == len(listed)
        words = luck.choice(list(spelled))
        assert words[-1] == 0
        match.answer(spelled[words])


def test_numbers_and_observations_do_not_depend_on_the_hash_seed() -> None:
    script = SCRIPT.format(tables=TABLES)
    found = {
        subprocess.check_output([sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    }
    (told,) = found
    assert len(set(told.split())) == len(TABLES)


def test_words_are_kinds_of_commands_and_fields_with_values() -> None:
    words = Numbering(game("cities_knights"), {}).words
    assert words[0] == "end"
    assert {"roll", "build-road", "edge:71", "cards:ore", "kind:paper", "offer:4", "level:3"} <= set(words)
    assert "offer:5" not in words
