"""Golden tournaments verify for ever, and the same tournament is still recorded identically."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from chronik.domain.engine.proof.archive import Archive, unpack
from chronik.domain.tournament.proof.bundle import BundledArchive, BundleEncoder, Line, read_lines
from chronik.service.matches.catalogue import Catalogue
from chronik.service.tournaments.proof_file import is_bundle, is_whole, verify_bundle
from tests.golden.events import EVENTS, HERE
from tests.support.cases import for_each

GOLDEN = sorted(HERE.glob("*.ndjson"))


@for_each("path", GOLDEN)
def test_a_golden_tournament_verifies(path: Path) -> None:
    stored = path.read_bytes()
    assert is_bundle(stored)
    assert is_whole(path)
    found = verify_bundle(BytesIO(stored), Catalogue({}), lambda _done, _of: None)
    assert found.ok, found
    assert "published secret" in found.notes[0]


@for_each("name", EVENTS)
def test_recording_a_golden_tournament_again_gives_identical_bytes(name: str) -> None:
    with (HERE / f"v1-{name}.ndjson").open("rb") as file:
        assert (
            list(map(without_compression, EVENTS[name]().lines({})))
            == list(map(without_compression, read_lines(file, BundleEncoder())))[:-1]
        )


def without_compression(line: Line) -> Line | Archive:
    """Returns a line with its archive unpacked, because compression differs between libraries."""
    return unpack(line.file) if isinstance(line, BundledArchive) else line
