"""Archives as files, with the games and data sets that a process has loaded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from domain.engine.proof.archive import MAX_FILE
from domain.engine.proof.signature import NO_SIGNER
from domain.engine.proof.verification import Status, verify_log
from domain.games import game
from domain.katharina.facts.load import PRINTED
from projections.games import projection
from service.bots.levels import bot
from service.commands.simulation import play_out
from service.matches.archives import archive_of, load_game, verify_file
from service.matches.catalogue import Catalogue
from tests.support.engine.sittings import KATHARINA, Sitting

PRINTED_ONLY = Catalogue({})


@pytest.fixture
def data_set(tmp_path: Path) -> Path:
    """A data set whose orders have other names."""
    directory = tmp_path / "facts"
    directory.mkdir()
    for file in PRINTED.glob("*.toml"):
        shutil.copy(file, directory)
    orders = directory / "orders.toml"
    orders.write_text(orders.read_text("utf-8").replace("schema =", 'made_by = "us"\nschema =', 1), "utf-8")
    return directory


def test_what_the_service_archives_is_verified(tmp_path: Path) -> None:
    sitting = Sitting(1, 2).play(undos=1)
    body = archive_of(KATHARINA, sitting.match.id, sitting.stored, sitting.head, NO_SIGNER)
    assert body == sitting.archive()
    file = tmp_path / "match.chronik"
    file.write_bytes(body)
    found = verify_file(file, PRINTED_ONLY)
    assert found.ok, found
    assert found.entries == sitting.match.version


@pytest.mark.parametrize("content", [b"", b"{}", b"chronik-archive/1\n", b"chronik-archive/1\n" + bytes(MAX_FILE)])
def test_a_file_that_is_no_archive_is_unreadable(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.chronik"
    file.write_bytes(content)
    found = verify_file(file, PRINTED_ONLY)
    assert found.status is Status.UNREADABLE
    assert found.sentence.endswith(".")


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = verify_file(tmp_path / "nowhere", PRINTED_ONLY)
    assert (found.status, found.sentence) == (
        Status.UNREADABLE,
        "The file cannot be read: No such file or directory.",
    )
    assert verify_file(tmp_path, PRINTED_ONLY).status is Status.UNREADABLE


def test_a_match_over_another_data_set_needs_it(tmp_path: Path, data_set: Path) -> None:
    rules = game("katharina", data_set=data_set)
    assert rules.facts != KATHARINA.facts
    sitting = Sitting(1, 2, rules).play()
    file = tmp_path / "match.chronik"
    file.write_bytes(sitting.archive())
    found = verify_file(file, PRINTED_ONLY)
    assert found.status is Status.UNKNOWN_FACTS
    assert rules.facts in found.sentence
    assert verify_file(file, Catalogue({"katharina": data_set})).ok


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_simulated_match_is_verified(seats: int) -> None:
    match, secret = "0" * 32, bytes(32)
    played = play_out(KATHARINA, projection("katharina"), match, secret, [bot("katharina", "random")] * seats)
    found = verify_log(match, played.batches, secret, played.head, load_game(PRINTED_ONLY))
    assert found.ok, found
