"""The pages draw all chance of Cities & Knights again: island, decks, dice, steals; also after an undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import json as msgspec_json

from chronik.domain.engine.proof.archive import pack, unpack
from chronik.domain.games import game
from tests.engine.test_verification import changed
from tests.support.engine.sittings import Sitting
from tests.viewer.said import said

RULES = game("cities_knights")
PLAYED = {
    "spiral": (3, 0, {"victory_points": 6}),
    "undone": (4, 2, {"victory_points": 6}),
    "random": (2, 0, {"victory_points": 6, "board_layout": "random_tokens", "sevens_before_first_attack": "reroll"}),
    "printed": (3, 1, {"victory_points": 6, "board_layout": "beginner_ck", "harbor_layout": "frame"}),
    "framed": (2, 0, {"victory_points": 6, "harbor_layout": "frame", "robber_start": "off_board"}),
}
"""For each name the number of seats and of granted undos, and the options."""
ALWAYS = {"deck-trade", "deck-politics", "deck-science", "dice", "event-die", "first"}
LAID = {
    "spiral": {"terrain", "corner", "harbors"},
    "undone": {"terrain", "corner", "harbors"},
    "random": {"terrain", "tokens", "harbors"},
    "printed": set[str](),
    "framed": {"terrain", "corner"},
}


def sitting(name: str) -> Sitting:
    """Returns a whole match."""
    seats, undos, options = PLAYED[name]
    return Sitting(len(name), seats, RULES, msgspec_json.encode(options)).play(undos)


@pytest.fixture(scope="module")
def played() -> dict[str, Sitting]:
    """The matches, by name."""
    return {name: sitting(name) for name in PLAYED}


def test_the_page_draws_everything_decided_by_chance_again_in_cities_knights(played: dict[str, Sitting]) -> None:
    for name, one in zip(played, said([one.archive() for one in played.values()]), strict=True):
        assert (one.whole, one.check, one.unsure) == (True, None, 0), (name, one)
        assert ALWAYS | LAID[name] <= one.labels, (name, one)
        assert one.again > 0 or name != "random"
        assert one.renewed > 0 or not PLAYED[name][1]


CHANGED: tuple[tuple[str, str, str, Callable[[Any], Any]], ...] = (
    ("spiral", "island-dealt", "tokens", lambda tokens: tokens[::-1]),
    ("spiral", "island-dealt", "robber", lambda robber: (robber + 1) % 19),
    ("random", "island-dealt", "tokens", lambda tokens: [token for token in tokens if token] + [0]),
    ("random", "island-dealt", "tokens", lambda tokens: [token or 5 for token in tokens]),
    ("framed", "island-dealt", "robber", lambda robber: robber + 1),
    ("framed", "island-dealt", "harbors", lambda harbors: harbors[::-1]),
    ("spiral", "deck-shuffled", "order", lambda order: order[::-1]),
    ("spiral", "dice-rolled", "red", lambda red: red % 6 + 1),
    ("spiral", "card-stolen", "index", lambda index: index + 1),
    ("spiral", "progress-drawn", "card", lambda card: card[:-1] + "9"),
    ("spiral", "first-drawn", "seat", lambda seat: (seat + 1) % 3),
)
"""A match, an event in it, the field of that event to change, and the change."""


def alter(field: str, other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Returns a function that changes a field of an event."""
    return lambda event: event | {field: other(event[field])}


def test_the_page_finds_the_entry_with_a_changed_outcome_in_cities_knights(played: dict[str, Sitting]) -> None:
    archives = {name: unpack(one.archive()) for name, one in played.items()}
    forged = [changed(archives[name], tag, alter(field, other)) for name, tag, field, other in CHANGED]
    found = said([pack(altered) for _, altered in forged])
    for case, (number, _), one in zip(CHANGED, forged, found, strict=True):
        assert (one.whole, one.check, one.entry) == (False, "draws", number), (case, one)
