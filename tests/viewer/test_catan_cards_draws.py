"""The pages draw all chance of the Catan card game again: piles, dice, duels, jousts; also after an undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import json as msgspec_json

from chronik.domain.catan_cards.game import game
from chronik.domain.engine.proof.archive import pack, unpack
from tests.engine.test_verification import changed
from tests.support.catan_cards.table import FACTS
from tests.support.engine.sittings import Sitting
from tests.viewer.said import said

RULES = game(FACTS)
PLAYED: dict[str, tuple[int, dict[str, Any]]] = {
    "base": (1, {"mode": "base"}),
    "extended": (2, {}),
    "tournament": (2, {"mode": "tournament", "decks": "house"}),
}
"""By mode, the number of granted undos and the options."""
ALWAYS = {"duel", "event-die", "events", "first", "none", "production", "regions"}
STACKS = {
    "base": {f"stack-{number}" for number in range(1, 6)},
    "extended": {f"stack-{number}" for number in range(1, 7)} | {"joust"},
    "tournament": {f"own-{seat}-{number}" for seat in (0, 1) for number in range(1, 5)} | {"joust", "pool-0", "pool-1"},
}


@pytest.fixture(scope="module")
def archives() -> dict[str, bytes]:
    """A match of each mode."""
    return {
        mode: Sitting(1, 2, RULES, msgspec_json.encode(options)).play(undos).archive()
        for mode, (undos, options) in PLAYED.items()
    }


def test_the_page_draws_everything_decided_by_chance_again_in_the_card_game(archives: dict[str, bytes]) -> None:
    for mode, one in zip(archives, said([*archives.values()]), strict=True):
        assert (one.whole, one.check, one.unsure) == (True, None, 0), (mode, one)
        assert one.labels == ALWAYS | STACKS[mode], (mode, one)
        assert one.renewed > 0


CHANGED: tuple[tuple[str, Callable[[dict[str, Any]], Any]], ...] = (
    ("stack-shuffled", lambda event: event | {"order": event["order"][::-1]}),
    ("events-shuffled", lambda event: event | {"order": event["order"][::-1]}),
    ("regions-shuffled", lambda event: event | {"order": event["order"][::-1]}),
    ("first-rolled", lambda event: event | {"rolls": [[1, 1], *event["rolls"]]}),
    ("first-rolled", lambda event: event | {"seat": 1 - event["seat"]}),
    ("dice-rolled", lambda event: event | {"number": event["number"] % 6 + 1}),
    ("duel-rolled", lambda event: event | {"pips": event["pips"] % 6 + 1}),
    ("joust-rolled", lambda event: event | {"rolls": [roll[::-1] for roll in event["rolls"]]}),
    ("card-drawn", lambda event: event | {"card": event["card"][:-1] + "9"}),
    ("event-revealed", lambda event: event | {"card": event["card"][:-1] + "9"}),
    ("region-drawn", lambda event: event | {"region": "forest_9"}),
    ("regions-placed", lambda event: event | {"above": event["below"], "below": event["below"]}),
)


def test_the_page_finds_the_entry_with_a_changed_outcome_in_the_card_game(archives: dict[str, bytes]) -> None:
    forged = [changed(unpack(archives["extended"]), tag, change) for tag, change in CHANGED]
    found = said([pack(archive) for _, archive in forged])
    for (tag, _), (number, _), one in zip(CHANGED, forged, found, strict=True):
        assert (one.whole, one.check, one.entry) == (False, "draws", number), (tag, one)
