"""Golden tournaments verify for ever, and what is recorded today is what was recorded then."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.engine.proof.archive import Archive, unpack
from domain.tournament.proof.bundle import Binder, BundledArchive, Line, read
from service.matches.catalogue import Catalogue
from service.tournaments.bundle_file import is_bundle, is_whole, verify_bundle
from tests.golden.events import EVENTS, HERE

GOLDEN = sorted(HERE.glob("*.ndjson"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_an_old_event_is_good(path: Path) -> None:
    assert is_bundle(path)
    assert is_whole(path)
    found = verify_bundle(path, Catalogue({}), lambda _done, _of: None)
    assert found.ok, found
    assert "published secret" in found.notes[0]


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_goes_as_it_went(name: str) -> None:
    with (HERE / f"v1-{name}.ndjson").open("rb") as file:
        assert list(map(content, EVENTS[name]().lines({}))) == list(map(content, read(file, Binder())))[:-1]


def content(line: Line) -> Line | Archive:
    """A line without how an archive in it was compressed, which no two libraries do alike."""
    return unpack(line.file) if isinstance(line, BundledArchive) else line
