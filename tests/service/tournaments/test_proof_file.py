"""Files to verify: each is recognised by its first bytes, and one that cannot be verified is described."""

from __future__ import annotations

import gzip
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from chronik.domain.log.verdict import Status, Verdict
from chronik.service.matches.catalogue import Catalogue
from chronik.service.tournaments.proof_file import verify_file
from tests.support.engine.sittings import Sitting
from tests.support.tournament.local_tournament import LocalTournament, plan

ARCHIVE = Sitting(1, 2).play().archive()
BUNDLE = b"".join(LocalTournament(plan()).register_bots(2).play_rounds().finish().bundle())
BOM = b"\xef\xbb\xbf"


def verdict_on(tmp_path: Path, content: bytes) -> Verdict:
    file = tmp_path / "file"
    file.write_bytes(content)
    return verify_file(file, Catalogue({}))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "The file is empty."),
        (b"Dear diary", "This is not a Chronik archive."),
        (b"chronik-archive/1\n" + ARCHIVE, "the archive of a match in format 1, but this version reads only format 2."),
        (b"chronik-archive/3\n" + ARCHIVE, "the archive of a match in format 3, but this version reads only format 2."),
        (
            BUNDLE.replace(b"bundle/1", b"bundle/2"),
            "the bundle of a tournament in format 2, but this version reads only",
        ),
        (
            ARCHIVE.replace(b"\n", b"\r\n"),
            "the archive of a match, but another program has changed its line ends to CR LF",
        ),
        (BUNDLE.replace(b"\n", b"\r\n"), "the bundle of a tournament, but another program has changed its line ends"),
        (gzip.compress(BUNDLE.replace(b"\n", b"\r\n")), "has changed its line ends"),
        (BOM + ARCHIVE, "the archive of a match, but another program has put a byte order mark before it."),
        (BOM + BUNDLE, "the bundle of a tournament, but another program has put a byte order mark before it."),
        (BOM + BUNDLE.replace(b"\n", b"\r\n"), "has put a byte order mark before it"),
        (BUNDLE.decode().encode("utf-16"), "the bundle of a tournament, but another program has saved it as UTF-16."),
        (BUNDLE.replace(b'":"', b'": "', 9), "the bundle of a tournament, but another program has changed its spaces."),
        (b'{"format":"chronik-tournament/1","id":"0"}\n{}', "This is the log of a tournament without its matches."),
    ],
)
def test_a_file_that_cannot_be_verified_is_described(tmp_path: Path, content: bytes, told: str) -> None:
    """Its content is unknown, so the verdict is neither altered nor damaged."""
    shown = verdict_on(tmp_path, content)
    assert shown.status is Status.UNREADABLE
    assert told in shown.sentence
    assert shown.sentence.endswith(".")


@pytest.mark.parametrize(
    "content",
    [ARCHIVE[:-1], ARCHIVE[:40], BUNDLE[:-200], gzip.compress(BUNDLE)[:-40], b"\x1f\x8babc"],
    ids=["archive", "beginning", "bundle", "packed", "no gzip"],
)
def test_an_incomplete_file_is_damaged(tmp_path: Path, content: bytes) -> None:
    assert verdict_on(tmp_path, content).status is Status.DAMAGED


def verdict_on_pipe(tmp_path: Path, pieces: Sequence[bytes]) -> Verdict:
    """Returns the verdict on a pipe that gets these bytes one after another."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            for piece in pieces:
                file.write(piece)
                time.sleep(0.05)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return verify_file(pipe, Catalogue({}))
    finally:
        writer.join()


@pytest.mark.parametrize("content", [ARCHIVE, BUNDLE, gzip.compress(BUNDLE)], ids=["archive", "bundle", "packed"])
def test_a_pipe_is_verified_like_a_file(tmp_path: Path, content: bytes) -> None:
    """This holds even if its first bytes arrive before the others."""
    shown = verdict_on_pipe(tmp_path, (content[:1], content[1:7], content[7:]))
    assert shown.ok, shown
    assert (shown.sentence, shown.head) == (verdict_on(tmp_path, content).sentence, verdict_on(tmp_path, content).head)
